// ClickHouse's own lexer has the last word: tokenizeQuery() is asked for the borders and kinds of
// many texts at once, and lex() must say the same of each.
#include "godwit/sql/lexer.hpp"

#include "godwit/base/redact.hpp"
#include "godwit/server/connection.hpp"
#include "godwit/server/server.hpp"
#include "support/engine_process.hpp"
#include "support/token_kinds.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::sql {
namespace {

struct NameRow {
  std::string_view clickhouse;
  std::string_view kind;
};

// What is not here is a symbol; among that are ClickHouse's errors.
constexpr NameRow kNames[] = {
    {"Whitespace", "space"},
    {"Comment", "comment"},
    {"BareWord", "word"},
    {"QuotedIdentifier", "quoted_identifier"},
    {"StringLiteral", "string"},
    {"HereDoc", "string"},
    {"Number", "number"},
    {"ErrorMultilineCommentIsNotClosed", "unclosed"},
    {"ErrorSingleQuoteIsNotClosed", "unclosed"},
    {"ErrorDoubleQuoteIsNotClosed", "unclosed"},
    {"ErrorBackQuoteIsNotClosed", "unclosed"},
};

std::string_view kind_of(std::string_view clickhouse) {
  const auto* const row =
      std::find_if(std::begin(kNames), std::end(kNames),
                   [&](const NameRow& name) { return name.clickhouse == clickhouse; });
  return row != std::end(kNames) ? row->kind : "symbol";
}

// "end:kind" of each token.
std::string ours(std::string_view text) {
  std::string line;
  std::size_t end = 0;
  for (const Token& token : lex(text)) {
    end += token.text.size();
    line += fmt::format("{}:{} ", end, test::name_of(token.kind));
  }
  return line;
}

// The same from "end:Name end:Name ". Nothing follows what is unclosed; where that is a typographic
// quote, ClickHouse sometimes gives the text's last bytes once more.
std::string translated(std::string_view tokens) {
  std::string line;
  while (!tokens.empty() && line.find("unclosed") == std::string::npos) {
    const std::size_t colon = tokens.find(':');
    const std::size_t space = tokens.find(' ');
    line += fmt::format("{}:{} ", tokens.substr(0, colon),
                        kind_of(tokens.substr(colon + 1, space - colon - 1)));
    tokens.remove_prefix(space + 1);
  }
  return line;
}

std::string hex(std::string_view text) {
  std::string digits;
  for (const char byte : text) digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return digits;
}

class Oracle {
 public:
  Oracle() {
    ::setenv("GODWIT_ENGINE", test::engine_program().c_str(), 1);
    server_ = server::open_server(server::parse_url("chdb:", secrets_));
  }

  void expect_agreement(const std::vector<std::string>& texts) {
    std::string list;
    for (const std::string& text : texts)
      list += fmt::format("{}'{}'", list.empty() ? "" : ",", hex(text));
    std::size_t index = 0;
    server_->select(fmt::format("SELECT arrayStringConcat(arrayMap(t -> concat(toString(t.2), ':', "
                                "toString(t.3), ' '), tokenizeQuery(unhex(arrayJoin([{}])))))",
                                list),
                    [&](const server::Row& row) {
                      ASSERT_LT(index, texts.size());
                      const std::string& text = texts[index++];
                      EXPECT_EQ(ours(text), translated(row.at(0))) << testing::PrintToString(text);
                    });
    EXPECT_EQ(index, texts.size());
  }

 private:
  Secrets secrets_;
  std::unique_ptr<server::Server> server_;
};

constexpr std::string_view kPieces[] = {
    "'",      "\"",     "`",      "\\",     "$",      "a",      "-",      "/",      "*",
    "#",      ";",      "\n",     " ",      "1",      ".",      "e",      "x",      "b",
    "0",      "_",      "+",      "<",      ">",      "=",      "!",      "|",      ":",
    "@",      "(",      ")",      "[",      "{",      "~",      "?",      "^",      "%",
    ",",      "F",      "p",      "G",      "$a$",    "0x",     "0b",     "1e",     "\t",
    "\r",     "\u2018", "\u2019", "\u201C", "\u201D", "\u2212", "\uFEFF", "\u00A0", "\u0085",
    "\u200B", "\u3000", "\u1680", "\u00AD", "\u00E9", "\xE2",   "\x80",   "\xFF",
};

constexpr std::string_view kStatements[] = {
    "CREATE TABLE db.t ON/**/CLUSTER c (a Int8 DEFAULT 'x -- y', `b``c` String) ENGINE = Log;",
    "SELECT t.1.2, f(x).3, a[1].5, .5, (.5), 1.2.3, 5., 0x1F, 0b101, 1_000, 1e-5, 1a, x'41', b'01'",
    "SELECT x -> x + 1, a::T, a <=> b, a == b, a != b, a <> b, a || b, @@v, j.^a, j.b.:T, a?b:c",
    "-- one\n// two\n# three\n#! four\n/* five /* six */ */ #seven",
    "SELECT $$a;b$$, $t$a$$b$t$, $u$ never closed, \u2018a\u2019, \u201Cb\u201D, 5\u22123",
    "SELECT {p:String}, { p : Array(Int8) }",
    "\uFEFFINSERT INTO t VALUES ('it''s', 'it\\'s'), (1,\u00A02)\\G",
};

TEST(LexerAndClickHouse, AgreeOnStatements) {
  Oracle().expect_agreement({std::begin(kStatements), std::end(kStatements)});
}

TEST(LexerAndClickHouse, AgreeOnEveryTextOfTwoPieces) {
  std::vector<std::string> texts;
  for (const std::string_view one : kPieces) {
    for (const std::string_view other : kPieces) {
      texts.push_back(fmt::format("{}{}", one, other));
    }
  }
  Oracle().expect_agreement(texts);
}

TEST(LexerAndClickHouse, AgreeOnRandomTexts) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  Oracle oracle;
  for (int batch = 0; batch < 20; ++batch) {
    std::vector<std::string> texts(2000);  // so many that the query stays below max_query_size
    for (std::string& text : texts) {
      for (auto left = 1 + random() % 14; left > 0; --left) {
        text += kPieces[random() % std::size(kPieces)];
      }
    }
    oracle.expect_agreement(texts);
  }
}

}  // namespace
}  // namespace godwit::sql
