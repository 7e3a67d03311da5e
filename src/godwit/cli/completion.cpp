// Completion scripts are printed from the program's own table of verbs and flags, so that a new
// flag needs nothing here.

#include "godwit/base/text.hpp"
#include "godwit/cli/commands.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace godwit::cli {

namespace {

constexpr std::array<std::string_view, 3> kShells{"bash", "zsh", "fish"};

std::string long_flags(const CLI::App& command) {
  std::string flags;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      flags += fmt::format("{}--{}", flags.empty() ? "" : " ", name);
    }
  }
  return flags;
}

std::string verbs_of(const CLI::App& program) {
  std::string verbs;
  for (const CLI::App* command : program.get_subcommands({})) {
    verbs += fmt::format("{}{}", verbs.empty() ? "" : " ", command->get_name());
  }
  return verbs;
}

std::string bash_script(const CLI::App& program) {
  std::string cases;
  for (const CLI::App* command : program.get_subcommands({})) {
    cases += fmt::format("    {}) words=\"{}\" ;;\n", command->get_name(), long_flags(*command));
  }
  return fmt::format(R"(_godwit() {{
  local word verb="" words
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$word" in -*) ;; *) verb="$word"; break ;; esac
  done
  case "$verb" in
    "") words="{}" ;;
{}  esac
  words="$words {}"
  COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _godwit godwit
)",
                     verbs_of(program), cases, long_flags(program));
}

// A line a flag; `condition` says behind which verb.
std::string fish_flags(const CLI::App& command, std::string_view condition) {
  std::string lines;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      lines += fmt::format("complete -c godwit{} -l {} -d '{}'\n", condition, name,
                           replace_all(option->get_description(), "'", "\\'"));
    }
  }
  return lines;
}

std::string fish_script(const CLI::App& program) {
  std::string script = "complete -c godwit -n __fish_use_subcommand -f\n";
  script += fish_flags(program, "");
  for (const CLI::App* command : program.get_subcommands({})) {
    script += fmt::format("complete -c godwit -n __fish_use_subcommand -a {} -d '{}'\n",
                          command->get_name(), replace_all(command->get_description(), "'", "\\'"));
    script += fish_flags(*command,
                         fmt::format(" -n '__fish_seen_subcommand_from {}'", command->get_name()));
  }
  return script;
}

std::string script_of(const CLI::App& program, const std::string& shell) {
  if (shell == "bash") return bash_script(program);
  if (shell == "zsh") {
    return "autoload -U +X bashcompinit && bashcompinit\n" + bash_script(program);
  }
  if (shell == "fish") return fish_script(program);
  throw Error(ErrorKind::usage, fmt::format("unknown shell '{}'", shell), {},
              did_you_mean(shell, kShells));
}

}  // namespace

void add_completion(CLI::App& program, Invocation& invocation) {
  CLI::App& command =
      *program.add_subcommand("completion", "print a completion script for bash, zsh or fish");
  const auto shell = std::make_shared<std::string>();
  command.add_option("shell", *shell, "bash, zsh or fish")->required();
  command.callback([shell, &program, &invocation] {
    const std::string script = script_of(program, *shell);
    if (!invocation.output.json()) invocation.output.raw(script);
    invocation.output.document(
        {{"schema_version", 1}, {"command", "completion"}, {"shell", *shell}, {"script", script}});
  });
}

}  // namespace godwit::cli
