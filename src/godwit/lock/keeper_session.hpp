#pragma once

#include "godwit/lock/keeper_place.hpp"

#include <chrono>
#include <memory>
#include <span>
#include <string>

namespace godwit::lock {

/// What Keeper said to a request. What nobody can answer (it refuses this user, ...) is an Error.
enum class Reply {
  done,
  no_node,      // of a node that is made: its parent is missing
  node_exists,  // already
  in_doubt,     // the connection was lost: it may or may not have been done
  ended,        // the session is over, and its nodes with it
};

struct Node {
  std::string path;
  std::string data;
};

/// What was read at a path, where reply is done.
struct Reading {
  Reply reply;
  std::string data;
  bool is_ours = false;    // made by this session
  bool is_session = true;  // goes with the session that made it
};

/// A session with a Keeper, kept alive by the client's own threads: after a lost connection it goes
/// on with the next host. Keeper ends it when it has not heard of it for the session timeout.
/// Closed with this value; not to be shared between threads.
class KeeperSession {
 public:
  using Clock = std::chrono::steady_clock;

  /// Connects; gives up after about ten seconds. Throws Error(failed) with the hosts where none
  /// answers, or the digest is refused. Keeper may grant another timeout than the one asked for.
  KeeperSession(const KeeperPlace& place, std::chrono::milliseconds session_timeout);
  ~KeeperSession();
  KeeperSession(const KeeperSession&) = delete;
  KeeperSession& operator=(const KeeperSession&) = delete;

  /// Waits until there is a connection; false where there is none by `deadline`, or never again.
  [[nodiscard]] bool wait_connected(Clock::time_point deadline);

  /// Makes a node that stays. With a digest it is its user's alone, else everybody's.
  Reply create(const std::string& path);

  /// Makes all these nodes or none; they go with the session.
  Reply create_for_session(std::span<const Node> nodes);

  /// Removes all these nodes or none.
  Reply remove(std::span<const std::string> paths);

  /// Reads what is there now, also where another host of the Keeper lags behind.
  Reading read(const std::string& path);

  /// The session timeout that Keeper granted.
  [[nodiscard]] std::chrono::milliseconds timeout() const;

 private:
  class Client;
  std::unique_ptr<Client> client_;
};

}  // namespace godwit::lock
