#include "godwit/topology/render.hpp"

#include "godwit/cli/commands.hpp"
#include "godwit/cli/files.hpp"
#include "godwit/migrations/directive.hpp"
#include "godwit/migrations/session.hpp"
#include "godwit/sql/split.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace godwit::cli {

namespace {

// How much is gathered before it is written: a file that is broken near its end prints nothing,
// unless it is a dump, which must not be held in memory twice.
constexpr std::size_t kHeld = std::size_t{256} << 10U;

bool says(const std::vector<migrations::Directive>& directives, migrations::DirectiveWord word) {
  return std::any_of(directives.begin(), directives.end(),
                     [&](const auto& directive) { return directive.row->word == word; });
}

void refuse_unknown(const Source& source, const sql::Statement& statement,
                    const topology::Topology& topology) {
  if (topology::may_be_sent(statement, topology)) return;
  const sql::Misfit misfit = sql::find_misfit(statement);
  throw topology::not_understood(misfit, topology, source.where(misfit.at));
}

// The topology is the flag's; without it the environment's, as for every other command.
topology::Topology topology_of(Invocation& invocation) {
  return config::read_environment(invocation.flags, read_variable, invocation.secrets).topology;
}

/// Appends what a migration would send to `out`, statement by statement, and calls `each` behind
/// it: its SETs go along as settings, and the way back is not gone.
template <typename Each>
void render_source(const Source& source, const topology::Topology& topology,
                   topology::Tables& tables, std::string& out, Each each) {
  using migrations::DirectiveWord;
  topology::Renderer renderer(topology);
  sql::Statement statement;
  bool raw_file = false;
  bool is_first = true;
  for (sql::StatementReader reader(source); reader.next(); is_first = false) {
    const sql::WrittenStatement& written = reader.statement();
    const auto directives = migrations::parse_directives(source, written.preface);
    if (says(directives, DirectiveWord::down)) break;
    const bool raw = says(directives, DirectiveWord::raw);
    if (is_first) raw_file = raw;  // before the first: for the file
    sql::parse_statement(written.text, reader.tokens(), statement);
    if (statement.kind == sql::StatementKind::set) continue;
    if (raw || raw_file) {
      out.append(written.text);
    } else {
      refuse_unknown(source, statement, topology);
      migrations::refuse_session(source, statement);
      renderer.render(statement, tables, out);
    }
    tables.follow(statement);
    each(written.text);
  }
}

nlohmann::json documents_of(const Source& source, const topology::Topology& topology,
                            topology::Tables& tables) {
  nlohmann::json documents = nlohmann::json::array();
  std::string rendered;
  render_source(source, topology, tables, rendered, [&](std::string_view written) {
    const Where where = source.where(written);
    documents.push_back({{"path", where.path}, {"line", where.line}, {"statement", rendered}});
    rendered.clear();
  });
  return documents;
}

void print(const Source& source, const topology::Topology& topology, topology::Tables& tables,
           report::Output& output) {
  std::string text;
  text.reserve(std::min(kHeld, source.text().size() * 2));
  render_source(source, topology, tables, text, [&](std::string_view /*written*/) {
    text.append(";\n");
    if (text.size() < kHeld) return;
    output.raw(text);
    text.clear();
  });
  output.raw(text);
}

void run(const std::vector<std::string>& paths, Invocation& invocation) {
  const topology::Topology topology = topology_of(invocation);
  nlohmann::json statements = nlohmann::json::array();
  topology::Tables tables(topology.default_database);
  std::vector<Source> sources;  // all of them: a table of one may be copied in the next
  for (const std::string& path : paths) {
    const Source& source = sources.emplace_back(read_argument(path));
    if (invocation.output.json()) {
      for (auto& document : documents_of(source, topology, tables)) statements.push_back(document);
    } else {
      print(source, topology, tables, invocation.output);
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
