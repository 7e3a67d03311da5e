#pragma once

#include "godwit/base/file.hpp"
#include "support/reserved_port.hpp"
#include "support/swept_directory.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <sys/types.h>

namespace godwit::test {

/// One process of Debian's clickhouse-server (18.16) on reserved ports of 127.0.0.1. It ends with
/// this value, and with the thread that started it however that dies; its data stays.
class ClickHouseServer {
 public:
  /// `directory` is below `swept`, which must outlive this value; config.xml is there before
  /// start().
  ClickHouseServer(const SweptDirectory& swept, std::filesystem::path directory);
  ~ClickHouseServer();
  ClickHouseServer(const ClickHouseServer&) = delete;
  ClickHouseServer& operator=(const ClickHouseServer&) = delete;

  /// Starts the process, after the construction or after kill().
  void start();

  /// Returns when it answers /ping. Throws Error(failed) with the end of its log where it ended
  /// instead, or has not come up within a minute.
  void wait_until_up();

  /// Returns when, being up, it has its session in ZooKeeper and watches the DDL queue; before that
  /// a statement ON CLUSTER makes 18.16 crash. Throws as wait_until_up().
  void wait_until_it_takes_tasks();

  /// SIGKILL, and its end.
  void kill();

  /// SIGSTOP, SIGCONT. The process is stopped, or goes on, when this returns.
  void stop() const;
  void cont() const;

  /// No connection from, to or with it any more until reconnect(), while it runs on. Both are done
  /// when they return. A killed server comes back connected. Throws Error(failed) where the server
  /// does not obey, because it is stopped or has ended.
  void cut_off() const { order('c'); }
  void reconnect() const { order('r'); }

  [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
  [[nodiscard]] int http_port() const { return http_.number(); }
  [[nodiscard]] int native_port() const { return native_.number(); }
  [[nodiscard]] int interserver_port() const { return interserver_.number(); }
  [[nodiscard]] std::string url() const;
  [[nodiscard]] pid_t id() const { return id_; }

  /// The end of what it printed and of its log of errors.
  [[nodiscard]] std::string last_words() const;

 private:
  void order(char what) const;
  void wait_for(const std::function<bool()>& event);

  const SweptDirectory& swept_;
  std::filesystem::path directory_;
  ReservedPort http_;
  ReservedPort native_;
  ReservedPort interserver_;
  FileDescriptor orders_;  // our end of the cable that cut_off_preload.cpp holds the other end of
  pid_t id_ = -1;
  std::uintmax_t log_begin_ = 0;  // where the lines of the process that runs begin
};

}  // namespace godwit::test
