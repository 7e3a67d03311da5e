// Several runners at once on one target, with the file lock.

#include "support/engine_process.hpp"
#include "support/program.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>

namespace godwit::test {
namespace {

TEST(Runners, OfFiveAtOnceExactlyOneApplies) {
  const EngineProcess engine({}, {"--listen", "127.0.0.1:0"});
  Project project;
  project.write("migrations/1_once.sql",
                "CREATE TABLE default.once (n UInt8) ENGINE = MergeTree ORDER BY n;\n"
                "INSERT INTO default.once SELECT 2 + sleepEachRow(0.3);\n"
                "INSERT INTO default.once VALUES (3);\n");
  const Call apply{{"apply", "--yes", "--url", engine.url()}};
  std::array<std::optional<Running>, 5> runners;
  for (auto& runner : runners)
    runner.emplace(apply, project.path(), project.environment(), Streams::files);
  int applied = 0;
  for (auto& runner : runners) {
    const Ended ended = runner->wait();
    if (ended.output.find("1 migration, 3 steps applied") != std::string::npos) {
      EXPECT_EQ(ended.code, 0);
      ++applied;
    } else if (ended.code == 4) {
      EXPECT_NE(ended.errors.find("the lock is held by "), std::string::npos) << ended.errors;
    } else {
      EXPECT_EQ(ended.code, 0) << ended.errors;
      EXPECT_NE(ended.output.find("nothing to do"), std::string::npos) << ended.output;
    }
  }
  EXPECT_EQ(applied, 1);
  EXPECT_EQ(engine.value("SELECT groupArray(n) FROM (SELECT n FROM once ORDER BY n)"), "[2,3]");
  EXPECT_EQ(engine.value("SELECT countIf(state = 'done'), count() FROM godwit.history"), "4\t8");
  EXPECT_EQ(project.run(apply).code, 0);
}

}  // namespace
}  // namespace godwit::test
