#pragma once

#include "godwit/history/history.hpp"
#include "godwit/migrations/migration.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::plan {

/// Where a migration stands in one environment.
enum class MigrationState : std::uint8_t {
  pending,   // nothing of it has run
  partial,   // some steps have run, none failed: a run stopped in between
  failed,    // a step failed
  in_doubt,  // a step was sent and its end is not recorded
  done,
  baseline,  // taken as done
  skipped,
  changed,    // it ran, and the file is another now
  missing,    // it ran, and there is no file
  reverted,   // it was taken back; pending again
  reverting,  // its way back has begun and not ended
  elsewhere,  // for other environments only
};

std::string_view to_string(MigrationState state);

/// Whether `apply` has something to do for it.
bool is_pending(MigrationState state);

/// A step as the history knows it; without a row it has not been sent.
struct StepStatus {
  std::size_t number;
  const migrations::Step* step;  // null where the file is missing
  const history::Row* row;       // null where there is none
};

struct MigrationStatus {
  const migrations::Migration* migration;  // null where the file is missing
  const history::Row* row;                 // of the migration itself; null where there is none
  MigrationState state;
  std::string title;
  std::size_t complete_steps;
  std::size_t all_steps;
  std::vector<StepStatus> steps;
};

/// Every migration of the directory and of the history, by version.
std::vector<MigrationStatus> migration_statuses(const migrations::Migrations& migrations,
                                                const history::Snapshot& snapshot,
                                                std::string_view environment);

}  // namespace godwit::plan
