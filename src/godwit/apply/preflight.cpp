// Hosts are counted in two places: as the server's configuration names them, and as replicas of the
// history, whose names are what their macros make of '{shard}-{replica}'.

#include "godwit/apply/preflight.hpp"

#include "godwit/apply/catalog_query.hpp"
#include "godwit/apply/keeper_nodes.hpp"
#include "godwit/apply/on_cluster.hpp"
#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/topology/render.hpp"

#include <fmt/format.h>

namespace godwit::apply {

namespace {

std::vector<std::string> silent_replicas(server::Server& server, const std::string& path) {
  std::vector<std::string> silent;
  const std::string replicas = path + "/replicas";
  for (const KeeperNode& replica : nodes_under(server, replicas)) {
    const auto nodes = nodes_under(server, fmt::format("{}/{}", replicas, replica.name));
    if (value_of(nodes, "is_active") == nullptr) silent.push_back(replica.name);
  }
  return silent;
}

}  // namespace

std::string cluster_name(server::Server& server, const topology::Topology& topology) {
  std::string name(topology::cluster_of(sql::Scope::server, topology));
  if (name.find('{') == std::string::npos) return name;
  for (const server::Row& row :
       server::read_rows(server, "SELECT macro, substitution FROM system.macros")) {
    name = replace_all(std::move(name), fmt::format("{{{}}}", row.at(0)), row.at(1));
  }
  return name;
}

ClusterState look_at_cluster(server::Server& server, const topology::Topology& topology,
                             const history::TableName& history) {
  ClusterState state;
  state.hosts =
      read_count(server, fmt::format("SELECT count() FROM system.clusters WHERE cluster = {}",
                                     server::quote(cluster_name(server, topology))));
  const auto rows = server::read_rows(
      server, fmt::format("SELECT total_replicas, active_replicas, zookeeper_path "
                          "FROM system.replicas WHERE database = {} AND table = {}",
                          server::quote(history.database), server::quote(history.table)));
  if (!rows.empty()) {
    state.replicas = parse_digits(rows[0].at(0)).value_or(0);
    const std::size_t active = parse_digits(rows[0].at(1)).value_or(0);
    if (active < state.replicas) state.silent = silent_replicas(server, rows[0].at(2));
  }
  try {
    state.unfinished = DdlQueue(server).unfinished();
  } catch (const Error&) {
    state.unfinished
        .clear();  // who may not read the queue is told by its step, if it comes to that
  }
  return state;
}

std::vector<std::string> obstacles(const ClusterState& state, std::size_t expected, bool takes_up) {
  std::vector<std::string> found;
  if (expected != 0 && state.hosts != expected) {
    found.push_back(
        fmt::format("{} hosts are expected, and the cluster has {}", expected, state.hosts));
  }
  if (state.replicas < state.hosts) {
    found.push_back(fmt::format("{} of {} hosts have no copy of the history yet",
                                state.hosts - state.replicas, state.hosts));
  }
  if (!state.silent.empty()) {
    found.push_back(fmt::format("{} of {} hosts are not there (no session in Keeper): {}",
                                state.silent.size(), state.replicas, join(state.silent, ", ")));
  }
  if (!takes_up) {
    for (const QueueEntry& entry : state.unfinished) {
      found.push_back(
          fmt::format("the DDL queue is not empty: {}: {}", entry.name, describe(entry.hosts)));
    }
  }
  return found;
}

}  // namespace godwit::apply
