#pragma once

#include "support/clickhouse_server.hpp"
#include "support/engine_process.hpp"
#include "support/layouts.hpp"
#include "support/swept_directory.hpp"
#include "support/zookeeper.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace godwit::test {

/// The name under which a cluster's ZooKeeper is killed, stopped and restarted.
constexpr std::string_view kZooKeeper = "zookeeper";

/// How long a server that nobody hears of keeps its ephemeral nodes in ZooKeeper.
constexpr std::chrono::seconds kKeeperSession{5};

/// A layout of real servers with a ZooKeeper of their own, on ports that no other run gets. All of
/// it ends with this value, and with the thread that started it however that dies; then nothing is
/// left on disk either. Hosts are named as in the layout; an unknown one is Error(usage).
class Cluster {
 public:
  /// Returns when every server answers and takes statements ON CLUSTER. Throws Error(failed) with
  /// the log of one that does not.
  explicit Cluster(std::string_view layout);
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] std::string url(std::string_view host) const { return server(host).url(); }

  // Where the task of a DDL queue names a host: 127.0.0.1:PORT.
  [[nodiscard]] int native_port(std::string_view host) const { return server(host).native_port(); }
  [[nodiscard]] const ZooKeeper& zookeeper() const { return zookeeper_; }
  [[nodiscard]] int zookeeper_port() const { return zookeeper_.port(); }
  [[nodiscard]] pid_t id(std::string_view host) const;

  /// Its configuration, data and logs (`log`, `errors`).
  [[nodiscard]] std::filesystem::path directory(std::string_view host) const;

  // A host, or kZooKeeper.

  /// SIGKILL, as when its machine dies. Its data stays.
  void kill(std::string_view host);

  /// SIGSTOP: connections to it are taken by the system and never answered. SIGCONT.
  void stop(std::string_view host);
  void cont(std::string_view host);

  /// Starts it again over the same data and on the same port, killing it first where it still runs.
  /// Returns when it answers and, ZooKeeper being there, takes statements ON CLUSTER.
  void restart(std::string_view host);

  // A host only.

  /// Nobody reaches it, and it reaches nobody: connections are shut, new ones refused. It runs on.
  void cut_off(std::string_view host) { server(host).cut_off(); }
  void reconnect(std::string_view host) { server(host).reconnect(); }

  /// POST of a query; status 0 where there was no answer within `limit`.
  [[nodiscard]] EngineAnswer query(
      std::string_view host, const std::string& text,
      std::chrono::milliseconds limit = std::chrono::seconds(60)) const;

  /// The body of a query that must succeed, without its last line feed.
  [[nodiscard]] std::string value(std::string_view host, const std::string& text) const;

 private:
  [[nodiscard]] ClickHouseServer& server(std::string_view host) const;
  [[nodiscard]] std::string remote_servers() const;
  void write_config(std::size_t number) const;

  const Layout& layout_;
  SweptDirectory directory_{"godwit-cluster"};
  ZooKeeper zookeeper_;
  bool zookeeper_serves_ = true;
  std::vector<std::unique_ptr<ClickHouseServer>> servers_;  // as the layout's rows
};

}  // namespace godwit::test
