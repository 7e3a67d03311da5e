#include "godwit/plan/status.hpp"

#include "godwit/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace godwit::plan {

namespace {

using history::State;

struct StateRow {
  MigrationState state;
  std::string_view word;
  bool pending;
};

constexpr std::array<StateRow, 12> kRows{{
    {MigrationState::pending, "pending", true},
    {MigrationState::partial, "partial", true},
    {MigrationState::failed, "failed", true},
    {MigrationState::in_doubt, "in doubt", true},
    {MigrationState::done, "done", false},
    {MigrationState::baseline, "baseline", false},
    {MigrationState::skipped, "skipped", false},
    {MigrationState::changed, "changed", false},
    {MigrationState::missing, "missing", false},
    {MigrationState::reverted, "reverted", true},
    {MigrationState::reverting, "reverting", false},
    {MigrationState::elsewhere, "elsewhere", false},
}};

bool any_in(const std::vector<const history::Row*>& rows, State state, bool down) {
  return std::any_of(rows.begin(), rows.end(), [&](const history::Row* row) {
    return row->state == state && (row->step >= kFirstDownStep) == down;
  });
}

bool way_back_is_open(const std::vector<const history::Row*>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const history::Row* row) {
    return row->step >= kFirstDownStep && row->state != State::reverted;
  });
}

MigrationState complete_state(const migrations::Migration& migration, const history::Row& row) {
  if (!row.migration_hash.empty() && row.migration_hash != migration.hash) {
    return MigrationState::changed;
  }
  if (row.state == State::baseline) return MigrationState::baseline;
  if (row.state == State::skipped) return MigrationState::skipped;
  return MigrationState::done;
}

MigrationState state_of(const MigrationStatus& status,
                        const std::vector<const history::Row*>& rows) {
  if (way_back_is_open(rows)) return MigrationState::reverting;
  if (status.row != nullptr && history::is_complete(status.row->state)) {
    return complete_state(*status.migration, *status.row);
  }
  if (any_in(rows, State::running, false)) return MigrationState::in_doubt;
  if (any_in(rows, State::failed, false)) return MigrationState::failed;
  if (status.complete_steps > 0) return MigrationState::partial;
  const bool reverted = status.row != nullptr && status.row->state == State::reverted;
  return reverted ? MigrationState::reverted : MigrationState::pending;
}

MigrationStatus status_of(const migrations::Migration& migration, const history::Snapshot& snapshot,
                          std::string_view environment) {
  MigrationStatus status{&migration,
                         snapshot.find(migration.version, 0),
                         MigrationState::pending,
                         migration.title(),
                         0,
                         migration.steps.size(),
                         {}};
  for (const migrations::Step& step : migration.steps) {
    const history::Row* row =
        snapshot.find(migration.version, static_cast<std::uint32_t>(step.number));
    if (row != nullptr && history::is_complete(row->state)) ++status.complete_steps;
    status.steps.push_back({step.number, &step, row});
  }
  status.state = migration.is_for(environment) ? state_of(status, snapshot.steps(migration.version))
                                               : MigrationState::elsewhere;
  return status;
}

MigrationStatus missing_status(const history::Row& row, const history::Snapshot& snapshot) {
  MigrationStatus status{
      nullptr, &row, MigrationState::missing, fmt::format("{}_{}", row.migration, row.name), 0,
      0,       {}};
  for (const history::Row* step : snapshot.steps(row.migration)) {
    if (step->step >= kFirstDownStep) continue;
    status.steps.push_back({step->step, nullptr, step});
    ++status.all_steps;
    if (history::is_complete(step->state)) ++status.complete_steps;
  }
  return status;
}

}  // namespace

std::string_view to_string(MigrationState state) {
  return kRows.at(static_cast<std::size_t>(state)).word;
}

bool is_pending(MigrationState state) { return kRows.at(static_cast<std::size_t>(state)).pending; }

std::vector<MigrationStatus> migration_statuses(const migrations::Migrations& migrations,
                                                const history::Snapshot& snapshot,
                                                std::string_view environment) {
  std::vector<MigrationStatus> statuses;
  for (const migrations::Migration& migration : migrations.migrations) {
    statuses.push_back(status_of(migration, snapshot, environment));
  }
  for (const history::Row& row : snapshot.rows) {
    if (row.step != 0 || row.state == State::reverted) continue;
    if (migrations.find(row.migration) == nullptr) {
      statuses.push_back(missing_status(row, snapshot));
    }
  }
  const auto version = [](const MigrationStatus& status) -> std::string_view {
    return status.migration == nullptr ? status.row->migration : status.migration->version;
  };
  std::stable_sort(statuses.begin(), statuses.end(),
                   [&](const MigrationStatus& a, const MigrationStatus& b) {
                     return migrations::compare_versions(version(a), version(b)) < 0;
                   });
  return statuses;
}

}  // namespace godwit::plan
