#pragma once

#include "godwit/history/history.hpp"
#include "godwit/migrations/migration.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::test {

/// A directory of migrations that is on no disk: file names and texts, in the order of versions.
inline migrations::Migrations written(
    const std::vector<std::pair<std::string, std::string>>& files) {
  migrations::Migrations result{"m", {}};
  for (const auto& [name, text] : files) {
    const std::filesystem::path path = std::filesystem::path("m") / name;
    result.migrations.push_back(migrations::parse_migration(path, Source(path.string(), text)));
  }
  return result;
}

/// A row of the history as a test writes it: the hashes are those of the migration as it stands.
inline history::Row row_of(const migrations::Migration& migration, std::uint32_t step,
                           history::State state) {
  history::Row row;
  row.migration = migration.version;
  row.name = migration.name;
  row.step = step;
  row.state = state;
  row.migration_hash = migration.hash;
  if (step > 0 && step <= migration.steps.size()) {
    row.statement_hash = migration.steps[step - 1].hash;
  }
  row.started_at = "2026-01-02 03:04:05.006";
  row.finished_at = "2026-01-02 03:04:06.006";
  return row;
}

}  // namespace godwit::test
