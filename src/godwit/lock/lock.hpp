#pragma once

#include "godwit/server/server.hpp"
#include "godwit/topology/topology.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace godwit::lock {

/// Who holds a lock, as status, unlock and the error "lock held" show it.
struct Holder {
  std::string run_id;  // what unlock clears by
  std::string runner;  // user@machine:pid
  std::string since;   // UTC, "YYYY-MM-DD hh:mm:ss.mmm"
  // UTC, "YYYY-MM-DD hh:mm:ss", when the holder last said that it lives, by the server's clock;
  // empty where it says nothing (a file, whose lock ends with its holder).
  std::string heartbeat;
};

/// A lock that this run holds. Released at the latest when the value ends (errors then are
/// swallowed: a lock that stays is shown by `godwit unlock`).
class Lock {
 public:
  virtual ~Lock() = default;

  /// Whether it is still ours: asked before each statement. Throws Error(failed) when that cannot
  /// be found out. Also renews the heartbeat when the last one is older than ten seconds.
  [[nodiscard]] virtual bool is_held() = 0;

  /// Gives it back; only ever clears our own. Calling it twice does nothing.
  virtual void release() = 0;

  /// "keeper_map godwit.lock", "file /run/user/0/godwit/....lock".
  [[nodiscard]] virtual std::string describe() const = 0;
};

/// Why a kind of lock cannot be had here: the server's own message, or ours.
struct Unavailable {
  std::string reason;
};

/// The lock is somebody else's.
struct Held {
  Holder holder;
};

using Acquired = std::variant<std::unique_ptr<Lock>, Held, Unavailable>;

/// The row `apply` of the KeeperMap table `<database>.lock`, set by compare and set
/// (keeper_map_strict_mode). The database must exist. On a cluster the table is created ON CLUSTER.
/// Unavailable where the server refuses the engine (no Keeper, no keeper_map_path_prefix, too old);
/// any other failure, a Keeper that does not answer among them, is Error(failed). `server` must
/// outlive the lock.
/// https://clickhouse.com/docs/engines/table-engines/special/keeper-map
Acquired acquire_keeper_map(server::Server& server, const topology::Topology& topology,
                            const std::string& database, const Holder& self);

/// Who holds the KeeperMap lock now. Nobody also where the table is missing.
std::optional<Holder> read_keeper_map(server::Server& server, const std::string& database);

/// Clears the KeeperMap lock if it is still this run's; false if it was somebody else's or gone.
bool clear_keeper_map(server::Server& server, const std::string& database,
                      const std::string& run_id);

/// CREATE TABLE of the lock, as sent.
std::string keeper_map_ddl(const topology::Topology& topology, const std::string& database);

/// /tmp/godwit-UID. Not $XDG_RUNTIME_DIR: a terminal has it and cron has not, and the runners of
/// both must exclude each other.
std::filesystem::path lock_directory();

/// A file on this machine, for one target (any text that names it): an advisory lock on the open
/// file, so that it goes with its process. Excludes only runners of this user on this machine.
/// Unavailable where the directory is not ours alone.
Acquired acquire_file(const std::string& target, const Holder& self,
                      const std::filesystem::path& directory = lock_directory());

/// Who holds the file lock of a target now, if a living process does.
std::optional<Holder> read_file_lock(const std::string& target,
                                     const std::filesystem::path& directory = lock_directory());

}  // namespace godwit::lock
