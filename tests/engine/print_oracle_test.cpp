// The engine reads what godwit prints: every table and materialized view that the tests know comes
// out of the printer as what it was, and nasty names and strings come back byte for byte.

#include "godwit/base/source.hpp"
#include "godwit/server/server.hpp"
#include "godwit/sql/print.hpp"
#include "godwit/sql/split.hpp"
#include "godwit/sql/table.hpp"
#include "support/ddl_cases.hpp"
#include "support/dump.hpp"
#include "support/render_oracle.hpp"
#include "support/table_dump.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::sql {
namespace {

// Corners of the grammar that no other test's statement has.
constexpr std::string_view kCorners = R"sql(
CREATE TABLE t (a DEFAULT 1 NULL, b DEFAULT 1 NOT NULL, c AUTO_INCREMENT) ENGINE = Log;
CREATE TABLE t (a Int8 DEFAULT 1 NULL COMMENT 'c' CODEC(ZSTD(3), LZ4) STATISTICS(minmax) TTL x +
    1 PRIMARY KEY SETTINGS (a = 1, b)) ENGINE = Log;
CREATE TABLE t (a Int8 EPHEMERAL NULL, b Int8 EPHEMERAL NULL NULL, c Int8 EPHEMERAL NOT NULL, d
    String EPHEMERAL CODEC(ZSTD) CODEC(ZSTD), e Int8 EPHEMERAL COMMENT 'x') ENGINE = Log;
CREATE TABLE t (a Int8 DEFAULT comment COMMENT 'x', b Int8 DEFAULT interval COMMENT 'x', c Int8
    DEFAULT case COMMENT 'x', d Int8 DEFAULT in COMMENT 'x') ENGINE = Log;
CREATE TABLE t (a Int8 DEFAULT a IS NOT NULL NOT NULL, b Int8 DEFAULT a IS DISTINCT FROM comment
    COMMENT 'c', c Int8 DEFAULT x GLOBAL NOT IN comment COMMENT 'c') ENGINE = Log;
CREATE TABLE t (a Int8 DEFAULT CASE comment WHEN 1 THEN codec ELSE ttl END CODEC(ZSTD), b Int8
    DEFAULT now() + INTERVAL ttl DAY TTL ttl + interval 1 day) ENGINE = Log;
CREATE TABLE t (a Int8 DEFAULT x ? comment : ttl COMMENT 'c', b Int8 DEFAULT x AT TIME ZONE 'a'
    COMMENT 'c', c Int8 DEFAULT x LIKE 'y' ESCAPE '!' COMMENT 'c') ENGINE = Log;
CREATE TABLE t (a Int8 DEFAULT date '2020-01-01' COMMENT 'c', b Int8 ALIAS x -> comment + 1
    COMMENT $$c$$, c Int8 DEFAULT x = ANY (SELECT 1) COMMENT x'41') ENGINE = Log;
CREATE TABLE t (a nchar large object(1), b Int8(3) UNSIGNED, c Int8 SIGNED(3), d national char
    varying, e Int8 COLLATE utf8_bin DEFAULT 'x') ENGINE = Log;
CREATE TABLE t (key Int8, primary String, `index` Int8, foreign Int8) ENGINE = Log;
CREATE TABLE t (a Int8, PRIMARY KEY (a, b), INDEX i type TYPE `set`(1),) ENGINE = Log;
CREATE TABLE t (PRIMARY KEY a) ENGINE = Log;
CREATE TABLE t (a Int8, PROJECTION p INDEX a TYPE basic(1) WITH SETTINGS (a = 1)) ENGINE = Log;
CREATE TABLE t (a Int8) SETTINGS index_granularity = 1 SETTINGS b = 1;
CREATE TABLE t ENGINE = Log SETTINGS a = - 1, `b c` = inf, d.e == $$x$$, f, g = {}, h = {x:Int8};
CREATE TABLE t EMPTY AS s ENGINE = Log COMMENT 'x';
CREATE TABLE t CLONE AS s ENGINE = Log ORDER BY a COMMENT 'x' SETTINGS a = 1;
CREATE TABLE t ENGINE = Log DEFINER = alice SQL SECURITY DEFINER AS SELECT 1;
CREATE TABLE t ENGINE = Log AS (SELECT 1) UNION ALL SELECT 2;
CREATE TABLE ts (a Int8) ENGINE = TimeSeries SAMPLES ENGINE = Log COMMENT 'x';
CREATE TABLE ts ENGINE = TimeSeries SAMPLES INNER UUID '61f0c404-5cb3-11e7-907b-a6006ad3dba1'
    TAGS d.t SETTINGS a = 1;
CREATE TABLE ts ENGINE = TimeSeries DATA data TAGS tags METRICS metrics AS s;
CREATE MATERIALIZED VIEW v TO t (a Int8 DEFAULT 1, INDEX i a TYPE minmax) AS SELECT 1;
CREATE MATERIALIZED VIEW v (a, b) ENGINE = Log AS SELECT 1;
CREATE MATERIALIZED VIEW v TO {d:Identifier}.{t:Identifier} AS SELECT 1;
CREATE MATERIALIZED VIEW v TO t AS (SELECT 1) COMMENT 'x' SETTINGS a = 1;
CREATE MATERIALIZED VIEW v TO t COMMENT 'x' AS SELECT 1 FORMAT Null;
CREATE SQL SECURITY DEFINER DEFINER = a MATERIALIZED VIEW v TO t AS SELECT 1;
)sql";

// Every statement that makes a table or a materialized view, those inside PARALLEL WITH too.
std::set<std::string> table_texts() {
  static const std::set<StatementKind> kinds{
      StatementKind::create_table, StatementKind::create_or_replace_table,
      StatementKind::replace_table, StatementKind::attach_table,
      StatementKind::create_materialized_view};
  std::set<std::string> texts;
  const Source corners("corners.sql", std::string(kCorners));
  for (const WrittenStatement& written : split(corners).statements) texts.emplace(written.text);
  for (const std::string& text : test::all_statement_texts()) {
    const Statement statement = parse_statement(text);
    for (const Statement* each : test::with_parts(statement)) {
      if (kinds.count(each->kind) != 0) texts.emplace(each->text);
    }
  }
  return texts;
}

// ATTACH TABLE t AS [NOT] REPLICATED says nothing of what the table is made of.
bool has_no_definition(std::string_view text) {
  return parse_statement(text).kind == StatementKind::attach_table &&
         text.find(" REPLICATED") != std::string_view::npos;
}

class PrintOracle : public ::testing::Test {
 protected:
  std::vector<std::string> ask(std::string_view function, const std::vector<std::string>& texts) {
    return oracle_.ask(function, texts);
  }

  test::RenderOracle oracle_;
};

TEST_F(PrintOracle, WhatIsPrintedIsTheSameTable) {
  std::vector<std::string> texts;
  std::vector<std::string> printed;
  for (const std::string& text : table_texts()) {
    const auto table = parse_table(parse_statement(text));
    EXPECT_EQ(table.has_value(), !has_no_definition(text)) << text;
    if (!table) continue;
    texts.push_back(text);
    printed.push_back(print(*table));
    const auto again = parse_table(parse_statement(printed.back()));
    EXPECT_EQ(again ? test::dump(*again) : "not understood", test::dump(*table)) << printed.back();
  }
  EXPECT_GT(texts.size(), 300U);
  const auto written_as = ask("formatQuerySingleLineOrNull", texts);
  const auto printed_as = ask("formatQuerySingleLineOrNull", printed);
  ASSERT_EQ(written_as.size(), texts.size());
  ASSERT_EQ(printed_as.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_NE(written_as[i], test::kDoesNotParse) << texts[i];
    EXPECT_EQ(printed_as[i], written_as[i]) << printed[i];
  }
}

// Quotes, escapes, what looks like one, every control byte, whole and broken UTF-8.
std::vector<std::string> nasty_texts() {
  std::vector<std::string> texts{"a",        "select",        "it's",       "`",
                                 "``",       "a`b`",          "\"",         "\\",
                                 "\\\\",     "a\\",           "\\n",        "\\x41",
                                 "\\`",      "\\'",           "''",         "{x:String}",
                                 "$$",       "$a$ b $a$",     "-- x",       "/* x",
                                 "größe",    "\u201Cx\u201D", "\U0001F600", "\xC3",
                                 "\xFF\xFE", " a ",           "a\r\nb",     ";",
                                 "NULL"};
  for (int byte = 0; byte < 256; ++byte) texts.push_back({'a', static_cast<char>(byte), 'b'});
  return texts;
}

std::string hex(std::string_view text) {
  std::string result;
  for (const unsigned char byte : text) result += fmt::format("{:02X}", byte);
  return result;
}

TEST_F(PrintOracle, TheEngineReadsEveryStringBack) {
  std::vector<std::string> texts = nasty_texts();
  texts.emplace_back();
  for (const std::string& text : texts) {
    const auto rows =
        server::read_rows(oracle_.server(), fmt::format("SELECT hex({})", quote_string(text)));
    EXPECT_EQ(rows.at(0).at(0), hex(text));
  }
}

TEST_F(PrintOracle, TheEngineReadsEveryNameBack) {
  TableDefinition table;
  table.name = {{}, "nasty"};
  std::vector<std::string> quoted;
  for (const std::string& name : nasty_texts()) quoted.push_back(quote_name(name));
  for (const std::string& name : quoted) {
    ColumnElement column;
    column.name = name;
    column.type = "Int8";
    table.columns.push_back(column);
  }
  table.storage.engine.clause = table.storage.engine.name = "Memory";
  const server::Outcome outcome = oracle_.server().execute({.statement = print(table)});
  const auto* const failed = std::get_if<server::Failed>(&outcome);
  ASSERT_TRUE(std::holds_alternative<server::Done>(outcome)) << (failed ? failed->message : "");
  const auto rows = server::read_rows(
      oracle_.server(),
      "SELECT hex(name) FROM system.columns WHERE table = 'nasty' ORDER BY position");
  const std::vector<std::string> names = nasty_texts();
  ASSERT_EQ(rows.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(rows[i].front(), hex(names[i]));
}

// ClickHouse has no empty name; whoever quotes one is told by the server.
TEST_F(PrintOracle, AnEmptyNameIsNone) {
  const std::string sql = "CREATE TABLE " + quote_name("") + " (a Int8) ENGINE = Log";
  EXPECT_EQ(ask("formatQuerySingleLineOrNull", {sql}).front(), test::kDoesNotParse);
}

}  // namespace
}  // namespace godwit::sql
