#include "godwit/report/status.hpp"

#include "godwit/cli/commands.hpp"
#include "godwit/cli/flags.hpp"
#include "godwit/cli/target.hpp"
#include "godwit/report/target.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace godwit::cli {

namespace {

struct Flags {
  bool steps = false;
  bool exit_code = false;
};

std::optional<lock::Holder> read_holder(Target& target) {
  if (auto holder = lock::read_file_lock(lock_target_of(target))) return holder;
  const lock::Spec& lock = target.environment.lock;
  switch (lock.kind) {
    case lock::LockKind::automatic:
      return lock::read_keeper_map(*target.server, target.environment.history.database);
    case lock::LockKind::keeper:
      return lock::read_keeper(lock.keeper, lock_node_of(target));
    case lock::LockKind::file:
    case lock::LockKind::none:
      break;
  }
  return std::nullopt;
}

void run(const Flags& flags, Invocation& invocation) {
  Target target = open_target(invocation);
  report::Output& output = invocation.output;
  output.line(head_line(target));
  history::History history(*target.server, target.environment.history, target.environment.topology);
  const history::Snapshot snapshot = history.read();
  const auto statuses =
      plan::migration_statuses(target.migrations, snapshot, target.environment.name);
  report::print_status(output, statuses,
                       flags.steps ? report::Steps::all : report::Steps::unfinished);
  const auto holder = read_holder(target);
  if (holder) {
    output.line(fmt::format("lock  held by {} since {} UTC (run {})", holder->runner, holder->since,
                            holder->run_id));
  }
  const auto pending = std::count_if(statuses.begin(), statuses.end(), [](const auto& status) {
    return plan::is_pending(status.state);
  });
  nlohmann::json document = {{"schema_version", 1}, {"command", "status"}};
  document["target"] = report::target_document(target.environment, target.server->name());
  document["migrations"] = report::status_document(statuses);
  document["pending"] = pending;
  if (holder) {
    document["lock"] = {
        {"runner", holder->runner}, {"since", holder->since}, {"run_id", holder->run_id}};
  }
  output.document(document);
  if (flags.exit_code && pending > 0) {
    throw Error(ErrorKind::policy, fmt::format("{} pending", pending), {},
                fmt::format("godwit plan {}", target.environment.words));
  }
}

}  // namespace

void add_status(CLI::App& program, Invocation& invocation) {
  CLI::App& command =
      add_target_command(program, invocation, "status", "what has run here, and what is pending");
  const auto flags = std::make_shared<Flags>();
  command.add_flag("--steps", flags->steps, "every migration step by step");
  add_exit_code_flag(command, flags->exit_code);
  command.callback([flags, &invocation] { run(*flags, invocation); });
}

}  // namespace godwit::cli
