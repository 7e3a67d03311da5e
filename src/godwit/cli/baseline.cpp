#include "godwit/cli/commands.hpp"
#include "godwit/cli/record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace godwit::cli {

namespace {

// Every migration up to the version that has no complete row yet.
std::vector<history::Row> rows_up_to(const migrations::Migrations& migrations,
                                     const std::string& version, const history::Snapshot& snapshot,
                                     const apply::Identity& identity) {
  std::vector<history::Row> rows;
  for (const migrations::Migration& migration : migrations.migrations) {
    if (migrations::compare_versions(migration.version, version) > 0) break;
    const history::Row* row = snapshot.find(migration.version, 0);
    if (row != nullptr && history::is_complete(row->state)) continue;
    rows.push_back(decided_row(migration, 0, history::State::baseline, identity));
  }
  return rows;
}

void run(const std::string& to, Invocation& invocation) {
  Target target = open_target(invocation);
  const migrations::Migration& last = find_migration(target, to);
  const auto rows = record_under_lock(
      target, invocation, [&](const history::Snapshot& snapshot, const apply::Identity& identity) {
        return rows_up_to(target.migrations, last.version, snapshot, identity);
      });
  nlohmann::json versions = nlohmann::json::array();
  for (const history::Row& row : rows) {
    invocation.output.line(
        fmt::format("{}  baseline", target.migrations.find(row.migration)->title()));
    versions.push_back(row.migration);
  }
  if (rows.empty()) invocation.output.line("nothing to do");
  invocation.output.document(
      {{"schema_version", 1}, {"command", "baseline"}, {"versions", versions}});
}

}  // namespace

void add_baseline(CLI::App& program, Invocation& invocation) {
  CLI::App& command = add_target_command(program, invocation, "baseline",
                                         "take migrations as done without running them");
  const auto to = std::make_shared<std::string>();
  command.add_option("--to", *to, "up to and with this version")->required();
  command.callback([to, &invocation] { run(*to, invocation); });
}

}  // namespace godwit::cli
