#pragma once

#include "godwit/base/source.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace godwit::topology {

/// How an environment runs ClickHouse.
enum class TopologyKind : std::uint8_t {
  single,      // one server
  cluster,     // a cluster of remote_servers: ON CLUSTER, Replicated engines
  replicated,  // Replicated databases, which replicate their own DDL
  cloud,       // ClickHouse Cloud: plain engines, which Cloud makes Shared
};

/// The server's own defaults (default_replica_path, default_replica_name).
inline constexpr std::string_view kDefaultReplicaPath = "/clickhouse/tables/{uuid}/{shard}";
inline constexpr std::string_view kDefaultReplicaName = "{replica}";

/// `replica_path` that leaves both arguments out, so that the server's default_replica_path holds.
inline constexpr std::string_view kServersReplicaPath = "server";

struct Topology {
  TopologyKind kind = TopologyKind::single;
  std::string cluster;  // of cluster (always) and replicated (maybe); may be a macro: {cluster}
  std::string replica_path = std::string(kDefaultReplicaPath);
  std::string replica_name = std::string(kDefaultReplicaName);

  /// Logical cluster names to real ones, for ON CLUSTER and Distributed.
  std::map<std::string, std::string, std::less<>> clusters;

  /// What {database} and {table} in replica_path mean where the server does not expand them (before
  /// 19.14): they are then filled in, with this database for unqualified names.
  bool server_expands_table_macros = true;
  std::string default_database = "default";
};

/// Whether tables have replicas that a statement must reach: on a cluster and in Replicated
/// databases. Cloud's share their data by themselves.
bool replicates(const Topology& topology);

/// The word of a kind, as it is written in config and flags.
std::string_view to_string(TopologyKind kind);

/// "single", "cluster:main", "replicated", "replicated:main", "cloud".
std::string to_string(const Topology& topology);

/// The inverse. Throws Error(usage) at `where`, with the nearest word, for an unknown kind, a
/// missing or a superfluous cluster name.
Topology parse_topology(std::string_view text, const Where& where = {});

/// The kind of a word. Throws as parse_topology does.
TopologyKind parse_topology_kind(std::string_view word, const Where& where = {});

/// The name as ON CLUSTER and system.clusters know it.
std::string_view real_cluster(const Topology& topology, std::string_view name);

/// "ON CLUSTER `main`"; a name with braces is a macro and written as a string.
std::string on_cluster(std::string_view cluster);

}  // namespace godwit::topology
