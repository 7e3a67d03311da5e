// The one place where an Error ends: printed, and its kind is the exit code. Flags that every
// command has stand on the program itself and fall through, so they may stand before or after the
// verb.

#include "godwit/cli/program.hpp"

#include "godwit/base/text.hpp"
#include "godwit/cli/commands.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <vector>

namespace godwit::cli {

namespace {

void add_common_flags(CLI::App& program, Invocation& invocation) {
  config::Flags& flags = invocation.flags;
  program.add_option("--env", flags.environment, "the environment, as the word behind the verb");
  program.add_option("--config", flags.config, "the config file (godwit.hcl)");
  program.add_option("--dir", flags.migrations, "the migrations directory");
  program.add_option("--url", flags.url, "the server: http(s)://, clickhouse://, chdb:");
  program.add_option("--topology", flags.topology,
                     "single, cluster:NAME, replicated, replicated:NAME, cloud");
  program.add_option("--user", flags.user, "the server's user");
  program.add_option("--password-file", flags.password_file, "a file that holds the password");
  program.add_flag_callback(
      "--json", [&] { invocation.output.set_json(true); }, "one JSON document on stdout");
  program.add_flag_callback(
      "--no-color", [&] { invocation.output.set_colors(false); }, "no colours");
}

std::vector<std::string_view> verbs_of(const CLI::App& program) {
  std::vector<std::string_view> verbs;
  for (const CLI::App* command : program.get_subcommands({})) verbs.push_back(command->get_name());
  return verbs;
}

// What CLI11 says, with the nearest word where a verb or a flag is misspelt.
Error usage_error(const CLI::App& program, const CLI::ParseError& problem,
                  const std::vector<std::string>& arguments) {
  const std::vector<std::string_view> verbs = verbs_of(program);
  const auto verb = std::find_if(arguments.begin(), arguments.end(),
                                 [](const std::string& word) { return !word.starts_with('-'); });
  const bool known =
      verb != arguments.end() && std::find(verbs.begin(), verbs.end(), *verb) != verbs.end();
  if (verb != arguments.end() && !known) {
    return {ErrorKind::usage,
            fmt::format("unknown command '{}'", *verb),
            {},
            did_you_mean(*verb, verbs)};
  }
  const std::string help =
      known ? fmt::format("godwit {} --help", *verb) : std::string("godwit --help");
  return {ErrorKind::usage, problem.what(), {}, help};
}

std::string command_of(const CLI::App& program) {
  const auto chosen = program.get_subcommands();
  return chosen.empty() ? std::string() : chosen.front()->get_name();
}

int parse_and_run(CLI::App& program, Invocation& invocation,
                  const std::vector<std::string>& arguments) {
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    program.parse(reversed);
    return 0;
  } catch (const CLI::CallForHelp&) {
    const auto chosen = program.get_subcommands();
    invocation.output.raw(chosen.empty() ? program.help() : chosen.front()->help());
    return 0;
  } catch (const CLI::ParseError& problem) {
    const Error error = usage_error(program, problem, arguments);
    invocation.output.error(error, command_of(program));
    return static_cast<int>(error.kind);
  } catch (const Error& error) {
    invocation.output.error(error, invocation.command);
    return static_cast<int>(error.kind);
  } catch (const std::exception& problem) {
    const Error error(ErrorKind::failed, problem.what());
    invocation.output.error(error, invocation.command);
    return static_cast<int>(error.kind);
  }
}

}  // namespace

CLI::App& add_target_command(CLI::App& program, Invocation& invocation, const char* verb,
                             const char* summary) {
  CLI::App& command = *program.add_subcommand(verb, summary);
  command.add_option("environment", invocation.flags.environment, "an environment of godwit.hcl");
  return command;
}

std::string take_version(Invocation& invocation, std::span<const std::string> words) {
  std::string version;
  for (const std::string& word : words) {
    if (migrations::normal_version(word)) {
      if (!version.empty()) {
        throw Error(ErrorKind::usage, fmt::format("which migration, {} or {}?", version, word), {},
                    fmt::format("godwit {} [ENV] VERSION", invocation.command));
      }
      version = word;
    } else {
      invocation.flags.environment = word;
    }
  }
  if (version.empty()) {
    throw Error(ErrorKind::usage, "which migration?", {},
                fmt::format("godwit {} [ENV] VERSION", invocation.command));
  }
  return version;
}

int run_program(int argc, const char* const* argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error of write(), not the end of a run
  Secrets secrets;
  report::Output output(secrets);
  Invocation invocation{secrets, output, {}, {}};
  CLI::App program("migrates ClickHouse schemas", "godwit");
  program.require_subcommand(1);
  program.fallthrough();
  add_common_flags(program, invocation);
  for (const auto add : {add_init, add_new, add_status, add_plan, add_apply, add_rollback,
                         add_approve, add_render, add_split, add_baseline, add_resolve, add_repair,
                         add_unlock, add_emulator, add_version, add_completion}) {
    add(program, invocation);
  }
  for (CLI::App* command : program.get_subcommands({})) {
    command->fallthrough();
    command->preparse_callback(
        [&invocation, name = command->get_name()](std::size_t) { invocation.command = name; });
  }
  return parse_and_run(program, invocation, std::vector<std::string>(argv + 1, argv + argc));
}

}  // namespace godwit::cli
