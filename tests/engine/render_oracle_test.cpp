// ClickHouse's own parser has the last word on rendering: it must take every statement as it is
// sent on each topology, and find ON CLUSTER in it exactly where the topology has one. Many
// statements are asked about in one query, since a round trip costs more than a parse.

#include "godwit/base/text.hpp"
#include "godwit/server/connection.hpp"
#include "godwit/server/server.hpp"
#include "godwit/sql/lexer.hpp"
#include "godwit/topology/render.hpp"
#include "support/ddl_cases.hpp"
#include "support/topologies.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::topology {
namespace {

constexpr std::size_t kBatch = 100;
constexpr std::string_view kNull = "\\N";

/// A statement as sent, and whether a cluster is named for it.
using Sent = std::map<std::string, bool>;

// What the engine's formatter makes of each text; kNull where it does not parse.
std::map<std::string, std::string> format_all(server::Server& engine, const Sent& sent) {
  std::map<std::string, std::string> formatted;
  for (auto next = sent.begin(); next != sent.end();) {
    std::vector<std::string> texts;
    std::vector<std::string> literals;
    for (; next != sent.end() && texts.size() < kBatch; ++next) {
      texts.push_back(next->first);
      literals.push_back(server::quote(next->first));
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

// Scopes that rendering writes to: what has another scope keeps its text.
bool is_rendered(sql::Scope scope) {
  return scope == sql::Scope::in_database || scope == sql::Scope::database ||
         scope == sql::Scope::server;
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
  Sent sent;
  for (const std::string& text : test::all_statement_texts()) {
    const sql::Statement statement = sql::parse_statement(text);
    if (!is_rendered(statement.scope())) continue;
    for (const std::string_view word : test::kTopologies) {
      const Topology topology = parse_topology(word);
      sent[render(statement, topology)] = !cluster_of(statement.scope(), topology).empty() &&
                                          statement.cluster_clause.data() != nullptr;
    }
  }
  EXPECT_GT(sent.size(), 1500U);
  for (const auto& [text, formatted] : format_all(*engine_, sent)) {
    EXPECT_NE(formatted, kNull) << "does not parse: " << text;
    // An embedded engine takes "DROP t" for an expression: what it read begins as what was sent.
    EXPECT_EQ(first_word(formatted), first_word(text)) << formatted;
    const bool has_clause = formatted.find(" ON CLUSTER main") != std::string::npos;
    EXPECT_EQ(has_clause, sent.at(text)) << text << "\nis read as " << formatted;
  }
}

// A cluster's name reaches the server as it was meant, whatever is in it.
TEST_F(RenderOracle, TheEngineReadsEveryClusterNameBack) {
  for (const std::string_view name : {"main", "my-cluster.1", "a`b", "it's", "a\\b", "{cluster}",
                                      "{a}_'x'", "{a}\\b", "on", "NULL", "größe"}) {
    const std::string text = "DROP TABLE t " + on_cluster(name);
    const std::string formatted = format_all(*engine_, {{text, true}}).at(text);
    const auto tokens = sql::lex(formatted);
    EXPECT_EQ(sql::unquote_name(tokens.back().text), name) << formatted;
  }
}

}  // namespace
}  // namespace godwit::topology
