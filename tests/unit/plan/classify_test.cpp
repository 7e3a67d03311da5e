#include "godwit/plan/classify.hpp"

#include "godwit/plan/engine_alters.hpp"
#include "support/change_cases.hpp"
#include "support/classified.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::plan {
namespace {

using test::classified;

TEST(Classify, KnowsTheRuleOfEveryCase) {
  for (const test::ChangeCase& each : test::change_cases()) {
    const Change change = classified(test::statements_before(each), each.statement);
    EXPECT_EQ(change.rule->id, each.rule) << each.statement << " " << change.detail;
  }
}

TEST(Classify, HasARuleForEveryKindOfStatement) {
  for (const sql::StatementRow& row : sql::statement_rows()) {
    const Change change = classified({}, row.example);
    EXPECT_NE(change.rule->id, "GW199") << row.name << ": " << row.example;
  }
}

TEST(Classify, HasARuleForEveryCommandOfAlter) {
  std::set<std::string_view> ids;
  for (const ChangeRule& rule : change_rules()) ids.insert(rule.id);
  for (const sql::AlterRow& row : sql::alter_rows()) {
    EXPECT_TRUE(ids.contains(alter_rule(row.kind))) << row.name;
  }
}

TEST(ChangeRules, AreInOrderAndSayWhatTheyMean) {
  std::string_view last;
  for (const ChangeRule& rule : change_rules()) {
    EXPECT_LT(last, rule.id);
    last = rule.id;
    EXPECT_FALSE(rule.restriction.ends_with(".")) << rule.id;
    EXPECT_FALSE(rule.restriction.empty()) << rule.id;
    EXPECT_FALSE(rule.docs.empty()) << rule.id;
  }
}

struct Row {
  std::string_view before;
  std::string_view statement;
  std::string_view changes;
};

// What follows from what ran before, and statements that do several things.
constexpr auto kRows = std::to_array<Row>({
    {"CREATE TABLE t (k UInt8, a Int8) ENGINE = MergeTree ORDER BY k",
     "ALTER TABLE t ADD COLUMN b Int8, DROP COLUMN a, DROP PARTITION 1",
     "metadata GW201, mutation GW202 (a), drop GW280 -> drop"},
    {"ALTER TABLE t ADD COLUMN b Int8", "ALTER TABLE t MODIFY COLUMN b Int16",
     "mutation GW229 -> mutation"},
    {"CREATE TABLE t (k UInt8, a Int8) ENGINE = MergeTree ORDER BY k;"
     "ALTER TABLE t MODIFY COLUMN a Int32; ALTER TABLE t RENAME COLUMN a TO b",
     "ALTER TABLE t MODIFY COLUMN b Int16", "mutation GW223 (Int32 to Int16) -> mutation"},
    {"CREATE TABLE t (k UInt8, a Int8) ENGINE = MergeTree ORDER BY k; RENAME TABLE t TO u",
     "ALTER TABLE u DROP COLUMN k", "rebuild GW204 (k) -> rebuild"},
    {"CREATE TABLE t (k UInt8, a Int8) ENGINE = MergeTree ORDER BY k;"
     "CREATE TABLE u (x UInt8) ENGINE = MergeTree ORDER BY x; EXCHANGE TABLES t AND u",
     "ALTER TABLE t DROP COLUMN x", "rebuild GW204 (x) -> rebuild"},
    {"CREATE TABLE s (k UInt8, a Int8) ENGINE = MergeTree ORDER BY k; CREATE TABLE t AS s",
     "ALTER TABLE t MODIFY COLUMN a Int16", "mutation GW222 (Int8 to Int16) -> mutation"},
    {"CREATE TABLE t (k UInt8, a INTEGER NULL) ENGINE = MergeTree ORDER BY k",
     "ALTER TABLE t MODIFY COLUMN a Nullable(Int32)",
     "metadata GW231 (the type is the same) -> metadata"},
    {"CREATE TABLE t (k UInt8, a Int8, INDEX i a TYPE minmax) ENGINE = MergeTree ORDER BY k",
     "ALTER TABLE t DROP INDEX i, DROP COLUMN a", "mutation GW251, mutation GW202 (a) -> mutation"},
    {"CREATE TABLE t (k UInt8, a Int8) ENGINE = MergeTree ORDER BY k;"
     "CREATE TABLE d (a Int8) ENGINE = MergeTree ORDER BY a;"
     "CREATE MATERIALIZED VIEW v TO d AS SELECT a FROM t; DROP VIEW v",
     "ALTER TABLE t DROP COLUMN a", "mutation GW202 (a) -> mutation"},
    {"CREATE TABLE t (k UInt8, `n.x` Array(Int8)) ENGINE = MergeTree ORDER BY k",
     "ALTER TABLE t MODIFY COLUMN n.x Array(Int16)",
     "mutation GW222 (Array(Int8) to Array(Int16)) -> mutation"},
    {"CREATE TABLE t (k UInt8, a Int8) ENGINE = ReplicatedMergeTree('/t', 'r') ORDER BY (k, a % 2)",
     "ALTER TABLE t DROP COLUMN a", "rebuild GW204 (a) -> rebuild"},
    {"", "CREATE TABLE a (x Int8) ENGINE = Log PARALLEL WITH DROP TABLE b",
     "create GW101, drop GW110 -> drop"},
    {"", "ALTER TABLE t MODIFY COLUMN a Int16 TTL d + INTERVAL 1 DAY",
     "mutation GW229, mutation GW232 -> mutation"},
});

std::string dump(const Changes& changes) {
  std::string text;
  for (const Change& each : changes.list) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", to_string(each.rule->change),
                        each.rule->id);
    if (!each.detail.empty()) text += fmt::format(" ({})", each.detail);
  }
  return fmt::format("{} -> {}", text, to_string(changes.change()));
}

TEST(Classify, FollowsWhatRanBefore) {
  for (const Row& row : kRows) {
    std::vector<sql::Statement> statements;
    for (std::string_view rest = row.before; !rest.empty();) {
      const std::size_t end = std::min(rest.find(';'), rest.size());
      statements.push_back(sql::parse_statement(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    KnownTables tables;
    for (const sql::Statement& each : statements) tables.follow(each);
    EXPECT_EQ(dump(classify(sql::parse_statement(row.statement), tables, {})), row.changes)
        << row.statement;
  }
}

}  // namespace
}  // namespace godwit::plan
