// The ZooKeeper C client with threads of its own (zookeeper_mt). They ping Keeper, reconnect, and
// call watch(), so what that changes is under a mutex. A request waits for its answer or the loss
// of the connection, which the client notices after two thirds of the session timeout at the
// latest.
//
// The client spends the same two thirds on a host that takes a connection and says nothing, or
// whose packets are dropped. So the first connection is tried with each host at the head of the
// list for a share of our patience; the others stay in the list for later.

#include "godwit/lock/keeper_session.hpp"

#include "godwit/base/error.hpp"

#include <fmt/format.h>
#include <zookeeper/zookeeper.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <system_error>
#include <vector>

namespace godwit::lock {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPatience{10'000};
constexpr milliseconds kShortestTry{2'000};

/// What the client knows of its session.
enum class State { connecting, connected, ended, refused };

/// Host and port of each, beginning with number `first`, as the client takes them: an IPv6 address
/// without brackets, for the port is what follows the last colon.
std::string host_list(const std::vector<KeeperHost>& hosts, std::size_t first) {
  std::string text;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    const KeeperHost& host = hosts[(first + i) % hosts.size()];
    text += fmt::format("{}{}:{}", i == 0 ? "" : ",", host.name, host.port);
  }
  return text;
}

/// While this lives the thread takes no signals, and threads that it starts never do: a signal is
/// for whoever waits in a system call that it is to interrupt.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

Error unreachable(const KeeperPlace& place, std::string_view reason) {
  return {ErrorKind::failed,
          fmt::format("Keeper cannot be reached at {}: {}", describe_hosts(place), reason),
          {},
          "check hosts and ports of lock = \"keeper://...\": it is the port for Keeper's clients "
          "(2181; ClickHouse Keeper's own is 9181), and it must be open to this machine"};
}

Error refused(const KeeperPlace& place, std::string_view path) {
  const std::string who = place.user.empty() ? "a user without a digest"
                                             : fmt::format("the digest of '{}'", place.user);
  return {ErrorKind::failed,
          fmt::format("Keeper at {} refuses {} at {}", describe_hosts(place), who, path),
          {},
          place.user.empty() ? "write keeper://USER:PASSWORD@HOST:2181/PATH, as whom the path was "
                               "made; or choose another path"
                             : "check user and password of lock = \"keeper://...\": they must be "
                               "those that the path was made with; or choose another path"};
}

void forget_answer(int /*code*/, const char* /*value*/, const void* /*data*/) {}

}  // namespace

class KeeperSession::Client {
 public:
  Client(const KeeperPlace& place, std::size_t first, milliseconds session_timeout)
      : place_(place) {
    // The client would print to stderr, and as it likes.
    zoo_set_debug_level(static_cast<ZooLogLevel>(0));
    zoo_deterministic_conn_order(1);
    const SignalsBlocked blocked;
    handle_ = zookeeper_init(host_list(place_.hosts, first).c_str(), watch,
                             static_cast<int>(session_timeout.count()), nullptr, this, 0);
    if (handle_ == nullptr) {
      // errno is ENOENT or EINVAL where no host's name is known, which says less than this.
      throw unreachable(place_, errno == ENOENT || errno == EINVAL
                                    ? "no address of these hosts is known"
                                    : std::generic_category().message(errno));
    }
    if (place_.user.empty()) return;
    const std::string digest = fmt::format("{}:{}", place_.user, place_.password);
    zoo_add_auth(handle_, "digest", digest.data(), static_cast<int>(digest.size()), nullptr,
                 nullptr);
  }
  ~Client() { zookeeper_close(handle_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  [[nodiscard]] zhandle_t* handle() const { return handle_; }
  [[nodiscard]] const KeeperPlace& place() const { return place_; }

  [[nodiscard]] const ACL_vector* access() const {
    return place_.user.empty() ? &ZOO_OPEN_ACL_UNSAFE : &ZOO_CREATOR_ALL_ACL;
  }

  State wait(Clock::time_point deadline) {
    std::unique_lock guard(mutex_);
    changed_.wait_until(guard, deadline, [&] { return state_ != State::connecting; });
    return state_;
  }

  /// The answers that a caller can do something about.
  [[nodiscard]] Reply reply(int code, std::string_view path) const {
    switch (code) {
      case ZOK:
        return Reply::done;
      case ZNONODE:
        return Reply::no_node;
      case ZNODEEXISTS:
        return Reply::node_exists;
      case ZCONNECTIONLOSS:
      case ZOPERATIONTIMEOUT:
      case ZSESSIONMOVED:
        return Reply::in_doubt;
      case ZSESSIONEXPIRED:
      case ZINVALIDSTATE:
      case ZCLOSING:
        return Reply::ended;
      case ZNOAUTH:
      case ZAUTHFAILED:
      case ZINVALIDACL:
      case ZSESSIONCLOSEDREQUIRESASLAUTH:
        throw refused(place_, path);
      default:
        throw Error(ErrorKind::failed, fmt::format("Keeper at {} answers for {}: {}",
                                                   describe_hosts(place_), path, zerror(code)));
    }
  }

 private:
  // Called in a thread of the client's.
  static void watch(zhandle_t* /*handle*/, int type, int state, const char* /*path*/,
                    void* context) {
    if (type != ZOO_SESSION_EVENT) return;
    auto& client = *static_cast<Client*>(context);
    const std::scoped_lock guard(client.mutex_);
    if (state == ZOO_CONNECTED_STATE) {
      client.state_ = State::connected;
    } else if (state == ZOO_EXPIRED_SESSION_STATE) {
      client.state_ = State::ended;
    } else if (state == ZOO_AUTH_FAILED_STATE) {
      client.state_ = State::refused;
    } else if (client.state_ == State::connected) {
      client.state_ = State::connecting;
    }
    client.changed_.notify_all();
  }

  KeeperPlace place_;
  std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::connecting;
  zhandle_t* handle_ = nullptr;
};

KeeperSession::KeeperSession(const KeeperPlace& place, milliseconds session_timeout) {
  const std::size_t count = place.hosts.size();
  const milliseconds share = std::max(kPatience / static_cast<int>(count), kShortestTry);
  for (std::size_t first = 0; first < count; ++first) {
    client_ = std::make_unique<Client>(place, first, session_timeout);
    const State state = client_->wait(Clock::now() + share);
    if (state == State::refused) throw refused(place, place.path);
    if (state == State::connected) return;
  }
  throw unreachable(place, "no answer");
}

KeeperSession::~KeeperSession() = default;

bool KeeperSession::wait_connected(Clock::time_point deadline) {
  const State state = client_->wait(deadline);
  if (state == State::refused) throw refused(client_->place(), client_->place().path);
  return state == State::connected;
}

Reply KeeperSession::create(const std::string& path) {
  return client_->reply(zoo_create(client_->handle(), path.c_str(), "", 0, client_->access(),
                                   ZOO_PERSISTENT, nullptr, 0),
                        path);
}

Reply KeeperSession::create_for_session(std::span<const Node> nodes) {
  std::vector<zoo_op_t> operations(nodes.size());
  std::vector<zoo_op_result_t> results(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    zoo_create_op_init(&operations[i], nodes[i].path.c_str(), nodes[i].data.data(),
                       static_cast<int>(nodes[i].data.size()), client_->access(), ZOO_EPHEMERAL,
                       nullptr, 0);
  }
  return client_->reply(zoo_multi(client_->handle(), static_cast<int>(nodes.size()),
                                  operations.data(), results.data()),
                        nodes.front().path);
}

Reply KeeperSession::remove(std::span<const std::string> paths) {
  std::vector<zoo_op_t> operations(paths.size());
  std::vector<zoo_op_result_t> results(paths.size());
  for (std::size_t i = 0; i < paths.size(); ++i) {
    zoo_delete_op_init(&operations[i], paths[i].c_str(), -1);
  }
  return client_->reply(zoo_multi(client_->handle(), static_cast<int>(paths.size()),
                                  operations.data(), results.data()),
                        paths.front());
}

Reading KeeperSession::read(const std::string& path) {
  // A sync before the read, which Keeper answers in the order asked: the host that we speak to has
  // then caught up with the others.
  zoo_async(client_->handle(), path.c_str(), forget_answer, nullptr);
  std::array<char, 4096> bytes{};
  int size = bytes.size();
  struct Stat stat = {};
  const int code = zoo_get(client_->handle(), path.c_str(), 0, bytes.data(), &size, &stat);
  const Reply reply = client_->reply(code, path);
  if (reply != Reply::done) return {reply, {}};
  return {reply, std::string(bytes.data(), static_cast<std::size_t>(std::max(size, 0))),
          stat.ephemeralOwner == zoo_client_id(client_->handle())->client_id,
          stat.ephemeralOwner != 0};
}

milliseconds KeeperSession::timeout() const {
  return milliseconds(zoo_recv_timeout(client_->handle()));
}

}  // namespace godwit::lock
