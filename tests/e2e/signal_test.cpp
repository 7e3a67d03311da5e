// SIGINT and SIGTERM in the middle of a statement: it is ended and recorded, and the run stops
// there. A second one stops waiting, and the step is in doubt.

#include "support/engine_process.hpp"
#include "support/program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>

namespace godwit::test {
namespace {

class Signal : public ::testing::Test {
 protected:
  Signal() {
    project_.write("migrations/1_slow.sql",
                   "CREATE TABLE default.seen (n UInt8) ENGINE = MergeTree ORDER BY n;\n"
                   "INSERT INTO default.seen SELECT 2 + sleepEachRow(0.5) FROM numbers(2) LIMIT 1 "
                   "SETTINGS max_block_size = 2;\n"
                   "INSERT INTO default.seen VALUES (3);\n");
  }

  [[nodiscard]] bool runs() const { return engine_.value(kRunning) == "1"; }

  [[nodiscard]] std::string seen() const {
    return engine_.value(
        "SELECT arrayStringConcat(groupArray(toString(n)), ' ') FROM (SELECT n FROM seen ORDER BY "
        "n)");
  }

  [[nodiscard]] Call apply() const { return {{"apply", "--yes", "--url", engine_.url()}}; }

  static constexpr const char* kRunning =
      "SELECT count() FROM system.processes WHERE Settings['log_comment'] LIKE 'godwit-%-1-2'";

  Project project_;
  EngineProcess engine_{{}, {"--listen", "127.0.0.1:0"}};
};

TEST_F(Signal, TheCurrentStepIsFinishedAndRecordedAndTheNextRunGoesOn) {
  for (const int number : {SIGTERM, SIGINT}) {
    Running running = project_.start(apply());
    ASSERT_TRUE(eventually([&] { return runs(); }));
    running.signal(number);
    const Ended ended = running.wait();
    EXPECT_EQ(ended.code, 130);
    EXPECT_NE(ended.errors.find("godwit: interrupted before step 3 of 3 of 1_slow; what ran is "
                                "recorded\n    godwit apply --url http://127.0.0.1:"),
              std::string::npos)
        << ended.errors;
    EXPECT_EQ(seen(), "2");
    const Ended again = project_.run(apply());
    EXPECT_EQ(again.code, 0) << again.errors;
    EXPECT_NE(again.output.find("1_slow  done  1 of 3 steps"), std::string::npos) << again.output;
    EXPECT_EQ(seen(), "2 3");
    engine_.value("DROP TABLE seen SYNC");
    engine_.value("DROP DATABASE godwit SYNC");
  }
}

TEST_F(Signal, ASecondOneStopsWaitingAndTheNextRunFindsOut) {
  Running running = project_.start(apply());
  ASSERT_TRUE(eventually([&] { return runs(); }));
  running.signal(SIGINT);
  running.signal(SIGTERM);
  const Ended ended = running.wait();
  EXPECT_EQ(ended.code, 130);
  EXPECT_NE(ended.errors.find("1_slow.sql:2:1: step 2 of 3 of 1_slow is in doubt: "),
            std::string::npos)
      << ended.errors;
  EXPECT_TRUE(runs()) << "it waited for the statement";
  const Ended again = project_.run(apply());
  EXPECT_EQ(again.code, 0) << again.errors;
  EXPECT_NE(again.errors.find("step 2 was in doubt: it ran"), std::string::npos) << again.errors;
  EXPECT_EQ(seen(), "2 3");
}

TEST_F(Signal, CtrlCOnATerminalReachesGodwitAndNotItsEngine) {
  Running running = project_.start({{"apply", "--yes"}}, Streams::terminal);
  ASSERT_TRUE(running.shows("1_slow  step 2 of 3"));
  running.type("\x03");
  const Ended ended = running.wait();
  EXPECT_EQ(ended.code, 130);
  EXPECT_NE(ended.output.find("interrupted before step 3 of 3 of 1_slow; what ran is recorded"),
            std::string::npos)
      << ended.output;
  const Ended status = project_.run({"status"});
  EXPECT_NE(status.output.find("1_slow  partial   2 of 3 steps"), std::string::npos)
      << status.output;
}

}  // namespace
}  // namespace godwit::test
