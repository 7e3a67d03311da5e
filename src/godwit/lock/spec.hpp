#pragma once

#include "godwit/base/source.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace godwit::lock {

/// Which lock a run takes.
enum class LockKind : std::uint8_t {
  automatic,  // "auto": KeeperMap; on a single server without it, a file on the runner's machine
  file,
  none,  // asks every time
};

/// `lock = "..."` of an environment.
struct Spec {
  LockKind kind = LockKind::automatic;
};

/// "auto", "file", "none". Throws Error(usage) at `where` with the nearest word.
Spec parse_spec(std::string_view text, const Where& where = {});

std::string_view to_string(LockKind kind);

}  // namespace godwit::lock
