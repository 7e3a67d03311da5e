#pragma once

#include "godwit/server/server.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::apply {

/// How far one host of a cluster is with a statement ON CLUSTER.
enum class HostState : std::uint8_t {
  waiting,  // it has not taken it
  working,
  done,
  failed,
};

struct HostAnswer {
  std::string host;  // name:port, as the cluster's configuration has it
  HostState state = HostState::waiting;
  int code = 0;  // of failed: ClickHouse's
  std::string message = {};
};

/// Whether the host has done it, or has failed.
bool is_finished(const HostAnswer& answer);

/// A statement in the DDL queue, and every host that shall run it.
struct QueueEntry {
  std::string name;  // "query-0000000012"
  std::vector<HostAnswer> hosts;
};

/// What a statement is found by.
struct Queued {
  std::string query_id;   // sent along as log_comment, which the entry keeps where servers know it
  std::string statement;  // as sent
  std::string after;      // newest() before it was sent; empty where that is not known
  std::string default_database;
};

/// What came of looking for a statement.
struct QueueSearch {
  std::optional<QueueEntry> entry;
  // No entry, one of that time could not have been cleaned away, and none can come: it was sent to
  // the host that is asked.
  bool surely_absent = false;
};

/// The queue through which statements ON CLUSTER reach the hosts of a cluster, asked on any of
/// them: system.distributed_ddl_queue, or on servers that do not keep the settings of an entry
/// there (before 23.8) the queue's nodes in system.zookeeper.
/// https://clickhouse.com/docs/operations/system-tables/distributed_ddl_queue
class DdlQueue {
 public:
  explicit DdlQueue(server::Server& server) : server_(server) {}

  /// The newest entry and the host that is asked, to be kept with a statement before it is sent to
  /// that host: "query-0000000012@ch-1:9000", and "query-@ch-1:9000" for an empty queue. Empty
  /// where entries are found without it. Throws Error(failed) where the queue cannot be read, as
  /// all of these do.
  std::string newest();

  /// Throws Error(failed) also where several entries may be the one.
  QueueSearch find(const Queued& queued);

  /// Entries of the queue that at least one host has not finished, oldest first.
  std::vector<QueueEntry> unfinished();

 private:
  [[nodiscard]] bool keeps_settings() const;
  QueueSearch find_by_comment(const Queued& queued);
  QueueSearch find_by_text(const Queued& queued);
  const std::string& own_name();
  bool was_sent_here(const Queued& queued);
  std::vector<HostAnswer> hosts_of(const std::string& name, const std::vector<std::string>& hosts);

  server::Server& server_;
  bool may_be_read_ = false;  // newest() has seen that
  std::optional<std::string> own_name_;
};

/// The value of an entry's node: lines "version: 1", "query: ...", "hosts:
/// ['127%2E0%2E0%2E1:9000']".
struct EntryText {
  std::string query;
  std::vector<std::string> hosts;  // name:port
};
EntryText parse_entry(std::string_view value);

}  // namespace godwit::apply
