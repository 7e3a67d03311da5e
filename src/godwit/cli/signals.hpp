#pragma once

namespace godwit::cli {

/// From here on SIGINT and SIGTERM are counted instead of ending the process: the first one lets
/// the current step end and be recorded, the second one stops waiting for it.
void count_signals();

/// How many came.
int interruptions();

}  // namespace godwit::cli
