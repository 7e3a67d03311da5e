#pragma once

#include "godwit/base/file.hpp"
#include "godwit/server/engine_process.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace godwit::server {

/// The most nodes that are started at once: each is a process of about 220 MB.
inline constexpr int kMaxNodes = 32;

/// What is to be emulated.
struct EmulatorPlan {
  int nodes = 1;
  std::optional<int> port = {};       // of node 1, the others follow; nothing: free ones
  std::filesystem::path path = {};    // the nodes' data are below it; empty: a throwaway
  std::filesystem::path config = {};  // ClickHouse's XML for every node; empty: none
  std::string keeper = {};            // HOST:PORT, several with commas; empty: none
  std::string user = {};              // the only one the nodes answer; empty: `default`, unasked
  std::filesystem::path password_file = {};  // goes with `user`
};

/// Throws Error(usage) for a plan that cannot be: too many nodes, a port that is none, a Keeper
/// that is not HOST:PORT, a user without a password.
void check(const EmulatorPlan& plan);

using Macros = std::vector<std::pair<std::string, std::string>>;

/// A node's macros, by name: cluster "emulator", replica "node<number>", shard "<number>". Nothing
/// replicates between nodes, so each is a shard of its own. Numbers begin at 1.
Macros macros_of(int number);

/// What a node's configuration has beside the user's: its macros, and with a Keeper <zookeeper> and
/// <keeper_map_path_prefix>, which are the same for all nodes.
std::string node_config(const EmulatorPlan& plan, int number);

/// A running node.
struct EmulatedNode {
  int number;
  std::filesystem::path data_path;
  Macros macros;
  std::unique_ptr<EngineProcess> engine;
};

/// Several godwit-engine on loopback ports. They end with this value, and with this process however
/// that dies.
class Emulator {
 public:
  /// Starts nothing yet. Throws Error(usage) as check() does, and for a config that cannot be read;
  /// Error(failed) where nobody answers at the Keeper's address.
  explicit Emulator(EmulatorPlan plan);
  ~Emulator();
  Emulator(const Emulator&) = delete;
  Emulator& operator=(const Emulator&) = delete;

  /// Starts the next node and waits until it answers. Throws Error(failed) as EngineProcess does.
  void start_node();

  [[nodiscard]] const EmulatorPlan& plan() const { return plan_; }
  [[nodiscard]] const std::vector<EmulatedNode>& nodes() const { return nodes_; }

 private:
  EmulatorPlan plan_;
  TemporaryDirectory folder_{"godwit-emulator"};  // the nodes' configurations, and throwaway data
  std::vector<EmulatedNode> nodes_;
};

}  // namespace godwit::server
