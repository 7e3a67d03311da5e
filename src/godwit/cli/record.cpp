#include "godwit/cli/record.hpp"

#include <fmt/format.h>

namespace godwit::cli {

std::vector<history::Row> record_under_lock(
    Target& target, Invocation& invocation,
    const std::function<std::vector<history::Row>(const history::Snapshot&,
                                                  const apply::Identity&)>& rows) {
  report::LiveRun unused(invocation.output);
  const apply::Job job = job_of(target, invocation, unused, true);
  target.server->capabilities();
  const std::unique_ptr<lock::Lock> lock = apply::take_lock(job);
  history::History history(*target.server, target.environment.history, target.environment.topology);
  history::Snapshot snapshot = history.read();
  if (!snapshot.exists) {
    history.create_database();
    history.create_table();
    snapshot = history.read();
  }
  std::vector<history::Row> written = rows(snapshot, job.identity);
  if (!written.empty()) history.append(written, {});
  if (lock != nullptr) lock->release();
  return written;
}

const migrations::Migration& find_migration(const Target& target, const std::string& version) {
  const migrations::Migration* migration = target.migrations.find(version);
  if (migration == nullptr) {
    throw Error(ErrorKind::usage, fmt::format("no migration has version '{}'", version), {},
                fmt::format("godwit status {} lists them", target.environment.words));
  }
  return *migration;
}

history::Row decided_row(const migrations::Migration& migration, std::uint32_t step,
                         history::State state, const apply::Identity& identity) {
  history::Row row = apply::row_by(identity, migration, state, SystemClock().now());
  row.step = step;
  row.finished_at = row.started_at;
  if (step > 0 && step <= migration.steps.size()) {
    row.statement_hash = migration.steps[step - 1].hash;
  }
  return row;
}

}  // namespace godwit::cli
