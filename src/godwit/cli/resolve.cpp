#include "godwit/cli/commands.hpp"
#include "godwit/cli/record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace godwit::cli {

namespace {

struct Flags {
  std::vector<std::string> words;
  std::uint32_t step = 0;
  bool done = false;
  bool retry = false;
};

// A way back that stopped has its steps behind kFirstDownStep; the person names them from 1.
const history::Row& open_row(const history::Snapshot& snapshot,
                             const migrations::Migration& migration, std::uint32_t step) {
  for (const std::uint32_t number : {plan::kFirstDownStep + step - 1, step}) {
    const history::Row* row = snapshot.find(migration.version, number);
    if (row != nullptr &&
        (row->state == history::State::running || row->state == history::State::failed)) {
      return *row;
    }
  }
  throw Error(ErrorKind::policy,
              fmt::format("step {} of {} is neither in doubt nor failed", step, migration.title()),
              {}, "godwit status --steps shows each step");
}

void run(const Flags& flags, Invocation& invocation) {
  if (flags.done == flags.retry) {
    throw Error(ErrorKind::usage, "resolve how?", {},
                "--done: its effect is there; --retry: it is not, send it again");
  }
  const std::string version = take_version(invocation, flags.words);
  Target target = open_target(invocation);
  const migrations::Migration& migration = find_migration(target, version);
  const auto state = flags.done ? history::State::resolved : history::State::failed;
  record_under_lock(
      target, invocation, [&](const history::Snapshot& snapshot, const apply::Identity& identity) {
        history::Row row = open_row(snapshot, migration, flags.step);
        const history::Row decided = decided_row(migration, row.step, state, identity);
        row.state = state;
        row.run_id = decided.run_id;
        row.runner = decided.runner;
        row.finished_at = decided.finished_at;
        row.note = fmt::format("resolved by hand: {}", flags.done ? "done" : "retry");
        row.error = flags.done ? "" : "resolved by hand: send it again";
        return std::vector<history::Row>{row};
      });
  invocation.output.line(fmt::format("{}  step {}  {}", migration.title(), flags.step,
                                     flags.done ? "resolved" : "will be sent again"));
  invocation.output.line(fmt::format("next: godwit apply {}", target.environment.words));
  invocation.output.document({{"schema_version", 1},
                              {"command", "resolve"},
                              {"version", migration.version},
                              {"step", flags.step},
                              {"state", history::to_string(state)}});
}

}  // namespace

void add_resolve(CLI::App& program, Invocation& invocation) {
  CLI::App& command = *program.add_subcommand(
      "resolve", "say what became of a step in doubt: [ENV] VERSION --step K --done|--retry");
  const auto flags = std::make_shared<Flags>();
  command.add_option("words", flags->words, "[ENV] VERSION")->required()->expected(1, 2);
  command.add_option("--step", flags->step, "the step's number")->required();
  command.add_flag("--done", flags->done, "its effect is there");
  command.add_flag("--retry", flags->retry, "its effect is not there: send it again");
  command.callback([flags, &invocation] { run(*flags, invocation); });
}

}  // namespace godwit::cli
