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
#include <vector>

namespace godwit::cli {

namespace {

// How much text is gathered before it is written.
constexpr std::size_t kBlock = 65536;

bool says(const std::vector<migrations::Directive>& directives, migrations::DirectiveWord word) {
  return std::any_of(directives.begin(), directives.end(),
                     [&](const auto& directive) { return directive.row->word == word; });
}

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

/// Hands over what a migration would send: its SETs go along as settings, and the way back is not
/// gone.
template <typename Each>
void render_source(const Source& source, const topology::Topology& topology, Each each) {
  using migrations::DirectiveWord;
  const sql::SplitText split = sql::split(source);
  bool raw_file = false;
  for (const sql::WrittenStatement& written : split.statements) {
    const auto directives = migrations::parse_directives(source, written.preface);
    if (says(directives, DirectiveWord::down)) break;
    const bool raw = says(directives, DirectiveWord::raw);
    if (&written == split.statements.data()) raw_file = raw;  // before the first: for the file
    const sql::Statement statement = sql::parse_statement(written.text);
    if (statement.kind == sql::StatementKind::set) continue;
    each(written.text,
         raw || raw_file ? std::string(written.text) : render_one(source, statement, topology));
  }
}

nlohmann::json documents_of(const Source& source, const topology::Topology& topology) {
  nlohmann::json documents = nlohmann::json::array();
  render_source(source, topology, [&](std::string_view written, const std::string& rendered) {
    const Where where = source.where(written);
    documents.push_back({{"path", where.path}, {"line", where.line}, {"statement", rendered}});
  });
  return documents;
}

void print(const Source& source, const topology::Topology& topology, report::Output& output) {
  std::string text;
  render_source(source, topology, [&](std::string_view /*written*/, const std::string& rendered) {
    text.append(rendered).append(";\n");
    if (text.size() < kBlock) return;
    output.raw(text);
    text.clear();
  });
  output.raw(text);
}

void run(const std::vector<std::string>& paths, Invocation& invocation) {
  const topology::Topology topology = topology_of(invocation);
  nlohmann::json statements = nlohmann::json::array();
  for (const std::string& path : paths) {
    const Source source = read_argument(path);
    if (invocation.output.json()) {
      for (auto& document : documents_of(source, topology)) statements.push_back(document);
    } else {
      print(source, topology, invocation.output);
    }
  }
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
