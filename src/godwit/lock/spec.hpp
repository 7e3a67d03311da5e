#pragma once

#include "godwit/base/redact.hpp"
#include "godwit/base/source.hpp"
#include "godwit/lock/keeper_place.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace godwit::lock {

/// Which lock a run takes.
enum class LockKind : std::uint8_t {
  automatic,  // "auto": KeeperMap; on a single server without it, a file on the runner's machine
  file,
  none,    // asks every time
  keeper,  // "keeper://...": a node in Keeper that goes with its holder
};

/// `lock = "..."` of an environment.
struct Spec {
  LockKind kind = LockKind::automatic;
  KeeperPlace keeper = {};  // of kind keeper
};

/// "auto", "file", "none", "keeper://..." (parse_keeper_place). Throws Error(usage) at `where` with
/// the nearest word. No error's message holds a password; the line of `where` may.
Spec parse_spec(std::string_view text, Secrets& secrets, const Where& where = {});

std::string_view to_string(LockKind kind);

}  // namespace godwit::lock
