#include "godwit/cli/commands.hpp"
#include "godwit/cli/flags.hpp"
#include "godwit/cli/target.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace godwit::cli {

namespace {

struct Flags {
  std::string holder;
  bool yes = false;
};

void print_holder(report::Output& output, const lock::Holder& holder, std::string_view kind) {
  output.line(fmt::format("{} lock  held by {} since {} UTC  run {}", kind, holder.runner,
                          holder.since, holder.run_id));
  if (!holder.heartbeat.empty()) {
    output.line(fmt::format("  last heartbeat {} UTC (now {} UTC)", holder.heartbeat,
                            to_string(SystemClock().now())));
  }
}

void demand_consent(const Flags& flags, const lock::Holder& holder, report::Output& output,
                    const std::string& words) {
  if (!flags.holder.empty() && flags.holder != holder.run_id) {
    throw Error(ErrorKind::policy,
                fmt::format("the lock is run {}'s, not {}'s: nothing was cleared", holder.run_id,
                            flags.holder));
  }
  if (flags.yes || !flags.holder.empty()) return;
  if (!output.can_ask()) {
    throw Error(
        ErrorKind::policy, "nobody can be asked here: nothing was cleared", {},
        fmt::format("if that run is dead: godwit unlock {} --holder {}", words, holder.run_id));
  }
  if (!output.ask("Is that run dead, and is the lock to be cleared?")) {
    throw Error(ErrorKind::policy, "not agreed to: nothing was cleared");
  }
}

// A lock that may stay behind its holder: a row in a KeeperMap table or a node in Keeper.
struct SharedLock {
  Target& target;

  [[nodiscard]] bool is_in_keeper() const {
    return target.environment.lock.kind == lock::LockKind::keeper;
  }

  [[nodiscard]] std::optional<lock::Holder> read() const {
    return is_in_keeper()
               ? lock::read_keeper(target.environment.lock.keeper, lock_node_of(target))
               : lock::read_keeper_map(*target.server, target.environment.history.database);
  }

  [[nodiscard]] bool clear(const std::string& run_id) const {
    return is_in_keeper()
               ? lock::clear_keeper(target.environment.lock.keeper, lock_node_of(target), run_id)
               : lock::clear_keeper_map(*target.server, target.environment.history.database,
                                        run_id);
  }
};

void run(const Flags& flags, Invocation& invocation) {
  Target target = open_server_of(invocation);  // an unfinished migration is no obstacle
  report::Output& output = invocation.output;
  nlohmann::json document = {{"schema_version", 1}, {"command", "unlock"}, {"cleared", false}};
  const auto in_file = lock::read_file_lock(lock_target_of(target));
  if (in_file) {
    print_holder(output, *in_file, "file");
    throw Error(ErrorKind::lock_held, fmt::format("its process still runs: {}", in_file->runner),
                {}, "a file lock goes with its process: stop that one");
  }
  const SharedLock lock{target};
  const auto holder = lock.read();
  if (!holder) {
    output.line("no lock is held");
    output.document(document);
    return;
  }
  print_holder(output, *holder, lock.is_in_keeper() ? "keeper" : "keeper_map");
  demand_consent(flags, *holder, output, target.environment.words);
  const bool cleared = lock.clear(holder->run_id);
  output.line(cleared ? "cleared" : "it was released meanwhile: nothing was cleared");
  document["cleared"] = cleared;
  document["run_id"] = holder->run_id;
  document["runner"] = holder->runner;
  document["since"] = holder->since;
  output.document(document);
}

}  // namespace

void add_unlock(CLI::App& program, Invocation& invocation) {
  CLI::App& command =
      add_target_command(program, invocation, "unlock", "show who holds the lock, and clear it");
  const auto flags = std::make_shared<Flags>();
  command.add_option("--holder", flags->holder, "clear only this run's lock");
  add_yes_flag(command, flags->yes);
  command.callback([flags, &invocation] { run(*flags, invocation); });
}

}  // namespace godwit::cli
