// The history's own DDL. One copy must serve the whole target: on a cluster its Keeper path has no
// {shard}, so that every host of every shard is a replica of one table. In a Replicated database
// the engine takes no arguments (the database supplies them).

#include "godwit/history/columns.hpp"
#include "godwit/history/history.hpp"
#include "godwit/topology/render.hpp"

#include <fmt/format.h>

namespace godwit::history {

namespace {

using topology::TopologyKind;

std::string on_cluster(const topology::Topology& topology) {
  const std::string_view cluster = topology::cluster_of(sql::Scope::database, topology);
  return cluster.empty() ? std::string() : " " + topology::on_cluster(cluster);
}

std::string qualified(const TableName& name) {
  return fmt::format("{}.{}", server::quote_name(name.database), server::quote_name(name.table));
}

// No {shard} in the path: the hosts of all shards are replicas of one table.
std::string one_copy(const TableName& name) {
  return fmt::format("ReplicatedMergeTree({}, '{{shard}}-{{replica}}')",
                     server::quote(keeper_path(name)));
}

}  // namespace

std::string keeper_path(const TableName& name) {
  return fmt::format("/clickhouse/godwit/{}/{}", name.database, name.table);
}

std::string database_ddl(const TableName& name, const topology::Topology& topology) {
  std::string statement = fmt::format("CREATE DATABASE IF NOT EXISTS {}{}",
                                      server::quote_name(name.database), on_cluster(topology));
  if (topology.kind == TopologyKind::replicated) {
    statement += fmt::format(" ENGINE = Replicated({}, '{{shard}}', '{{replica}}')",
                             server::quote(fmt::format("/clickhouse/databases/{}", name.database)));
  }
  return statement;
}

std::string table_engine(const TableName& name, const topology::Topology& topology,
                         std::size_t shards) {
  switch (topology.kind) {
    case TopologyKind::single:
    case TopologyKind::cloud:
      return "MergeTree";
    case TopologyKind::cluster:
      return one_copy(name);
    case TopologyKind::replicated:
      return shards > 1 ? one_copy(name) : "ReplicatedMergeTree";
  }
  return "MergeTree";
}

std::string table_ddl(const TableName& name, const topology::Topology& topology,
                      const server::Capabilities& capabilities, std::size_t shards) {
  const bool exclusive =
      topology.kind == TopologyKind::single || topology.kind == TopologyKind::cloud;
  const bool milliseconds = capabilities.has(server::Capability::datetime64);
  std::string columns;
  for (const ColumnRow& column : column_rows()) {
    columns += fmt::format("{}{} {}", columns.empty() ? "" : ", ", column.name,
                           milliseconds ? column.type : column.old_type);
  }
  const std::string_view cluster = topology::cluster_of(sql::Scope::in_database, topology);
  return fmt::format("CREATE TABLE {}{}{} ({}) ENGINE = {} ORDER BY (migration, step, host, seq)",
                     exclusive ? "" : "IF NOT EXISTS ", qualified(name),
                     cluster.empty() ? std::string() : " " + topology::on_cluster(cluster), columns,
                     table_engine(name, topology, shards));
}

}  // namespace godwit::history
