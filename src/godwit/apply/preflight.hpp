#pragma once

#include "godwit/apply/ddl_queue.hpp"
#include "godwit/history/history.hpp"
#include "godwit/topology/topology.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace godwit::apply {

/// A cluster before anything is sent to it.
struct ClusterState {
  std::size_t hosts = 0;               // that the server's configuration names
  std::size_t replicas = 0;            // hosts that have a copy of the history
  std::vector<std::string> silent;     // copies whose host has no session in Keeper: "02-replica2"
  std::vector<QueueEntry> unfinished;  // statements that hosts have not finished
};

/// The name that a topology's cluster has in the server's configuration; one that is a macro is
/// what the macro makes of it on the server that is asked. Throws Error(failed) where it cannot be
/// asked.
std::string cluster_name(server::Server& server, const topology::Topology& topology);

/// Looks at the cluster of a topology `cluster:c` through the history, of which every host is a
/// replica: a host that runs has a session in Keeper. No host is asked itself, as one that hangs
/// would take the answer along. Throws Error(failed) where the server cannot be asked.
ClusterState look_at_cluster(server::Server& server, const topology::Topology& topology,
                             const history::TableName& history);

/// What keeps a statement ON CLUSTER from reaching every host now, a line each; empty where nothing
/// does. `expected` hosts are demanded where it is not 0. A backlog counts unless `takes_up`: then
/// the run begins with finding out about it.
std::vector<std::string> obstacles(const ClusterState& state, std::size_t expected, bool takes_up);

}  // namespace godwit::apply
