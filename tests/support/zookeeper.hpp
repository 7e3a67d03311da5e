#pragma once

#include "godwit/base/error.hpp"
#include "support/reserved_port.hpp"
#include "support/swept_directory.hpp"

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace godwit::test {

/// A ZooKeeper of our own on a port of the loopback interface that no other run gets, with its data
/// in a temporary directory. It ends with this value, and with the thread that started it however
/// that dies; then its data is gone too.
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

  /// SIGSTOP and SIGCONT: stopped, it keeps its connections and answers nobody.
  void signal(int number) const;

  /// Removes a node and all below it. False where its client says otherwise.
  [[nodiscard]] bool remove(const std::string& path) const;

  [[nodiscard]] int port() const { return port_.number(); }
  [[nodiscard]] pid_t id() const { return id_; }

 private:
  [[nodiscard]] bool try_start();
  [[nodiscard]] Error does_not_start() const;

  SweptDirectory directory_{"godwit-zookeeper"};
  ReservedPort port_;
  pid_t id_ = -1;
};

/// Writes a configuration for godwit-engine: Keeper at this port of the loopback interface and a
/// keeper_map_path_prefix, so that KeeperMap works and is shared with every engine so configured.
void write_engine_config(const std::filesystem::path& path, int zookeeper_port);

}  // namespace godwit::test
