#include "godwit/base/text.hpp"
#include "godwit/cli/commands.hpp"
#include "godwit/cli/flags.hpp"
#include "godwit/cli/record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace godwit::cli {

namespace {

struct Flags {
  std::vector<std::string> words;
  bool yes = false;
};

/// A step whose recorded hash is not the file's.
struct Change {
  std::uint32_t step;
  std::string recorded;  // empty: not recorded
  std::string written;   // empty: no longer in the file
  std::string text;
};

// A step that never ran is no change, unless the whole migration is taken as done.
std::vector<Change> changes_of(const migrations::Migration& migration,
                               const history::Snapshot& snapshot) {
  const history::Row* whole = snapshot.find(migration.version, 0);
  const bool complete = whole != nullptr && history::is_complete(whole->state);
  std::vector<Change> changes;
  for (const migrations::Step& step : migration.steps) {
    const history::Row* row =
        snapshot.find(migration.version, static_cast<std::uint32_t>(step.number));
    const std::string recorded =
        row != nullptr && history::is_complete(row->state) ? row->statement_hash : "";
    if (recorded == step.hash || (recorded.empty() && !complete)) continue;
    changes.push_back({static_cast<std::uint32_t>(step.number), recorded, step.hash,
                       step.secret ? "(secret)" : std::string(step.statement.text)});
  }
  for (const history::Row* row : snapshot.steps(migration.version)) {
    if (row->step <= migration.steps.size() || row->step >= plan::kFirstDownStep) continue;
    if (history::is_complete(row->state))
      changes.push_back({row->step, row->statement_hash, "", ""});
  }
  return changes;
}

void print_change(report::Output& output, const Change& change) {
  const auto short_hash = [](const std::string& hash) {
    return hash.empty() ? std::string("nothing") : hash.substr(0, 12);
  };
  output.line(fmt::format("  step {}  recorded {}  in the file {}", change.step,
                          short_hash(change.recorded), short_hash(change.written)));
  if (!change.text.empty()) output.line(indent(change.text, "    "));
}

// New rows with the file's hashes for what is complete. Steps that never ran stay as they are,
// unless the migration as a whole is done: then they are taken as skipped, since nobody will run
// them.
std::vector<history::Row> repaired_rows(const migrations::Migration& migration,
                                        const std::vector<Change>& changes,
                                        const history::Snapshot& snapshot,
                                        const apply::Identity& identity) {
  const history::Row* whole = snapshot.find(migration.version, 0);
  const bool complete = whole != nullptr && history::is_complete(whole->state);
  std::vector<history::Row> rows;
  for (const Change& change : changes) {
    const bool gone = change.written.empty();
    const auto state = gone                      ? history::State::reverted
                       : change.recorded.empty() ? history::State::skipped
                                                 : history::State::done;
    history::Row row = decided_row(migration, change.step, state, identity);
    row.note =
        fmt::format("repaired: was {}", change.recorded.empty() ? "absent" : change.recorded);
    rows.push_back(std::move(row));
  }
  if (complete && whole->migration_hash != migration.hash) {
    history::Row row = decided_row(migration, 0, whole->state, identity);
    row.note = fmt::format("repaired: was {}", whole->migration_hash);
    rows.push_back(std::move(row));
  }
  return rows;
}

void run(const Flags& flags, Invocation& invocation) {
  const std::string version = take_version(invocation, flags.words);
  Target target = open_target(invocation);
  report::Output& output = invocation.output;
  const migrations::Migration& migration = find_migration(target, version);
  nlohmann::json steps = nlohmann::json::array();
  const auto rows = record_under_lock(
      target, invocation, [&](const history::Snapshot& snapshot, const apply::Identity& identity) {
        const std::vector<Change> changes = changes_of(migration, snapshot);
        auto repaired = repaired_rows(migration, changes, snapshot, identity);
        if (repaired.empty()) return repaired;
        output.line(migration.title());
        for (const Change& change : changes) {
          print_change(output, change);
          steps.push_back({{"step", change.step},
                           {"recorded", change.recorded},
                           {"written", change.written},
                           {"statement", change.text}});
        }
        const bool agreed =
            flags.yes || (output.can_ask() && output.ask("Take the file as what ran?"));
        if (agreed) return repaired;
        throw Error(ErrorKind::policy, "not agreed to: nothing was recorded", {},
                    "add --yes where nobody can be asked");
      });
  output.line(rows.empty() ? "nothing to repair: the history agrees with the file"
                           : "recorded; the statements themselves were not run");
  output.document({{"schema_version", 1},
                   {"command", "repair"},
                   {"version", migration.version},
                   {"steps", steps},
                   {"recorded", rows.size()}});
}

}  // namespace

void add_repair(CLI::App& program, Invocation& invocation) {
  CLI::App& command =
      *program.add_subcommand("repair", "accept a file that changed after it ran: [ENV] VERSION");
  const auto flags = std::make_shared<Flags>();
  command.add_option("words", flags->words, "[ENV] VERSION")->required()->expected(1, 2);
  add_yes_flag(command, flags->yes);
  command.callback([flags, &invocation] { run(*flags, invocation); });
}

}  // namespace godwit::cli
