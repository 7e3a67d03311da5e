#pragma once

#include "godwit/topology/topology.hpp"

#include <string>

namespace godwit::topology {

/// A topology, and the texts that all its statements share, made once. The topology must outlive
/// it.
struct Prepared {
  explicit Prepared(const Topology& of);

  const Topology& topology;
  std::string on_cluster;         // " ON CLUSTER `main`"; empty without a cluster
  std::string replica_arguments;  // "'path', 'name'" of every Replicated engine; empty where each
                                  // table has its own path
};

}  // namespace godwit::topology
