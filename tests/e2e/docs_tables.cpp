// A row of the code is a row of the docs. What a row does not say in words (what an exit code or a
// state means) stands here, in a switch without a default, so that a new one cannot be forgotten.

#include "e2e/docs_tables.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/history/columns.hpp"
#include "godwit/migrations/directive.hpp"
#include "godwit/plan/change_rules.hpp"
#include "godwit/plan/status.hpp"
#include "godwit/server/capabilities.hpp"
#include "godwit/sql/statement.hpp"
#include "godwit/topology/hazard.hpp"
#include "godwit/topology/render.hpp"
#include "support/topologies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace godwit::test {

namespace {

std::string cell(std::string_view text) { return replace_all(std::string(text), "|", "\\|"); }

std::string code(std::string_view text) { return "`" + cell(text) + "`"; }

std::string_view meaning_of(sql::Scope scope) {
  switch (scope) {
    case sql::Scope::in_database:
      return "acts on an object of a database";
    case sql::Scope::database:
      return "acts on a database";
    case sql::Scope::server:
      return "acts on what belongs to no database";
    case sql::Scope::one_host:
      return "runs on the host it is sent to";
    case sql::Scope::untouched:
      return "is sent as written on every topology";
    case sql::Scope::session:
      return "is refused in a migration: it needs a session";
    case sql::Scope::unknown:
      return "is not understood";
  }
  return {};
}

// Topologies that give the same text share it, in the order in which they are named.
std::string rendered(const sql::StatementRow& row) {
  const sql::Statement statement = sql::parse_statement(row.example);
  std::vector<std::pair<std::string, std::string>> texts;  // topologies, text
  for (const std::string_view word : test::kTopologies) {
    std::string text = topology::render(statement, topology::parse_topology(word));
    const auto same = std::find_if(texts.begin(), texts.end(),
                                   [&](const auto& known) { return known.second == text; });
    if (same == texts.end()) {
      texts.emplace_back(word, std::move(text));
    } else {
      same->first += fmt::format(", {}", word);
    }
  }
  if (texts.size() == 1) return fmt::format("-- on every topology\n{};\n", texts.front().second);
  std::string all;
  for (const auto& [topologies, text] : texts) all += fmt::format("-- {}\n{};\n", topologies, text);
  return all;
}

std::string statements() {
  std::string text;
  std::string_view name;
  for (const sql::StatementRow& row : sql::statement_rows()) {
    if (row.name != name) text += fmt::format("### {}\n\n", row.name);
    name = row.name;
    text += fmt::format("`{}` {}.\n\n```sql\n", row.head, meaning_of(row.scope));
    text += row.scope == sql::Scope::session ? fmt::format("{};\n", row.example) : rendered(row);
    text += "```\n\n";
  }
  text.pop_back();
  return text;
}

// What rendering does to a row's example, in words.
std::string effect_on(const sql::StatementRow& row, const topology::Topology& topology) {
  const sql::Statement statement = sql::parse_statement(row.example);
  if (statement.scope == sql::Scope::session) return "refused";
  const std::string text = topology::render(statement, topology);
  if (text == row.example) {
    const bool many = topology::replicates(topology);
    const bool alone = row.scope == sql::Scope::one_host || row.scope == sql::Scope::server;
    return many && alone ? "one host" : "as written";
  }
  std::string effect;
  if (text.find("ON CLUSTER") != std::string::npos) effect = "`ON CLUSTER`";
  if (text.find("Replicated") != std::string::npos) {
    const bool database = row.kind == sql::StatementKind::create_database;
    effect += fmt::format("{}Replicated {}", effect.empty() ? "" : ", ",
                          database ? "database" : "engine");
  }
  return effect;
}

std::string kinds() {
  std::string text = "| kind |";
  for (const std::string_view word : test::kTopologies) text += fmt::format(" {} |", word);
  text += "\n|---|---|---|---|---|---|\n";
  std::set<std::string> lines;  // rows of one kind that differ only in how they begin
  for (const sql::StatementRow& row : sql::statement_rows()) {
    std::string line = fmt::format("| {} |", row.name);
    for (const std::string_view word : test::kTopologies) {
      line += fmt::format(" {} |", effect_on(row, topology::parse_topology(word)));
    }
    if (lines.insert(line).second) text += line + "\n";
  }
  return text;
}

std::string hazards() {
  std::string text =
      "| rule | the plan | what goes wrong | instead | for example |\n|---|---|---|---|---|\n";
  for (const topology::HazardRow& row : topology::hazard_rows()) {
    text += fmt::format("| `{}` | {} | on `{}`, {} | {} | {} |\n", row.id,
                        row.severity == topology::Severity::stop ? "stops" : "warns", row.where,
                        cell(row.what), cell(row.instead), code(row.example));
  }
  return text;
}

std::string changes() {
  std::string text =
      "| rule | what | class | flags | refused | what to know |\n|---|---|---|---|---|---|\n";
  for (const plan::ChangeRule& rule : plan::change_rules()) {
    std::vector<std::string> flags;
    for (const plan::FlagWord& row : plan::flag_words()) {
      if ((rule.flags & row.flag) != 0) flags.emplace_back(row.word);
    }
    const std::string refused = rule.code == 0  ? ""
                                : rule.code < 0 ? "yes"
                                                : std::to_string(rule.code);
    text += fmt::format("| {} | [{}](https://clickhouse.com/docs/{}) | {} | {} | {} | {} |\n",
                        rule.id, cell(rule.title), rule.docs, to_string(rule.change),
                        join(flags, ", "), refused, cell(rule.restriction));
  }
  return text;
}

std::string change_flags() {
  std::string text = "| flag | what it says |\n|---|---|\n";
  for (const plan::FlagWord& row : plan::flag_words()) {
    text += fmt::format("| {} | {} |\n", row.word, row.meaning);
  }
  return text;
}

std::string directives() {
  std::string text = "| line | holds for | what it says |\n|---|---|---|\n";
  for (const migrations::DirectiveRow& row : migrations::directive_rows()) {
    const bool file = row.place == migrations::Place::file;
    const bool both = row.place == migrations::Place::anywhere;
    text +=
        fmt::format("| `-- godwit:{}{}` | {} | {} |\n", row.name, row.takes_arguments ? " …" : "",
                    file   ? "the file"
                    : both ? "the file, or the next statement"
                           : "the next statement",
                    cell(row.meaning));
  }
  return text;
}

std::string_view meaning_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::failed:
      return "something failed, or a step is in doubt; what ran is recorded, and the next `apply` "
             "goes on from there";
    case ErrorKind::usage:
      return "a flag, the configuration or a migration is not right; nothing was sent";
    case ErrorKind::policy:
      return "stopped by a rule: something changed after it ran, out of order, not agreed to, no "
             "real lock, or pending with `--exit-code`";
    case ErrorKind::lock_held:
      return "another run holds the lock, or this one lost it";
    case ErrorKind::interrupted:
      return "SIGINT or SIGTERM: the step that ran was finished and recorded, or is in doubt";
  }
  return {};
}

std::string exit_codes() {
  std::string text = "| code | word in JSON | what it means |\n|---|---|---|\n";
  text += "| 0 | | done, or nothing to do |\n";
  for (const ErrorKind kind : {ErrorKind::failed, ErrorKind::usage, ErrorKind::policy,
                               ErrorKind::lock_held, ErrorKind::interrupted}) {
    text += fmt::format("| {} | `{}` | {} |\n", static_cast<int>(kind), to_string(kind),
                        meaning_of(kind));
  }
  return text;
}

std::string history_columns() {
  std::string text = "| column | type | before DateTime64 |\n|---|---|---|\n";
  for (const history::ColumnRow& row : history::column_rows()) {
    text += fmt::format("| `{}` | {} | {} |\n", row.name, code(row.type),
                        row.type == row.old_type ? std::string() : code(row.old_type));
  }
  return text;
}

std::string_view meaning_of(history::State state) {
  switch (state) {
    case history::State::running:
      return "is about to be sent; with no later row it is in doubt";
    case history::State::done:
      return "ran to its end";
    case history::State::failed:
      return "the server refused it, or it broke; also: a person said that it is to be sent again";
    case history::State::skipped:
      return "will not be run: the file changed after the migration was done, and `repair` "
             "accepted "
             "a step that never ran";
    case history::State::baseline:
      return "taken as done by `baseline`, never run";
    case history::State::resolved:
      return "was in doubt or failed, and a person said by `resolve --done` that its effect is "
             "there";
    case history::State::reverted:
      return "taken back by down statements; or a step that `repair` found gone from the file";
    case history::State::approved:
      return "of no migration: somebody's `approve` of the plan whose digest is in "
             "`migration_hash`, for the classes in `note`";
  }
  return {};
}

std::string history_states() {
  using enum history::State;
  std::string text =
      "| state | complete | what it says of a step or a migration |\n|---|---|---|\n";
  for (const history::State state :
       {running, done, failed, skipped, baseline, resolved, reverted, approved}) {
    text += fmt::format("| `{}` | {} | {} |\n", history::to_string(state),
                        history::is_complete(state) ? "yes" : "", meaning_of(state));
  }
  return text;
}

std::string_view meaning_of(plan::MigrationState state) {
  switch (state) {
    case plan::MigrationState::pending:
      return "nothing of it has run";
    case plan::MigrationState::partial:
      return "some steps have run, none failed: a run stopped in between";
    case plan::MigrationState::failed:
      return "a step failed";
    case plan::MigrationState::in_doubt:
      return "a step was sent, and its end is not recorded";
    case plan::MigrationState::done:
      return "it ran";
    case plan::MigrationState::baseline:
      return "taken as done, never run";
    case plan::MigrationState::skipped:
      return "will not be run";
    case plan::MigrationState::changed:
      return "it ran, and the file is another now";
    case plan::MigrationState::missing:
      return "it ran, and there is no file";
    case plan::MigrationState::reverted:
      return "it was taken back, and is pending again";
    case plan::MigrationState::reverting:
      return "its way back has begun and not ended";
    case plan::MigrationState::elsewhere:
      return "for other environments only (`-- godwit:envs`)";
  }
  return {};
}

std::string migration_states() {
  using enum plan::MigrationState;
  std::string text = "| `status` says | `apply` runs it | what it means |\n|---|---|---|\n";
  for (const plan::MigrationState state :
       {pending, partial, failed, in_doubt, done, baseline, skipped, changed, missing, reverted,
        reverting, elsewhere}) {
    text += fmt::format("| {} | {} | {} |\n", plan::to_string(state),
                        plan::is_pending(state) ? "yes" : "", meaning_of(state));
  }
  return text;
}

std::string_view meaning_of(server::Capability capability) {
  switch (capability) {
    case server::Capability::alter_sync_setting:
      return "the setting `alter_sync`; before, `replication_alter_partitions_sync` is sent";
    case server::Capability::datetime64:
      return "`DateTime64` for the history's times; before, `DateTime`";
    case server::Capability::ddl_output_mode:
      return "`distributed_ddl_output_mode=throw`, so that a host's failure is one";
    case server::Capability::ddl_queue_settings:
      return "`system.distributed_ddl_queue`, where a statement is found by its `log_comment`; "
             "before, the queue's nodes in `system.zookeeper`, where it is found by its text";
    case server::Capability::exception_header:
      return "a failure's code in a header; before, it is read from the body";
    case server::Capability::format_query:
      return "`formatQuerySingleLineOrNull`, to know a mutation by its text";
    case server::Capability::keeper_map:
      return "KeeperMap in strict mode, for the lock";
    case server::Capability::log_comment:
      return "`log_comment`, by which a running query is found too";
    case server::Capability::mutations_sync:
      return "`mutations_sync`, to wait for mutations";
    case server::Capability::progress_total_rows:
      return "the number of rows to read, for the progress bar";
    case server::Capability::table_macros:
      return "`{database}` and `{table}` in a Keeper path; before, godwit fills them in";
  }
  return {};
}

std::string capabilities() {
  std::string text = "| from | what is used |\n|---|---|\n";
  for (const server::CapabilityRow& row : server::capability_rows()) {
    text += fmt::format("| {}.{} | {} |\n", row.since.major, row.since.minor,
                        meaning_of(row.capability));
  }
  return text;
}

}  // namespace

Tables docs_tables() {
  return {{"kinds", kinds},
          {"hazards", hazards},
          {"changes", changes},
          {"change flags", change_flags},
          {"statements", statements},
          {"directives", directives},
          {"exit codes", exit_codes},
          {"history columns", history_columns},
          {"history states", history_states},
          {"migration states", migration_states},
          {"capabilities", capabilities}};
}

}  // namespace godwit::test
