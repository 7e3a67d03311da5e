#pragma once

#include <span>
#include <string_view>

namespace godwit::test {

/// A server of a layout. Cluster and the macro {shard} together say what its tables replicate with.
struct ServerRow {
  std::string_view host;     // its name in the testbed
  std::string_view cluster;  // in remote_servers; the macro {cluster}
  std::string_view shard;    // the macro {shard}: never the same in two clusters of one ZooKeeper
  std::string_view replica;  // the macro {replica}
};

/// Servers that share one ZooKeeper. Replicas of one shard stand beside each other.
struct Layout {
  std::string_view name;
  std::span<const ServerRow> servers;
};

std::span<const Layout> layouts();

/// Throws Error(usage) with the names there are.
const Layout& find_layout(std::string_view name);

}  // namespace godwit::test
