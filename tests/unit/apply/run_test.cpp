// What a run sends, in order. A statement is told by its text, an INSERT into the history by the
// rows in it ("1/2 done" for step 2 of migration 1, "1/0" for the migration itself, "1/d1" for the
// first step of its way back).

#include "godwit/apply/run.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/apply/scene.hpp"

namespace godwit::apply {
namespace {

TEST(Run, NStatementsCostOneInsertMore) {
  Scene scene(kTwo);
  scene.server.expect("CREATE TABLE a").expect("SELECT 1").expect("SELECT 2");
  scene.clock.tick = std::chrono::milliseconds(1);
  EXPECT_EQ(scene.run(), "none");
  EXPECT_THAT(scene.sent(), ElementsAre("1/0 running, 1/1 running", "CREATE TABLE a (x Int8)",
                                        "1/1 done, 1/2 running", "SELECT 1",
                                        "1/2 done, 1/0 done, 2/0 running, 2/1 running", "SELECT 2",
                                        "2/1 done, 2/0 done"));
  EXPECT_THAT(scene.audience.lines,
              ElementsAre("begins 1_a", "sends 1_a 1", "ends 1_a 1 in 1 ms", "sends 1_a 2",
                          "ends 1_a 2 in 1 ms", "completes 1_a in 5 ms", "begins 2_b",
                          "sends 2_b 1", "ends 2_b 1 in 1 ms", "completes 2_b in 3 ms"));
}

TEST(Run, StatementsAndRecordsHaveNames) {
  Scene scene(Files{{"1_a.sql", "SELECT 1; SELECT 2"}});
  scene.server.expect("SELECT 1").expect("SELECT 2");
  EXPECT_EQ(scene.run(), "none");
  std::vector<std::string> ids;
  for (const server::Request& request : scene.server.statements()) ids.push_back(request.query_id);
  EXPECT_THAT(ids, ElementsAre("godwit-run-1-1-record", "godwit-run-1-1", "godwit-run-1-2-record",
                               "godwit-run-1-2", ""));
}

TEST(Run, ARowSaysWhoSentWhatAndWhen) {
  Scene scene(Files{{"7_a.sql", "SELECT 1"}});
  scene.server.expect("SELECT 1");
  scene.clock.tick = std::chrono::milliseconds(250);
  EXPECT_EQ(scene.run(), "none");
  const history::Row row = scene.recorded("7/1 done");
  const migrations::Migration& migration = scene.migrations.migrations[0];
  EXPECT_EQ(row.name, "a");
  EXPECT_EQ(row.statement_hash, migration.steps[0].hash);
  EXPECT_EQ(row.migration_hash, migration.hash);
  EXPECT_EQ(row.note, "topology=single");
  EXPECT_EQ(row.query_id, "godwit-run-7-1");
  EXPECT_EQ(row.run_id + row.runner + row.user + row.version, "runann@laptop:1ann0.1.0");
  EXPECT_EQ(row.started_at, "2026-01-02 03:04:05.256");
  EXPECT_EQ(row.finished_at, "2026-01-02 03:04:05.506");
  EXPECT_EQ(row.duration_ms, 250U);
  EXPECT_EQ(scene.recorded("7/1 running").finished_at, "1970-01-01 00:00:00.000");
  EXPECT_EQ(scene.recorded("7/0 done").duration_ms, 750U);
}

TEST(Run, OnlyADatabaseMayBeMadeWithoutTheUrlsDatabase) {
  Scene scene(Files{{"1_a.sql", "CREATE DATABASE shop; CREATE TABLE shop.a (x Int8)"}});
  scene.server.expect("CREATE DATABASE").expect("CREATE TABLE");
  EXPECT_EQ(scene.run(), "none");
  EXPECT_FALSE(scene.server.statements().at(1).needs_database);
  EXPECT_TRUE(scene.server.statements().at(3).needs_database);
}

TEST(Run, NothingLeftIsNothingSent) {
  Scene scene(Files{{"1_a.sql", "SELECT 1"}});
  scene.left(0, 0, State::done);
  EXPECT_EQ(scene.run(), "none");
  EXPECT_TRUE(scene.sent().empty());
}

TEST(Run, AMigrationWhoseEndAloneIsMissingIsEnded) {
  Scene scene(Files{{"1_a.sql", "SELECT 1"}, {"2_b.sql", "-- godwit:empty"}});
  scene.left(0, 0, State::running);
  scene.left(0, 1, State::done);
  EXPECT_EQ(scene.run(), "none");
  EXPECT_THAT(scene.sent(), ElementsAre("1/0 done, 2/0 done"));
}

TEST(Run, WhatIsRefusedForAMomentIsSentAgain) {
  Scene scene(Files{{"1_a.sql", "ALTER TABLE a ADD COLUMN b Int8"}});
  scene.server.expect("ALTER TABLE a", Outcome(Failed{517, "not up to date"}))
      .expect("ALTER TABLE a", Outcome(Failed{999, "Coordination error: No node, path /x"}))
      .expect("ALTER TABLE a");
  EXPECT_EQ(scene.run(), "none");
  EXPECT_THAT(scene.sent(),
              ElementsAre("1/0 running, 1/1 running", "ALTER TABLE a ADD COLUMN b Int8",
                          "1/1 running", "ALTER TABLE a ADD COLUMN b Int8", "1/1 running",
                          "ALTER TABLE a ADD COLUMN b Int8", "1/1 done, 1/0 done"));
  std::vector<std::string> ids;
  for (const server::Request& request : scene.server.statements()) ids.push_back(request.query_id);
  EXPECT_THAT(ids,
              ElementsAre("godwit-run-1-1-record", "godwit-run-1-1", "godwit-run-1-1.2-record",
                          "godwit-run-1-1.2", "godwit-run-1-1.3-record", "godwit-run-1-1.3", ""));
  EXPECT_EQ(scene.recorded("1/1 done").note,
            "topology=single; sent again after code 517; sent again after code 999");
  EXPECT_THAT(scene.audience.lines,
              ElementsAre("begins 1_a", "sends 1_a 1", "waits 1_a 1: code 517, 500 ms",
                          "waits 1_a 1: code 999, 1000 ms", "ends 1_a 1 in 1500 ms",
                          "completes 1_a in 1500 ms"));
}

TEST(Run, WhatMayHaveDoneSomethingIsNotSentAgain) {
  for (const auto& [statement, message] : std::vector<std::pair<std::string, std::string>>{
           {"ALTER TABLE a UPDATE b = b + 1 WHERE 1, ADD COLUMN c Int8", "not up to date"},
           {"DROP TABLE a PARALLEL WITH DROP TABLE b", "not up to date"},
           {"DROP TABLE a", "There was an error on [h2:9000]: Code: 517. not up to date"}}) {
    Scene scene(Files{{"1_a.sql", statement}});
    scene.server.expect(statement, Outcome(Failed{517, message}));
    EXPECT_THAT(scene.run(), HasSubstr("code 517")) << statement;
    EXPECT_EQ(scene.clock.sleeps.size(), 0U) << statement;
  }
}

TEST(Run, WhatStaysRefusedFailsInTheEnd) {
  Scene scene(Files{{"1_a.sql", "DROP TABLE a"}});
  scene.server.always("DROP TABLE a", Outcome(Failed{517, "not up to date"}));
  EXPECT_THAT(scene.run(), HasSubstr("code 517: not up to date"));
  EXPECT_EQ(scene.clock.sleeps.size(), 7U);
  EXPECT_EQ(scene.recorded("1/1 failed").error_code, 517);
}

TEST(Run, AFailureIsRecordedAndEndsTheRun) {
  Scene scene(kTwo);
  scene.secrets.add("s3cret");
  scene.server.expect("CREATE TABLE a")
      .expect("SELECT 1", Outcome(Failed{60, "Unknown table s3cret"}));
  EXPECT_EQ(
      scene.run(),
      "failed m/1_a.sql:1:26: step 2 of 2 of 1_a failed: code 60: Unknown table s3cret / step "
      "1 ran, and will not run again; mend 1_a.sql and go on with\ngodwit apply dev");
  EXPECT_THAT(scene.sent(),
              ElementsAre("1/0 running, 1/1 running", "CREATE TABLE a (x Int8)",
                          "1/1 done, 1/2 running", "SELECT 1", "1/2 failed, 1/0 failed"));
  const history::Row row = scene.recorded("1/2 failed");
  EXPECT_EQ(row.error_code, 60);
  EXPECT_EQ(row.error, "Unknown table [redacted]");
}

struct HintCase {
  std::size_t fails;
  std::string_view hint;
};

TEST(Run, AFailureSaysWhatRanBefore) {
  for (const auto& [fails, hint] : {HintCase{1, "nothing of it ran before;"},
                                    HintCase{2, "step 1 ran, and will not run again;"},
                                    HintCase{3, "steps 1 and 2 ran, and will not run again;"}}) {
    Scene scene(Files{{"1_a.sql", "SELECT 1; SELECT 2; SELECT 3"}});
    for (std::size_t step = 1; step < fails; ++step) {
      scene.server.expect(fmt::format("SELECT {}", step));
    }
    scene.server.expect(fmt::format("SELECT {}", fails), Outcome(Failed{60, "Code: 60. no"}));
    const std::string error = scene.run();
    EXPECT_THAT(error, HasSubstr(std::string(hint)));
    EXPECT_THAT(error, HasSubstr("failed: Code: 60. no /"));  // a code is not said twice
  }
}

TEST(Run, ATableTooLargeToBeDroppedIsAnsweredWithTheLineToWrite) {
  Scene scene(Files{{"1_a.sql", "DROP TABLE t"}});
  scene.server.expect("DROP TABLE t",
                      Outcome(Failed{359,
                                     "Table or Partition in default.t was not dropped. Reason: 1. "
                                     "Size (60.00 GB) is greater than "
                                     "max_[table/partition]_size_to_drop (50.00 GB)"}));
  EXPECT_THAT(
      scene.run(),
      HasSubstr("-- godwit:settings max_table_size_to_drop=0 max_partition_size_to_drop=0"));
}

TEST(Run, ASecretStepsMessageIsNeitherShownNorStored) {
  Scene scene(Files{{"1_a.sql", "-- godwit:secret\nSELECT 'pw'"}});
  scene.server.expect("SELECT 'pw'", Outcome(Failed{62, "Syntax error at 'pw'"}));
  const std::string error = scene.run();
  EXPECT_EQ(error.find("'pw'"), std::string::npos) << error;
  EXPECT_EQ(scene.recorded("1/1 failed").error, "not kept: the step is secret");
  EXPECT_EQ(scene.recorded("1/0 failed").error, "not kept: the step is secret");
}

TEST(Run, AHistoryThatTakesNothingStopsTheRunBeforeItSends) {
  Scene scene(Files{{"1_a.sql", "SELECT 1"}});
  scene.server.expect(std::string(kInsert), Outcome(Failed{242, "readonly"}));
  EXPECT_EQ(scene.run(), "failed cannot write to the history godwit.history: readonly");
  EXPECT_EQ(scene.server.statements().size(), 1U);
}

// --- the lock and interruptions

TEST(Run, ALostLockStopsBeforeTheNextStatement) {
  Scene scene(kTwo);
  scene.lock.answers = {"held", "lost"};
  scene.server.expect("CREATE TABLE a");
  EXPECT_EQ(scene.run(),
            "lock_held the lock was lost before step 2 of 2 of 1_a: a lock / somebody cleared it: "
            "see who runs now with godwit status dev");
  EXPECT_THAT(scene.sent(),
              ElementsAre("1/0 running, 1/1 running", "CREATE TABLE a (x Int8)", "1/1 done"));
}

TEST(Run, ALockThatCannotBeReadStopsToo) {
  Scene scene(kTwo);
  scene.lock.answers = {"held", "unknown"};
  scene.server.expect("CREATE TABLE a");
  EXPECT_EQ(scene.run(), "failed the lock cannot be read");
  EXPECT_EQ(scene.sent().back(), "1/1 done");
}

TEST(Run, AnInterruptionEndsTheRunBehindTheStep) {
  Scene scene(kTwo);
  scene.interruptions = [&] { return scene.audience.lines.size() >= 3 ? 1 : 0; };
  scene.server.expect("CREATE TABLE a");
  EXPECT_EQ(scene.run(),
            "interrupted interrupted before step 2 of 2 of 1_a; what ran is recorded / godwit "
            "apply dev");
  EXPECT_THAT(scene.sent(),
              ElementsAre("1/0 running, 1/1 running", "CREATE TABLE a (x Int8)", "1/1 done"));
}

TEST(Run, AnInterruptionAtTheLastStepChangesNothing) {
  Scene scene(Files{{"1_a.sql", "SELECT 1"}});
  scene.interruptions = [&] { return scene.audience.lines.size() >= 2 ? 1 : 0; };
  scene.server.expect("SELECT 1");
  EXPECT_EQ(scene.run(), "none");
  EXPECT_EQ(scene.sent().back(), "1/1 done, 1/0 done");
}

TEST(Run, ASecondInterruptionLeavesTheStepInDoubtWithoutAsking) {
  Scene scene(Files{{"1_a.sql", "SELECT 1"}});
  scene.interruptions = [&] { return scene.audience.lines.size() >= 2 ? 2 : 0; };
  scene.server.expect("SELECT 1", Outcome(InDoubt{"waiting was stopped"}));
  EXPECT_THAT(scene.run(), HasSubstr("interrupted m/1_a.sql:1:1: step 1 of 1 of 1_a is in doubt: "
                                     "waiting was stopped"));
  EXPECT_TRUE(scene.server.queries().empty());
  EXPECT_THAT(scene.sent(), ElementsAre("1/0 running, 1/1 running", "SELECT 1"));
}

// --- the way back

TEST(Run, AfterAWayBackNothingOfTheMigrationHasRun) {
  Scene scene(Files{
      {"1_a.sql", "CREATE TABLE a (x Int8); SELECT 1;\n-- godwit:down\nSELECT 2; DROP TABLE a"}});
  for (const std::uint32_t step : {0U, 1U, 2U}) scene.left(0, step, State::done);
  scene.server.expect("SELECT 2").expect("DROP TABLE a");
  EXPECT_EQ(scene.run(plan::Direction::down), "none");
  EXPECT_THAT(
      scene.sent(),
      ElementsAre("1/0 running, 1/d1 running", "SELECT 2", "1/d1 done, 1/d2 running",
                  "DROP TABLE a",
                  "1/0 reverted, 1/1 reverted, 1/2 reverted, 1/d1 reverted, 1/d2 reverted"));
  EXPECT_EQ(scene.recorded("1/0 reverted").note, "topology=single; way back");
  EXPECT_EQ(scene.server.statements().at(1).query_id, "godwit-run-1-1000001");
}

TEST(Run, AWayBackThatFailsSaysHowToGoOn) {
  Scene scene(Files{{"1_a.sql", "SELECT 1;\n-- godwit:down\nSELECT 2"}});
  scene.left(0, 0, State::done);
  scene.server.expect("SELECT 2", Outcome(Failed{60, "no"}));
  EXPECT_THAT(scene.run(plan::Direction::down),
              HasSubstr("go on with\ngodwit rollback dev --steps 1"));
  EXPECT_EQ(scene.sent().back(), "1/d1 failed, 1/0 failed");
}

}  // namespace
}  // namespace godwit::apply
