// What a run says when it cannot go on.

#include "godwit/apply/words.hpp"

#include "godwit/base/text.hpp"

#include <fmt/format.h>

namespace godwit::apply {

using plan::PlannedMigration;
using plan::PlannedStep;

namespace {

/// What a person can do about a refusal that has nothing to do with the migration's text.
struct AdviceRow {
  int code;
  std::string_view says;
  std::string_view advice;
};
// https://clickhouse.com/docs/engines/database-engines/replicated
// https://clickhouse.com/docs/operations/settings/settings#max_table_size_to_drop
// https://clickhouse.com/docs/sql-reference/statements/system#drop-replica
constexpr AdviceRow kAdvice[] = {
    {80, "ON CLUSTER is not allowed for Replicated database",
     "the database is Replicated and brings DDL to its replicas by itself: write topology = "
     "\"replicated\" for this environment\n"},
    {253, "already exists",
     "Keeper knows this replica. Where its host has no such table, Keeper was lost in the midst of "
     "CREATE TABLE: remove that path, /replicas/ and all below it, with SYSTEM DROP REPLICA 'name' "
     "FROM ZKPATH 'path' (before 21.1 with a Keeper client)\n"},
    {359, "size_to_drop",
     "if it is meant, write this line before the statement:\n"
     "-- godwit:settings max_table_size_to_drop=0 max_partition_size_to_drop=0\n"},
};

std::string_view advice_for(const server::Failed& failed) {
  for (const AdviceRow& row : kAdvice) {
    if (row.code == failed.code && failed.message.find(row.says) != std::string::npos) {
      return row.advice;
    }
  }
  return {};
}

}  // namespace

std::string place_of(const PlannedMigration& migration, const PlannedStep& step) {
  return fmt::format("step {} of {}", step.step->number, migration.all_steps);
}

std::string next_command(const PlannedMigration& migration, const Run& run) {
  const bool up = migration.direction == plan::Direction::up;
  return fmt::format("godwit {}", up ? fmt::format("apply {}", run.words)
                                     : fmt::format("rollback {} --steps 1", run.words));
}

std::string failure_hint(const PlannedMigration& migration, const PlannedStep& step, const Run& run,
                         const server::Failed& failed) {
  const std::size_t before = step.step->number - 1;
  const std::string ran = before == 0   ? "nothing of it ran before"
                          : before == 1 ? "step 1 ran, and will not run again"
                          : before == 2
                              ? "steps 1 and 2 ran, and will not run again"
                              : fmt::format("steps 1 to {} ran, and will not run again", before);
  return fmt::format("{}{}; mend {} and go on with\n{}", advice_for(failed), ran,
                     migration.migration->path.filename().string(), next_command(migration, run));
}

std::string resolve_command(const PlannedMigration& migration, const PlannedStep& step,
                            const Run& run) {
  return fmt::format("godwit resolve {} {} --step {}", run.words, migration.migration->version,
                     step.number);
}

Error in_doubt(const PlannedMigration& migration, const PlannedStep& step, const Run& run,
               const std::string& reason, const FoundOut& found) {
  const bool interrupted = run.interruptions() > 0;
  const std::string resolve = resolve_command(migration, step, run);
  return {interrupted ? ErrorKind::interrupted : ErrorKind::failed,
          fmt::format("{} of {} is in doubt: {}", place_of(migration, step),
                      migration.migration->title(), reason),
          migration.migration->where(*step.step),
          fmt::format("{}{}{}\nto let godwit look again; or, when you know what became of it,\n"
                      "{} --done\n{} --retry",
                      join(found.said, "\n"), found.said.empty() ? "" : "\n",
                      next_command(migration, run), resolve, resolve)};
}

}  // namespace godwit::apply
