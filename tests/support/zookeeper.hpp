#pragma once

#include "godwit/base/error.hpp"
#include "godwit/base/file.hpp"

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace godwit::test {

/// A ZooKeeper of our own on a free port of the loopback interface, with its data in a temporary
/// directory. It ends with this value, and with the thread that started it however that dies.
class ZooKeeper {
 public:
  /// Starts it and waits until it serves. Throws Error(failed) with what it printed.
  ZooKeeper();
  ~ZooKeeper();
  ZooKeeper(const ZooKeeper&) = delete;
  ZooKeeper& operator=(const ZooKeeper&) = delete;

  /// Kills it, as when its machine dies. Its data stays.
  void stop();

  /// Starts it again on the same port, over the same data, after stop().
  void start();

  [[nodiscard]] int port() const { return port_; }

 private:
  [[nodiscard]] bool try_start();
  [[nodiscard]] Error does_not_start() const;

  TemporaryDirectory directory_;
  int port_ = 0;
  pid_t id_ = -1;
};

/// Writes a configuration for godwit-engine: Keeper at this port of the loopback interface and a
/// keeper_map_path_prefix, so that KeeperMap works and is shared with every engine so configured.
void write_engine_config(const std::filesystem::path& path, int zookeeper_port);

}  // namespace godwit::test
