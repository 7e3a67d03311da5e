#pragma once

#include "godwit/apply/run.hpp"
#include "godwit/base/error.hpp"

#include <string>

namespace godwit::apply {

/// "step 2 of 5".
std::string place_of(const plan::PlannedMigration& migration, const plan::PlannedStep& step);

/// The command that goes on with a migration: "godwit apply prod".
std::string next_command(const plan::PlannedMigration& migration, const Run& run);

/// What ran before a step that failed, what is wrong where that can be told, and how to go on.
std::string failure_hint(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
                         const Run& run, const server::Failed& failed);

/// "godwit resolve prod 3 --step 2".
std::string resolve_command(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
                            const Run& run);

/// A step in doubt: why, what is known, and the commands that settle it. Error(failed), or
/// Error(interrupted) where a signal ended the looking.
Error in_doubt(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
               const Run& run, const std::string& reason, const FoundOut& found);

}  // namespace godwit::apply
