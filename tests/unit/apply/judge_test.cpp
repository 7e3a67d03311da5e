#include "godwit/apply/judge.hpp"

#include "support/scripted_server.hpp"
#include "support/written.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::apply {
namespace {

using server::Outcome;
using server::Row;
using test::ScriptedServer;

using Rows = std::vector<Row>;

constexpr std::string_view kTables = "SELECT create_table_query FROM system.tables";
constexpr std::string_view kParts = "FROM system.parts";

// The rule of each step and what its tables have: "GW222 10/100/1".
std::string judged(const std::string& migration, ScriptedServer& server) {
  const auto migrations = test::written({{"1_a.sql", migration}});
  plan::Wanted wanted;
  wanted.topology.default_database = "shop";
  plan::Plan plan = plan::plan_up(migrations, {}, wanted);
  judge_by_server(server, plan, wanted);
  std::string text;
  for (const plan::PlannedStep& step : plan.migrations.front().steps) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", step.changes.list.back().rule->id);
    if (!step.cost) continue;
    text += fmt::format(" {}/{}/{}", step.cost->rows, step.cost->bytes, step.cost->parts);
  }
  return text;
}

TEST(Judge, AsksForTheTablesThatStepsNameAndFollowsTheStepsFromThere) {
  ScriptedServer server;
  server.expect(std::string(kTables),
                Rows{{"CREATE TABLE shop.t (`k` UInt8, `a` Int8) ENGINE = MergeTree ORDER BY k"},
                     {"CREATE MATERIALIZED VIEW shop.v TO shop.w (`k` UInt8) AS SELECT k FROM "
                      "shop.t"}});
  server.expect(std::string(kParts), Rows{{"shop", "t", "10", "100", "1"}});
  EXPECT_EQ(judged("ALTER TABLE t MODIFY COLUMN a Int16; ALTER TABLE t MODIFY COLUMN a Int8;\n"
                   "ALTER TABLE t DROP COLUMN k; ALTER TABLE t ADD COLUMN b Int8; DROP TABLE t",
                   server),
            "GW222 10/100/1, GW223 10/100/1, GW204 10/100/1, GW201, GW110 10/100/1");
}

TEST(Judge, AsksNothingWhereNoStepNamesATable) {
  ScriptedServer server;
  EXPECT_EQ(judged("CREATE DATABASE d; CREATE FUNCTION f AS x -> x; SELECT 1", server),
            "GW101, GW101, GW134");
  EXPECT_TRUE(server.queries().empty());
}

TEST(Judge, LeavesWhatTheMigrationsSayWhereTheServerDoesNotTell) {
  const std::string migration =
      "CREATE TABLE t (k UInt8, a Int8) ENGINE = MergeTree ORDER BY k;\n"
      "ALTER TABLE t MODIFY COLUMN a Int16";
  ScriptedServer refusing;
  refusing.expect(std::string(kTables), Outcome(server::Failed{497, "Not enough privileges."}));
  EXPECT_EQ(judged(migration, refusing), "GW101, GW222");
  ScriptedServer empty;
  empty.expect(std::string(kTables), Rows{});
  EXPECT_EQ(judged(migration, empty), "GW101, GW222");
}

TEST(Judge, GoesOnWithoutWhatTheTablesHold) {
  ScriptedServer server;
  server.expect(std::string(kTables), Rows{{"CREATE TABLE shop.t (k UInt8) ENGINE = Memory"}});
  server.expect(std::string(kParts), Outcome(server::Failed{497, "Not enough privileges."}));
  EXPECT_EQ(judged("DROP TABLE t", server), "GW110");
}

}  // namespace
}  // namespace godwit::apply
