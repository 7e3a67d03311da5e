// What renders and goes wrong. Each row has a test that says whether a statement has it; the rules
// come from the server's own refusals (error codes in brackets) and from failures that nobody saw:
// replicas whose rows differ, statements that reached one host of many.
// https://clickhouse.com/docs/engines/table-engines/mergetree-family/replication
// https://clickhouse.com/docs/sql-reference/statements/create/view#refreshable-materialized-view

#include "godwit/topology/hazard.hpp"

#include "godwit/sql/cursor.hpp"
#include "godwit/sql/table.hpp"
#include "godwit/topology/engine.hpp"
#include "godwit/topology/render.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace godwit::topology {

namespace {

using sql::Statement;
using sql::StatementKind;

struct Scene {
  const Statement& statement;
  const Topology& topology;
  Tables& tables;
  std::optional<sql::TableDefinition> table;  // where the statement makes one
};

struct Rule {
  HazardRow row;
  bool (*holds)(const Scene& scene);
};

bool has_family_engine(const Statement& statement) {
  return std::any_of(statement.engines.begin(), statement.engines.end(), [](const auto& engine) {
    return is_replicable(sql::unquote_name(engine.name));
  });
}

bool has_shared_engine(const Scene& scene) {
  const auto& engines = scene.statement.engines;
  return replicates(scene.topology) &&
         std::any_of(engines.begin(), engines.end(), [](const auto& engine) {
           const std::string name = sql::unquote_name(engine.name);
           return name.starts_with("Shared") && name.ends_with("MergeTree");
         });
}

// A refreshable view replaces the rows of its table, or appends to them, on each host by itself.
bool is_refreshed_everywhere(const Scene& scene) {
  const Statement& statement = scene.statement;
  if (statement.refresh.empty() || scene.topology.kind != TopologyKind::cluster) return false;
  if (statement.target.name.empty()) return has_family_engine(statement);
  const auto target = scene.tables.find(statement.target);
  return target && has_family_engine(sql::parse_statement(*target));
}

bool is_replaced_everywhere(const Scene& scene) {
  const bool replaces = scene.statement.kind == StatementKind::create_or_replace_table ||
                        scene.statement.kind == StatementKind::replace_table ||
                        (scene.table && scene.table->or_replace);
  return replaces && scene.topology.kind == TopologyKind::cluster &&
         has_family_engine(scene.statement);
}

bool has_no_engine(const Scene& scene) {
  const bool makes_table = scene.table && scene.statement.kind != StatementKind::attach_table;
  if (!makes_table || !replicates(scene.topology) || !scene.statement.engines.empty()) return false;
  const bool is_view = scene.statement.kind == StatementKind::create_materialized_view;
  if (is_view) return scene.statement.target.name.empty();
  return scene.table->source == sql::TableSource::none ||
         scene.table->source == sql::TableSource::query;
}

bool copies_unknown_engine(const Scene& scene) {
  return replicates(scene.topology) && !scene.statement.source.name.empty() &&
         scene.statement.engines.empty() && !scene.tables.find(scene.statement.source);
}

bool is_filled_everywhere(const Scene& scene) {
  if (!scene.table || !replicates(scene.topology)) return false;
  const bool is_view = scene.statement.kind == StatementKind::create_materialized_view;
  const bool from_query = !is_view && scene.table->source == sql::TableSource::query;
  return (scene.table->populate || from_query) && !scene.table->empty;
}

bool runs_on_one_host(const Scene& scene) {
  return scene.statement.scope == sql::Scope::one_host && replicates(scene.topology);
}

bool reaches_one_host(const Scene& scene) {
  return scene.statement.scope == sql::Scope::server && scene.statement.parts.empty() &&
         scene.topology.kind == TopologyKind::replicated && scene.topology.cluster.empty();
}

// The cluster's name is the last token of the clause.
bool has_other_cluster(const Scene& scene) {
  if (scene.statement.cluster_clause.empty()) return false;
  sql::Token last{};
  sql::Lexer lexer(scene.statement.cluster_clause);
  for (sql::Token token{}; lexer.read_significant(token);) last = token;
  const std::string written = last.kind == sql::TokenKind::string ? sql::unquote_string(last.text)
                                                                  : sql::unquote_name(last.text);
  return real_cluster(scene.topology, written) != cluster_of(scene.statement.scope, scene.topology);
}

// Calls `check` with the first argument of each function of these names.
template <typename Check>
bool calls(std::string_view text, std::initializer_list<std::string_view> names, Check check) {
  for (sql::Cursor cursor(text); !cursor.at_end(); cursor.advance()) {
    if (!cursor.sees_symbol("(", 1)) continue;
    const bool named = std::any_of(names.begin(), names.end(),
                                   [&](std::string_view name) { return cursor.sees_word(name); });
    if (named && check(cursor.peek(2))) return true;
  }
  return false;
}

bool calls_mapped_cluster(const Scene& scene) {
  if (scene.topology.clusters.empty()) return false;
  return calls(scene.statement.text, {"cluster", "clusterAllReplicas"}, [&](sql::Token argument) {
    const std::string name = argument.kind == sql::TokenKind::string
                                 ? sql::unquote_string(argument.text)
                                 : sql::unquote_name(argument.text);
    return real_cluster(scene.topology, name) != name;
  });
}

bool calls_remote(const Scene& scene) {
  const bool stays = scene.statement.row != nullptr &&
                     scene.statement.row->effect == sql::Effect::creates &&
                     scene.statement.scope == sql::Scope::in_database;
  return stays && calls(scene.statement.text, {"remote", "remoteSecure"}, [](sql::Token argument) {
           return argument.kind == sql::TokenKind::string;
         });
}

// clang-format off
constexpr Rule kRules[] = {
    {{"refreshable-view", Severity::stop,
      "each host would refresh this view by itself into a Replicated table: the server refuses that (36), and with APPEND every replica adds its own rows",
      "put it into a Replicated database, or let it fill a table that is not replicated",
      "CREATE MATERIALIZED VIEW v REFRESH EVERY 1 DAY ENGINE = MergeTree ORDER BY a AS SELECT a FROM t", "cluster:main"},
     is_refreshed_everywhere},
    {{"create-or-replace", Severity::stop,
      "each host would draw a Keeper path of its own for the new table, so that its replicas share no rows",
      "create it under a new name, then EXCHANGE TABLES",
      "CREATE OR REPLACE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a", "cluster:main"},
     is_replaced_everywhere},
    {{"no-engine", Severity::stop,
      "without ENGINE the server's default_table_engine decides: a plain MergeTree unless it is set, whose replicas share no rows",
      "write ENGINE = MergeTree",
      "CREATE TABLE t (a Int8) ORDER BY a", "cluster:main"},
     has_no_engine},
    {{"copied-engine", Severity::warn,
      "the engine is copied as the source has it, its Keeper path included: two tables on one path are refused (253)",
      "write ENGINE here, or create the source in these migrations",
      "CREATE TABLE t AS s", "cluster:main"},
     copies_unknown_engine},
    {{"fills-on-every-host", Severity::stop,
      "every host would run the query and insert its rows; a Replicated database refuses it",
      "create the table alone, then INSERT INTO ... SELECT",
      "CREATE TABLE t ENGINE = MergeTree ORDER BY a AS SELECT a FROM s", "cluster:main"},
     is_filled_everywhere},
    {{"shared-engine", Severity::stop,
      "Shared engines exist in ClickHouse Cloud only",
      "write the plain engine: Cloud makes it Shared by itself",
      "CREATE TABLE t (a Int8) ENGINE = SharedMergeTree ORDER BY a", "cluster:main"},
     has_shared_engine},
    {{"one-host", Severity::warn,
      "it runs on the host that godwit talks to, and on no other",
      "run it on each host that needs it",
      "SYSTEM REFRESH VIEW shop.v", "cluster:main"},
     runs_on_one_host},
    {{"server-object", Severity::warn,
      "it belongs to no database, so it reaches the host that godwit talks to, and no other",
      "name the cluster: topology = \"replicated:<cluster>\"",
      "CREATE FUNCTION f AS x -> x + 1", "replicated"},
     reaches_one_host},
    {{"on-cluster-by-hand", Severity::warn,
      "ON CLUSTER is the topology's: the clause that is written is replaced, or left out where there is none",
      "leave it out, or name it in the environment's clusters",
      "DROP TABLE t ON CLUSTER other", "cluster:main"},
     has_other_cluster},
    {{"cluster-function", Severity::warn,
      "the environment's clusters are not applied to cluster() and clusterAllReplicas()",
      "use a Distributed table, or the macro '{cluster}'",
      "CREATE VIEW v AS SELECT a FROM cluster('mapped', shop.t)", "cluster:main"},
     calls_mapped_cluster},
    {{"remote-function", Severity::warn,
      "remote() names hosts, which other environments do not have",
      "use a Distributed table",
      "CREATE VIEW v AS SELECT a FROM remote('host', shop.t)", "cluster:main"},
     calls_remote},
};
// clang-format on

void collect(const Statement& statement, const Topology& topology, Tables& tables,
             std::vector<const HazardRow*>& found) {
  for (const Statement& part : statement.parts) collect(part, topology, tables, found);
  const Scene scene{statement, topology, tables, sql::parse_table(statement)};
  for (const Rule& rule : kRules) {
    if (!rule.holds(scene)) continue;
    if (std::find(found.begin(), found.end(), &rule.row) == found.end()) found.push_back(&rule.row);
  }
}

}  // namespace

std::span<const HazardRow> hazard_rows() {
  static constexpr auto kRows = [] {
    std::array<HazardRow, std::size(kRules)> rows{};
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = kRules[i].row;
    return rows;
  }();
  return kRows;
}

std::vector<const HazardRow*> find_hazards(const Statement& statement, const Topology& topology,
                                           Tables& tables) {
  std::vector<const HazardRow*> found;
  collect(statement, topology, tables, found);
  return found;
}

}  // namespace godwit::topology
