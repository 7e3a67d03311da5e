// What godwit will not do unasked (exit 3), and the command that each time goes on.

#include "support/engine_process.hpp"
#include "support/program.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace godwit::test {
namespace {

using ::testing::HasSubstr;

class Policy : public ::testing::Test {
 protected:
  // The output of a run that must end with `code`: stdout, then stderr.
  std::string run(int code, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--url", engine_.url()});
    const Ended ended = shop_.run(arguments);
    EXPECT_EQ(ended.code, code) << ended.errors;
    return ended.output + ended.errors;
  }

  Project shop_{"shop"};
  EngineProcess engine_{{}, {"--listen", "127.0.0.1:0"}};
};

TEST_F(Policy, NobodyToAskAndNoYesStops) {
  EXPECT_THAT(run(3, {"apply"}), HasSubstr("nobody can be asked here, and --yes is not given\n"
                                           "    look with godwit plan --url "));
  EXPECT_EQ(engine_.value("EXISTS DATABASE shop"), "0");
}

// Nothing is sent before the plan stands, and the plan stops.
TEST_F(Policy, WhatGoesWrongOnTheTopologyStopsUnlessItIsAllowed) {
  shop_.write("migrations/0004_notes.sql", "CREATE TABLE shop.notes (id UInt64) PRIMARY KEY id;\n");
  for (const char* command : {"plan", "apply"}) {
    const std::string stopped = run(3, {command, "--topology", "cluster:main"});
    EXPECT_THAT(stopped,
                HasSubstr("godwit: migrations/0004_notes.sql:1:1: on cluster:main, without "
                          "ENGINE the server's default_table_engine decides"));
    EXPECT_THAT(stopped, HasSubstr("-- godwit:allow no-engine reason=\"...\""));
  }
  EXPECT_EQ(engine_.value("EXISTS DATABASE shop"), "0");
  run(0, {"plan"});  // a single server has no replicas
  shop_.write("migrations/0004_notes.sql",
              "-- godwit:allow no-engine reason=\"our default is Replicated\"\n"
              "CREATE TABLE shop.notes (id UInt64) PRIMARY KEY id;\n");
  EXPECT_THAT(run(0, {"plan", "--topology", "cluster:main"}),
              HasSubstr("(no-engine, allowed: our default is Replicated)"));
}

TEST_F(Policy, AChangedMigrationStopsUntilItIsRepaired) {
  run(0, {"apply", "--yes"});
  shop_.replace("migrations/0001_events.sql", "kind String", "kind LowCardinality(String)");
  EXPECT_THAT(
      run(3, {"apply", "--yes"}),
      HasSubstr("godwit: migrations/0001_events.sql: 0001_events has changed since it ran"));
  EXPECT_THAT(run(0, {"status"}), HasSubstr("0001_events   changed"));
  const std::string refused = run(3, {"repair", "1"});
  EXPECT_THAT(refused, HasSubstr("  step 2  recorded "));
  EXPECT_THAT(refused, HasSubstr("kind LowCardinality(String)"));
  EXPECT_THAT(refused, HasSubstr("nothing was recorded"));
  run(0, {"repair", "1", "--yes"});
  EXPECT_THAT(run(0, {"apply", "--yes"}), HasSubstr("nothing to do"));
  EXPECT_EQ(engine_.value("SELECT type FROM system.columns WHERE database = 'shop' AND table = "
                          "'events' AND name = 'kind'"),
            "String");
}

TEST_F(Policy, AChangedStepThatRanStopsTheRestOfItsMigration) {
  shop_.replace("migrations/0003_daily.sql", "INSERT INTO shop.daily\n",
                "INSERT INTO shop.dayly\n");
  run(1, {"apply", "--yes"});
  shop_.replace("migrations/0003_daily.sql", "events UInt64", "events UInt32");
  shop_.replace("migrations/0003_daily.sql", "shop.dayly", "shop.daily");
  EXPECT_THAT(run(3, {"apply", "--yes"}),
              HasSubstr("0003_daily.sql:2:1: step 1 of 0003_daily already ran, and its statement "
                        "has changed since"));
  run(0, {"repair", "3", "--yes"});
  EXPECT_THAT(run(0, {"apply", "--yes"}), HasSubstr("0003_daily  done  2 of 4 steps"));
}

TEST_F(Policy, AMigrationBelowWhatRanStopsUnlessItIsAllowed) {
  std::filesystem::rename(shop_.path() / "migrations/0003_daily.sql",
                          shop_.path() / "migrations/0005_daily.sql");
  run(0, {"apply", "--yes"});
  shop_.write("migrations/0004_late.sql", "CREATE TABLE shop.late (n Int8) ENGINE = Log");
  EXPECT_THAT(run(3, {"apply", "--yes"}),
              HasSubstr("migrations/0004_late.sql: 0004_late is out of order: 0005_daily has "
                        "already run\n"));
  EXPECT_EQ(engine_.value("EXISTS TABLE shop.late"), "0");
  shop_.write("godwit.hcl", fmt::format("environment \"late\" {{\n  url = \"{}\"\n  out_of_order = "
                                        "\"allow\"\n}}\n",
                                        engine_.url()));
  const Ended allowed = shop_.run({"apply", "--yes"});
  EXPECT_EQ(allowed.code, 0) << allowed.errors;
  EXPECT_EQ(engine_.value("EXISTS TABLE shop.late"), "1");
}

TEST_F(Policy, AnEmptyHistoryOverExistingTablesStopsAndBaselineTakesThemAsDone) {
  run(0, {"apply", "--yes"});
  engine_.value("DROP DATABASE godwit SYNC");
  const std::string stopped = run(3, {"apply", "--yes"});
  EXPECT_THAT(stopped, HasSubstr("the history is empty, but what the migrations create is already "
                                 "there: shop.events, shop.daily"));
  EXPECT_THAT(stopped, HasSubstr("\n    godwit baseline --url " + engine_.url() + " --to 3\n"));
  EXPECT_EQ(engine_.value("EXISTS DATABASE godwit"), "0");
  EXPECT_THAT(run(0, {"baseline", "--to", "3"}), HasSubstr("0003_daily  baseline\n"));
  EXPECT_THAT(run(0, {"apply", "--yes"}), HasSubstr("nothing to do"));
  EXPECT_THAT(run(0, {"status"}), HasSubstr("0003_daily    baseline"));
  EXPECT_EQ(engine_.value("SELECT sum(events) FROM shop.daily"), "3");
}

TEST_F(Policy, StatusWithExitCodeTellsThatSomethingIsPending) {
  EXPECT_THAT(run(3, {"status", "--exit-code"}), HasSubstr("godwit: 3 pending\n"));
  run(0, {"apply", "--yes"});
  run(0, {"status", "--exit-code"});
}

TEST_F(Policy, RollbackGoesBackByStepsAndToAVersion) {
  run(0, {"apply", "--yes"});
  EXPECT_THAT(run(3, {"rollback", "--steps", "1"}), HasSubstr("nobody can be asked here"));
  EXPECT_THAT(run(2, {"rollback", "--yes"}), HasSubstr("rollback how far?"));
  EXPECT_THAT(run(0, {"rollback", "--steps", "1", "--yes", "--allow-destructive"}),
              HasSubstr("0003_daily  reverted  3 of 3 steps"));
  EXPECT_EQ(engine_.value("EXISTS TABLE shop.daily"), "0");
  EXPECT_THAT(run(0, {"status"}), HasSubstr("0003_daily    reverted"));
  EXPECT_THAT(run(0, {"rollback", "--to", "1", "--yes", "--allow-destructive"}),
              HasSubstr("0002_country  reverted"));
  EXPECT_THAT(run(0, {"apply", "--yes"}), HasSubstr("2 migrations, 6 steps applied"));
  EXPECT_THAT(run(0, {"rollback", "--to", "0", "--yes", "--allow-destructive"}),
              HasSubstr("3 migrations"));
  EXPECT_EQ(engine_.value("SELECT count() FROM system.tables WHERE database = 'shop'"), "0");
}

TEST_F(Policy, ARollbackThatFailsHalfWayIsContinued) {
  run(0, {"apply", "--yes"});
  shop_.replace("migrations/0003_daily.sql", "DROP TABLE shop.daily;", "DROP TABLE shop.dayly;");
  const std::string failed = run(1, {"rollback", "--steps", "1", "--yes", "--allow-destructive"});
  EXPECT_THAT(failed, HasSubstr("migrations/0003_daily.sql:28:1: step 3 of 3 of 0003_daily failed: "
                                "code 60"));
  EXPECT_THAT(failed, HasSubstr("\n    godwit rollback --url " + engine_.url() + " --steps 1\n"));
  EXPECT_EQ(engine_.value("EXISTS TABLE shop.daily_of_events"), "0");
  EXPECT_THAT(run(3, {"apply", "--yes"}), HasSubstr("0003_daily is rolled back half-way"));
  EXPECT_THAT(run(0, {"status"}), HasSubstr("0003_daily    reverting"));
  shop_.replace("migrations/0003_daily.sql", "DROP TABLE shop.dayly;", "DROP TABLE shop.daily;");
  EXPECT_THAT(run(0, {"rollback", "--steps", "1", "--yes", "--allow-destructive"}),
              HasSubstr("0003_daily  reverted  1 of 3 steps"));
  EXPECT_THAT(run(0, {"apply", "--yes"}), HasSubstr("0003_daily  done  4 of 4 steps"));
  EXPECT_EQ(engine_.value("SELECT sum(events) FROM shop.daily"), "3");
}

}  // namespace
}  // namespace godwit::test
