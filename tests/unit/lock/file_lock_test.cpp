// Locks between processes are tried between processes: a child takes the lock and says so through a
// pipe.

#include "godwit/base/file.hpp"
#include "godwit/lock/lock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace godwit::lock {
namespace {

namespace fs = std::filesystem;

// Where the locks of the running test are.
fs::path g_locks;

using testing::HasSubstr;
using testing::StartsWith;

Holder holder(const std::string& run_id) {
  return {run_id, "ann@laptop:4711", "2026-01-02 03:04:05.006", {}};
}

std::unique_ptr<Lock> take(const std::string& target, const std::string& run_id) {
  Acquired acquired = acquire_file(target, holder(run_id), g_locks);
  auto* lock = std::get_if<std::unique_ptr<Lock>>(&acquired);
  return lock == nullptr ? nullptr : std::move(*lock);
}

/// A process that takes the lock and holds it until it is killed.
class OtherProcess {
 public:
  OtherProcess(const std::string& target, const std::string& run_id) {
    int ends[2];
    if (::pipe(ends) != 0) std::abort();
    id_ = ::fork();
    if (id_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      const auto lock = take(target, run_id);
      const char taken = lock != nullptr ? 'y' : 'n';
      if (::write(ends[1], &taken, 1) != 1) ::_exit(1);
      for (;;) ::pause();
    }
    ::close(ends[1]);
    char taken = '?';
    if (::read(ends[0], &taken, 1) == 1) has_lock = taken == 'y';
    ::close(ends[0]);
  }
  ~OtherProcess() { kill(); }
  OtherProcess(const OtherProcess&) = delete;
  OtherProcess& operator=(const OtherProcess&) = delete;

  void kill() {
    if (id_ < 0) return;
    ::kill(id_, SIGKILL);
    ::waitpid(id_, nullptr, 0);
    id_ = -1;
  }

  bool has_lock = false;

 private:
  pid_t id_ = -1;
};

class FileLock : public testing::Test {
 protected:
  FileLock() { g_locks = locks(); }

  [[nodiscard]] fs::path locks() const { return directory_.path() / "godwit"; }
  [[nodiscard]] fs::path only_file() const { return fs::directory_iterator(locks())->path(); }

 private:
  TemporaryDirectory directory_{"godwit-test-"};
};

TEST_F(FileLock, RefusesAnotherProcessAndSaysWhoHoldsIt) {
  const OtherProcess other("chdb://dev", "run-1");
  ASSERT_TRUE(other.has_lock);
  const Acquired acquired = acquire_file("chdb://dev", holder("run-2"), g_locks);
  const auto* held = std::get_if<Held>(&acquired);
  ASSERT_NE(held, nullptr);
  EXPECT_EQ(held->holder.run_id, "run-1");
  EXPECT_EQ(held->holder.runner, "ann@laptop:4711");
  EXPECT_EQ(held->holder.since, "2026-01-02 03:04:05.006");
  EXPECT_EQ(held->holder.heartbeat, "");
  EXPECT_EQ(read_file_lock("chdb://dev", g_locks).value().run_id, "run-1");
}

TEST_F(FileLock, IsFreeWhenItsHolderIsKilled) {
  OtherProcess other("chdb://dev", "run-1");
  ASSERT_TRUE(other.has_lock);
  other.kill();
  EXPECT_FALSE(read_file_lock("chdb://dev", g_locks));
  const auto lock = take("chdb://dev", "run-2");
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(read_file_lock("chdb://dev", g_locks).value().run_id, "run-2");
}

TEST_F(FileLock, IsExclusiveWithinAProcessToo) {
  const auto lock = take("chdb://dev", "run-1");
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(take("chdb://dev", "run-2"), nullptr);
  EXPECT_TRUE(lock->is_held());
}

TEST_F(FileLock, IsOneForEachTarget) {
  const auto dev = take("chdb://dev", "run-1");
  const auto shop = take("chdb://shop", "run-2");
  ASSERT_NE(dev, nullptr);
  ASSERT_NE(shop, nullptr);
  EXPECT_EQ(read_file_lock("chdb://dev", g_locks).value().run_id, "run-1");
  EXPECT_EQ(read_file_lock("chdb://shop", g_locks).value().run_id, "run-2");
  EXPECT_FALSE(read_file_lock("chdb://other", g_locks));
}

TEST_F(FileLock, IsGivenBackOnceOrAtTheEnd) {
  auto lock = take("chdb://dev", "run-1");
  ASSERT_NE(lock, nullptr);
  lock->release();
  EXPECT_FALSE(lock->is_held());
  auto next = take("chdb://dev", "a run with a name that is longer");
  ASSERT_NE(next, nullptr);
  lock->release();
  EXPECT_TRUE(next->is_held());
  next.reset();
  const auto last = take("chdb://dev", "run-3");
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(read_file_lock("chdb://dev", g_locks).value().run_id, "run-3");
}

TEST_F(FileLock, AskingWhoHoldsItNeverTakesIt) {
  take("chdb://dev", "run-1")->release();
  // The second process asks without pause while this one takes the lock again and again.
  const pid_t asking = ::fork();
  if (asking == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) static_cast<void>(read_file_lock("chdb://dev", g_locks));
  }
  int refused = 0;
  for (int i = 0; i < 300; ++i) refused += take("chdb://dev", "run-2") == nullptr ? 1 : 0;
  ::kill(asking, SIGKILL);
  ::waitpid(asking, nullptr, 0);
  EXPECT_EQ(refused, 0);
}

TEST_F(FileLock, IsLostWhenItsFileIsRemoved) {
  const auto lock = take("chdb://dev", "run-1");
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(lock->describe(), "file " + only_file().string());
  fs::remove(only_file());
  const auto next = take("chdb://dev", "run-2");
  ASSERT_NE(next, nullptr);
  EXPECT_FALSE(lock->is_held());
  EXPECT_TRUE(next->is_held());
}

TEST_F(FileLock, IsInADirectoryOfOnesOwn) {
  const auto lock = take("chdb://dev", "run-1");
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(fs::status(locks()).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(only_file()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(FileLock, CannotBeHadInADirectoryThatOthersReach) {
  fs::create_directory(locks());
  fs::permissions(locks(), fs::perms::all);
  const Acquired acquired = acquire_file("chdb://dev", holder("run-1"), g_locks);
  const auto* unavailable = std::get_if<Unavailable>(&acquired);
  ASSERT_NE(unavailable, nullptr);
  EXPECT_THAT(unavailable->reason, StartsWith(locks().string()));
  EXPECT_THAT(unavailable->reason, HasSubstr("no other user can reach"));
}

TEST_F(FileLock, CannotBeHadThroughALink) {
  const TemporaryDirectory elsewhere("godwit-test-");
  fs::create_directory_symlink(elsewhere.path(), locks());
  EXPECT_TRUE(
      std::holds_alternative<Unavailable>(acquire_file("chdb://dev", holder("run-1"), g_locks)));
  EXPECT_TRUE(fs::is_empty(elsewhere.path()));
}

}  // namespace
}  // namespace godwit::lock
