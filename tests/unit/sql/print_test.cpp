#include "godwit/sql/print.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace godwit::sql {
namespace {

using namespace std::string_view_literals;

constexpr std::pair<std::string_view, std::string_view> kNames[] = {
    {"a", "`a`"},           {"select", "`select`"}, {"a`b", "`a\\`b`"},
    {"a\"b'c", "`a\"b'c`"}, {"a\\b", "`a\\\\b`"},   {"a\nb\tc", "`a\\nb\\tc`"},
    {"a\0b"sv, "`a\\0b`"},  {"größe", "`größe`"},   {"\xFF\x01", "`\xFF\x01`"},
};

TEST(Print, QuotesNames) {
  for (const auto& [name, quoted] : kNames) {
    EXPECT_EQ(quote_name(name), quoted);
    EXPECT_EQ(unquote_name(quote_name(name)), name);
  }
}

TEST(Print, QuotesStrings) {
  for (const auto& [text, quoted] : kNames) EXPECT_EQ(unquote_string(quote_string(text)), text);
  EXPECT_EQ(quote_string(""), "''");
  EXPECT_EQ(quote_string("it's \\ `x`"), "'it\\'s \\\\ `x`'");
}

TEST(Print, NamesHaveOneFormHoweverTheyAreWritten) {
  for (const std::string_view written : {"n.x", "`n.x`", "\"n.x\"", "n . `x`"}) {
    EXPECT_EQ(print_name(written), "`n.x`") << written;
  }
  EXPECT_EQ(print_name("{x:Identifier}"), "{x:Identifier}");
  EXPECT_EQ(print(ObjectName{"d", "`t`"}), "`d`.`t`");
  EXPECT_EQ(print(ObjectName{{}, "t"}), "`t`");
}

constexpr std::pair<std::string_view, std::string_view> kTables[] = {
    {"create table if not exists d.t on cluster c (a Int8 default 1 comment 'x', b string null, "
     "primary key a, projection p (select 1) with settings (x = 1), constraint c check a > 0, "
     "index "
     "i a type minmax granularity 4) engine MergeTree order by a partition by b ttl b delete, b to "
     "disk 'd' settings x = 1, y comment 'z'",
     R"(CREATE TABLE IF NOT EXISTS `d`.`t` ON CLUSTER c
(
    `a` Int8 DEFAULT 1 COMMENT 'x',
    `b` string NULL,
    INDEX `i` a TYPE minmax GRANULARITY 4,
    CONSTRAINT `c` CHECK a > 0,
    PROJECTION `p` (select 1) WITH SETTINGS (x = 1),
    PRIMARY KEY a
)
ENGINE = MergeTree
PARTITION BY b
ORDER BY a
TTL b delete,
    b to disk 'd'
SETTINGS x = 1, y
COMMENT 'z')"},
    {"CREATE OR REPLACE TABLE t ENGINE = Log AS s COMMENT 'x'",
     "CREATE OR REPLACE TABLE `t`\nAS `s`\nENGINE = Log\nCOMMENT 'x'"},
    {"REPLACE TABLE t CLONE AS d.s", "REPLACE TABLE `t`\nCLONE AS `d`.`s`"},
    {"CREATE TABLE t EMPTY AS SELECT 1 COMMENT 'x'",
     "CREATE TABLE `t`\nCOMMENT 'x'\nEMPTY AS SELECT 1"},
    {"CREATE TABLE t AS SELECT 1 COMMENT 'x' FORMAT Null",
     "CREATE TABLE `t`\nAS SELECT 1\nCOMMENT 'x'\nFORMAT Null"},
    {"CREATE TABLE t AS numbers(1) COMMENT 'x'", "CREATE TABLE `t`\nCOMMENT 'x'\nAS numbers(1)"},
    {"ATTACH TABLE t UUID 'u' FROM 'd' ENGINE Log",
     "ATTACH TABLE `t` UUID 'u' FROM 'd'\nENGINE = Log"},
    {"CREATE DEFINER = u MATERIALIZED VIEW v REFRESH EVERY 1 DAY APPEND TO t (a, b) EMPTY AS "
     "SELECT "
     "1",
     "CREATE MATERIALIZED VIEW `v`\nREFRESH EVERY 1 DAY APPEND\nTO `t`\n(\n    `a`,\n    `b`\n)\n"
     "EMPTY\nDEFINER = u\nAS SELECT 1"},
    {"CREATE OR REPLACE MATERIALIZED VIEW v TO INNER UUID 'u' ENGINE Log POPULATE AS SELECT 1",
     "CREATE OR REPLACE MATERIALIZED VIEW `v`\nTO INNER UUID 'u'\nENGINE = Log\nPOPULATE\n"
     "AS SELECT 1"},
    {"CREATE TABLE t (a String NOT NULL COLLATE c MATERIALIZED 1 CODEC(LZ4) STATISTICS(uniq) TTL b "
     "PRIMARY KEY SETTINGS (x = 1), PROJECTION q INDEX a TYPE basic, CONSTRAINT e ASSUME 1) ENGINE "
     "= TimeSeries TAGS x",
     "CREATE TABLE `t`\n(\n    `a` String NOT NULL COLLATE c MATERIALIZED 1 CODEC(LZ4) "
     "STATISTICS(uniq) TTL b PRIMARY KEY SETTINGS (x = 1),\n    CONSTRAINT `e` ASSUME 1,\n    "
     "PROJECTION `q` INDEX a TYPE basic\n)\nENGINE = TimeSeries\nTAGS x"},
};

TEST(Print, Tables) {
  for (const auto& [sql, expected] : kTables) {
    const auto table = parse_table(parse_statement(sql));
    ASSERT_TRUE(table) << sql;
    EXPECT_EQ(print(*table), expected);
  }
}

}  // namespace
}  // namespace godwit::sql
