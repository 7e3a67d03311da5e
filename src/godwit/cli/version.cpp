#include "godwit/cli/commands.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace godwit::cli {

void add_version(CLI::App& program, Invocation& invocation) {
  CLI::App& command = *program.add_subcommand("version", "the version of this program");
  command.callback([&invocation] {
    invocation.output.line(fmt::format("godwit {}", kVersion));
    invocation.output.document(
        {{"schema_version", 1}, {"command", "version"}, {"version", kVersion}});
  });
}

}  // namespace godwit::cli
