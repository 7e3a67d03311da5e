// Rendering collects edits of ranges and applies them from left to right; two edits at one place
// keep the order in which they were made (ON CLUSTER before a database's ENGINE).

#include "godwit/topology/render.hpp"

#include "godwit/base/text.hpp"
#include "godwit/topology/engine.hpp"

#include <fmt/format.h>

#include <functional>
#include <utility>
#include <vector>

namespace godwit::topology {

namespace {

// Insertion keeps the order of equals, and there are never more than a handful.
void sort_by_place(std::vector<Edit>& edits) {
  for (std::size_t i = 1; i < edits.size(); ++i) {
    for (std::size_t k = i; k > 0; --k) {
      if (!std::less<>{}(edits[k].range.data(), edits[k - 1].range.data())) break;
      std::swap(edits[k], edits[k - 1]);
    }
  }
}

bool is_wordy(char c) {
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' ||
         c == '$' || c == '`' || c == '"' || c == '\'' ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

// Signs of which two make another one, or a comment.
bool is_sign(char c) {
  return std::string_view("-/|<>=!:&@+*?.#").find(c) != std::string_view::npos;
}

// What has to stand between two neighbours so that they do not become one token, or another one:
// words, numbers and what is quoted need a blank, and so does a piece of a character that is broken
// off. A blank behind # would make it a comment.
std::string_view between(char left, char right) {
  if (left == '#') return right == ' ' || right == '!' ? "\n" : "";
  const bool is_piece = (static_cast<unsigned char>(right) & 0xC0U) == 0x80U;
  const bool joins =
      is_piece || (is_wordy(left) && is_wordy(right)) || (is_sign(left) && is_sign(right));
  return joins ? " " : "";
}

void append_apart(std::string& out, std::size_t begin, std::string_view text) {
  if (text.empty()) return;
  if (out.size() > begin) out += between(out.back(), text.front());
  out += text;
}

// Edits replace whole tokens, so a blank may be needed on both sides of each, and nowhere else.
void apply_edits(std::string_view text, std::vector<Edit>& edits, std::string& out) {
  sort_by_place(edits);
  const std::size_t begin = out.size();
  const char* at = text.data();
  for (const Edit& edit : edits) {
    if (edit.range.empty() && edit.text.empty()) continue;
    append_apart(out, begin, {at, static_cast<std::size_t>(edit.range.data() - at)});
    append_apart(out, begin, edit.text);
    at = edit.range.data() + edit.range.size();
  }
  append_apart(out, begin, {at, static_cast<std::size_t>(text.data() + text.size() - at)});
}

void collect_edits(const sql::Statement& statement, const Topology& topology, Tables& tables,
                   std::vector<Edit>& edits) {
  for (const sql::Statement& part : statement.parts) {
    collect_edits(part, topology, tables, edits);
  }
  if (statement.cluster_clause.data() != nullptr) {
    const std::string_view cluster = cluster_of(statement.scope, topology);
    edits.push_back({statement.cluster_clause, {}});
    if (!cluster.empty()) edits.back().text.append(" ").append(on_cluster(cluster));
  }
  if (statement.kind == sql::StatementKind::create_database) {
    render_database_engine(statement, topology, edits);
  } else if (statement.scope == sql::Scope::in_database) {
    for (const sql::EngineClause& engine : statement.engines) {
      render_table_engine(statement, engine, topology, edits);
    }
    render_copied_engine(statement, topology, tables, edits);
  }
}

}  // namespace

// ON CLUSTER is written where the topology names a cluster, except into what lives in a Replicated
// database: that database replicates its own DDL, and the server refuses the clause (code 80).
std::string_view cluster_of(sql::Scope scope, const Topology& topology) {
  const bool renders = scope == sql::Scope::in_database || scope == sql::Scope::database ||
                       scope == sql::Scope::server;
  if (!renders || topology.cluster.empty()) return {};
  if (scope == sql::Scope::in_database && topology.kind == TopologyKind::replicated) return {};
  return real_cluster(topology, topology.cluster);
}

std::string render(const sql::Statement& statement, const Topology& topology) {
  std::string text;
  text.reserve(statement.text.size() + 128);
  Tables none;
  render(statement, topology, none, text);
  return text;
}

void render(const sql::Statement& statement, const Topology& topology, Tables& tables,
            std::string& out) {
  std::vector<Edit> edits;
  edits.reserve(4);
  collect_edits(statement, topology, tables, edits);
  apply_edits(statement.text, edits, out);
}

bool may_be_sent(const sql::Statement& statement, const Topology& topology) {
  return topology.kind == TopologyKind::single || statement.scope != sql::Scope::unknown;
}

Error not_understood(const sql::Misfit& misfit, const Topology& topology, Where where) {
  const auto near = nearest(misfit.at, misfit.expected);
  return {ErrorKind::usage,
          fmt::format("this statement is not understood, and {} needs to know where it goes: {}",
                      to_string(topology), describe(misfit)),
          std::move(where),
          fmt::format("{} write -- godwit:raw before it to send it as it is, to one host",
                      near ? fmt::format("did you mean '{}'? Or", *near) : "correct it; or")};
}

}  // namespace godwit::topology
