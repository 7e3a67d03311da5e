#pragma once

#include "godwit/lock/keeper_place.hpp"
#include "godwit/server/server.hpp"
#include "godwit/topology/topology.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace godwit::lock {

/// Who holds a lock, as status, unlock and the error "lock held" show it.
struct Holder {
  std::string run_id;  // what unlock clears by
  std::string runner;  // user@machine:pid
  std::string since;   // UTC, "YYYY-MM-DD hh:mm:ss.mmm"
  // UTC, "YYYY-MM-DD hh:mm:ss", when the holder last said that it lives, by the server's clock;
  // empty where it says nothing (a file or a node in Keeper, which goes with its holder).
  std::string heartbeat;
};

/// A lock that this run holds. Released at the latest when the value ends (errors then are
/// swallowed: a lock that stays is shown by `godwit unlock`).
class Lock {
 public:
  virtual ~Lock() = default;

  /// Whether it is still ours: asked before each statement. Throws Error(failed) when that cannot
  /// be found out. Also renews the heartbeat when the last one is older than ten seconds, where
  /// there is one. A Keeper session whose connection is lost has its timeout to come back.
  [[nodiscard]] virtual bool is_held() = 0;

  /// Gives it back; only ever clears our own. Calling it twice does nothing.
  virtual void release() = 0;

  /// "keeper_map godwit.lock", "file /tmp/godwit-0/...", "keeper /godwit/... at HOST:PORT".
  [[nodiscard]] virtual std::string describe() const = 0;

  /// What has probably happened, once is_held() has said no.
  [[nodiscard]] virtual std::string why_lost() const { return "somebody cleared it"; }
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

/// How long a Keeper session lives that Keeper does not hear of (Keeper may grant less, or more).
/// So long a run that was killed keeps the others out, and so long a Keeper that chooses a new
/// leader, or a broken network, is borne by a run that goes on.
inline constexpr std::chrono::milliseconds kSessionTimeout{15'000};

/// The name of a target's node below a keeper:// path: "godwit.history@ch:8123", and
/// "godwit.history@cluster:main" where any host of a cluster may be asked. `server` names a single
/// server, `history` is the history's table.
std::string keeper_node(const topology::Topology& topology, std::string_view server,
                        std::string_view history);

/// The node `node` below the path, which is made where it is missing. It goes with this run's
/// session: released, closed, or not heard of for the session timeout. Throws Error(failed) where
/// no host answers within about ten seconds or this user is refused; is never Unavailable.
Acquired acquire_keeper(const KeeperPlace& place, const std::string& node, const Holder& self,
                        std::chrono::milliseconds session_timeout = kSessionTimeout);

/// Who holds the lock of that node now. Throws as acquire_keeper does.
std::optional<Holder> read_keeper(const KeeperPlace& place, const std::string& node);

/// Removes the node if it is still this run's; false if it was somebody else's or gone.
bool clear_keeper(const KeeperPlace& place, const std::string& node, const std::string& run_id);

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
