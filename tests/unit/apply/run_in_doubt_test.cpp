// A step whose end is not known: what a run asks, and when it goes on.

#include "godwit/apply/run.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/apply/scene.hpp"

namespace godwit::apply {
namespace {

TEST(Run, ADoubtThatIsFoundOutGoesOn) {
  Scene scene(kTwo);
  scene.server.expect("CREATE TABLE a", Outcome(InDoubt{"the connection was cut"}));
  scene.expect_not_running_and_no_log();
  scene.server.expect("FROM system.tables WHERE", Rows{{"1"}})
      .expect("SELECT 1")
      .expect("SELECT 2");
  EXPECT_EQ(scene.run(), "none");
  EXPECT_EQ(scene.sent().at(2), "1/1 done, 1/2 running");
  EXPECT_EQ(scene.recorded("1/1 done").note,
            "topology=single; found out: system.processes: it is not running; system.query_log: "
            "not kept on this server; catalog: what it creates is there");
  EXPECT_EQ(scene.audience.lines.at(2), "finds out 1_a 1");
}

TEST(Run, ADoubtThatNobodyKnowsAnythingAboutStops) {
  Scene scene(Files{{"1_a.sql", "INSERT INTO a SELECT 1"}});
  scene.server.expect("INSERT INTO a", Outcome(InDoubt{"the connection was cut"}));
  scene.expect_not_running_and_no_log();
  EXPECT_EQ(scene.run(),
            "failed m/1_a.sql:1:1: step 1 of 1 of 1_a is in doubt: the connection was cut / "
            "system.processes: it is not running\nsystem.query_log: not kept on this server\n"
            "catalog: the catalog does not show what it does\ngodwit apply dev\nto let godwit look "
            "again; or, when you know what became of it,\ngodwit resolve dev 1 --step 1 --done\n"
            "godwit resolve dev 1 --step 1 --retry");
  EXPECT_THAT(scene.sent(), ElementsAre("1/0 running, 1/1 running", "INSERT INTO a SELECT 1"));
}

TEST(Run, ADoubtAboutADeadServerStops) {
  Scene scene(Files{{"1_a.sql", "CREATE TABLE a (x Int8)"}});
  scene.server.expect("CREATE TABLE a", Outcome(InDoubt{"the connection was cut"}))
      .expect("FROM system.processes", Outcome(InDoubt{"nobody answers"}))
      .expect("name = 'query_log'", Outcome(InDoubt{"nobody answers"}))
      .expect("FROM system.tables WHERE", Outcome(InDoubt{"nobody answers"}));
  const std::string error = scene.run();
  EXPECT_THAT(error, HasSubstr("is in doubt: the connection was cut / "));
  EXPECT_THAT(error, HasSubstr("nobody answers"));
  EXPECT_EQ(scene.sent().size(), 2U);
}

TEST(Run, AStatementThatDidNotRunHasFailed) {
  Scene scene(Files{{"1_a.sql", "CREATE TABLE a (x Int8)"}});
  scene.server.expect("CREATE TABLE a", Outcome(InDoubt{"the connection was cut"}));
  scene.expect_not_running_and_no_log();
  scene.server.expect("FROM system.tables WHERE", Rows{{"0"}});
  EXPECT_THAT(scene.run(), HasSubstr("failed: it did not run: the connection was cut"));
  EXPECT_EQ(scene.sent().back(), "1/1 failed, 1/0 failed");
}

TEST(Run, AnEarlierDoubtIsFoundOutByItsOwnName) {
  Scene scene(kTwo);
  scene.left(0, 0, State::running);
  scene.left(0, 1, State::running);
  scene.server.expect("query_id = 'godwit-before-1-1'", Rows{})
      .expect("name = 'query_log'", Rows{})
      .expect("FROM system.tables WHERE", Rows{{"1"}})
      .expect("SELECT 1")
      .expect("SELECT 2");
  EXPECT_EQ(scene.run(), "none");
  EXPECT_EQ(scene.sent().at(0), "1/1 done, 1/0 running, 1/2 running");
  const history::Row row = scene.recorded("1/1 done");
  EXPECT_EQ(row.query_id, "godwit-before-1-1");
  EXPECT_EQ(row.duration_ms, 0U);  // when it ended nobody saw
}

TEST(Run, AnEarlierDoubtThatLeftNothingIsSent) {
  Scene scene(Files{{"1_a.sql", "CREATE TABLE a (x Int8)"}});
  scene.left(0, 0, State::running);
  scene.left(0, 1, State::running);
  scene.expect_not_running_and_no_log();
  scene.server.expect("FROM system.tables WHERE", Rows{{"0"}}).expect("CREATE TABLE a");
  EXPECT_EQ(scene.run(), "none");
  EXPECT_THAT(scene.sent(), ElementsAre("1/0 running, 1/1 running", "CREATE TABLE a (x Int8)",
                                        "1/1 done, 1/0 done"));
}

TEST(Run, AnEarlierDoubtIsNeverSentOnAGuess) {
  Scene scene(Files{{"1_a.sql", "INSERT INTO a SELECT 1"}});
  scene.left(0, 0, State::running);
  scene.left(0, 1, State::running);
  scene.expect_not_running_and_no_log();
  EXPECT_THAT(scene.run(), HasSubstr("is in doubt: it was sent before"));
  EXPECT_TRUE(scene.sent().empty());
}

// What ended before is recorded, though the server cannot be asked about the next step; and the
// time of a step of one migration is not that of another's.
TEST(Run, WhatEndedBeforeADoubtIsRecordedFirst) {
  Scene scene(Files{{"1_a.sql", "SELECT 1"}, {"2_b.sql", "CREATE TABLE b (x Int8)"}});
  scene.left(1, 0, State::running);
  scene.left(1, 1, State::running);
  scene.server.expect("SELECT 1")
      .expect("FROM system.processes", Outcome(Failed{497, "Not enough privileges"}))
      .expect("name = 'query_log'", Rows{})
      .expect("FROM system.tables WHERE", Rows{{"0"}});
  EXPECT_THAT(scene.run(), HasSubstr("Not enough privileges"));
  EXPECT_THAT(scene.sent(),
              ElementsAre("1/0 running, 1/1 running", "SELECT 1", "1/1 done, 1/0 done"));
}

TEST(Run, AFoundOutStepHasNoDurationOfAnotherMigrations) {
  Scene scene(Files{{"1_a.sql", "SELECT 1"}, {"2_b.sql", "CREATE TABLE b (x Int8)"}});
  scene.clock.tick = std::chrono::milliseconds(1);
  scene.left(1, 0, State::running);
  scene.left(1, 1, State::running);
  scene.server.expect("SELECT 1");
  scene.expect_not_running_and_no_log();
  scene.server.expect("FROM system.tables WHERE", Rows{{"1"}});
  EXPECT_EQ(scene.run(), "none");
  EXPECT_EQ(scene.recorded("2/1 done").duration_ms, 0U);
}

}  // namespace
}  // namespace godwit::apply
