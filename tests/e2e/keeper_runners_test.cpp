// Runners and the KeeperMap lock: a godwit-engine on loopback with a real ZooKeeper in its config,
// as a server that several machines' runners share.

#include "support/engine_process.hpp"
#include "support/program.hpp"
#include "support/zookeeper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <optional>

namespace godwit::test {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kNoKeeper =
    "no KeeperMap on this server (KeeperMap is disabled because 'keeper_map_path_prefix' config is "
    "not defined. (BAD_ARGUMENTS))";

// The run that holds a lock, from "... run 0123456789ab".
std::string holder_in(const std::string& text) {
  const std::size_t at = text.find("run ");
  return at == std::string::npos ? std::string() : text.substr(at + 4, 12);
}

class KeeperRunners : public ::testing::Test {
 protected:
  KeeperRunners() {
    write_engine_config(folder_.path() / "engine.xml", keeper_.port());
    engine_.emplace(std::filesystem::path(),
                    std::vector<std::string>{"--listen", "127.0.0.1:0", "--config",
                                             (folder_.path() / "engine.xml").string()});
    project_.write("migrations/1_once.sql",
                   "CREATE TABLE default.once (n UInt8) ENGINE = MergeTree ORDER BY n;\n"
                   "INSERT INTO default.once SELECT 2 + sleepEachRow(1);\n"
                   "INSERT INTO default.once VALUES (3);\n");
  }

  [[nodiscard]] Call call(std::vector<std::string> words) const {
    words.insert(words.end(), {"--url", engine_->url()});
    return {words};
  }

  [[nodiscard]] bool is_sleeping() const {
    return engine_->value(
               "SELECT count() FROM system.processes WHERE query LIKE '%sleepEachRow(1)%' "
               "AND query LIKE 'INSERT%'") == "1";
  }

  TemporaryDirectory folder_{"godwit-test-"};
  ZooKeeper keeper_;
  std::optional<EngineProcess> engine_;
  Project project_;
};

TEST_F(KeeperRunners, OfFiveAtOnceExactlyOneApplies) {
  std::array<std::optional<Running>, 5> runners;
  for (auto& runner : runners) {
    runner.emplace(call({"apply", "--yes"}), project_.path(), project_.environment(),
                   Streams::files);
  }
  int applied = 0;
  for (auto& runner : runners) {
    const Ended ended = runner->wait();
    const bool ran = ended.output.find("1 migration, 3 steps applied") != std::string::npos;
    applied += ran ? 1 : 0;
    EXPECT_TRUE(ended.code == 0 || ended.code == 4) << ended.errors;
    if (ended.code == 4) {
      EXPECT_THAT(ended.errors, HasSubstr("the lock is held by "));
    }
    EXPECT_THAT(ended.errors, ::testing::Not(HasSubstr("the lock is a file")));
  }
  EXPECT_EQ(applied, 1);
  EXPECT_EQ(engine_->value("SELECT groupArray(n) FROM (SELECT n FROM once ORDER BY n)"), "[2,3]");
  EXPECT_EQ(engine_->value("SELECT count() FROM godwit.lock"), "0");
}

TEST_F(KeeperRunners, AKilledRunnerLeavesALockThatUnlockShowsAndClears) {
  {
    Running runner(call({"apply", "--yes"}), project_.path(), project_.environment(),
                   Streams::files);
    ASSERT_TRUE(eventually([&] { return is_sleeping(); }));
    runner.signal(SIGKILL);
    runner.wait();
  }
  const Ended refused = project_.run(call({"apply", "--yes"}));
  EXPECT_EQ(refused.code, 4);
  EXPECT_THAT(refused.errors, HasSubstr("the lock is held by "));
  EXPECT_THAT(refused.errors, HasSubstr(" since "));
  EXPECT_THAT(refused.errors, HasSubstr("godwit unlock"));

  const Ended shown = project_.run(call({"unlock"}));
  EXPECT_EQ(shown.code, 3);
  EXPECT_THAT(shown.output, HasSubstr("keeper_map lock  held by "));
  EXPECT_THAT(shown.output, HasSubstr("last heartbeat "));
  const std::string run_id = holder_in(shown.output);
  EXPECT_THAT(shown.errors,
              HasSubstr("godwit unlock --url " + engine_->url() + " --holder " + run_id));

  const Ended wrong = project_.run(call({"unlock", "--holder", "0123456789ab"}));
  EXPECT_EQ(wrong.code, 3);
  EXPECT_EQ(engine_->value("SELECT count() FROM godwit.lock"), "1");

  const Ended cleared = project_.run(call({"unlock", "--holder", run_id}));
  EXPECT_EQ(cleared.code, 0) << cleared.errors;
  EXPECT_THAT(cleared.output, HasSubstr("cleared"));

  // The statement that it died in went on, on a server that lives: the next run finds that out.
  const Ended next = project_.run(call({"apply", "--yes"}));
  EXPECT_EQ(next.code, 0) << next.errors;
  EXPECT_EQ(engine_->value("SELECT groupArray(n) FROM (SELECT n FROM once ORDER BY n)"), "[2,3]");
}

TEST_F(KeeperRunners, ARunThatLosesItsLockStopsBeforeItsNextStatement) {
  Running runner(call({"apply", "--yes"}), project_.path(), project_.environment(), Streams::files);
  ASSERT_TRUE(eventually([&] { return is_sleeping(); }));
  const Ended cleared = project_.run(call({"unlock", "--yes"}));
  EXPECT_EQ(cleared.code, 0) << cleared.errors;
  const Ended lost = runner.wait();
  EXPECT_EQ(lost.code, 4);
  EXPECT_THAT(lost.errors, HasSubstr("the lock was lost before step 3 of 3"));
  EXPECT_EQ(engine_->value("SELECT groupArray(n) FROM once"), "[2]");
  const Ended next = project_.run(call({"apply", "--yes"}));
  EXPECT_EQ(next.code, 0) << next.errors;
  EXPECT_EQ(engine_->value("SELECT groupArray(n) FROM (SELECT n FROM once ORDER BY n)"), "[2,3]");
}

TEST(NoKeeper, ASingleServerTakesAFileAndSaysWhy) {
  const Project project("shop");
  const Ended ended = project.run({"apply", "--yes"});
  EXPECT_EQ(ended.code, 0) << ended.errors;
  EXPECT_THAT(ended.errors, HasSubstr(kNoKeeper));
  EXPECT_THAT(ended.errors, HasSubstr("the lock is a file on this machine"));
}

TEST(NoKeeper, EveryOtherTopologyIsRefused) {
  for (const char* topology : {"replicated", "cloud"}) {
    const Project project("shop");
    const Ended ended = project.run({"apply", "dev", "--yes", "--topology", topology});
    EXPECT_NE(ended.code, 0) << topology;
    EXPECT_THAT(ended.output, ::testing::Not(HasSubstr("applied"))) << topology;
    EXPECT_THAT(ended.errors, ::testing::Not(HasSubstr("the lock is a file"))) << topology;
  }
  const Project project("shop");
  const Ended cloud = project.run({"apply", "dev", "--yes", "--topology", "cloud"});
  EXPECT_EQ(cloud.code, 3);
  EXPECT_THAT(cloud.errors,
              HasSubstr("no real lock on this server, and cloud needs one: KeeperMap is "
                        "disabled because 'keeper_map_path_prefix' config is not defined"));
  EXPECT_THAT(cloud.errors, HasSubstr("set keeper_map_path_prefix in the server's config"));
}

}  // namespace
}  // namespace godwit::test
