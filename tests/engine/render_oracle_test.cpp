// ClickHouse's own parser has the last word on rendering: it must take every statement as it is
// sent on each topology, and find ON CLUSTER in it exactly where the topology has one.

#include "support/render_oracle.hpp"

#include "godwit/sql/lexer.hpp"
#include "godwit/topology/render.hpp"
#include "support/ddl_cases.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::topology {
namespace {

TEST(RenderOracle, TheEngineTakesEveryStatementAsItIsSent) {
  const std::vector<std::string> texts = test::all_statement_texts();
  std::set<std::string> sent;
  for (const std::string& text : texts) test::add_renderings(text, sent);
  EXPECT_GT(sent.size(), 4000U);
  const test::Formatted formatted = test::RenderOracle().format_all(sent);
  for (const std::string& text : texts) test::expect_read_as_sent(text, formatted);
}

// A cluster's name reaches the server as it was meant, whatever is in it.
TEST(RenderOracle, TheEngineReadsEveryClusterNameBack) {
  test::RenderOracle oracle;
  for (const std::string_view name : {"main", "my-cluster.1", "a`b", "it's", "a\\b", "{cluster}",
                                      "{a}_'x'", "{a}\\b", "on", "NULL", "größe"}) {
    const std::string text = "DROP TABLE t " + on_cluster(name);
    const std::string formatted = oracle.format_all({text}).at(text);
    const auto tokens = sql::lex(formatted);
    EXPECT_EQ(sql::unquote_name(tokens.back().text), name) << formatted;
  }
}

}  // namespace
}  // namespace godwit::topology
