#pragma once

#include "godwit/cli/invocation.hpp"

namespace godwit::cli {

/// `plan --all-environments`: what is left in each environment of godwit.hcl, side by side. Throws
/// Error(failed) behind the table where one of them could not be planned.
void run_plan_of_all(Invocation& invocation);

}  // namespace godwit::cli
