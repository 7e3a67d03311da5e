// A step of which nobody can say what became of it: a secret INSERT leaves no line in the query log
// and nothing in the catalogue. The run stops, and a person decides.

#include "support/deadly_proxy.hpp"
#include "support/engine_process.hpp"
#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <future>

namespace godwit::test {
namespace {

using ::testing::HasSubstr;

class Resolve : public ::testing::Test {
 protected:
  // A run that is killed at the request of step 2, on one side of it.
  void die_in_step_2(Side side) {
    project_.write("migrations/1_a.sql",
                   "CREATE TABLE default.a (n Int8) ENGINE = MergeTree ORDER BY n;\n"
                   "-- godwit:secret\n"
                   "INSERT INTO default.a VALUES (2);\n"
                   "INSERT INTO default.a VALUES (3);\n");
    for (int request = 1;; ++request) {
      std::promise<pid_t> started;
      proxy_.arm(request, side, [id = started.get_future().share()] { ::kill(id.get(), SIGKILL); });
      Running running = project_.start({{"apply", "--yes", "--url", proxy_.url()}});
      started.set_value(running.id());
      running.wait();
      ASSERT_TRUE(proxy_.has_killed()) << "it never came to step 2";
      const bool recorded =
          engine_.value("EXISTS TABLE godwit.history") == "1" &&
          engine_.value("SELECT count() FROM godwit.history WHERE step = 2") == "1";
      // After the INSERT that records step 2 comes the statement itself.
      const bool sent = side == Side::before || rows() == "[2]";
      if (recorded && sent) return;
      engine_.value("DROP TABLE IF EXISTS a SYNC");
      engine_.value("DROP DATABASE IF EXISTS godwit SYNC");
    }
  }

  [[nodiscard]] std::string rows() const {
    if (engine_.value("EXISTS TABLE a") == "0") return "[]";
    return engine_.value("SELECT groupArray(n) FROM (SELECT n FROM a ORDER BY n)");
  }

  std::string run(int code, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--url", engine_.url()});
    const Ended ended = project_.run(arguments);
    EXPECT_EQ(ended.code, code) << ended.errors;
    return ended.output + ended.errors;
  }

  Project project_;
  EngineProcess engine_{{}, {"--listen", "127.0.0.1:0"}};
  DeadlyProxy proxy_{engine_.url()};
};

constexpr const char* kInDoubt = "godwit: migrations/1_a.sql:3:1: step 2 of 3 of 1_a is in doubt: ";

TEST_F(Resolve, DoneGoesOnBehindTheStep) {
  die_in_step_2(Side::after);
  const std::string doubt = run(1, {"apply", "--yes"});
  EXPECT_THAT(doubt, HasSubstr(kInDoubt));
  EXPECT_THAT(doubt, HasSubstr("\n    godwit resolve --url http://127.0.0.1:"));
  EXPECT_THAT(doubt, HasSubstr(" 1 --step 2 --done\n"));
  EXPECT_THAT(doubt, HasSubstr(" 1 --step 2 --retry\n"));
  EXPECT_THAT(run(1, {"apply", "--yes"}), HasSubstr(kInDoubt));  // looking changes nothing
  EXPECT_THAT(run(0, {"status"}), HasSubstr("1_a  in doubt"));
  run(2, {"resolve", "1", "--step", "2"});
  run(3, {"resolve", "1", "--step", "3", "--done"});
  EXPECT_THAT(run(0, {"resolve", "1", "--step", "2", "--done"}), HasSubstr("next: godwit apply"));
  EXPECT_THAT(run(0, {"apply", "--yes"}), HasSubstr("1_a  done  1 of 3 steps"));
  EXPECT_EQ(rows(), "[2,3]");
}

TEST_F(Resolve, RetrySendsTheStepAgain) {
  die_in_step_2(Side::before);
  EXPECT_EQ(rows(), "[]");
  EXPECT_THAT(run(1, {"apply", "--yes"}), HasSubstr(kInDoubt));
  run(0, {"resolve", "1", "--step", "2", "--retry"});
  EXPECT_THAT(run(0, {"apply", "--yes"}), HasSubstr("1_a  done  2 of 3 steps"));
  EXPECT_EQ(rows(), "[2,3]");
}

}  // namespace
}  // namespace godwit::test
