// Rendering collects edits of ranges and makes them from left to right: ON CLUSTER first, since a
// database's ENGINE may be inserted at the same place.

#include "godwit/topology/render.hpp"

#include "godwit/base/text.hpp"
#include "godwit/topology/engine.hpp"

#include <fmt/format.h>

namespace godwit::topology {

namespace {

bool runs_on_cluster(sql::Scope scope, const Topology& topology) {
  const bool renders = scope == sql::Scope::in_database || scope == sql::Scope::database ||
                       scope == sql::Scope::server;
  if (!renders || topology.cluster.empty()) return false;
  return scope != sql::Scope::in_database || topology.kind != TopologyKind::replicated;
}

}  // namespace

// ON CLUSTER is written where the topology names a cluster, except into what lives in a Replicated
// database: that database replicates its own DDL, and the server refuses the clause (code 80).
std::string_view cluster_of(sql::Scope scope, const Topology& topology) {
  if (!runs_on_cluster(scope, topology)) return {};
  return real_cluster(topology, topology.cluster);
}

std::string render(const sql::Statement& statement, const Topology& topology) {
  std::string text;
  text.reserve(statement.text.size() + 128);
  Tables none;
  Renderer(topology).render(statement, none, text);
  return text;
}

void Renderer::render(const sql::Statement& statement, Tables& tables, std::string& out) {
  collect(statement, tables);
  edits_.apply(statement.text, out);
}

void Renderer::collect(const sql::Statement& statement, Tables& tables) {
  for (const sql::Statement& part : statement.parts) collect(part, tables);
  if (statement.cluster_clause.data() != nullptr) {
    const bool runs = runs_on_cluster(statement.scope, prepared_.topology);
    edits_.put(statement.cluster_clause, {runs ? prepared_.on_cluster : std::string_view()});
  }
  if (statement.kind == sql::StatementKind::create_database) {
    render_database_engine(statement, prepared_.topology, edits_);
  } else if (statement.scope == sql::Scope::in_database) {
    for (const sql::EngineClause& engine : statement.engines) {
      render_table_engine(statement, engine, prepared_, edits_);
    }
    render_copied_engine(statement, prepared_.topology, tables, edits_);
  }
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
