#include "godwit/sql/split.hpp"

#include "godwit/base/error.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace godwit::sql {
namespace {

// The statements' texts, each between square brackets.
std::string serialised(const SplitText& split) {
  std::string line;
  for (const WrittenStatement& statement : split.statements) {
    line.append("[").append(statement.text).append("]");
  }
  return line;
}

std::string statements_of(std::string_view text) {
  const Source source("a.sql", std::string(text));
  return serialised(split(source));
}

constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
    {"", ""},
    {"SELECT 1", "[SELECT 1]"},
    {"SELECT 1;", "[SELECT 1]"},
    {"select 1;\nselect 2;", "[select 1][select 2]"},
    {"\xEF\xBB\xBFSELECT 1;SELECT 2", "[SELECT 1][SELECT 2]"},
    {"\r\nSELECT\r\n1\r\n;\r\n", "[SELECT\r\n1]"},
    // Empty statements and comments are none.
    {";", ""},
    {";; SELECT 1;; ;SELECT 2;;", "[SELECT 1][SELECT 2]"},
    {"-- nothing", ""},
    {"/* ; */;", ""},
    {"SELECT 1; -- x", "[SELECT 1]"},
    {"CREATE TABLE t (a Int8) ENGINE = Log; -- foo", "[CREATE TABLE t (a Int8) ENGINE = Log]"},
    {"SELECT 1 -- x\n; # y", "[SELECT 1]"},
    {"SELECT /* ; */ 1", "[SELECT /* ; */ 1]"},
    {"SELECT 1 -- ; '\n+ 1", "[SELECT 1 -- ; '\n+ 1]"},
    // Literals stay as they are.
    {"SELECT ('a;b'); SELECT 2", "[SELECT ('a;b')][SELECT 2]"},
    {"SELECT \"a;b\", `c;d`;", "[SELECT \"a;b\", `c;d`]"},
    {"SELECT \u2018a;b\u2019 AS \u201Cc;d\u201D; SELECT 2",
     "[SELECT \u2018a;b\u2019 AS \u201Cc;d\u201D][SELECT 2]"},
    {"SELECT 'it''s;', 'it\\'s;'; SELECT 2", "[SELECT 'it''s;', 'it\\'s;'][SELECT 2]"},
    {"SELECT $$a;b$$, $t$;$$;$t$; SELECT 2", "[SELECT $$a;b$$, $t$;$$;$t$][SELECT 2]"},
    {"ALTER TABLE t MODIFY COLUMN a DEFAULT 'a # b';",
     "[ALTER TABLE t MODIFY COLUMN a DEFAULT 'a # b']"},
    {"SELECT 'http://x -- y';", "[SELECT 'http://x -- y']"},
    {"SELECT DEFAULT '-- ' ; SELECT 2", "[SELECT DEFAULT '-- '][SELECT 2]"},
    {"SELECT 'line1\n  line2';", "[SELECT 'line1\n  line2']"},
    {"SET a = 1, b = 2; SET s = 'x y';", "[SET a = 1, b = 2][SET s = 'x y']"},
    {"SELECT 1\n  SET x;", "[SELECT 1\n  SET x]"},
    {"CREATE DICTIONARY d SOURCE(FILE(PATH 'x' FORMAT 'CSV')) SETTINGS(format_csv_delimiter = "
     "';');",
     "[CREATE DICTIONARY d SOURCE(FILE(PATH 'x' FORMAT 'CSV')) SETTINGS(format_csv_delimiter = "
     "';')]"},
    {"SELECT {a:Enum8('x;y' = 1)}; SELECT 2", "[SELECT {a:Enum8('x;y' = 1)}][SELECT 2]"},
    {"SELECT 1 FORMAT CSV; SELECT 2", "[SELECT 1 FORMAT CSV][SELECT 2]"},
    {"SELECT x'3b'; SELECT 2", "[SELECT x'3b'][SELECT 2]"},
};

TEST(Split, Pairs) {
  for (const auto& [text, expected] : kPairs) EXPECT_EQ(statements_of(text), expected) << text;
}

constexpr std::pair<std::string_view, std::string_view> kInserts[] = {
    // Values: SQL up to the `;`.
    {"INSERT INTO t VALUES (1, ';'), (2, 'b'); SELECT 2",
     "[INSERT INTO t VALUES (1, ';'), (2, 'b')][SELECT 2]"},
    {"INSERT INTO t VALUES (1)\n\n(2); SELECT 2", "[INSERT INTO t VALUES (1)\n\n(2)][SELECT 2]"},
    {"INSERT INTO t FORMAT Values (1)\n\n(2); SELECT 2",
     "[INSERT INTO t FORMAT Values (1)\n\n(2)][SELECT 2]"},
    {"INSERT INTO t FORMAT VALUES (1); SELECT 2", "[INSERT INTO t FORMAT VALUES (1)][SELECT 2]"},
    {"INSERT INTO t (format) VALUES (1); SELECT 2",
     "[INSERT INTO t (format) VALUES (1)][SELECT 2]"},
    {"INSERT INTO FUNCTION file('x', 'CSV', 'a Int8') VALUES (1); SELECT 2",
     "[INSERT INTO FUNCTION file('x', 'CSV', 'a Int8') VALUES (1)][SELECT 2]"},
    {"INSERT INTO t VALUES ('FORMAT CSV'), (FORMAT CSV); SELECT 2",
     "[INSERT INTO t VALUES ('FORMAT CSV'), (FORMAT CSV)][SELECT 2]"},
    {"INSERT INTO t VALUES (1) FORMAT CSV; SELECT 2",
     "[INSERT INTO t VALUES (1) FORMAT CSV][SELECT 2]"},
    {"INSERT INTO FUNCTION f(1, format CSV) VALUES (1); SELECT 2",
     "[INSERT INTO FUNCTION f(1, format CSV) VALUES (1)][SELECT 2]"},
    // Another format: up to an empty line, or the end.
    {"INSERT INTO t FORMAT CSV\n1;2\n", "[INSERT INTO t FORMAT CSV\n1;2]"},
    {"INSERT INTO t FORMAT CSV\n1;2\n3,'\n\nSELECT 2;",
     "[INSERT INTO t FORMAT CSV\n1;2\n3,'][SELECT 2]"},
    {"INSERT INTO t FORMAT CSV\r\n1;2\r\n3\r\n\r\nSELECT 2;",
     "[INSERT INTO t FORMAT CSV\r\n1;2\r\n3][SELECT 2]"},
    {"INSERT INTO t FORMAT CSV 1;2\n3", "[INSERT INTO t FORMAT CSV 1;2\n3]"},
    {"INSERT INTO t FORMAT CSV\n;1\n;2", "[INSERT INTO t FORMAT CSV\n;1\n;2]"},
    {"INSERT INTO t FORMAT JSONEachRow {\"a\":\"it's\"}\n\n-- next\nSELECT 2",
     "[INSERT INTO t FORMAT JSONEachRow {\"a\":\"it's\"}][SELECT 2]"},
    {"INSERT INTO t FORMAT CSV\n1\n \n2\n\nSELECT 2",
     "[INSERT INTO t FORMAT CSV\n1\n \n2][SELECT 2]"},
    {"INSERT INTO t FORMAT CSV -- data\n", "[INSERT INTO t FORMAT CSV -- data]"},
    {"INSERT INTO t FORMAT CSV", "[INSERT INTO t FORMAT CSV]"},
    {"INSERT INTO t FORMAT CSV\n\nSELECT 2", "[INSERT INTO t FORMAT CSV][SELECT 2]"},
    {"INSERT INTO t FORMAT CSV\n1\n\nINSERT INTO t FORMAT CSV\n2\n\n",
     "[INSERT INTO t FORMAT CSV\n1][INSERT INTO t FORMAT CSV\n2]"},
    {"insert into t format `CSV`\n1;2", "[insert into t format `CSV`\n1;2]"},
    // Where FORMAT is to be found.
    {"INSERT INTO t SETTINGS a = 1, b = ';' FORMAT CSV\n1;2",
     "[INSERT INTO t SETTINGS a = 1, b = ';' FORMAT CSV\n1;2]"},
    {"INSERT INTO t SETTINGS format = 1 FORMAT CSV\n1;2",
     "[INSERT INTO t SETTINGS format = 1 FORMAT CSV\n1;2]"},
    {"INSERT INTO t (a.b) FORMAT CSV\n1;2", "[INSERT INTO t (a.b) FORMAT CSV\n1;2]"},
    {"INSERT INTO format FORMAT CSV\n1;2", "[INSERT INTO format FORMAT CSV\n1;2]"},
    {"INSERT INTO format.values FORMAT CSV\n1;2", "[INSERT INTO format.values FORMAT CSV\n1;2]"},
    {"INSERT INTO select . from FORMAT CSV\n1;2", "[INSERT INTO select . from FORMAT CSV\n1;2]"},
    {"INSERT INTO TABLE table FORMAT CSV\n1;2", "[INSERT INTO TABLE table FORMAT CSV\n1;2]"},
    {"INSERT INTO TABLE FUNCTION file('x') PARTITION BY a FORMAT CSV\n1;2",
     "[INSERT INTO TABLE FUNCTION file('x') PARTITION BY a FORMAT CSV\n1;2]"},
    {"INSERT INTO {d:Identifier}.{t:Identifier} FORMAT CSV\n1;2",
     "[INSERT INTO {d:Identifier}.{t:Identifier} FORMAT CSV\n1;2]"},
    {"INSERT INTO t (format, values) FORMAT CSV\n1;2",
     "[INSERT INTO t (format, values) FORMAT CSV\n1;2]"},
    {"INSERT INTO t (select) FORMAT CSV\n1;2", "[INSERT INTO t (select) FORMAT CSV\n1;2]"},
    {"INSERT INTO t (with, a) FORMAT CSV\n1;2", "[INSERT INTO t (with, a) FORMAT CSV\n1;2]"},
    {"INSERT INTO t (* EXCEPT(b)) FORMAT CSV\n1;2",
     "[INSERT INTO t (* EXCEPT(b)) FORMAT CSV\n1;2]"},
    {"INSERT /* x */ INTO t -- y\nFORMAT CSV\n1;2",
     "[INSERT /* x */ INTO t -- y\nFORMAT CSV\n1;2]"},
    {"WITH x AS (SELECT 1) INSERT INTO t FORMAT CSV\n1;2",
     "[WITH x AS (SELECT 1) INSERT INTO t FORMAT CSV\n1;2]"},
    {"INSERT INTO t SELECT a FROM input('a Int8') FORMAT CSV\n1;2",
     "[INSERT INTO t SELECT a FROM input('a Int8') FORMAT CSV\n1;2]"},
    // No data.
    {"INSERT INTO t SELECT 1; SELECT 2", "[INSERT INTO t SELECT 1][SELECT 2]"},
    {"INSERT INTO t SELECT 1 FORMAT Null; SELECT 2",
     "[INSERT INTO t SELECT 1 FORMAT Null][SELECT 2]"},
    {"INSERT INTO t (SELECT 1) FORMAT Null; SELECT 2",
     "[INSERT INTO t (SELECT 1) FORMAT Null][SELECT 2]"},
    {"INSERT INTO t ((SELECT 1)) FORMAT Null; SELECT 2",
     "[INSERT INTO t ((SELECT 1)) FORMAT Null][SELECT 2]"},
    {"INSERT INTO t (a) (WITH 1 AS x SELECT x) FORMAT Null; SELECT 2",
     "[INSERT INTO t (a) (WITH 1 AS x SELECT x) FORMAT Null][SELECT 2]"},
    {"INSERT INTO t WITH 1 AS x SELECT x FORMAT Null; SELECT 2",
     "[INSERT INTO t WITH 1 AS x SELECT x FORMAT Null][SELECT 2]"},
    {"INSERT INTO t SELECT input FROM u FORMAT Null; SELECT 2",
     "[INSERT INTO t SELECT input FROM u FORMAT Null][SELECT 2]"},
    {"INSERT INTO t FROM INFILE 'x' FORMAT CSV; SELECT 2",
     "[INSERT INTO t FROM INFILE 'x' FORMAT CSV][SELECT 2]"},
    {"WITH 1 AS insert SELECT insert FORMAT CSV; SELECT 2",
     "[WITH 1 AS insert SELECT insert FORMAT CSV][SELECT 2]"},
    {"WITH x AS (SELECT 1) INSERT INTO t SELECT 1; SELECT 2",
     "[WITH x AS (SELECT 1) INSERT INTO t SELECT 1][SELECT 2]"},
    {"WITH 1 AS x SELECT x AS insert INTO OUTFILE 'a' FORMAT CSV; SELECT 2",
     "[WITH 1 AS x SELECT x AS insert INTO OUTFILE 'a' FORMAT CSV][SELECT 2]"},
    {"CREATE VIEW v AS SELECT 1 FORMAT CSV; SELECT 2",
     "[CREATE VIEW v AS SELECT 1 FORMAT CSV][SELECT 2]"},
};

TEST(Split, TheDataOfAnInsertAreItsOwn) {
  for (const auto& [text, expected] : kInserts) EXPECT_EQ(statements_of(text), expected) << text;
}

// A statement cut out and split again is itself, so that it can be hashed and sent alone.
TEST(Split, AStatementSplitAgainIsItself) {
  const auto again = [](std::string_view text) {
    const Source source("a.sql", std::string(text));
    for (const WrittenStatement& statement : split(source).statements) {
      EXPECT_EQ(statements_of(statement.text), fmt::format("[{}]", statement.text));
    }
  };
  for (const auto& [text, expected] : kPairs) again(text);
  for (const auto& [text, expected] : kInserts) again(text);
}

TEST(Split, ThePrefaceAndTheTailHoldTheCommentsBetween) {
  const Source source("a.sql", "-- a\nSELECT 1 /* in */;-- b\n;\n-- c\nSELECT 2\n;\n-- d\n");
  const SplitText result = split(source);
  ASSERT_EQ(result.statements.size(), 2U);
  EXPECT_EQ(result.statements[0].preface, "-- a\n");
  EXPECT_EQ(result.statements[0].text, "SELECT 1");
  EXPECT_EQ(result.statements[1].preface, "-- b\n;\n-- c\n");
  EXPECT_EQ(result.tail, "\n-- d\n");
}

TEST(Split, WithoutASemicolonTheTailBeginsBehindTheLastToken) {
  const Source source("a.sql", "SELECT 1 -- godwit\n");
  EXPECT_EQ(split(source).tail, " -- godwit\n");
}

TEST(Split, BehindInlineDataTheNextPrefaceBegins) {
  const Source source("a.sql", "INSERT INTO t FORMAT CSV\n1\n\n-- b\nSELECT 2");
  const SplitText result = split(source);
  ASSERT_EQ(result.statements.size(), 2U);
  EXPECT_EQ(result.statements[1].preface, "\n\n-- b\n");
}

struct RefusedRow {
  std::string_view text;
  std::string_view place;
  std::string_view message;
};

constexpr RefusedRow kRefused[] = {
    {"SELECT 'a", "a.sql:1:8", "unterminated string"},
    {"SELECT 1;\n  SELECT 'a;\n'' b\n", "a.sql:2:10", "unterminated string"},
    {"SELECT 'a\\'", "a.sql:1:8", "unterminated string"},
    {"SELECT \u2018a; SELECT 2", "a.sql:1:8", "unterminated string"},
    {"SELECT x'4g'", "a.sql:1:8", "unterminated string"},
    {"SELECT B'2'", "a.sql:1:8", "unterminated string"},
    {"SELECT `a;", "a.sql:1:8", "unterminated quoted identifier"},
    {"SELECT \"a;", "a.sql:1:8", "unterminated quoted identifier"},
    {"SELECT \u201Ca; SELECT 2", "a.sql:1:8", "unterminated quoted identifier"},
    {"SELECT 1;\n/* /* */ SELECT 2;", "a.sql:2:1", "unterminated comment"},
    {"SELECT $$a; SELECT 2", "a.sql:1:8", "unterminated heredoc"},
    {"INSERT INTO t FORMAT CSV;\n1,2\n", "a.sql:1:25", "';' between the format and its data"},
    {"INSERT INTO t FORMAT CSV ;\r\n1,2\n", "a.sql:1:26", "';' between the format and its data"},
    {"INSERT INTO t FORMAT CSV;1,2", "a.sql:1:25", "';' between the format and its data"},
};

TEST(Split, RefusesAtTheRightPlace) {
  for (const RefusedRow& row : kRefused) {
    const Source source("a.sql", std::string(row.text));
    try {
      const SplitText result = split(source);
      ADD_FAILURE() << row.text << " gives " << serialised(result);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, ErrorKind::usage);
      EXPECT_EQ(to_string(error.where), row.place) << row.text;
      EXPECT_EQ(error.what(), row.message) << row.text;
      EXPECT_NE(error.hint, "") << row.text;
    }
  }
}

TEST(Split, TakesALineOfTenMegabytes) {
  std::string text = "INSERT INTO t VALUES (0)";
  while (text.size() < 10'000'000) text += ", (1234567, 'some text; and more')";
  const std::string both = text + "; SELECT 2";
  const Source source("a.sql", both);
  const SplitText result = split(source);
  ASSERT_EQ(result.statements.size(), 2U);
  EXPECT_EQ(result.statements[0].text.size(), text.size());
}

TEST(Split, TakesAStringOfAMegabyte) {
  const std::string statement = "SELECT '" + std::string(1 << 20, ';') + "'";
  EXPECT_EQ(statements_of(statement + ";SELECT 2"), "[" + statement + "][SELECT 2]");
}

}  // namespace
}  // namespace godwit::sql
