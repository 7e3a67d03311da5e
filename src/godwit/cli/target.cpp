#include "godwit/cli/target.hpp"

#include "godwit/apply/examine.hpp"
#include "godwit/base/hash.hpp"
#include "godwit/cli/signals.hpp"
#include "godwit/report/plan.hpp"
#include "godwit/report/target.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <pwd.h>
#include <unistd.h>

namespace godwit::cli {

namespace {

std::string machine_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "?";
  return name.data();
}

std::string login_name() {
  const passwd* entry = ::getpwuid(::geteuid());
  return entry == nullptr ? std::to_string(::geteuid()) : entry->pw_name;
}

[[noreturn]] void refuse_unallowed(const apply::Job& job, const plan::Plan& plan,
                                   const std::vector<plan::HeldStep>& held,
                                   const std::string& verb) {
  throw Error(ErrorKind::policy,
              fmt::format("what nothing brings back is not taken away unasked:\n{}",
                          apply::list_held(held)),
              {},
              fmt::format("if it is meant: godwit {} {} --yes --allow-destructive\n"
                          "or let somebody approve this plan:\n{}",
                          verb, job.wanted.words, apply::approve_command(job, plan)));
}

// With lock = "none" --yes is not enough: nobody but a person can know that no other run is active.
// Nor is it for what takes away what nothing brings back.
bool ask_for_consent(const apply::Job& job, const plan::Plan& plan, Invocation& invocation,
                     const Target& target, bool yes) {
  report::Output& output = invocation.output;
  const bool unlocked = target.environment.lock.kind == lock::LockKind::none;
  const auto held = plan::awaiting_allowance(plan);
  if (yes && !held.empty()) refuse_unallowed(job, plan, held, invocation.command);
  if (yes && !unlocked) return true;
  if (!output.can_ask()) {
    const std::string& words = target.environment.words;
    if (unlocked) {
      throw Error(ErrorKind::policy,
                  "lock = \"none\" asks every time, and nobody can be asked here", {},
                  "set lock = \"auto\" for this environment");
    }
    throw Error(ErrorKind::policy, "nobody can be asked here, and --yes is not given", {},
                fmt::format("look with godwit plan {0}, then godwit {1} {0} --yes", words,
                            invocation.command));
  }
  if (!yes) report::print_plan(output, plan);
  if (!held.empty()) {
    output.remark("These steps take away what nothing brings back:\n" + apply::list_held(held));
  }
  return output.ask(
      fmt::format("{}{} {} on {}?",
                  unlocked ? "No lock is taken (lock = \"none\"): nobody else may run now. " : "",
                  invocation.command == "rollback" ? "Take back" : "Apply",
                  report::describe_size(plan), target.environment.name));
}

// One text for a server, wherever it is named from.
std::string lock_server_of(const server::Connection& connection) {
  if (connection.scheme == server::Scheme::chdb && !connection.data_path.empty()) {
    return std::filesystem::weakly_canonical(connection.data_path).string();
  }
  return server::describe(connection);
}

std::string history_of(const config::Environment& environment) {
  return fmt::format("{}.{}", environment.history.database, environment.history.table);
}

Target resolve_target(Invocation& invocation) {
  Target target;
  target.environment =
      config::read_environment(invocation.flags, read_variable, invocation.secrets);
  return target;
}

}  // namespace

std::optional<std::string> read_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

Target open_server_of(Invocation& invocation) {
  Target target = resolve_target(invocation);
  target.server = server::open_server(target.environment.connection);
  return target;
}

Target open_target(Invocation& invocation) {
  Target target = resolve_target(invocation);
  target.migrations = migrations::read_migrations(target.environment.migrations);
  target.server = server::open_server(target.environment.connection);
  return target;
}

plan::Wanted wanted_of(const Target& target) {
  plan::Wanted wanted;
  wanted.topology = target.environment.topology;
  wanted.target = server::describe(target.environment.connection);
  wanted.environment = target.environment.name;
  wanted.words = target.environment.words;
  wanted.out_of_order = target.environment.out_of_order;
  return wanted;
}

std::string lock_target_of(const Target& target) {
  return fmt::format("{} {}", lock_server_of(target.environment.connection),
                     history_of(target.environment));
}

std::string lock_node_of(const Target& target) {
  const server::Connection& connection = target.environment.connection;
  // Without scheme and database: they change nothing about which server it is.
  const std::string server = connection.scheme == server::Scheme::chdb
                                 ? lock_server_of(connection)
                                 : fmt::format("{}:{}", connection.host, connection.port);
  return lock::keeper_node(target.environment.topology, server, history_of(target.environment));
}

std::string head_line(Target& target) {
  const auto& capabilities = target.server->capabilities();
  return report::describe_target(
      target.environment,
      fmt::format("{} (ClickHouse {})", target.server->name(), capabilities.version_text));
}

apply::Identity identity_of(const config::Environment& environment) {
  const std::string user =
      environment.connection.user.empty() ? "default" : environment.connection.user;
  return {random_hex(6), fmt::format("{}@{}:{}", login_name(), machine_name(), ::getpid()), user,
          std::string(kVersion)};
}

apply::Job job_of(Target& target, Invocation& invocation, apply::Audience& audience, bool yes) {
  return {*target.server,
          target.migrations,
          target.environment.history,
          wanted_of(target),
          plan::Direction::up,
          target.environment.lock,
          lock_target_of(target),
          lock_node_of(target),
          target.clock,
          audience,
          invocation.secrets,
          identity_of(target.environment),
          target.environment.ddl_timeout,
          interruptions,
          [&invocation, &target, yes](const apply::Job& job, const plan::Plan& plan) {
            return ask_for_consent(job, plan, invocation, target, yes);
          },
          [&invocation](const std::string& text) { invocation.output.remark(text); },
          target.environment.expected_hosts,
          false,
          {target.environment.approve, false}};
}

}  // namespace godwit::cli
