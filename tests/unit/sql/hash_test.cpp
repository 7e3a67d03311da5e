#include "godwit/base/hash.hpp"

#include "godwit/sql/lexer.hpp"
#include "godwit/sql/split.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace godwit::sql {
namespace {

// What a statement's hash is the SHA-256 of.
constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
    {"", ""},
    {"SELECT 1", "SELECT 1"},
    {"SELECT\r\n  1 -- one\r\n", "SELECT 1"},
    {"/* a */SELECT/**/1", "SELECT 1"},
    {"f(x,1)", "f ( x , 1 )"},
    {"SELECT 'a  b', `c  d`", "SELECT 'a  b' , `c  d`"},
    {"SELECT 'a\r\nb'", "SELECT 'a\r\nb'"},
    {"SELECT $$a\r\nb$$", "SELECT $$a\r\nb$$"},
    {"INSERT INTO t VALUES (1),\n(2)", "INSERT INTO t VALUES ( 1 ) , ( 2 )"},
    {"INSERT INTO t FORMAT CSV\n1,  2 -- 3\n4", "INSERT INTO t FORMAT CSV 1,  2 -- 3\n4"},
    {"INSERT INTO t FORMAT CSV 1,  2 -- 3\r\n4\r\n", "INSERT INTO t FORMAT CSV 1,  2 -- 3\n4"},
    {"INSERT INTO t FORMAT CSV \t\f1", "INSERT INTO t FORMAT CSV 1"},
    {"INSERT INTO t FORMAT CSV\n1\r2", "INSERT INTO t FORMAT CSV 1\r2"},
    {"INSERT INTO t FORMAT CSV", "INSERT INTO t FORMAT CSV"},
};

TEST(StatementHash, IsOverTheSignificantTokensAndTheData) {
  for (const auto& [statement, hashed] : kPairs) {
    EXPECT_EQ(statement_hash(statement), sha256(hashed)) << statement;
  }
}

TEST(StatementHash, OfATextLongerThanAnyBuffer) {
  std::string statement = "SELECT 'x'";
  std::string hashed = "SELECT 'x'";
  for (int i = 0; i < 5000; ++i) {
    statement += ",\n  " + std::to_string(i);
    hashed += " , " + std::to_string(i);
  }
  const std::string big = "'" + std::string(100'000, 'y') + "'";
  EXPECT_EQ(statement_hash(statement + "," + big), sha256(hashed + " , " + big));
}

constexpr std::pair<std::string_view, std::string_view> kDifferent[] = {
    {"SELECT 1", "select 1"},
    {"SELECT 1", "SELECT 1.0"},
    {"SELECT a", "SELECT `a`"},
    {"SELECT ab", "SELECT a b"},
    {"SELECT 'a b'", "SELECT 'a  b'"},
    {"SELECT 'a' 'b'", "SELECT 'a''b'"},
    {"SELECT '-- a'", "SELECT '-- b'"},
    {"SELECT '/* a */'", "SELECT ''"},
    {"SELECT 'a\nb'", "SELECT 'a\r\nb'"},
    {"SELECT a - - b", "SELECT a + + b"},
    {"INSERT INTO t FORMAT CSV\n1, 2", "INSERT INTO t FORMAT CSV\n1,2"},
    {"INSERT INTO t FORMAT CSV\n1 -- a", "INSERT INTO t FORMAT CSV\n1"},
    {"INSERT INTO t FORMAT CSV\n1\n2", "INSERT INTO t FORMAT CSV\n1 2"},
};

TEST(StatementHash, ChangesWithWhatRuns) {
  for (const auto& [one, other] : kDifferent) {
    EXPECT_NE(statement_hash(one), statement_hash(other)) << one << " | " << other;
  }
}

// Between any two tokens any layout may stand, and the hash does not see which.
TEST(StatementHash, IgnoresLayout) {
  constexpr std::string_view kStatement =
      "CREATE TABLE IF NOT EXISTS db . t ( a Array ( Int8 ) DEFAULT [ 1 , .5 ] COMMENT 'x -- y' , "
      "`b c` String ) ENGINE = MergeTree ORDER BY ( a , b ) SETTINGS s = 1e5";
  constexpr std::string_view kLayout[] = {" ",           "\n",      "\r\n",       "\t\v\f",
                                          "-- it's ;\n", "# c\r\n", "/* /**/ */", "\u00A0",
                                          "//x\n",       "#! \"\n"};
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int i = 0; i < 1000; ++i) {
    std::string text;
    for (const Token& token : lex(kStatement)) {
      if (is_significant(token)) text += token.text;
      for (auto left = 1 + random() % 3; token.kind == TokenKind::space && left > 0; --left) {
        text += kLayout[random() % std::size(kLayout)];
      }
    }
    EXPECT_EQ(statement_hash(text), statement_hash(kStatement)) << text;
  }
}

TEST(StatementHash, OfACheckoutWithCrlfIsTheSame) {
  const std::string written =
      "-- a\nCREATE TABLE t\n(\n  a Int8, -- it's\n  b String\n)\nENGINE = Log;\n"
      "INSERT INTO t FORMAT CSV\n1,x\n2,y\n\nSELECT\n1";
  std::string crlf;
  for (const char byte : written) crlf += byte == '\n' ? std::string("\r\n") : std::string(1, byte);
  const Source lf_source("a.sql", written);
  const Source crlf_source("a.sql", crlf);
  const SplitText lf_split = split(lf_source);
  const SplitText crlf_split = split(crlf_source);
  ASSERT_EQ(lf_split.statements.size(), 3U);
  ASSERT_EQ(crlf_split.statements.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(statement_hash(lf_split.statements[i].text),
              statement_hash(crlf_split.statements[i].text));
  }
}

}  // namespace
}  // namespace godwit::sql
