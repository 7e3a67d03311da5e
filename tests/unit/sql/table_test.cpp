#include "godwit/sql/table.hpp"

#include "godwit/sql/cursor.hpp"
#include "support/table_dump.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::sql {
namespace {

std::string dump(std::string_view text) {
  const auto table = parse_table(parse_statement(text));
  return table ? test::dump(*table) : "not understood";
}

constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
    // The head.
    {"CREATE TABLE IF NOT EXISTS d.`a b` UUID 'u' ON CLUSTER c (a Int8) ENGINE = Log",
     "create_table d.a b; if_not_exists; uuid='u'; cluster=c; a type=Int8; engine=Log"},
    {"CREATE TABLE if (a Int8)", "create_table if; a type=Int8"},
    {"ATTACH TABLE t FROM 'x' (a Int8) ENGINE Log",
     "attach_table t; directory='x'; a type=Int8; engine=Log"},
    {"ATTACH TABLE t", "attach_table t"},
    {"CREATE OR REPLACE TABLE t ENGINE Null", "create_or_replace_table t; or_replace; engine=Null"},

    // Columns.
    {"CREATE TABLE t (a String COLLATE c DEFAULT 1 NOT NULL COMMENT 'x' CODEC(Delta, ZSTD) "
     "STATISTICS(uniq) TTL b + INTERVAL 1 DAY PRIMARY KEY SETTINGS (x = 1, y))",
     "create_table t; a type=String not_null collate=c default e=1 comment='x' codec=(Delta, ZSTD) "
     "statistics=(uniq) ttl=b + INTERVAL 1 DAY primary_key settings(x=1, y)"},
    {"CREATE TABLE t (a double precision, b int(11) unsigned NULL, c national char varying(3),)",
     "create_table t; a type=double precision; b type=int(11) unsigned null; "
     "c type=national char varying(3)"},
    {"CREATE TABLE t (a DEFAULT 1, b MATERIALIZED 2, c ALIAS 3, d AUTO_INCREMENT)",
     "create_table t; a default e=1; b materialized e=2; c alias e=3; d auto_increment"},
    {"CREATE TABLE t (a Int8 EPHEMERAL, b Int8 EPHEMERAL COMMENT 'x', c Int8 EPHEMERAL NULL NULL)",
     "create_table t; a type=Int8 ephemeral; b type=Int8 ephemeral comment='x'; "
     "c type=Int8 null ephemeral e=NULL"},
    {"CREATE TABLE t (`primary` Int8, primary String, key Int8, engine Int8)",
     "create_table t; primary type=Int8; primary type=String; key type=Int8; engine type=Int8"},

    // Keywords that are names, and where an expression ends.
    {"CREATE TABLE t (a Int8 DEFAULT comment COMMENT 'x', b Int8 DEFAULT a || ttl TTL ttl)",
     "create_table t; a type=Int8 default e=comment comment='x'; "
     "b type=Int8 default e=a || ttl ttl=ttl"},
    {"CREATE TABLE t (a Int8 DEFAULT a IS NOT NULL NOT NULL, b Int8 DEFAULT x AND in COMMENT 'x')",
     "create_table t; a type=Int8 not_null default e=a IS NOT NULL; "
     "b type=Int8 default e=x AND in comment='x'"},
    {"CREATE TABLE t (a Int8 DEFAULT x GLOBAL NOT IN ttl TTL ttl, b Int8 DEFAULT NOT ttl TTL ttl)",
     "create_table t; a type=Int8 default e=x GLOBAL NOT IN ttl ttl=ttl; "
     "b type=Int8 default e=NOT ttl ttl=ttl"},
    {"CREATE TABLE t (a Int8 DEFAULT CASE codec WHEN 1 THEN ttl ELSE ttl END CODEC(LZ4), b Int8 "
     "DEFAULT case COMMENT 'x')",
     "create_table t; a type=Int8 default e=CASE codec WHEN 1 THEN ttl ELSE ttl END codec=(LZ4); "
     "b type=Int8 default e=case comment='x'"},
    {"CREATE TABLE t (a Int8 DEFAULT interval TTL b, c Int8 TTL b + INTERVAL ttl DAYS PRIMARY KEY)",
     "create_table t; a type=Int8 default e=interval ttl=b; "
     "c type=Int8 ttl=b + INTERVAL ttl DAYS primary_key"},
    {"CREATE TABLE t (a Int8 DEFAULT [1, 2][ttl] TTL t.ttl, b Int8 DEFAULT x ? ttl : ttl TTL c)",
     "create_table t; a type=Int8 default e=[1, 2][ttl] ttl=t.ttl; "
     "b type=Int8 default e=x ? ttl : ttl ttl=c"},
    {"CREATE TABLE t (a Int8) ENGINE MergeTree PARTITION BY ENGINE ORDER BY (a, settings) SETTINGS "
     "a = 1",
     "create_table t; a type=Int8; engine=MergeTree; partition=ENGINE; order=(a, settings); "
     "settings(a=1)"},

    // The other elements.
    {"CREATE TABLE t (INDEX type type TYPE set(1) GRANULARITY 4, INDEX i (a, b) TYPE minmax)",
     "create_table t; index=type e=type type=set(1) granularity=4; index=i e=(a, b) type=minmax"},
    {"CREATE TABLE t (a Int8, PROJECTION p (SELECT a, b ORDER BY a) WITH SETTINGS (x = 1), "
     "PROJECTION q INDEX a, b TYPE basic)",
     "create_table t; a type=Int8; projection=p query=(SELECT a, b ORDER BY a) settings(x=1); "
     "projection=q index=a, b type=basic"},
    {"CREATE TABLE t (a Int8, CONSTRAINT c CHECK a > 0, CONSTRAINT e ASSUME a < 9, PRIMARY KEY "
     "(a))",
     "create_table t; a type=Int8; constraint=c check=a > 0; constraint=e assume=a < 9; "
     "primary_in_list=(a)"},
    {"CREATE TABLE t (a Int8, FOREIGN KEY (a) REFERENCES u (b) ON DELETE SET NULL, b Int8)",
     "create_table t; a type=Int8; b type=Int8"},

    // Storage.
    {"CREATE TABLE t ENGINE = MergeTree() TTL a SAMPLE BY a UNIQUE KEY a ORDER BY a DESC PRIMARY "
     "KEY a PARTITION BY a",
     "create_table t; engine=MergeTree(); partition=a; primary=a; order=a DESC; unique=a; "
     "sample=a; ttl=a"},
    {"CREATE TABLE t (a Int8) ORDER BY a", "create_table t; a type=Int8; order=a"},
    {"CREATE TABLE t ENGINE MergeTree TTL a DELETE WHERE b IN (1, 2), a TO VOLUME IF EXISTS 'v', a "
     "RECOMPRESS CODEC(ZSTD), a GROUP BY x, y SET m = max(m), n = 1, to TO DISK 'd' SETTINGS s = 1",
     "create_table t; engine=MergeTree; ttl=a DELETE WHERE b IN (1, 2); ttl=a TO VOLUME IF EXISTS "
     "'v'; ttl=a RECOMPRESS CODEC(ZSTD); ttl=a GROUP BY x, y SET m = max(m), n = 1; "
     "ttl=to TO DISK 'd'; settings(s=1)"},
    {"CREATE TABLE t ENGINE Log SETTINGS a = -1, b, c = disk(type = s3), d.e == {p:UInt8} COMMENT "
     "'x' SETTINGS f = 1",
     "create_table t; engine=Log; settings(a=-1, c=disk(type = s3), d.e={p:UInt8}, b); "
     "comment='x'; tail=SETTINGS f = 1"},
    {"CREATE TABLE t ENGINE = TimeSeries SAMPLES INNER ENGINE Log SETTINGS a = 1 TAGS d.x METRICS "
     "INNER UUID 'u' COMMENT 'x'",
     "create_table t; engine=TimeSeries; inner_tables=SAMPLES INNER ENGINE Log SETTINGS a = 1 TAGS "
     "d.x METRICS INNER UUID 'u'; comment='x'"},

    // What it takes from elsewhere.
    {"CREATE TABLE t AS d.s ENGINE = Log", "create_table t; engine=Log; as=d.s"},
    {"CREATE TABLE t ENGINE = Log COMMENT '' CLONE AS s",
     "create_table t; engine=Log; comment=''; clone_as=s"},
    {"CREATE TABLE t EMPTY AS s", "create_table t; empty; as=s"},
    {"CREATE TABLE t AS numbers(10) COMMENT 'x'",
     "create_table t; comment='x'; as_function=numbers(10)"},
    {"CREATE TABLE t ORDER BY a AS WITH 1 AS a SELECT a, comment FROM s COMMENT 'x' FORMAT Null",
     "create_table t; order=a; comment='x'; as_query=WITH 1 AS a SELECT a, comment FROM s; "
     "tail=FORMAT Null"},

    // Materialized views.
    {"CREATE OR REPLACE MATERIALIZED VIEW v REFRESH EVERY 1 DAY DEPENDS ON a, b SETTINGS r = 1 "
     "APPEND TO d.t (a Int8) EMPTY AS SELECT 1",
     "create_materialized_view v; or_replace; refresh=REFRESH EVERY 1 DAY DEPENDS ON a, b SETTINGS "
     "r = 1 APPEND; append; to=d.t; a type=Int8; empty; as_query=SELECT 1"},
    {"CREATE MATERIALIZED VIEW v REFRESH AFTER 1 HOUR (a, b) ENGINE Log AS SELECT 1",
     "create_materialized_view v; refresh=REFRESH AFTER 1 HOUR; a; b; engine=Log; "
     "as_query=SELECT 1"},
    {"CREATE DEFINER = u SQL SECURITY NONE MATERIALIZED VIEW v TO INNER UUID 'u' ORDER BY a "
     "POPULATE COMMENT 'x' AS (SELECT 1) SETTINGS a = 1",
     "create_materialized_view v; inner_uuid='u'; order=a; populate; "
     "security=DEFINER = u SQL SECURITY NONE; comment='x'; as_query=(SELECT 1) SETTINGS a = 1"},

    // Not this, or not understood.
    {"CREATE VIEW v AS SELECT 1", "not understood"},
    {"ATTACH TABLE t AS NOT REPLICATED", "not understood"},
    {"CREATE TABLE t (a Int8) ENGINE = Log FROB", "not understood"},
    {"CREATE TABLE t (a Int8 FROB) ENGINE = Log", "not understood"},
    {"CREATE TABLE t (a Int8 CODEC(LZ4) COMMENT 'x')", "not understood"},
    {"CREATE TABLE t (a Int8", "not understood"},
    {"CREATE TABLE t (a Int8 DEFAULT)", "not understood"},
    {"CREATE TABLE t (a Int8 DEFAULT f(1)", "not understood"},
    {"CREATE TABLE t (INDEX i a)", "not understood"},
    {"CREATE TABLE t (a Int8) ENGINE = Log ORDER BY a ORDER BY b", "not understood"},
    {"CREATE TABLE t (a Int8) SETTINGS a = 1 ORDER BY a", "not understood"},
    {"CREATE TABLE t ENGINE = Log TTL a TO SHARD 'x'", "not understood"},
    {"CREATE TABLE t AS (SELECT 1", "not understood"},
};

TEST(Table, Pairs) {
  for (const auto& [sql, expected] : kPairs) EXPECT_EQ(dump(sql), expected) << sql;
}

// What a table that copies another one takes over can be written behind it as it is.
TEST(Table, KeepsTheTextOfTheStorage) {
  const std::string_view sql =
      "CREATE TABLE t (a Int8) ENGINE = MergeTree /* x */ ORDER BY a SETTINGS b = 1 COMMENT 'x'";
  EXPECT_EQ(parse_table(parse_statement(sql))->storage.text,
            "ENGINE = MergeTree /* x */ ORDER BY a SETTINGS b = 1");
  EXPECT_TRUE(parse_table(parse_statement("CREATE TABLE t AS s"))->storage.text.empty());
}

// A text cut anywhere is read to its end or not at all; nothing is read beyond it.
TEST(Table, IsTotal) {
  for (const auto& [sql, expected] : kPairs) {
    for (std::size_t size = 0; size < sql.size(); ++size) {
      const std::string cut(sql.substr(0, size));
      const Statement statement = parse_statement(cut);
      const auto table = parse_table(statement);
      if (!table) continue;
      EXPECT_FALSE(statement.names.empty()) << cut;
      EXPECT_EQ(unquote_name(table->name.name), unquote_name(statement.names.front().name)) << cut;
    }
  }
}

// What follows an element is its reader's: FIRST, AFTER, the next command, the statement's tail.
TEST(Elements, EndWhereAlterGoesOn) {
  struct Case {
    std::string_view text;
    bool (*take)(Cursor&);
    std::string_view next;
  };
  const auto column = [](Cursor& cursor) { return take_column(cursor).has_value(); };
  const auto index = [](Cursor& cursor) { return take_index(cursor).has_value(); };
  const auto projection = [](Cursor& cursor) { return take_projection(cursor).has_value(); };
  const auto constraint = [](Cursor& cursor) { return take_constraint(cursor).has_value(); };
  const auto settings = [](Cursor& cursor) { return take_settings(cursor).has_value(); };
  const auto ttl = [](Cursor& cursor) { return take_ttl(cursor).has_value(); };
  const Case cases[] = {
      {"n.x Int8 DEFAULT first FIRST", column, "FIRST"},
      {"a Int8 AFTER b", column, "AFTER"},
      {"a Int8 DEFAULT 1 SETTINGS alter_sync = 2", column, "SETTINGS"},
      {"a Int8 DEFAULT 1 FORMAT Null", column, "FORMAT"},
      {"a Int8, DROP COLUMN b", column, ","},
      {"a REMOVE TTL", column, "REMOVE"},
      {"a MODIFY SETTING b = 1", column, "MODIFY"},
      {"i first TYPE minmax FIRST", index, "FIRST"},
      {"p (SELECT 1) AFTER q", projection, "AFTER"},
      {"c CHECK a > 0 SETTINGS b = 1", constraint, "SETTINGS"},
      {"a = 1, b, ", settings, ","},
      {"a DELETE, b TO DISK 'd' SETTINGS c = 1", ttl, "SETTINGS"},
      // Nothing is taken where no element stands.
      {"a", column, "a"},
      {"i TYPE minmax", index, "i"},
      {"p SELECT 1", projection, "p"},
      {"c a > 0", constraint, "c"},
      {"= 1", settings, "="},
      {", a", ttl, ","},
  };
  for (const Case& each : cases) {
    Cursor cursor(each.text);
    const bool taken = each.take(cursor);
    EXPECT_EQ(taken, cursor.position() != 0) << each.text;
    EXPECT_EQ(cursor.peek().text, each.next) << each.text;
  }
}

}  // namespace
}  // namespace godwit::sql
