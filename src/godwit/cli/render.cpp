#include "godwit/topology/render.hpp"

#include "godwit/cli/commands.hpp"
#include "godwit/cli/files.hpp"
#include "godwit/migrations/directive.hpp"
#include "godwit/sql/split.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace godwit::cli {

namespace {

// How much text is gathered before it is written.
constexpr std::size_t kBlock = 65536;

bool is_raw(const Source& source, std::string_view preface) {
  const auto directives = migrations::parse_directives(source, preface);
  return std::any_of(directives.begin(), directives.end(), [](const auto& directive) {
    return directive.row->word == migrations::DirectiveWord::raw;
  });
}

std::string render_one(const Source& source, const sql::WrittenStatement& written, bool raw,
                       const topology::Topology& topology) {
  if (raw) return std::string(written.text);
  const sql::Statement statement = sql::parse_statement(written.text);
  if (!topology::may_be_sent(statement, topology)) {
    throw Error(ErrorKind::usage,
                fmt::format("this statement is not understood, and {} needs to know where it goes",
                            topology::to_string(topology)),
                source.where(written.text), "correct it; or write -- godwit:raw before it");
  }
  return topology::render(statement, topology);
}

// The topology is the flag's; without it the environment's, as for every other command.
topology::Topology topology_of(Invocation& invocation) {
  return config::read_environment(invocation.flags, read_variable, invocation.secrets).topology;
}

void run(const std::vector<std::string>& paths, Invocation& invocation) {
  const topology::Topology topology = topology_of(invocation);
  nlohmann::json statements = nlohmann::json::array();
  std::string text;
  for (const std::string& path : paths) {
    const Source source = read_argument(path);
    const sql::SplitText split = sql::split(source);
    bool raw_file = false;
    for (const sql::WrittenStatement& written : split.statements) {
      const bool raw = is_raw(source, written.preface);
      if (&written == split.statements.data()) raw_file = raw;  // before the first: for the file
      const std::string rendered = render_one(source, written, raw || raw_file, topology);
      if (invocation.output.json()) {
        const Where where = source.where(written.text);
        statements.push_back({{"path", where.path}, {"line", where.line}, {"statement", rendered}});
      } else {
        text += rendered;
        text += ";\n";
        if (text.size() >= kBlock) invocation.output.raw(std::exchange(text, {}));
      }
    }
  }
  if (!invocation.output.json()) invocation.output.raw(text);
  invocation.output.document({{"schema_version", 1},
                              {"command", "render"},
                              {"topology", topology::to_string(topology)},
                              {"statements", statements}});
}

}  // namespace

void add_render(CLI::App& program, Invocation& invocation) {
  CLI::App& command = *program.add_subcommand(
      "render", "print statements as they would be sent to a topology; needs no server");
  const auto paths = std::make_shared<std::vector<std::string>>();
  command.add_option("files", *paths, "SQL files; - is stdin")->required();
  command.callback([paths, &invocation] { run(*paths, invocation); });
}

}  // namespace godwit::cli
