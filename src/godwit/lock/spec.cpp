#include "godwit/lock/spec.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <array>

namespace godwit::lock {

namespace {

constexpr std::array<std::string_view, 4> kWords{"auto", "file", "none", "keeper"};

/// What may be written.
constexpr std::array<std::string_view, 4> kForms{"auto", kKeeperForm, "file", "none"};

}  // namespace

Spec parse_spec(std::string_view text, Secrets& secrets, const Where& where) {
  if (text.starts_with("keeper:")) {
    return {LockKind::keeper, parse_keeper_place(text, secrets, where)};
  }
  for (const LockKind kind : {LockKind::automatic, LockKind::file, LockKind::none}) {
    if (to_string(kind) == text) return {kind};
  }
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos) {
    throw Error(ErrorKind::usage, fmt::format("unknown lock '{}:...'", text.substr(0, colon)),
                where, fmt::format("write {}", kKeeperForm));
  }
  throw Error(ErrorKind::usage, fmt::format("unknown lock '{}'", text), where,
              text == "keeper" ? fmt::format("write {}", kKeeperForm) : did_you_mean(text, kForms));
}

std::string_view to_string(LockKind kind) { return kWords.at(static_cast<std::size_t>(kind)); }

}  // namespace godwit::lock
