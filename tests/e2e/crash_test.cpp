// godwit is killed with SIGKILL at each request that it sends, before the server has got it and
// after the server has answered it; then one more run. Step n of the migrations inserts n, so a
// step lost or sent twice shows in the rows. The loops end at the first request that is never
// reached, so no list of points can fall behind.

#include "support/deadly_proxy.hpp"
#include "support/engine_process.hpp"
#include "support/program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <future>

namespace godwit::test {
namespace {

class Crash : public ::testing::Test {
 protected:
  Crash() {
    project_.write("migrations/1_first.sql",
                   "CREATE DATABASE counting;\n"
                   "CREATE TABLE counting.counted (n UInt8) ENGINE = MergeTree ORDER BY n;\n"
                   "INSERT INTO counting.counted VALUES (3);\n");
    project_.write("migrations/2_second.sql",
                   "INSERT INTO counting.counted VALUES (4);\n"
                   "ALTER TABLE counting.counted ADD COLUMN twice UInt8 DEFAULT n * 2;\n"
                   "INSERT INTO counting.counted (n) VALUES (6);\n"
                   "-- godwit:down\n"
                   "INSERT INTO counting.counted (n) VALUES (11);\n"
                   "INSERT INTO counting.counted (n) VALUES (12);\n");
  }

  // A run that dies at a request, if it comes that far.
  bool dies_at(int request, Side side, std::vector<std::string> arguments = {"apply"}) {
    std::promise<pid_t> started;
    proxy_.arm(request, side, [id = started.get_future().share()] { ::kill(id.get(), SIGKILL); });
    arguments.insert(arguments.end(), {"--yes", "--url", proxy_.url()});
    Running running = project_.start({arguments});
    started.set_value(running.id());
    const Ended ended = running.wait();
    if (proxy_.has_killed()) {
      EXPECT_EQ(ended.code, 128 + SIGKILL);
      return true;
    }
    EXPECT_EQ(ended.code, 0) << ended.errors;
    return false;
  }

  void finish(const std::vector<std::string>& arguments = {"apply", "--yes"}) {
    std::vector<std::string> words = arguments;
    words.insert(words.end(), {"--url", engine_.url()});
    const Ended ended = project_.run(words);
    ASSERT_EQ(ended.code, 0) << ended.errors;
  }

  [[nodiscard]] std::string counted() const {
    return engine_.value(
        "SELECT arrayStringConcat(groupArray(toString(n)), ' ') FROM "
        "(SELECT n FROM counting.counted ORDER BY n)");
  }

  // Every step is recorded as done, once; nothing else is.
  [[nodiscard]] std::string recorded() const {
    return engine_.value(
        "SELECT arrayStringConcat(groupArray(concat(migration, '.', toString(step), ' ', state)), "
        "', ') FROM (SELECT migration, step, state FROM godwit.history ORDER BY migration, step, "
        "seq DESC LIMIT 1 BY migration, step)");
  }

  void forget() const {
    for (const char* database : {"counting", "godwit"}) {
      engine_.value(fmt::format("DROP DATABASE IF EXISTS {} SYNC", database));
    }
  }

  Project project_;
  EngineProcess engine_{{}, {"--listen", "127.0.0.1:0"}};
  DeadlyProxy proxy_{engine_.url()};
};

constexpr const char* kAllDone =
    "1.0 done, 1.1 done, 1.2 done, 1.3 done, 2.0 done, 2.1 done, 2.2 done, 2.3 done";

TEST_F(Crash, AnywhereThenAgainRunsEveryStepOnce) {
  for (const Side side : {Side::before, Side::after}) {
    int request = 1;
    for (; dies_at(request, side); ++request) {
      SCOPED_TRACE(fmt::format("{} request {}", to_string(side), request));
      finish();
      ASSERT_EQ(counted(), "3 4 6");
      ASSERT_EQ(recorded(), kAllDone);
      forget();
    }
    EXPECT_GT(request, 2 * 6) << "fewer deaths than two a statement: the proxy is not in the way";
    ASSERT_EQ(counted(), "3 4 6");  // the run that was let through
    forget();
  }
}

TEST_F(Crash, AgainInTheRunThatFindsOutRunsEveryStepOnce) {
  // The statement of step 1.3: the first request after the third INSERT into the history.
  int deadly = 0;
  for (int request = 1; deadly == 0; ++request) {
    ASSERT_TRUE(dies_at(request, Side::after));
    const bool exists = engine_.value("EXISTS TABLE counting.counted") == "1";
    if (exists && counted() == "3") deadly = request;
    forget();
  }
  for (const Side side : {Side::before, Side::after}) {
    bool died = true;
    for (int request = 1; died; ++request) {
      SCOPED_TRACE(fmt::format("then {} request {}", to_string(side), request));
      ASSERT_TRUE(dies_at(deadly, Side::after));
      died = dies_at(request, side);
      finish();
      ASSERT_EQ(counted(), "3 4 6");
      ASSERT_EQ(recorded(), kAllDone);
      forget();
    }
  }
}

TEST_F(Crash, OnTheWayBackThenAgainRunsEveryDownStatementOnce) {
  for (const Side side : {Side::before, Side::after}) {
    bool died = true;
    for (int request = 1; died; ++request) {
      SCOPED_TRACE(fmt::format("{} request {}", to_string(side), request));
      finish();
      died = dies_at(request, side, {"rollback", "--to", "1"});
      finish({"rollback", "--to", "1", "--yes", "--allow-destructive"});
      ASSERT_EQ(counted(), "3 4 6 11 12");
      ASSERT_EQ(recorded().find("running"), std::string::npos) << recorded();
      ASSERT_NE(recorded().find("2.0 reverted, 2.1 reverted"), std::string::npos) << recorded();
      forget();
    }
  }
}

TEST_F(Crash, WhileTheStatementStillRunsTheNextRunWaitsForItsEnd) {
  project_.write(
      "migrations/3_slow.sql",
      "INSERT INTO counting.counted (n) SELECT 7 + sum(sleepEachRow(0.5)) FROM numbers(8) "
      "SETTINGS function_sleep_max_microseconds_per_block = 10000000;\n"
      "INSERT INTO counting.counted (n) VALUES (8);\n");
  Running running = project_.start({{"apply", "--yes", "--url", engine_.url()}});
  const char* const question =
      "SELECT count() FROM system.processes WHERE Settings['log_comment'] LIKE 'godwit-%-3-1'";
  ASSERT_TRUE(eventually([&] { return engine_.value(question) == "1"; }));
  running.signal(SIGKILL);
  running.wait();
  ASSERT_EQ(engine_.value(question), "1") << "the statement ended too early for this test";
  const Ended ended = project_.run({"apply", "--yes", "--url", engine_.url()});
  EXPECT_EQ(ended.code, 0) << ended.errors;
  EXPECT_NE(ended.errors.find("3_slow  step 1 was in doubt: it ran (system.processes: it was "
                              "running, and ended; system.query_log: it finished)"),
            std::string::npos)
      << ended.errors;
  EXPECT_EQ(counted(), "3 4 6 7 8");
}

}  // namespace
}  // namespace godwit::test
