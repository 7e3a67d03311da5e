// Engines by topology. A MergeTree engine has two texts: the family's own arguments, and in front
// of them the Keeper path and replica name of its Replicated form. Single servers and Cloud get the
// plain form, Replicated databases the Replicated form without path and name (the database supplies
// them), clusters both. Everything else (Log, Kafka, Distributed, Shared...) keeps its text, but
// for the cluster name in Distributed.
// https://clickhouse.com/docs/engines/table-engines/mergetree-family/replication

#include "godwit/topology/engine.hpp"

#include "godwit/base/text.hpp"
#include "godwit/sql/lexer.hpp"
#include "godwit/sql/print.hpp"
#include "godwit/sql/table.hpp"
#include "godwit/topology/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace godwit::topology {

namespace {

constexpr std::string_view kReplicated = "Replicated";
constexpr std::string_view kFamily = "MergeTree";
constexpr std::string_view kShared = "Shared";

// Database engines that keep tables of this server, and so can be replicated. The others show
// somebody else's tables (MySQL, PostgreSQL, ...) or none, and stay as they are written.
constexpr std::array<std::string_view, 3> kLocalDatabases{"Atomic", "Ordinary", "Lazy"};

bool is_string(std::string_view argument) {
  const std::vector<sql::Token> tokens = sql::lex(argument);
  return tokens.size() == 1 && tokens.front().kind == sql::TokenKind::string;
}

// What a name means; `storage` keeps it where it has quotes, as hardly any engine's has.
std::string_view meaning_of(std::string_view name, std::string& storage) {
  if (name.front() != '`' && name.front() != '"' && name.front() != '\xE2') return name;
  return storage = sql::unquote_name(name);
}

// Writes another prefix before an engine's name, in the quotes that it was written in; in quotes of
// our own where it has escapes.
void put_prefix(std::string_view written, std::string_view name, std::string_view prefix,
                std::string_view rest, Edits& edits) {
  const std::size_t at = written.find(name);
  if (at == std::string_view::npos) {
    edits.put(written, {sql::quote_name(std::string(prefix).append(rest))});
  } else {
    edits.put(written, {written.substr(0, at), prefix, rest, written.substr(at + name.size())});
  }
}

std::string_view start_of(std::string_view range) { return range.substr(0, 0); }
std::string_view end_of(std::string_view range) { return range.substr(range.size()); }

/// From the end of `from` to the end of `to`, both views into one text.
std::string_view behind(std::string_view from, std::string_view to) {
  const char* const begin = from.data() + from.size();
  return {begin, static_cast<std::size_t>(to.data() + to.size() - begin)};
}

std::string replica_path(const sql::Statement& statement, const Topology& topology) {
  std::string path = topology.replica_path;
  if (topology.server_expands_table_macros || statement.names.empty()) return path;
  const sql::ObjectName& table = statement.names.front();
  const std::string database =
      table.database.empty() ? topology.default_database : sql::unquote_name(table.database);
  path = replace_all(std::move(path), "{database}", database);
  return replace_all(std::move(path), "{table}", sql::unquote_name(table.name));
}

std::string replica_arguments(const std::string& path, const Topology& topology) {
  return sql::quote_string(path).append(", ").append(sql::quote_string(topology.replica_name));
}

/// Takes path and replica name out of the brackets; with nothing left the brackets go too, since
/// "()" would be read as a choice that nobody made.
void remove_path(const sql::EngineClause& engine, const std::vector<std::string_view>& arguments,
                 Edits& edits) {
  if (arguments.size() == 2) {
    edits.put(behind(engine.name, engine.brackets));
    return;
  }
  const char* const first = arguments[0].data();
  edits.put({first, static_cast<std::size_t>(arguments[2].data() - first)});
}

void add_path(const sql::EngineClause& engine, const std::vector<std::string_view>& arguments,
              std::string_view path, Edits& edits) {
  if (engine.brackets.empty()) {
    edits.put(end_of(engine.name), {"(", path, ")"});
  } else if (arguments.empty()) {
    edits.put(start_of(engine.brackets.substr(1)), {path});
  } else {
    edits.put(start_of(arguments.front()), {path, ", "});
  }
}

void render_merge_tree(const sql::Statement& statement, const sql::EngineClause& engine,
                       std::string_view name, const Prepared& prepared, Edits& edits) {
  const Topology& topology = prepared.topology;
  const bool is_replicated = name.starts_with(kReplicated);
  const bool wants_replicated = replicates(topology);
  if (!is_replicated && !wants_replicated) return;

  const std::vector<std::string_view> arguments = sql::split_arguments(engine.brackets);
  const bool has_path =
      is_replicated && arguments.size() >= 2 && is_string(arguments[0]) && is_string(arguments[1]);
  if (!wants_replicated) {
    put_prefix(engine.name, name, {}, name.substr(kReplicated.size()), edits);
  } else if (!is_replicated) {
    put_prefix(engine.name, name, kReplicated, name, edits);
  }
  const bool writes_path =
      topology.kind == TopologyKind::cluster && topology.replica_path != kServersReplicaPath;
  if (has_path && topology.kind != TopologyKind::cluster) remove_path(engine, arguments, edits);
  if (has_path || !writes_path) return;
  if (prepared.replica_arguments.empty()) {
    add_path(engine, arguments, replica_arguments(replica_path(statement, topology), topology),
             edits);
  } else {
    add_path(engine, arguments, prepared.replica_arguments, edits);
  }
}

// Distributed(cluster, ...): a name of the environment's `clusters` becomes the real one.
void render_distributed(const sql::EngineClause& engine, const Topology& topology, Edits& edits) {
  const std::vector<std::string_view> arguments = sql::split_arguments(engine.brackets);
  if (arguments.empty()) return;
  const std::string_view argument = arguments.front();
  const std::string written =
      is_string(argument) ? sql::unquote_string(argument) : sql::unquote_name(argument);
  const std::string_view real = real_cluster(topology, written);
  if (real != written) edits.put(argument, {sql::quote_string(real)});
}

}  // namespace

Prepared::Prepared(const Topology& of) : topology(of) {
  if (!of.cluster.empty()) on_cluster = " " + topology::on_cluster(real_cluster(of, of.cluster));
  if (of.server_expands_table_macros) {
    replica_arguments = topology::replica_arguments(of.replica_path, of);
  }
}

bool is_replicable(std::string_view engine) {
  if (!engine.ends_with(kFamily)) return false;
  if (engine.starts_with(kReplicated)) engine.remove_prefix(kReplicated.size());
  // What the prefix stands before is an engine of its own: there is no ReplicatedReplicated...
  return !engine.starts_with(kShared) && !engine.starts_with(kReplicated);
}

void render_table_engine(const sql::Statement& statement, const sql::EngineClause& engine,
                         const Prepared& prepared, Edits& edits) {
  std::string storage;
  const std::string_view name = meaning_of(engine.name, storage);
  if (is_replicable(name)) {
    render_merge_tree(statement, engine, name, prepared, edits);
  } else if (name == "Distributed") {
    render_distributed(engine, prepared.topology, edits);
  }
}

// CREATE TABLE t AS other takes over the stored engine, and a Keeper path written by hand with it,
// so where the engine is known it is written anew: without its path first, then the topology's.
void render_copied_engine(const sql::Statement& statement, const Topology& topology, Tables& tables,
                          Edits& edits) {
  if (!replicates(topology) || statement.source.name.empty() || !statement.engines.empty()) return;
  std::optional<std::string_view> origin = tables.find(statement.source);
  std::optional<sql::TableDefinition> table;
  for (int copies = 0; origin && copies < 100; ++copies) {
    table = sql::parse_table(sql::parse_statement(*origin));
    if (!table || table->storage.text.data() != nullptr) break;
    origin = table->other.name.empty() ? std::nullopt : tables.find(table->other);
  }
  if (!origin || !table || !is_replicable(sql::unquote_name(table->storage.engine.name))) return;
  const std::string name(statement.names.front().name);
  const std::string bare = fmt::format("CREATE TABLE {} {}", name, table->storage.text);
  const std::string plain = render(sql::parse_statement(bare), Topology{});
  const std::string full = render(sql::parse_statement(plain), topology);
  const std::string_view engine = sql::parse_statement(full).engines.front().clause;
  edits.put(end_of(statement.source.name), {" ", behind(engine.substr(0, 0), full)});
}

void render_database_engine(const sql::Statement& statement, const Topology& topology,
                            Edits& edits) {
  const sql::EngineClause* engine =
      statement.engines.empty() ? nullptr : &statement.engines.front();
  const std::string written = engine == nullptr ? std::string() : sql::unquote_name(engine->name);
  if (topology.kind != TopologyKind::replicated) {
    if (written != kReplicated) return;
    // Its settings go with it: without an engine they would be the query's.
    const std::string_view last = engine->settings.empty() ? engine->clause : engine->settings;
    edits.put(behind(statement.cluster_clause, last));
    return;
  }
  const std::string name = sql::unquote_name(statement.names.front().name);
  const std::string text =
      fmt::format("ENGINE = {}({}, '{{shard}}', '{{replica}}')", kReplicated,
                  sql::quote_string(fmt::format("/clickhouse/databases/{}", name)));
  if (engine == nullptr) {
    edits.put(end_of(statement.cluster_clause), {" ", text});
  } else if (std::find(kLocalDatabases.begin(), kLocalDatabases.end(), written) !=
             kLocalDatabases.end()) {
    edits.put(engine->clause, {text});
  }
}

}  // namespace godwit::topology
