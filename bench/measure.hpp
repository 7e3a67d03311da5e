#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace godwit::bench {

inline constexpr int kTries = 9;
inline constexpr std::size_t kMegabyte = 1'000'000;

template <typename Work>
double ms(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  return took.count();
}

/// The best of several runs, in milliseconds: what else the machine does only adds to a time.
template <typename Work>
double best_ms(const Work& work) {
  double best = 1e9;
  for (int i = 0; i < kTries; ++i) best = std::min(best, ms(work));
  return best;
}

/// The best of each of several works, which take turns: what the machine does meanwhile meets all
/// of them, so that their ratios hold where their times do not.
template <std::size_t N>
std::array<double, N> best_in_turns(const std::array<std::function<void()>, N>& works) {
  std::array<double, N> best;
  best.fill(1e9);
  for (int i = 0; i < 3 * kTries; ++i) {
    for (std::size_t k = 0; k < N; ++k) best[k] = std::min(best[k], ms(works[k]));
  }
  return best;
}

/// A line of a report: a number, its limit, and whether it holds.
inline void report(std::string_view what, double measured, double limit, std::string_view unit,
                   bool at_least = false) {
  const bool holds = at_least ? measured >= limit : measured <= limit;
  fmt::print("{:<58} {:>9.2f} {:<5} limit {}{:g}  {}\n", what, measured, unit,
             at_least ? ">= " : "<= ", limit, holds ? "holds" : "BROKEN");
}

/// DDL of tables with comments, strings and engines, as migrations hold it.
inline std::string generated_sql(std::size_t bytes) {
  std::string text;
  for (int i = 0; text.size() < bytes; ++i) {
    text += fmt::format(
        "-- the table of shop {0}\nCREATE TABLE IF NOT EXISTS shop.t{0} (\n    id UInt64 COMMENT "
        "'the; id',\n    name LowCardinality(String) DEFAULT 'x',\n    at DateTime64(3) "
        "CODEC(Delta, "
        "ZSTD(1))\n)\nENGINE = ReplacingMergeTree(at)\nPARTITION BY toYYYYMM(at)\nORDER BY (id, "
        "name);\nALTER TABLE shop.t{0} ADD COLUMN c{0} String AFTER name;\n",
        i);
  }
  return text;
}

}  // namespace godwit::bench
