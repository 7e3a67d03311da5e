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

bool says(const Source& source, std::string_view preface, migrations::DirectiveWord word) {
  const auto directives = migrations::parse_directives(source, preface);
  return std::any_of(directives.begin(), directives.end(),
                     [&](const auto& directive) { return directive.row->word == word; });
}

struct Rendered {
  std::string_view written;
  std::string text;
};

std::string render_one(const Source& source, const sql::Statement& statement,
                       const topology::Topology& topology) {
  if (!topology::may_be_sent(statement, topology)) {
    throw Error(ErrorKind::usage,
                fmt::format("this statement is not understood, and {} needs to know where it goes",
                            topology::to_string(topology)),
                source.where(statement.text), "correct it; or write -- godwit:raw before it");
  }
  return topology::render(statement, topology);
}

// The topology is the flag's; without it the environment's, as for every other command.
topology::Topology topology_of(Invocation& invocation) {
  return config::read_environment(invocation.flags, read_variable, invocation.secrets).topology;
}

/// What a migration would send: its SETs go along as settings, and the way back is not gone.
std::vector<Rendered> render_source(const Source& source, const sql::SplitText& split,
                                    const topology::Topology& topology) {
  using migrations::DirectiveWord;
  std::vector<Rendered> rendered;
  bool raw_file = false;
  for (const sql::WrittenStatement& written : split.statements) {
    if (says(source, written.preface, DirectiveWord::down)) break;
    const bool raw = says(source, written.preface, DirectiveWord::raw);
    if (&written == split.statements.data()) raw_file = raw;  // before the first: for the file
    const sql::Statement statement = sql::parse_statement(written.text);
    if (statement.kind == sql::StatementKind::set) continue;
    rendered.push_back({written.text, raw || raw_file ? std::string(written.text)
                                                      : render_one(source, statement, topology)});
  }
  return rendered;
}

void run(const std::vector<std::string>& paths, Invocation& invocation) {
  const topology::Topology topology = topology_of(invocation);
  nlohmann::json statements = nlohmann::json::array();
  std::string text;
  for (const std::string& path : paths) {
    const Source source = read_argument(path);
    for (const auto& [written, rendered] : render_source(source, sql::split(source), topology)) {
      if (invocation.output.json()) {
        const Where where = source.where(written);
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
