#include "godwit/base/file.hpp"
#include "godwit/cli/commands.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <filesystem>

namespace godwit::cli {

namespace {

namespace fs = std::filesystem;

/// A file that init writes where it is not there yet.
struct Template {
  std::string_view name;
  std::string_view text;
};

constexpr std::array<Template, 3> kTemplates{{
    {"godwit.hcl",
     R"(# Where the migrations go, and how each place runs ClickHouse.
migrations = "migrations"

environment "dev" {
  url = "chdb://.godwit/dev" # a ClickHouse engine that godwit starts itself
}

# environment "prod" {
#   url      = "https://clickhouse.example.com:8443/shop"
#   user     = env("CLICKHOUSE_USER")
#   password = env("CLICKHOUSE_PASSWORD")
#   topology = "cluster:main"
# }
)"},
    // CRLF does not count as a change, but a literal that spans lines keeps its line ends.
    {".gitattributes", "*.sql text eol=lf\n"},
    {".gitignore", ".godwit/\n"},
}};

void run(const fs::path& directory, Invocation& invocation) {
  std::error_code problem;
  fs::create_directories(directory / "migrations", problem);
  if (problem) {
    throw Error(ErrorKind::failed,
                fmt::format("cannot make the directory {}: {}", (directory / "migrations").string(),
                            problem.message()));
  }
  nlohmann::json written = nlohmann::json::array();
  for (const Template& file : kTemplates) {
    const fs::path path = directory / file.name;
    if (fs::exists(path)) {
      invocation.output.line(fmt::format("kept   {}", path.string()));
      continue;
    }
    write_file(path, file.text);
    written.push_back(path.string());
    invocation.output.line(fmt::format("wrote  {}", path.string()));
  }
  invocation.output.line("next: godwit new NAME");
  invocation.output.document({{"schema_version", 1}, {"command", "init"}, {"written", written}});
}

}  // namespace

void add_init(CLI::App& program, Invocation& invocation) {
  CLI::App& command =
      *program.add_subcommand("init", "write godwit.hcl and a migrations directory");
  const auto directory = std::make_shared<fs::path>(".");
  command.add_option("directory", *directory, "where (the current directory)");
  command.callback([directory, &invocation] { run(*directory, invocation); });
}

}  // namespace godwit::cli
