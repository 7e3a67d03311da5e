#include "godwit/lock/spec.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <array>

namespace godwit::lock {

namespace {

constexpr std::array<std::string_view, 3> kWords{"auto", "file", "none"};

}  // namespace

Spec parse_spec(std::string_view text, const Where& where) {
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    if (kWords[i] == text) return {static_cast<LockKind>(i)};
  }
  throw Error(ErrorKind::usage, fmt::format("unknown lock '{}'", text), where,
              did_you_mean(text, kWords));
}

std::string_view to_string(LockKind kind) { return kWords.at(static_cast<std::size_t>(kind)); }

}  // namespace godwit::lock
