// Runners and lock = "keeper://...": a godwit-engine on loopback that knows no Keeper, and a real
// ZooKeeper beside it that only the runners know.

#include "support/engine_process.hpp"
#include "support/program.hpp"
#include "support/zookeeper.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <optional>

namespace godwit::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kPassword = "p@ss:w0rd%";
constexpr std::string_view kEncoded = "p@ss%3Aw0rd%25";

class KeeperLock : public ::testing::Test {
 protected:
  KeeperLock() {
    project_.write("migrations/1_once.sql",
                   "CREATE TABLE default.once (n UInt8) ENGINE = MergeTree ORDER BY n;\n"
                   "INSERT INTO default.once SELECT 2 + sleepEachRow(1);\n"
                   "INSERT INTO default.once VALUES (3);\n");
    project_.write("godwit.hcl",
                   fmt::format("defaults {{\n"
                               "  lock = \"keeper://ann:${{env(\"KEEPER_PASSWORD\")}}@"
                               "127.0.0.1:{0}/godwit/shop\"\n"
                               "}}\n"
                               "environment \"dev\" {{\n  url = \"{1}\"\n}}\n"
                               "environment \"audit\" {{\n"
                               "  url     = \"{1}\"\n"
                               "  history = \"godwit.audit\"\n"
                               "}}\n",
                               keeper_.port(), engine_.url()));
  }

  [[nodiscard]] static Call call(const std::vector<std::string>& words) {
    return {words, {{"KEEPER_PASSWORD", std::string(kEncoded)}}};
  }

  Ended run(const std::vector<std::string>& words) {
    Ended ended = project_.run(call(words));
    printed_ += ended.output + ended.errors;
    return ended;
  }

  [[nodiscard]] bool is_sleeping() const {
    return engine_.value(
               "SELECT count() FROM system.processes WHERE query LIKE '%sleepEachRow(1)%' "
               "AND query LIKE 'INSERT%'") == "1";
  }

  [[nodiscard]] std::string rows() const {
    return engine_.value("SELECT groupArray(n) FROM (SELECT n FROM once ORDER BY n)");
  }

  void kill_a_runner() const {
    Running runner = project_.start(call({"apply", "dev", "--yes"}));
    ASSERT_TRUE(eventually([&] { return is_sleeping(); }));
    runner.signal(SIGKILL);
    runner.wait();
  }

  ZooKeeper keeper_;
  EngineProcess engine_{{}, {"--listen", "127.0.0.1:0"}};
  Project project_;
  std::string printed_;
};

TEST_F(KeeperLock, OfFiveAtOnceExactlyOneApplies) {
  std::array<std::optional<Running>, 5> runners;
  for (auto& runner : runners) {
    runner.emplace(call({"apply", "dev", "--yes"}), project_.path(), project_.environment(),
                   Streams::files);
  }
  int applied = 0;
  for (auto& runner : runners) {
    const Ended ended = runner->wait();
    applied += ended.output.find("1 migration, 3 steps applied") != std::string::npos ? 1 : 0;
    EXPECT_TRUE(ended.code == 0 || ended.code == 4) << ended.errors;
    if (ended.code == 4) {
      EXPECT_THAT(ended.errors, HasSubstr("the lock is held by "));
    }
    EXPECT_THAT(ended.errors, Not(HasSubstr("the lock is a file")));
  }
  EXPECT_EQ(applied, 1);
  EXPECT_EQ(rows(), "[2,3]");
  EXPECT_THAT(run({"unlock", "dev"}).output, HasSubstr("no lock is held"));
}

TEST_F(KeeperLock, ItIsShownAndKeepsOutItsOwnEnvironmentOnly) {
  Running runner = project_.start(call({"apply", "dev", "--yes"}));
  ASSERT_TRUE(eventually([&] { return is_sleeping(); }));
  const Ended refused = run({"apply", "dev", "--yes"});
  EXPECT_EQ(refused.code, 4);
  EXPECT_THAT(refused.errors, HasSubstr("godwit unlock dev"));
  EXPECT_THAT(run({"status", "dev"}).output, HasSubstr("lock  held by "));
  EXPECT_THAT(run({"status", "dev", "--json"}).output, HasSubstr("\"lock\": {"));
  EXPECT_THAT(run({"unlock", "audit"}).output, HasSubstr("no lock is held"));
  EXPECT_EQ(run({"baseline", "audit", "--to", "1"}).code, 0);  // takes the lock of its environment
  EXPECT_EQ(runner.wait().code, 0);
  EXPECT_EQ(rows(), "[2,3]");
}

TEST_F(KeeperLock, AKilledRunnersLockIsClearedByUnlockAtOnce) {
  kill_a_runner();
  EXPECT_EQ(run({"apply", "dev", "--yes"}).code, 4);
  const Ended shown = run({"unlock", "dev"});
  EXPECT_EQ(shown.code, 3);
  EXPECT_THAT(shown.output, HasSubstr("keeper lock  held by "));
  const std::string run_id = shown.output.substr(shown.output.find("run ") + 4, 12);
  EXPECT_THAT(shown.errors, HasSubstr("godwit unlock dev --holder " + run_id));
  EXPECT_EQ(run({"unlock", "dev", "--holder", "0123456789ab"}).code, 3);
  const Ended cleared = run({"unlock", "dev", "--holder", run_id});
  EXPECT_EQ(cleared.code, 0) << cleared.errors;
  EXPECT_THAT(cleared.output, HasSubstr("cleared"));
  const Ended next = run({"apply", "dev", "--yes"});
  EXPECT_EQ(next.code, 0) << next.errors;
  EXPECT_EQ(rows(), "[2,3]");
}

TEST_F(KeeperLock, AKilledRunnersLockGoesWithItsSession) {
  kill_a_runner();
  EXPECT_TRUE(eventually([&] {
    return run({"unlock", "dev"}).output.find("no lock is held") != std::string::npos;
  }));
  EXPECT_EQ(run({"apply", "dev", "--yes"}).code, 0);
  EXPECT_EQ(rows(), "[2,3]");
}

TEST_F(KeeperLock, ARunWhoseLockIsClearedStopsBeforeItsNextStatement) {
  Running runner = project_.start(call({"apply", "dev", "--yes"}));
  ASSERT_TRUE(eventually([&] { return is_sleeping(); }));
  EXPECT_EQ(run({"unlock", "dev", "--yes"}).code, 0);
  const Ended lost = runner.wait();
  EXPECT_EQ(lost.code, 4);
  EXPECT_THAT(lost.errors, HasSubstr("the lock was lost before step 3 of 3 of 1_once: keeper "
                                     "/godwit/shop/godwit.history@127.0.0.1:"));
  EXPECT_THAT(lost.errors, HasSubstr("somebody cleared it"));
  EXPECT_EQ(rows(), "[2]");
}

TEST_F(KeeperLock, ARunWhoseSessionEndsStopsBeforeItsNextStatement) {
  Running runner = project_.start(call({"apply", "dev", "--yes"}));
  ASSERT_TRUE(eventually([&] { return is_sleeping(); }));
  keeper_.signal(SIGSTOP);
  const Ended lost = runner.wait();
  EXPECT_EQ(lost.code, 4);
  EXPECT_THAT(lost.errors, HasSubstr("the lock was lost before step 3 of 3"));
  EXPECT_THAT(lost.errors, HasSubstr("its session with Keeper has ended: see who runs now"));
  EXPECT_EQ(rows(), "[2]");
  keeper_.signal(SIGCONT);
  EXPECT_TRUE(eventually([&] { return run({"apply", "dev", "--yes"}).code == 0; }));
  EXPECT_EQ(rows(), "[2,3]");
}

TEST_F(KeeperLock, ItsPasswordIsShownNowhere) {
  EXPECT_EQ(run({"plan", "dev", "--json"}).code, 0);
  EXPECT_EQ(run({"apply", "dev", "--yes"}).code, 0);
  EXPECT_EQ(run({"status", "dev", "--json"}).code, 0);
  EXPECT_EQ(run({"unlock", "dev", "--json"}).code, 0);
  project_.replace("godwit.hcl", "ann:", "bob:");  // not the user who made the path
  project_.write("migrations/2_more.sql", "INSERT INTO default.once VALUES (4);\n");
  EXPECT_EQ(run({"apply", "dev", "--yes"}).code, 1);
  EXPECT_THAT(printed_, HasSubstr("refuses the digest of 'bob' at /godwit/shop/"));
  project_.replace("godwit.hcl", "/godwit/shop", "");
  EXPECT_EQ(run({"status", "dev"}).code, 2);  // no path
  project_.replace("godwit.hcl", "keeper://", "keper://");
  EXPECT_EQ(run({"status", "dev", "--json"}).code, 2);
  project_.replace("godwit.hcl", "keper://bob:${env(\"KEEPER_PASSWORD\")}",
                   fmt::format("keeper:/bob:{}", kEncoded));
  EXPECT_EQ(run({"status", "dev"}).code, 2);
  for (const std::string_view secret : {kPassword, kEncoded, std::string_view("w0rd")}) {
    EXPECT_THAT(printed_, Not(HasSubstr(std::string(secret))));
    for (const auto& [name, bytes] : project_.temporary_files()) {
      EXPECT_THAT(bytes, Not(HasSubstr(std::string(secret)))) << name;
    }
  }
  EXPECT_EQ(engine_.value("SELECT count() FROM godwit.history WHERE toString(tuple(*)) LIKE "
                          "'%w0rd%'"),
            "0");
}

}  // namespace
}  // namespace godwit::test
