// lock = "keeper://...": sessions with a real ZooKeeper.

#include "godwit/lock/keeper_session.hpp"

#include "godwit/base/error.hpp"
#include "godwit/lock/lock.hpp"
#include "support/thrown.hpp"
#include "support/zookeeper.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

// The client library's own, which sanitizers then leave out: an address that it prints into a
// static buffer, for a log that is off, and a list that it forgets when a transaction's answer is
// lost. NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() { return "race:libzookeeper_mt\n"; }
extern "C" const char* __lsan_default_suppressions() { return "leak:zoo_amulti\n"; }
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace godwit::lock {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using Clock = std::chrono::steady_clock;

constexpr const char* kNode = "godwit.history@ch:8123";

// The shortest that the ZooKeeper of the tests grants.
constexpr milliseconds kShort{1'000};

Holder holder(const std::string& run_id) {
  return {run_id, "ann@laptop:4711", "2026-01-02 03:04:05.006", {}};
}

std::unique_ptr<Lock> lock_in(Acquired acquired) {
  auto* lock = std::get_if<std::unique_ptr<Lock>>(&acquired);
  return lock == nullptr ? nullptr : std::move(*lock);
}

std::string run_id_of(const std::optional<Holder>& holder) {
  return holder ? holder->run_id : "nobody";
}

/// Each test has a path of its own.
class SessionLock : public testing::Test {
 protected:
  static void SetUpTestSuite() { zookeeper.emplace(); }
  static void TearDownTestSuite() { zookeeper.reset(); }

  static KeeperPlace place(const std::string& path) {
    return {{{"127.0.0.1", zookeeper->port()}}, {}, {}, path};
  }

  static KeeperPlace place_of(const std::string& user, const std::string& path) {
    KeeperPlace result = place(path);
    result.user = user;
    result.password = "its:password";
    return result;
  }

  static std::optional<test::ZooKeeper> zookeeper;
};

std::optional<test::ZooKeeper> SessionLock::zookeeper;

std::unique_ptr<Lock> take(const KeeperPlace& place, const std::string& run_id,
                           milliseconds timeout = kSessionTimeout) {
  return lock_in(acquire_keeper(place, kNode, holder(run_id), timeout));
}

std::string thrown(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::failed);
    EXPECT_FALSE(error.hint.empty());
    return error.what();
  }
  return "none";
}

TEST_F(SessionLock, ItsPathIsMadeAndItsHolderIsSeenByOthers) {
  const KeeperPlace deep = place("/seen/by/others");
  EXPECT_FALSE(read_keeper(deep, kNode));  // no path yet
  const auto lock = take(deep, "run-1");
  ASSERT_NE(lock, nullptr);
  EXPECT_TRUE(lock->is_held());
  EXPECT_EQ(lock->describe(), fmt::format("keeper /seen/by/others/godwit.history@ch:8123 at "
                                          "127.0.0.1:{}",
                                          zookeeper->port()));

  const Acquired acquired = acquire_keeper(deep, kNode, holder("run-2"));
  const auto* held = std::get_if<Held>(&acquired);
  ASSERT_NE(held, nullptr);
  EXPECT_EQ(held->holder.run_id, "run-1");
  EXPECT_EQ(held->holder.runner, "ann@laptop:4711");
  EXPECT_EQ(held->holder.since, "2026-01-02 03:04:05.006");
  EXPECT_EQ(run_id_of(read_keeper(deep, kNode)), "run-1");
  EXPECT_TRUE(lock->is_held());
}

TEST_F(SessionLock, OneOfManyAtOnceTakesIt) {
  const KeeperPlace many = place("/many/at/once");  // which several make at once
  for (int round = 0; round < 3; ++round) {
    std::vector<std::future<std::unique_ptr<Lock>>> runs;
    runs.reserve(5);
    for (int i = 0; i < 5; ++i) {
      runs.push_back(std::async(std::launch::async,
                                [&, i] { return take(many, fmt::format("run-{}-{}", round, i)); }));
    }
    std::vector<std::unique_ptr<Lock>> taken;
    for (auto& run : runs) {
      if (auto lock = run.get()) taken.push_back(std::move(lock));
    }
    ASSERT_EQ(taken.size(), 1U) << "round " << round;
    EXPECT_TRUE(taken.front()->is_held());
  }
}

TEST_F(SessionLock, ReleasedItLetsTheNextIn) {
  const auto lock = take(place("/next"), "run-1");
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(take(place("/next"), "run-2"), nullptr);
  lock->release();
  EXPECT_FALSE(lock->is_held());
  const auto next = take(place("/next"), "run-2");
  ASSERT_NE(next, nullptr);
  lock->release();  // does nothing, to nobody's lock
  EXPECT_TRUE(next->is_held());
}

TEST_F(SessionLock, EndsWithItsValue) {
  ASSERT_NE(take(place("/value"), "run-1"), nullptr);
  EXPECT_EQ(run_id_of(read_keeper(place("/value"), kNode)), "nobody");
}

TEST_F(SessionLock, IsOneForEachNode) {
  const auto lock = take(place("/two"), "run-1");
  const auto other = lock_in(acquire_keeper(place("/two"), "audit.log@ch:8123", holder("run-2")));
  ASSERT_NE(lock, nullptr);
  ASSERT_NE(other, nullptr);
  EXPECT_TRUE(lock->is_held());
  EXPECT_TRUE(other->is_held());
}

TEST_F(SessionLock, IsClearedByItsRunOnly) {
  const KeeperPlace cleared = place("/cleared");
  EXPECT_FALSE(clear_keeper(cleared, kNode, "run-1"));  // no path yet
  const auto lock = take(cleared, "run-1");
  ASSERT_NE(lock, nullptr);
  EXPECT_FALSE(clear_keeper(cleared, kNode, "run-2"));
  EXPECT_TRUE(lock->is_held());
  EXPECT_TRUE(clear_keeper(cleared, kNode, "run-1"));
  EXPECT_FALSE(lock->is_held());
  EXPECT_EQ(lock->why_lost(), "somebody cleared it");
  EXPECT_FALSE(clear_keeper(cleared, kNode, "run-1"));

  const auto next = take(cleared, "run-2");
  ASSERT_NE(next, nullptr);
  EXPECT_FALSE(clear_keeper(cleared, kNode, "run-1"));
  EXPECT_FALSE(lock->is_held());
  lock->release();
  EXPECT_TRUE(next->is_held());
}

TEST_F(SessionLock, ANodeThatStaysIsNobodysLock) {
  KeeperSession session(place("/stays"), kSessionTimeout);
  ASSERT_EQ(session.create("/stays"), Reply::done);
  ASSERT_EQ(session.create(fmt::format("/stays/{}", kNode)), Reply::done);
  EXPECT_THAT(thrown([] { take(place("/stays"), "run-1"); }), HasSubstr("is no lock of godwit's"));
}

TEST_F(SessionLock, WithADigestThePathIsItsUsersAlone) {
  const auto lock = take(place_of("ann", "/digest/deep"), "run-1");
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(run_id_of(read_keeper(place_of("ann", "/digest/deep"), kNode)), "run-1");
  EXPECT_EQ(take(place_of("ann", "/digest/deep"), "run-2"), nullptr);
  for (const KeeperPlace& other : {place_of("bob", "/digest/deep"), place("/digest/deep")}) {
    const std::string who = other.user.empty() ? "a user without a digest" : "the digest of 'bob'";
    const std::string refusal = fmt::format("refuses {} at /digest/deep/{}", who, kNode);
    EXPECT_THAT(thrown([&] { take(other, "run-3"); }), HasSubstr(refusal));
    EXPECT_THAT(thrown([&] { read_keeper(other, kNode); }), HasSubstr(refusal));
    EXPECT_THAT(thrown([&] { clear_keeper(other, kNode, "run-1"); }), HasSubstr("refuses "));
  }
  EXPECT_TRUE(lock->is_held());
  EXPECT_TRUE(clear_keeper(place_of("ann", "/digest/deep"), kNode, "run-1"));
  EXPECT_FALSE(lock->is_held());
}

TEST_F(SessionLock, ADeadHostIsPassedByWhetherItRefusesIsUnknownOrMute) {
  test::ZooKeeper mute;
  mute.signal(SIGSTOP);
  const test::ReservedPort nobody;
  KeeperPlace several = place("/several");
  several.hosts.insert(
      several.hosts.begin(),
      {{"no-such-host.invalid", 1}, {"127.0.0.1", nobody.number()}, {"127.0.0.1", mute.port()}});
  const auto start = Clock::now();
  const auto lock = take(several, "run-1");
  ASSERT_NE(lock, nullptr);
  EXPECT_TRUE(lock->is_held());
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(15));
  EXPECT_EQ(run_id_of(read_keeper(place("/several"), kNode)), "run-1");
}

TEST(SessionLockWithoutKeeper, SaysWhomItAskedAndGivesUp) {
  const test::ReservedPort one;
  const test::ReservedPort two;
  const KeeperPlace place{{{"127.0.0.1", one.number()}, {"::1", two.number()}}, {}, {}, "/p"};
  const auto start = Clock::now();
  EXPECT_THAT(thrown([&] { take(place, "run-1"); }),
              HasSubstr(fmt::format("Keeper cannot be reached at 127.0.0.1:{},[::1]:{}",
                                    one.number(), two.number())));
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(15));
  EXPECT_THAT(thrown([] {
                take({{{"no-such-host.invalid", 1}}, {}, {}, "/p"}, "run-1");
              }),
              HasSubstr("no-such-host.invalid:1: no address of these hosts is known"));
}

TEST(SessionLockOutage, AShortOneIsBorne) {
  test::ZooKeeper zookeeper;
  const KeeperPlace place{{{"127.0.0.1", zookeeper.port()}}, {}, {}, "/p"};
  const auto lock = take(place, "run-1");
  ASSERT_NE(lock, nullptr);
  zookeeper.stop();
  auto held = std::async(std::launch::async, [&] { return lock->is_held(); });
  zookeeper.start();  // over the same data: the session is known
  EXPECT_TRUE(held.get());
  EXPECT_EQ(run_id_of(read_keeper(place, kNode)), "run-1");
  EXPECT_EQ(take(place, "run-2"), nullptr);
}

TEST(SessionLockOutage, OneThatOutlastsTheSessionEndsTheLock) {
  test::ZooKeeper zookeeper;
  const KeeperPlace place{{{"127.0.0.1", zookeeper.port()}}, {}, {}, "/p"};
  const auto lock = take(place, "run-1", kShort);
  ASSERT_NE(lock, nullptr);
  EXPECT_TRUE(lock->is_held());
  zookeeper.signal(SIGSTOP);
  const auto start = Clock::now();
  EXPECT_FALSE(lock->is_held());
  EXPECT_GE(Clock::now() - start, kShort / 2);
  EXPECT_LT(Clock::now() - start, kShort * 5);
  EXPECT_EQ(lock->why_lost(), "its session with Keeper has ended");
  zookeeper.signal(SIGCONT);
  EXPECT_FALSE(lock->is_held());  // also where Keeper is back
}

TEST(SessionLockOutage, GivingItBackDoesNotHang) {
  test::ZooKeeper zookeeper;
  const KeeperPlace place{{{"127.0.0.1", zookeeper.port()}}, {}, {}, "/p"};
  const auto lock = take(place, "run-1", kShort);
  const auto other = lock_in(acquire_keeper(place, "other", holder("run-2"), kShort));
  ASSERT_NE(lock, nullptr);
  ASSERT_NE(other, nullptr);
  zookeeper.signal(SIGSTOP);
  const auto start = Clock::now();
  other->release();
  zookeeper.stop();
  lock->release();
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(5));
}

// A client that stops, as a laptop that sleeps: Keeper ends its session.
TEST_F(SessionLock, ARunThatWasStoppedTooLongHasLostIt) {
  const pid_t sleeper = ::fork();
  if (sleeper == 0) {
    auto lock = take(place("/sleeper"), "run-1", kShort);
    ::raise(SIGSTOP);
    const bool lost = lock != nullptr && !lock->is_held();
    lock.reset();
    ::_exit(lost ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(sleeper, &status, WUNTRACED), sleeper);
  ASSERT_TRUE(WIFSTOPPED(status));
  std::unique_ptr<Lock> next;
  const auto give_up = Clock::now() + std::chrono::seconds(20);
  while (!next && Clock::now() < give_up) next = take(place("/sleeper"), "run-2");
  EXPECT_NE(next, nullptr);
  ::kill(sleeper, SIGCONT);
  ASSERT_EQ(::waitpid(sleeper, &status, 0), sleeper);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_TRUE(next->is_held());
}

}  // namespace
}  // namespace godwit::lock
