// ClickHouse's own parser has the last word on rendering: it must take every statement as it is
// sent on each topology, and find ON CLUSTER in it exactly where the topology has one. Many
// statements are asked about in one query, since a round trip costs more than a parse.

#include "godwit/base/text.hpp"
#include "godwit/server/connection.hpp"
#include "godwit/server/server.hpp"
#include "godwit/sql/lexer.hpp"
#include "godwit/topology/render.hpp"
#include "support/ddl_cases.hpp"
#include "support/dump.hpp"
#include "support/topologies.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::topology {
namespace {

constexpr std::size_t kBatch = 100;
constexpr std::string_view kNull = "\\N";

// What the engine's formatter makes of each text; kNull where it does not parse.
std::map<std::string, std::string> format_all(server::Server& engine,
                                              const std::set<std::string>& sent) {
  std::map<std::string, std::string> formatted;
  for (auto next = sent.begin(); next != sent.end();) {
    std::vector<std::string> texts;
    std::vector<std::string> literals;
    for (; next != sent.end() && texts.size() < kBatch; ++next) {
      texts.push_back(*next);
      literals.push_back(server::quote(*next));
    }
    const auto rows =
        server::read_rows(engine, fmt::format("SELECT formatQuerySingleLineOrNull(arrayJoin([{}]))",
                                              fmt::join(literals, ", ")));
    if (rows.size() != texts.size()) {
      ADD_FAILURE() << rows.size() << " answers to " << texts.size() << " texts";
      continue;
    }
    for (std::size_t i = 0; i < texts.size(); ++i) formatted[texts[i]] = rows[i].front();
  }
  return formatted;
}

std::string first_word(std::string_view text) {
  for (const sql::Token& token : sql::lex(text)) {
    if (sql::is_significant(token)) return upper(token.text);
  }
  return {};
}

std::string rendered(std::string_view text, std::string_view topology) {
  return render(sql::parse_statement(text), parse_topology(topology));
}

// What the formatter does not print as it read it: the data of an INSERT, and COPY as a whole.
bool is_not_formatted(const sql::Statement& statement) {
  return statement.kind == sql::StatementKind::insert ||
         statement.kind == sql::StatementKind::copy ||
         statement.kind == sql::StatementKind::unknown;
}

// How many ON CLUSTER clauses a statement is sent with.
std::size_t clauses_of(const sql::Statement& statement, std::string_view topology) {
  std::size_t clauses = 0;
  for (const sql::Statement* each : test::with_parts(statement)) {
    const bool has_place = each->cluster_clause.data() != nullptr;
    if (has_place && !cluster_of(each->scope, parse_topology(topology)).empty()) ++clauses;
  }
  return clauses;
}

// What a topology may change in a formatted text, apart from ON CLUSTER, made equal: Replicated
// before a MergeTree and its first two arguments, and a database's engine and settings.
std::string without_engines(std::string text) {
  static const std::regex kPath(
      R"re(Replicated(\w*MergeTree)\('(?:[^'\\]|\\.)*', '(?:[^'\\]|\\.)*'(, )?)re");
  static const std::regex kPlain(R"(Replicated(\w*MergeTree))");
  static const std::regex kBrackets(R"((\w*MergeTree)\(\))");
  static const std::regex kDatabase(R"( ENGINE = (Replicated|Atomic|Ordinary|Lazy)(\([^)]*\))?)");
  static const std::regex kSettings(R"( SETTINGS \S+ = \S+)");
  text = std::regex_replace(text, kPath, "$1(");
  text = std::regex_replace(text, kPlain, "$1");
  text = std::regex_replace(text, kBrackets, "$1");
  if (text.find("CREATE DATABASE ") == std::string::npos) return text;
  return std::regex_replace(std::regex_replace(text, kDatabase, ""), kSettings, "");
}

// Whether `read` is `alone` and just so many clauses more, one of which may be anywhere.
bool differs_by(std::size_t clauses, const std::string& read, const std::string& alone) {
  static constexpr std::string_view kClause = " ON CLUSTER main";
  if (clauses == 0) return without_engines(read) == without_engines(alone);
  for (auto at = read.find(kClause); at != std::string::npos; at = read.find(kClause, at + 1)) {
    std::string without = read;
    without.erase(at, kClause.size());
    if (differs_by(clauses - 1, without, alone)) return true;
  }
  return false;
}

class RenderOracle : public ::testing::Test {
 protected:
  void SetUp() override {
    ::setenv("GODWIT_ENGINE", GODWIT_BINARY_DIR "/godwit-engine", 1);
    Secrets secrets;
    engine_ = server::open_server(server::parse_url("chdb:", secrets));
  }
  void TearDown() override {
    engine_.reset();
    ::unsetenv("GODWIT_ENGINE");
  }

  std::unique_ptr<server::Server> engine_;
};

TEST_F(RenderOracle, TheEngineTakesEveryStatementAsItIsSent) {
  const std::vector<std::string> texts = test::all_statement_texts();
  std::set<std::string> sent;
  for (const std::string& text : texts) {
    for (const std::string_view word : test::kTopologies) sent.insert(rendered(text, word));
  }
  EXPECT_GT(sent.size(), 4000U);
  const std::map<std::string, std::string> formatted = format_all(*engine_, sent);
  for (const std::string& text : texts) {
    const sql::Statement statement = sql::parse_statement(text);
    if (is_not_formatted(statement)) continue;
    const std::string& alone = formatted.at(rendered(text, "single"));
    EXPECT_NE(alone, kNull) << "does not parse: " << text;
    // An embedded engine takes "DROP t" for an expression: what it read begins as what was sent.
    if (statement.cluster_clause.data() != nullptr) {
      EXPECT_EQ(first_word(alone), first_word(text)) << alone;
    }
    for (const std::string_view word : test::kTopologies) {
      const std::string text_sent = rendered(text, word);
      const std::string& read = formatted.at(text_sent);
      EXPECT_NE(read, kNull) << word << " does not parse: " << text_sent;
      if (read == kNull) continue;
      EXPECT_TRUE(differs_by(clauses_of(statement, word), read, alone))
          << word << ": " << text_sent << "\nis read as " << read << "\nand alone as " << alone;
    }
  }
}

// A cluster's name reaches the server as it was meant, whatever is in it.
TEST_F(RenderOracle, TheEngineReadsEveryClusterNameBack) {
  for (const std::string_view name : {"main", "my-cluster.1", "a`b", "it's", "a\\b", "{cluster}",
                                      "{a}_'x'", "{a}\\b", "on", "NULL", "größe"}) {
    const std::string text = "DROP TABLE t " + on_cluster(name);
    const std::string formatted = format_all(*engine_, {text}).at(text);
    const auto tokens = sql::lex(formatted);
    EXPECT_EQ(sql::unquote_name(tokens.back().text), name) << formatted;
  }
}

}  // namespace
}  // namespace godwit::topology
