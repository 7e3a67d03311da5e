#include "godwit/apply/keeper_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace godwit::apply {

std::vector<KeeperNode> nodes_under(server::Server& server, std::string_view path) {
  std::vector<KeeperNode> nodes;
  for (const server::Row& row : server::read_rows(
           server, fmt::format("SELECT name, value FROM system.zookeeper WHERE path = {} "
                               "ORDER BY name",
                               server::quote(path)))) {
    nodes.push_back({row.at(0), row.at(1)});
  }
  return nodes;
}

const std::string* value_of(const std::vector<KeeperNode>& nodes, std::string_view name) {
  const auto found = std::find_if(nodes.begin(), nodes.end(),
                                  [&](const KeeperNode& node) { return node.name == name; });
  return found == nodes.end() ? nullptr : &found->value;
}

}  // namespace godwit::apply
