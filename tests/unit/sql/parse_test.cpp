#include "godwit/sql/head.hpp"
#include "godwit/sql/statement.hpp"
#include "support/dump.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::sql {
namespace {

using test::dump;
using test::tokens_of;
using test::with_cluster;

constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
    // Where ON CLUSTER goes.
    {"DROP TABLE a, b SYNC", "drop_table: DROP TABLE a, b{} SYNC"},
    {"GRANT SELECT ON db.* TO u", "grant: GRANT{} SELECT ON db.* TO u"},
    {"drop table t ON/**/CLUSTER c", "drop_table: drop table t{ ON/**/CLUSTER c}"},
    {"RENAME a TO b", "rename_table: RENAME a TO b{}"},
    {"DROP TABLE IF EMPTY t", "drop_table: DROP TABLE IF EMPTY t{}"},
    {"TRUNCATE ALL TABLES FROM db LIKE 'x' SYNC",
     "truncate_all_tables: TRUNCATE ALL TABLES FROM db LIKE 'x'{} SYNC"},
    {"UNDROP TABLE t UUID '0'", "undrop_table: UNDROP TABLE t UUID '0'{}"},
    {"CREATE USER u1, u2@'h' HOST ANY", "create_user: CREATE USER u1, u2@'h'{} HOST ANY"},
    {"CREATE USER u HOST ANY ON CLUSTER c", "create_user: CREATE USER u HOST ANY{ ON CLUSTER c}"},
    {"CREATE ROW POLICY p ON CLUSTER c ON t TO u",
     "create_row_policy: CREATE ROW POLICY p{ ON CLUSTER c} ON t TO u"},
    {"GRANT r ON CLUSTER c TO u", "grant: GRANT r{ ON CLUSTER c} TO u"},
    {"KILL MUTATION WHERE 1", "kill: KILL MUTATION{} WHERE 1"},
    {"SYSTEM STOP MERGES ON VOLUME p.v", "system: SYSTEM STOP MERGES{} ON VOLUME p.v"},
    {"SYSTEM RELOAD DICTIONARY d.x ON CLUSTER c",
     "system: SYSTEM RELOAD DICTIONARY d.x{ ON CLUSTER c}"},
    {"DROP TABLE t -- why\nON CLUSTER c", "drop_table: DROP TABLE t -- why\n{ON CLUSTER c}"},
    {"DROP TABLE {db:Identifier}.{t:Identifier}",
     "drop_table: DROP TABLE {db:Identifier}.{t:Identifier}{}"},
    // What only looks like a clause.
    {"DROP TABLE `on cluster c`", "drop_table: DROP TABLE `on cluster c`{}"},
    {"GRANT SELECT ON CLUSTER TO u", "grant: GRANT{} SELECT ON CLUSTER TO u"},
    {"CREATE INDEX i ON CLUSTER c", "create_index: CREATE INDEX i ON CLUSTER{} c"},
    {"CREATE ROW POLICY p ON `CLUSTER` USING 1",
     "create_row_policy: CREATE ROW POLICY p ON `CLUSTER`{} USING 1"},
    {"CREATE VIEW v AS SELECT * FROM a JOIN b ON CLUSTER.x = b.x",
     "create_view: CREATE VIEW v{} AS SELECT * FROM a JOIN b ON CLUSTER.x = b.x"},
    {"CREATE TABLE cluster.on ON CLUSTER on (a Int8) ENGINE = Log",
     "create_table: CREATE TABLE cluster.on{ ON CLUSTER on} (a Int8) <ENGINE = Log>"},
    // Where the engine is.
    {"CREATE TABLE t (engine Int8) ENGINE MergeTree PARTITION BY ENGINE ORDER BY engine",
     "create_table: CREATE TABLE t{} (engine Int8) <ENGINE MergeTree> PARTITION BY ENGINE ORDER BY "
     "engine"},
    {"CREATE TABLE t ENGINE = Log AS s", "create_table: CREATE TABLE t{} <ENGINE = Log> AS s"},
    {"CREATE TABLE t AS s ENGINE = Log", "create_table: CREATE TABLE t{} AS s <ENGINE = Log>"},
    {"CREATE TABLE t AS remote('h', d, t)", "create_table: CREATE TABLE t{} AS remote('h', d, t)"},
    {"CREATE TABLE t ENGINE = Memory AS SELECT engine FROM x",
     "create_table: CREATE TABLE t{} <ENGINE = Memory> AS SELECT engine FROM x"},
    {"CREATE TABLE t ON CLUSTER engine ENGINE = Log",
     "create_table: CREATE TABLE t{ ON CLUSTER engine} <ENGINE = Log>"},
    {"CREATE MATERIALIZED VIEW v REFRESH EVERY 1 DAY SETTINGS refresh_retries = 1 "
     "ENGINE = MergeTree() ORDER BY a AS SELECT a",
     "create_materialized_view: CREATE MATERIALIZED VIEW v{} REFRESH EVERY 1 DAY SETTINGS "
     "refresh_retries = 1 <ENGINE = MergeTree()> ORDER BY a AS SELECT a"},
    {"CREATE MATERIALIZED VIEW v REFRESH EVERY 1 DAY DEPENDS ON a, engine ENGINE = Log AS SELECT 1",
     "create_materialized_view: CREATE MATERIALIZED VIEW v{} REFRESH EVERY 1 DAY DEPENDS ON a, "
     "engine <ENGINE = Log> AS SELECT 1"},
    {"CREATE MATERIALIZED VIEW v REFRESH DEPENDS ON to, append SETTINGS x = -1, y APPEND TO t AS "
     "SELECT 1",
     "create_materialized_view: CREATE MATERIALIZED VIEW v{} REFRESH DEPENDS ON to, append "
     "SETTINGS x = -1, y APPEND TO t AS SELECT 1"},
    {"CREATE TABLE t ENGINE = TimeSeries SAMPLES ENGINE = MergeTree ORDER BY id TAGS INNER ENGINE "
     "Log METRICS d.engine",
     "create_table: CREATE TABLE t{} <ENGINE = TimeSeries> SAMPLES <ENGINE = MergeTree> ORDER BY "
     "id TAGS INNER <ENGINE Log> METRICS d.engine"},
    {"CREATE DEFINER = alice@h VIEW v AS SELECT 1",
     "create_view: CREATE DEFINER = alice@h VIEW v{} AS SELECT 1"},
    {"CREATE DEFINER = alice SQL SECURITY DEFINER VIEW v AS SELECT 1",
     "create_view: CREATE DEFINER = alice SQL SECURITY DEFINER VIEW v{} AS SELECT 1"},
    {"CREATE DATABASE d ENGINE = Atomic", "create_database: CREATE DATABASE d{} <ENGINE = Atomic>"},
    // Topology does not touch it.
    {"WITH x AS (SELECT 1) INSERT INTO t SELECT 1",
     "insert: WITH x AS (SELECT 1) INSERT INTO t SELECT 1"},
    {"(SELECT 1)", "select: (SELECT 1)"},
    // A session's own.
    {"USE db", "use: USE db"},
    {"CREATE TEMPORARY TABLE t (a Int8)",
     "create_temporary_table: CREATE TEMPORARY TABLE t{} (a Int8)"},
    // Statements that hold others.
    {"DROP TABLE a PARALLEL WITH DROP TABLE b ON CLUSTER c SYNC",
     "parallel_with: DROP TABLE a{} PARALLEL WITH DROP TABLE b{ ON CLUSTER c} SYNC"},
    {"CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x PARALLEL WITH DROP TABLE b",
     "parallel_with: CREATE TABLE a{} (x Int8) <ENGINE = MergeTree> ORDER BY x PARALLEL WITH DROP "
     "TABLE b{}"},
    {"SELECT a PARALLEL FROM t", "select: SELECT a PARALLEL FROM t"},
    {"SELECT a AS x FROM t ORDER BY PARALLEL WITH FILL",
     "select: SELECT a AS x FROM t ORDER BY PARALLEL WITH FILL"},
    {"CREATE USER PARALLEL PARALLEL WITH CREATE ROLE r",
     "parallel_with: CREATE USER PARALLEL{} PARALLEL WITH CREATE ROLE r{}"},
    {"INSERT INTO t SELECT 1 PARALLEL WITH TRUNCATE b",
     "parallel_with: INSERT INTO t SELECT 1 PARALLEL WITH TRUNCATE b{}"},
    {"INSERT INTO t VALUES (1) PARALLEL WITH TRUNCATE b",
     "insert: INSERT INTO t VALUES (1) PARALLEL WITH TRUNCATE b"},
    {"TRUNCATE b PARALLEL WITH INSERT INTO t VALUES (1) PARALLEL WITH TRUNCATE c",
     "parallel_with: TRUNCATE b{} PARALLEL WITH INSERT INTO t VALUES (1) PARALLEL WITH TRUNCATE c"},
    {"EXECUTE AS u@h DROP TABLE t SYNC", "execute_as: EXECUTE AS u@h DROP TABLE t{} SYNC"},
    {"EXECUTE AS u", "execute_as: EXECUTE AS u"},
    {"EXECUTE AS u EXECUTE AS v DROP TABLE t",
     "execute_as: EXECUTE AS u EXECUTE AS v DROP TABLE t"},
    // Not understood: an error on every topology but single.
    {"FROB TABLE t", "unknown: FROB TABLE t"},
    {"DROP USER u@", "unknown: DROP USER u@"},
    {"TRUNCATE ALL", "unknown: TRUNCATE ALL"},
    {"TRUNCATE table", "unknown: TRUNCATE table"},
    {"TRUNCATE TABLE ALL", "truncate_table: TRUNCATE TABLE ALL{}"},
    {"TRUNCATE ALL SYNC", "truncate_table: TRUNCATE ALL SYNC{}"},
    {"RENAME TABLE TO b", "unknown: RENAME TABLE TO b"},
    {"CREATE TABLE", "unknown: CREATE TABLE"},
    {"GRANT ON CLUSTER", "unknown: GRANT ON CLUSTER"},
    {"DROP TABLE a PARALLEL WITH FROB TABLE b",
     "drop_table: DROP TABLE a{} PARALLEL WITH FROB TABLE b"},
    {"", "unknown: "},
    // What fuzzing found. No slot for the clause inside a name, or before another ON CLUSTER.
    {"DROP TABLE a.b.c", "unknown: DROP TABLE a.b.c"},
    {"DROP TABLE {d:Identifier}.1t", "unknown: DROP TABLE {d:Identifier}.1t"},
    {"TRUNCATE database ON CLUSTER c", "truncate_table: TRUNCATE database{ ON CLUSTER c}"},
    {"DROP TABLE t ON CLUSTER a, u", "unknown: DROP TABLE t ON CLUSTER a, u"},
    {"DROP MASKING POLICY p ON CLUSTER", "unknown: DROP MASKING POLICY p ON CLUSTER"},
    {"DROP QUOTA q@#", "unknown: DROP QUOTA q@#"},
    {"DROP TABLE t ON CLUSTER a ON CLUSTER b", "unknown: DROP TABLE t ON CLUSTER a ON CLUSTER b"},
    {"CREATE DATABASE d ENGINE = Replicated.'a', 'b')",
     "unknown: CREATE DATABASE d ENGINE = Replicated.'a', 'b')"},
    {"CREATE DATABASE d ENGINE = Replicated@", "unknown: CREATE DATABASE d ENGINE = Replicated@"},
    {"CREATE DATABASE d ENGINE = Replicated() SETTINGS a@",
     "create_database: CREATE DATABASE d{} <ENGINE = Replicated()> SETTINGS a@"},
    {"CREATE DATABASE d ENGINE = Replicated ENGINE = Replicated",
     "unknown: CREATE DATABASE d ENGINE = Replicated ENGINE = Replicated"},
    {"CREATE PROFILE IF NOT EXISTS u ON CLUSTER c, v",
     "create_settings_profile: CREATE PROFILE IF{} NOT EXISTS u ON CLUSTER c, v"},
    {"CREATE DATABASE {d:Ident<ifier}", "unknown: CREATE DATABASE {d:Ident<ifier}"},
    {"CREATE DATABASE {d}", "unknown: CREATE DATABASE {d}"},
    {"CREATE POLICY p ON t ON CLUSTER a ON u USING 1",
     "unknown: CREATE POLICY p ON t ON CLUSTER a ON u USING 1"},
    {"DROP DATABASE d ON CLUSTER \x1A main", "unknown: DROP DATABASE d ON CLUSTER \x1A main"},
    {"CREATE DATABASE d ENGINE = Atomic SETTINGS a =",
     "create_database: CREATE DATABASE d{} <ENGINE = Atomic> SETTINGS a ="},
    {"DROP TABLE a PARALLEL WITH (SELECT 1) PARALLEL WITH TRUNCATE b",
     "parallel_with: DROP TABLE a{} PARALLEL WITH (SELECT 1) PARALLEL WITH TRUNCATE b{}"},
    {"ATTACH MATERIALIZED VIEW v UUID '1' TO INNER UUID '2' (a Int8) ENGINE = MergeTree ORDER BY a "
     "AS SELECT 1 AS a",
     "attach_view: ATTACH MATERIALIZED VIEW v UUID '1'{} TO INNER UUID '2' (a Int8) <ENGINE = "
     "MergeTree> ORDER BY a AS SELECT 1 AS a"},
};

TEST(Parse, Pairs) {
  for (const auto& [sql, expected] : kPairs) EXPECT_EQ(dump(sql), expected) << sql;
}

TEST(Parse, EngineArgumentsAreSplitOutsideBrackets) {
  const Statement statement = parse_statement(
      "CREATE TABLE t (a Int8) ENGINE = ReplicatedSummingMergeTree('/p', 'r', /* x */ (a, b)) "
      "ORDER BY a");
  ASSERT_EQ(statement.engines.size(), 1U);
  EXPECT_EQ(statement.engines[0].name, "ReplicatedSummingMergeTree");
  const std::vector<std::string_view> arguments = split_arguments(statement.engines[0].brackets);
  ASSERT_EQ(arguments.size(), 3U);
  EXPECT_EQ(arguments[0], "'/p'");
  EXPECT_EQ(arguments[2], "(a, b)");
}

TEST(Parse, AnEmptyEngineArgumentHasItsPlace) {
  const Statement statement = parse_statement("CREATE TABLE t ENGINE = MergeTree(, 'a',, b)");
  ASSERT_EQ(statement.engines.size(), 1U);
  const std::vector<std::string_view> arguments = split_arguments(statement.engines[0].brackets);
  EXPECT_EQ(arguments, (std::vector<std::string_view>{"", "'a'", "", "b"}));
  EXPECT_EQ(arguments[0].data(), statement.engines[0].brackets.data() + 1);
  EXPECT_EQ(arguments[2].data(), arguments[1].data() + arguments[1].size() + 1);
}

TEST(Parse, EveryInnerEngineIsFound) {
  const Statement statement = parse_statement(
      "CREATE TABLE t ENGINE = TimeSeries SAMPLES INNER ENGINE = MergeTree ORDER BY (id, "
      "timestamp) "
      "TAGS INNER ENGINE = ReplacingMergeTree ORDER BY id");
  ASSERT_EQ(statement.engines.size(), 3U);
  EXPECT_EQ(statement.engines[1].name, "MergeTree");
  EXPECT_EQ(statement.engines[2].name, "ReplacingMergeTree");
}

TEST(StatementRows, EveryExampleIsOfItsRow) {
  for (const StatementRow& row : statement_rows()) {
    const Statement statement = parse_statement(row.example);
    EXPECT_EQ(statement.kind, row.kind) << row.example;
    EXPECT_EQ(statement.row, statement.row == nullptr ? nullptr : &row) << row.example;
  }
}

TEST(StatementRows, AKindHasOneNameAndEveryRowOfItSaysTheSame) {
  std::map<StatementKind, std::string_view> names;
  std::set<std::string_view> distinct;
  for (const StatementRow& row : statement_rows()) {
    EXPECT_NO_THROW(compile_head(row.head)) << row.head;
    const auto [known, is_new] = names.emplace(row.kind, row.name);
    EXPECT_EQ(known->second, row.name);
    if (is_new) {
      EXPECT_TRUE(distinct.insert(row.name).second) << row.name;
    }
  }
  for (int kind = 0; kind < static_cast<int>(StatementKind::unknown); ++kind) {
    EXPECT_TRUE(names.contains(static_cast<StatementKind>(kind))) << "no row for kind " << kind;
  }
}

// The collection holds 949 statements with the places at which the engine's parser takes the
// clause and, first, the one at which its formatter prints it.
class Collection : public ::testing::Test {
 protected:
  template <typename Check>
  static void for_each(Check&& check) {
    std::ifstream file(GODWIT_SOURCE_DIR "/tests/data/ddl-26.7.jsonl");
    ASSERT_TRUE(file);
    int cases = 0;
    for (std::string line; std::getline(file, line); ++cases) check(nlohmann::json::parse(line));
    EXPECT_EQ(cases, 949);
  }
};

bool takes_clause(Scope scope) {
  return scope == Scope::in_database || scope == Scope::database || scope == Scope::server;
}

TEST_F(Collection, EveryStatementIsUnderstood) {
  for_each([](const nlohmann::json& example) {
    const auto sql = example["sql"].get<std::string>();
    EXPECT_NE(parse_statement(sql).kind, StatementKind::unknown) << sql;
  });
}

TEST_F(Collection, TheClauseGoesWhereTheEngineWritesIt) {
  for_each([](const nlohmann::json& example) {
    const auto sql = example["sql"].get<std::string>();
    const Statement statement = parse_statement(sql);
    if (example["on_cluster_sql"].is_null() || !takes_clause(statement.scope)) return;
    std::set<std::string> accepted{tokens_of(example["on_cluster_sql"].get<std::string>())};
    // "CREATE USER u IN storage" takes the clause on both sides of IN; ours is before it.
    if (example.contains("on_cluster_variants") && sql.find(" IN local_directory") != sql.npos) {
      for (const auto& variant : example["on_cluster_variants"]) {
        accepted.insert(tokens_of(variant.get<std::string>()));
      }
    }
    EXPECT_TRUE(accepted.contains(tokens_of(with_cluster(sql, "main")))) << sql;
  });
}

TEST_F(Collection, AWrittenClauseIsFoundAtEachOfItsPlaces) {
  for_each([](const nlohmann::json& example) {
    const auto sql = example["sql"].get<std::string>();
    std::vector<std::string> written;
    if (!example["on_cluster_sql"].is_null()) written.push_back(example["on_cluster_sql"]);
    if (example.contains("on_cluster_variants")) {
      for (const auto& variant : example["on_cluster_variants"]) written.push_back(variant);
    }
    for (const std::string& text : written) {
      const Statement statement = parse_statement(text);
      if (!takes_clause(statement.scope)) continue;
      EXPECT_EQ(tokens_of(with_cluster(text, "")), tokens_of(sql)) << text;
    }
  });
}

TEST_F(Collection, WhatHasNoPlaceForTheClauseGetsNone) {
  for_each([](const nlohmann::json& example) {
    if (!example["on_cluster_sql"].is_null()) return;
    const auto sql = example["sql"].get<std::string>();
    const Statement statement = parse_statement(sql);
    if (statement.scope == Scope::session) return;
    EXPECT_EQ(statement.cluster_clause.data(), nullptr) << sql;
  });
}

}  // namespace
}  // namespace godwit::sql
