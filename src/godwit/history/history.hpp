#pragma once

#include "godwit/base/time.hpp"
#include "godwit/server/server.hpp"
#include "godwit/topology/topology.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::history {

/// What a row of the history says. Stored by these words; they never change.
enum class State : std::uint8_t {
  running,   // is about to be sent; without a later row it is in doubt
  done,      // ran
  failed,    // the server refused it or it broke
  skipped,   // a person said: not here
  baseline,  // taken as done, never run
  resolved,  // in doubt, and a person said: done
  reverted,  // taken back by its down statements, or a person said: run it again
  approved,  // of no migration: a person said that a plan may run
};

std::string_view to_string(State state);

/// Throws Error(failed) for a word that this version does not know.
State parse_state(std::string_view word);

/// Whether a step or migration in this state is not to be run again.
bool is_complete(State state);

/// One row. The newest by `seq` of (migration, step, host) is what holds. docs/formats.md.
struct Row {
  std::string migration;  // version
  std::string name;
  std::uint32_t step = 0;  // 0: the migration as a whole
  std::string host;        // '': the whole target
  std::uint64_t seq = 0;
  State state = State::running;
  std::string statement_hash;  // of the statement as written
  std::string migration_hash;
  std::string note;
  std::string query_id;
  std::string run_id;
  std::string runner;
  std::string user;
  std::string version;      // godwit's
  std::string started_at;   // UTC, to_string(TimePoint)
  std::string finished_at;  // UTC; the epoch while it runs
  std::uint64_t duration_ms = 0;
  std::int32_t error_code = 0;
  std::string error;
};

/// Where the history is: "godwit.history".
struct TableName {
  std::string database = "godwit";
  std::string table = "history";
};

/// "db.table". Throws Error(usage) at `where` for anything else.
TableName parse_table_name(std::string_view text, const Where& where = {});

/// The newest row of each step and migration.
struct Snapshot {
  bool exists = false;    // the table is there
  std::vector<Row> rows;  // by migration (numeric), step, host
  std::uint64_t last_seq = 0;

  /// The newest row of a step (0: of the migration itself).
  [[nodiscard]] const Row* find(std::string_view migration, std::uint32_t step) const;

  /// All newest rows of a migration.
  [[nodiscard]] std::span<const Row> of(std::string_view migration) const;

  /// The newest rows of a migration's steps, without that of the migration and those of hosts.
  [[nodiscard]] std::vector<const Row*> steps(std::string_view migration) const;

  /// The newest rows of single hosts. Only a step that some hosts have done and others have not has
  /// any, and one that was taken back has none.
  [[nodiscard]] std::vector<const Row*> hosts(std::string_view migration) const;
};

/// CREATE DATABASE and CREATE TABLE, as sent on this topology to a server of these capabilities.
/// On a single server and Cloud the table's statement has no IF NOT EXISTS: that it succeeds proves
/// that nobody was here before, which saves reading the table again.
std::string database_ddl(const TableName& name, const topology::Topology& topology);
std::string table_ddl(const TableName& name, const topology::Topology& topology,
                      const server::Capabilities& capabilities, std::size_t shards = 1);

/// "MergeTree", "ReplicatedMergeTree('/clickhouse/godwit/godwit/history', '{shard}-{replica}')"...
/// `shards` are those of the history's Replicated database: with more than one, the path that the
/// database would supply differs by shard, so one without {shard} is written. docs/formats.md.
std::string table_engine(const TableName& name, const topology::Topology& topology,
                         std::size_t shards = 1);

/// Where the one copy of a cluster's history is in Keeper: "/clickhouse/godwit/godwit/history".
std::string keeper_path(const TableName& name);

/// The history table of one target.
class History {
 public:
  /// With a clock, what fails because Keeper is away is tried again for half a minute.
  History(server::Server& server, TableName name, topology::Topology topology,
          Clock* clock = nullptr)
      : server_(server), name_(std::move(name)), topology_(std::move(topology)), clock_(clock) {}

  /// Reads all newest rows. A missing table (or database) is an empty snapshot; anything else that
  /// keeps it from being read is an Error(failed): never "nothing has run". So is, on a cluster, a
  /// table that is missing on this host and not on others, as when the host was added later; with
  /// `brings` it is made there first. So is a copy that has not caught up with the others.
  Snapshot read(bool brings = false);

  /// The rows `approved`, the oldest first: they are of no migration, and in no snapshot. None
  /// where the table is missing; throws Error(failed) where it cannot be read.
  std::vector<Row> approvals();

  /// Whether hosts of the cluster have the table though this one has not.
  bool is_elsewhere();

  /// Makes the database, where it is missing.
  void create_database();

  /// Makes the table; true if it was made just now and so is empty. On clusters and Replicated
  /// databases it is made where it is missing, and the answer is false.
  bool create_table();

  /// Appends rows with the next sequence numbers, in one INSERT: all of them are there, or none.
  /// `query_id` may be empty. Throws Error(failed) where the server does not take them.
  void append(std::vector<Row> rows, const std::string& query_id);

  /// From where append() counts on. read() sets it.
  void continue_after(std::uint64_t last_seq) { last_seq_ = last_seq; }

  [[nodiscard]] const TableName& name() const { return name_; }

 private:
  server::Outcome send(const server::Request& request);
  void create(const server::Request& request, std::string_view what);
  void wait_until_caught_up();
  bool has_queue();

  /// How many shards the history's Replicated database has; 1 on other topologies.
  std::size_t shard_count();

  server::Server& server_;
  TableName name_;
  topology::Topology topology_;
  Clock* clock_;
  std::uint64_t last_seq_ = 0;
};

}  // namespace godwit::history
