#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace godwit::cli {

/// From here on SIGINT and SIGTERM are counted instead of ending the process: the first one lets
/// the current step end and be recorded, the second one stops waiting for it.
void count_signals();

/// How many came.
int interruptions();

/// Blocks until one of `descriptors` can be read, or is at its end, and gives its place; nothing
/// once a counted signal has come, also before.
std::optional<std::size_t> wait_readable_or_interrupted(std::span<const int> descriptors);

}  // namespace godwit::cli
