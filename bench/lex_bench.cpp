// How fast a text becomes statements, hashes and what is sent, beside what merely touching its
// bytes costs. The text is 64 MB of DDL and inserts, in the proportions of a migrations directory.
#include "godwit/base/source.hpp"
#include "godwit/sql/lexer.hpp"
#include "godwit/sql/split.hpp"
#include "godwit/sql/statement.hpp"
#include "godwit/topology/render.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace godwit;

constexpr std::size_t kBytes = std::size_t{64} << 20U;

std::string migration(std::size_t number) {
  return fmt::format(
      "-- godwit:allow drop-column reason=\"replaced by total in {0}\"\n"
      "CREATE TABLE IF NOT EXISTS shop.orders_{0}\n(\n"
      "    `order_id` UInt64,\n"
      "    `country` LowCardinality(String) DEFAULT 'de' CODEC(ZSTD(1)),\n"
      "    `created_at` DateTime64(3, 'UTC') COMMENT 'when it was placed; never changes',\n"
      "    `total` Decimal(18, 2) MATERIALIZED price * quantity\n)\n"
      "ENGINE = ReplicatedMergeTree('/clickhouse/{{shard}}/orders_{0}', '{{replica}}')\n"
      "PARTITION BY toYYYYMM(created_at)\nORDER BY (country, order_id)\n"
      "SETTINGS index_granularity = 8192;\n\n"
      "ALTER TABLE shop.orders_{0} ADD COLUMN IF NOT EXISTS note String AFTER total,\n"
      "    ADD INDEX by_total total TYPE minmax GRANULARITY 4;\n\n"
      "INSERT INTO shop.countries_{0} (code, name) VALUES ('de', 'Germany'), ('fr', 'France');\n\n"
      "CREATE MATERIALIZED VIEW shop.daily_{0} TO shop.daily AS\n"
      "SELECT toDate(created_at) AS day, country, sum(total) AS total, count() AS orders\n"
      "FROM shop.orders_{0} WHERE total > 0.5 GROUP BY day, country;\n\n",
      number);
}

const Source& generated() {
  static const Source source = [] {
    std::string text;
    for (std::size_t number = 1; text.size() < kBytes; ++number) text += migration(number);
    return Source("generated.sql", std::move(text));
  }();
  return source;
}

void count_bytes(benchmark::State& state) {
  const std::string_view text = generated().text();
  while (state.KeepRunning()) benchmark::DoNotOptimize(std::count(text.begin(), text.end(), ';'));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}

void copy_bytes(benchmark::State& state) {
  const std::string_view text = generated().text();
  std::vector<char> copy(text.size());
  while (state.KeepRunning()) {
    std::memcpy(copy.data(), text.data(), text.size());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}

void lex_text(benchmark::State& state) {
  const std::string_view text = generated().text();
  std::size_t tokens = 0;
  while (state.KeepRunning()) {
    tokens = 0;
    for (sql::Lexer lexer(text); !lexer.at_end(); ++tokens) {
      benchmark::DoNotOptimize(lexer.next());
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
  state.counters["bytes/token"] = static_cast<double>(text.size()) / static_cast<double>(tokens);
}

// Also prints how many times as long as one std::count over the same bytes it took.
void lex_and_split(benchmark::State& state) {
  using Clock = std::chrono::steady_clock;
  const Source& source = generated();
  const std::string_view text = source.text();
  Clock::duration splitting{};
  Clock::duration counting{};
  while (state.KeepRunning()) {
    const auto begin = Clock::now();
    benchmark::DoNotOptimize(sql::split(source));
    splitting += Clock::now() - begin;
    state.PauseTiming();
    const auto count_begin = Clock::now();
    benchmark::DoNotOptimize(std::count(text.begin(), text.end(), ';'));
    counting += Clock::now() - count_begin;
    state.ResumeTiming();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
  state.counters["times std::count"] =
      static_cast<double>(splitting.count()) / static_cast<double>(counting.count());
}

template <typename Each>
void each_statement(benchmark::State& state, Each each) {
  const Source& source = generated();
  while (state.KeepRunning()) {
    for (sql::StatementReader reader(source); reader.next();) each(reader);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * source.text().size()));
}

void parse_text(benchmark::State& state) {
  each_statement(state, [](const sql::StatementReader& reader) {
    benchmark::DoNotOptimize(sql::parse_statement(reader.statement().text, reader.tokens()));
  });
}

void parse_and_render(benchmark::State& state) {
  const topology::Topology topology = topology::parse_topology("cluster:main");
  each_statement(state, [&](const sql::StatementReader& reader) {
    benchmark::DoNotOptimize(
        topology::render(sql::parse_statement(reader.statement().text, reader.tokens()), topology));
  });
}

// A directory: 5 000 texts of a migration each, split and hashed.
void split_and_hash_directory(benchmark::State& state) {
  std::vector<Source> files;
  for (std::size_t number = 1; number <= 5000; ++number) {
    files.emplace_back(fmt::format("{:04}.sql", number), migration(number));
  }
  std::size_t bytes = 0;
  for (const Source& file : files) bytes += file.text().size();
  while (state.KeepRunning()) {
    for (const Source& file : files) {
      for (const sql::WrittenStatement& statement : sql::split(file).statements) {
        benchmark::DoNotOptimize(sql::statement_hash(statement.text));
      }
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes));
}

BENCHMARK(count_bytes)->Unit(benchmark::kMillisecond);
BENCHMARK(copy_bytes)->Unit(benchmark::kMillisecond);
BENCHMARK(lex_text)->Unit(benchmark::kMillisecond);
BENCHMARK(lex_and_split)->Unit(benchmark::kMillisecond);
BENCHMARK(parse_text)->Unit(benchmark::kMillisecond);
BENCHMARK(parse_and_render)->Unit(benchmark::kMillisecond);
BENCHMARK(split_and_hash_directory)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
