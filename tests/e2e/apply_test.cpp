// The main path, as a user walks it: examples/shop is applied, stops at a broken statement, is
// mended and goes on.

#include "support/engine_process.hpp"
#include "support/program.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace godwit::test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

class Apply : public ::testing::Test {
 protected:
  // A run that must end well.
  Ended run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--url", engine_.url()});
    Ended ended = shop_.run(arguments);
    EXPECT_EQ(ended.code, 0) << ended.errors;
    return ended;
  }

  [[nodiscard]] std::string count(const std::string& condition) const {
    return engine_.value(fmt::format(
        "SELECT count() FROM system.query_log WHERE type = 'QueryStart' AND {}", condition));
  }

  static constexpr const char* kRecords = "startsWith(query, 'INSERT INTO `godwit`.`history`')";

  Project shop_{"shop"};
  EngineProcess engine_{{}, {"--listen", "127.0.0.1:0"}};
};

TEST_F(Apply, TheShopIsAppliedOnceAndThenThereIsNothingToDo) {
  const Ended first = run({"apply", "--yes"});
  EXPECT_THAT(first.output, MatchesRegex("url  http://[^ ]+ \\(ClickHouse 26[.0-9]+\\)  topology "
                                         "single \\(default\\)  history godwit.history\n"
                                         "0001_events  done  2 of 2 steps  [^\n]+\n"
                                         "0002_country  done  2 of 2 steps  [^\n]+\n"
                                         "0003_daily  done  4 of 4 steps  [^\n]+\n"
                                         "3 migrations, 8 steps applied\n"));
  EXPECT_EQ(count(kRecords), "9");  // n statements cost n+1 INSERTs
  const std::string before = engine_.value("SELECT count() FROM system.query_log");
  EXPECT_THAT(run({"apply", "--yes"}).output, HasSubstr("\nnothing to do\n"));
  const std::string after = engine_.value("SELECT count() FROM system.query_log");
  // Two lines a query, and the question for the number above: at most the probe and the history.
  EXPECT_LE(std::stoi(after) - std::stoi(before), 2 * 2 + 2);
  EXPECT_EQ(engine_.value("SELECT sum(events) FROM shop.daily"), "3");
}

TEST_F(Apply, ABrokenStatementIsNamedAndOnlyTheRestRunsAfterItIsMended) {
  shop_.replace("migrations/0003_daily.sql", "INSERT INTO shop.daily\n",
                "INSERT INTO shop.dayly\n");
  const Ended broken = shop_.run({"apply", "--yes", "--url", engine_.url()});
  EXPECT_EQ(broken.code, 1);
  EXPECT_THAT(broken.errors,
              HasSubstr("godwit: migrations/0003_daily.sql:16:1: step 3 of 4 of 0003_daily failed: "
                        "code 60: "));
  EXPECT_THAT(broken.errors,
              HasSubstr("\n      INSERT INTO shop.dayly\n      ^\n    steps 1 and 2 ran, "
                        "and will not run again; mend 0003_daily.sql and go on "
                        "with\n    godwit apply --url " +
                        engine_.url() + "\n"));
  EXPECT_THAT(broken.output, HasSubstr("0002_country  done"));
  EXPECT_THAT(broken.output, Not(HasSubstr("0003_daily  done")));

  const Ended status = run({"status"});
  EXPECT_THAT(status.output, HasSubstr("0003_daily    failed    2 of 4 steps\n"
                                       "    1  done      CREATE TABLE shop.daily"));
  EXPECT_THAT(status.output, HasSubstr("    2  done      CREATE MATERIALIZED VIEW"));
  EXPECT_THAT(status.output, HasSubstr("    3  failed    INSERT INTO shop.dayly"));

  shop_.replace("migrations/0003_daily.sql", "shop.dayly", "shop.daily");
  const Ended mended = run({"apply", "--yes"});
  EXPECT_THAT(mended.output, HasSubstr("0003_daily  done  2 of 4 steps"));
  EXPECT_THAT(mended.output, HasSubstr("1 migration, 2 steps applied\n"));
  EXPECT_EQ(count("query LIKE 'CREATE%VIEW%'"), "1");
  EXPECT_EQ(engine_.value("SELECT sum(events) FROM shop.daily"), "3");
}

TEST_F(Apply, ATableTooLargeToBeDroppedGoesWithTheLineThatTheErrorShows) {
  (void)run({"apply", "--yes"});
  const std::string drop = "DROP TABLE shop.events;\n";
  shop_.write("migrations/0004_drop.sql", "SET max_table_size_to_drop = 1;\n" + drop);
  const Ended refused =
      shop_.run({"apply", "--yes", "--allow-destructive", "--url", engine_.url()});
  EXPECT_EQ(refused.code, 1);
  const std::string line =
      "-- godwit:settings max_table_size_to_drop=0 max_partition_size_to_drop=0\n";
  EXPECT_THAT(refused.errors, HasSubstr(line));
  EXPECT_EQ(engine_.value("EXISTS TABLE shop.events"), "1");
  shop_.write("migrations/0004_drop.sql", "SET max_table_size_to_drop = 1;\n" + line + drop);
  (void)run({"apply", "--yes", "--allow-destructive"});
  EXPECT_EQ(engine_.value("EXISTS TABLE shop.events"), "0");
}

TEST_F(Apply, ADryRunShowsThePlanAndWritesNothing) {
  const auto before = shop_.files();
  const Ended plan = run({"plan"});
  const Ended dry = run({"apply", "--dry-run"});
  EXPECT_EQ(dry.output, plan.output);
  EXPECT_THAT(dry.output, HasSubstr("3 migrations, 8 steps  digest "));
  EXPECT_THAT(dry.output, HasSubstr("migrations/0003_daily.sql:16"));
  EXPECT_EQ(shop_.files(), before);
  EXPECT_EQ(count("query LIKE 'CREATE%' OR query LIKE 'INSERT%' OR query LIKE 'ALTER%'"), "0");
}

TEST_F(Apply, ToAndStepsBoundWhatRuns) {
  EXPECT_THAT(run({"apply", "--yes", "--steps", "1"}).output,
              HasSubstr("1 migration, 2 steps applied\n"));
  EXPECT_THAT(run({"apply", "--yes", "--to", "2"}).output,
              HasSubstr("1 migration, 2 steps applied\n"));
  EXPECT_THAT(run({"apply", "--yes", "--to", "0002"}).output, HasSubstr("nothing to do\n"));
  const Ended unknown = shop_.run({"apply", "--yes", "--to", "7", "--url", engine_.url()});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.errors, HasSubstr("no migration has version '7'"));
  EXPECT_THAT(run({"status"}).output, HasSubstr("0003_daily    pending\n"));
}

TEST_F(Apply, CommentsLayoutAndLineEndsAreNoChange) {
  run({"apply", "--yes"});
  for (const char* name : {"0001_events", "0002_country", "0003_daily"}) {
    const std::string file = fmt::format("migrations/{}.sql", name);
    shop_.replace(file, "\n", "\r\n");
    shop_.replace(file, "-- ", "-- (edited) ");
  }
  shop_.replace("migrations/0001_events.sql", "-- (edited) godwit", "-- godwit");
  shop_.replace("migrations/0002_country.sql", "-- (edited) godwit", "-- godwit");
  shop_.replace("migrations/0003_daily.sql", "-- (edited) godwit", "-- godwit");
  EXPECT_THAT(run({"apply", "--yes"}).output, HasSubstr("nothing to do\n"));
  EXPECT_THAT(run({"status"}).output, Not(HasSubstr("changed")));
}

TEST_F(Apply, ASetBecomesSettingsOfTheLaterStatements) {
  shop_.write("migrations/0004_set.sql",
              "SELECT throwIf(getSetting('max_block_size') = 777);\n"
              "SET max_block_size = 777, max_threads = 3;\n"
              "SELECT throwIf(getSetting('max_block_size') != 777);\n"
              "SELECT throwIf(getSetting('max_threads') != 3);\n");
  EXPECT_THAT(run({"apply", "--yes"}).output, HasSubstr("0004_set  done  3 of 3 steps"));
  EXPECT_EQ(count("query LIKE 'SET %'"), "0");
}

TEST_F(Apply, FlagsStandBeforeOrAfterTheVerb) {
  const Ended before = shop_.run({"--url", engine_.url(), "--topology", "single", "status"});
  const Ended after = shop_.run({"status", "--topology", "single", "--url", engine_.url()});
  EXPECT_EQ(before.code, 0) << before.errors;
  EXPECT_EQ(before.output, after.output);
  EXPECT_THAT(before.output, HasSubstr("topology single (--topology)"));
}

}  // namespace
}  // namespace godwit::test
