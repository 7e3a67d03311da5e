#pragma once

#include "godwit/lock/lock.hpp"

#include <string>
#include <string_view>

namespace godwit::lock {

/// A holder as a lock file and a Keeper node keep it: run id, runner and since, a line each.
std::string written_holder(const Holder& holder);

/// The inverse. Empty fields where it is not that: its holder may be about to write it.
Holder parse_holder(std::string_view text);

}  // namespace godwit::lock
