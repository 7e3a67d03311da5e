#pragma once

#include "godwit/server/server.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace godwit::apply {

/// A node of Keeper as system.zookeeper shows it.
struct KeeperNode {
  std::string name;
  std::string value;
};

/// The nodes right under a path, by name. Throws Error(failed) where system.zookeeper cannot be
/// read, and on old servers also where the path does not exist.
/// https://clickhouse.com/docs/operations/system-tables/zookeeper
std::vector<KeeperNode> nodes_under(server::Server& server, std::string_view path);

/// The value of the node with this name; null where there is none.
const std::string* value_of(const std::vector<KeeperNode>& nodes, std::string_view name);

}  // namespace godwit::apply
