// The lock is a node in Keeper that goes with the session of the run that made it. Beside it stands
// a second one, named after that run: Keeper makes and removes the two together or not at all. So
// who removes both removes this run's lock and never that of the next run, which may have come in
// between looking and removing. (A node alone cannot tell: the version of each begins at 0.)
//
// Whatever the answer to making them was, the node decides: read back, it is this session's, or
// somebody else's. So an answer that was lost with the connection is found out.

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/lock/holder.hpp"
#include "godwit/lock/keeper_session.hpp"
#include "godwit/lock/lock.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace godwit::lock {

namespace {

using std::chrono::milliseconds;
using Clock = KeeperSession::Clock;

/// For answers while the lock is taken, read or cleared.
constexpr milliseconds kPatience{10'000};

/// The nodes of a run's lock, the one that all runs know first.
std::array<std::string, 2> paths_of(const KeeperPlace& place, const std::string& node,
                                    std::string_view run_id) {
  const std::string path = fmt::format("{}/{}", place.path, node);
  return {path, fmt::format("{}.{}", path, run_id)};
}

Error lost(const KeeperPlace& place) {
  return {ErrorKind::failed,
          fmt::format("Keeper at {} was lost while the lock was asked for", describe_hosts(place)),
          {},
          "see whether Keeper is well, and run it again"};
}

/// Asks again as long as the answers are lost; the last answer. Throws Error(failed) where there is
/// no connection for too long.
template <class Request>
auto until_known(KeeperSession& session, const KeeperPlace& place, Request request) {
  const Clock::time_point deadline = Clock::now() + kPatience;
  for (;;) {
    auto answer = request();
    if (answer.reply == Reply::ended) throw lost(place);
    if (answer.reply != Reply::in_doubt) return answer;
    if (!session.wait_connected(deadline)) throw lost(place);
  }
}

struct Answer {
  Reply reply;
};

void make_parents(KeeperSession& session, const KeeperPlace& place) {
  for (std::size_t slash = 0; slash != std::string::npos;) {
    slash = place.path.find('/', slash + 1);
    const std::string parent = place.path.substr(0, slash);
    until_known(session, place, [&] { return Answer{session.create(parent)}; });
  }
}

class KeeperLock final : public Lock {
 public:
  KeeperLock(std::unique_ptr<KeeperSession> session, std::array<std::string, 2> paths,
             std::string hosts)
      : session_(std::move(session)), paths_(std::move(paths)), hosts_(std::move(hosts)) {}

  ~KeeperLock() override {
    try {
      give_back();
    } catch (const std::exception&) {  // the nodes go with the session
    }
  }
  KeeperLock(const KeeperLock&) = delete;
  KeeperLock& operator=(const KeeperLock&) = delete;

  [[nodiscard]] bool is_held() override {
    if (!session_ || session_lost_) return false;
    const Clock::time_point deadline = Clock::now() + session_->timeout();
    while (session_->wait_connected(deadline)) {
      const Reading reading = session_->read(paths_.front());
      if (reading.reply == Reply::done) return reading.is_ours;
      if (reading.reply == Reply::no_node) return false;
      if (reading.reply == Reply::ended) break;
    }
    session_lost_ = true;
    return false;
  }

  void release() override { give_back(); }

  [[nodiscard]] std::string describe() const override {
    return fmt::format("keeper {} at {}", paths_.front(), hosts_);
  }

  [[nodiscard]] std::string why_lost() const override {
    return session_lost_ ? "its session with Keeper has ended" : Lock::why_lost();
  }

 private:
  // Without a connection nothing is waited for: the nodes go when the session ends.
  void give_back() {
    const auto session = std::exchange(session_, nullptr);
    if (session && session->wait_connected(Clock::now())) session->remove(paths_);
  }

  std::unique_ptr<KeeperSession> session_;  // null: given back
  std::array<std::string, 2> paths_;
  std::string hosts_;
  bool session_lost_ = false;
};

/// The lock node's holder; empty where there is no node.
struct Found {
  std::optional<Holder> holder;
  bool is_ours = false;
};

Found find_holder(KeeperSession& session, const KeeperPlace& place, const std::string& path) {
  const Reading reading = until_known(session, place, [&] { return session.read(path); });
  if (reading.reply == Reply::no_node) return {};
  if (!reading.is_session) {
    throw Error(ErrorKind::failed,
                fmt::format("Keeper at {}: {} is no lock of godwit's: it stays when its session "
                            "ends",
                            describe_hosts(place), path),
                {}, "remove that node, or choose another path for lock = \"keeper://...\"");
  }
  return {parse_holder(reading.data), reading.is_ours};
}

}  // namespace

std::string keeper_node(const topology::Topology& topology, std::string_view server,
                        std::string_view history) {
  std::string target(server);
  if (topology::replicates(topology)) {
    target = topology::to_string(topology.kind);
    if (!topology.cluster.empty()) {
      target += fmt::format(":{}", topology::real_cluster(topology, topology.cluster));
    }
  }
  const auto name = [](std::string_view text) {
    return replace_all(percent_encoded(text), "%3A", ":");
  };
  return fmt::format("{}@{}", name(history), name(target));
}

Acquired acquire_keeper(const KeeperPlace& place, const std::string& node, const Holder& self,
                        milliseconds session_timeout) {
  auto session = std::make_unique<KeeperSession>(place, session_timeout);
  const auto paths = paths_of(place, node, self.run_id);
  const std::array<Node, 2> nodes{{{paths[0], written_holder(self)}, {paths[1], {}}}};
  const Clock::time_point deadline = Clock::now() + kPatience;
  while (Clock::now() < deadline) {
    const Reply made = session->create_for_session(nodes);
    if (made == Reply::ended) break;
    if (made == Reply::no_node) {
      make_parents(*session, place);
      continue;
    }
    const Found found = find_holder(*session, place, paths.front());
    if (found.is_ours) {
      return std::make_unique<KeeperLock>(std::move(session), paths, describe_hosts(place));
    }
    if (found.holder) return Held{*found.holder};
  }
  throw lost(place);
}

std::optional<Holder> read_keeper(const KeeperPlace& place, const std::string& node) {
  KeeperSession session(place, kSessionTimeout);
  return find_holder(session, place, fmt::format("{}/{}", place.path, node)).holder;
}

bool clear_keeper(const KeeperPlace& place, const std::string& node, const std::string& run_id) {
  KeeperSession session(place, kSessionTimeout);
  const auto paths = paths_of(place, node, run_id);
  return until_known(session, place, [&] { return Answer{session.remove(paths)}; }).reply ==
         Reply::done;
}

}  // namespace godwit::lock
