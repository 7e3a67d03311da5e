// ClickHouse's own parser on statements of every kind made at random: what it takes as it was
// written, it takes as it is sent on each topology; and it ends a statement where the splitter
// does.

#include "godwit/base/source.hpp"
#include "godwit/sql/split.hpp"
#include "support/dump.hpp"
#include "support/render_oracle.hpp"
#include "support/statement_generator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace godwit {
namespace {

using test::Formatted;
using test::RenderOracle;

constexpr std::uint64_t kSeed = 770011;
constexpr std::size_t kCount = 3000;
constexpr std::size_t kJoined = 4;

std::vector<test::GeneratedStatement> generated() {
  test::StatementGenerator generator(kSeed);
  std::vector<test::GeneratedStatement> made;
  for (std::size_t i = 0; i < kCount; ++i) made.push_back(generator.next());
  return made;
}

std::set<std::string> texts_of(const std::vector<test::GeneratedStatement>& made) {
  std::set<std::string> texts;
  for (const test::GeneratedStatement& statement : made) texts.insert(statement.text);
  return texts;
}

// ATTACH TABLE t AS other: the engine expects [NOT] REPLICATED there, unless ON CLUSTER comes
// before.
bool attaches_as_other(const std::string& text) {
  const sql::Statement statement = sql::parse_statement(text);
  const auto all = test::with_parts(statement);
  return std::any_of(all.begin(), all.end(), [](const sql::Statement* each) {
    return each->kind == sql::StatementKind::attach_table && !each->source.name.empty();
  });
}

// Behind these the engine takes all that follows for data.
bool may_have_data(std::string_view text) {
  const sql::Statement statement = sql::parse_statement(text);
  const auto all = test::with_parts(statement);
  return std::any_of(all.begin(), all.end(), [](const sql::Statement* each) {
    return each->kind == sql::StatementKind::insert || each->kind == sql::StatementKind::copy;
  });
}

TEST(Generated, WhatTheEngineTakesItTakesAsItIsSent) {
  RenderOracle oracle;
  const std::vector<test::GeneratedStatement> made = generated();
  const Formatted written = oracle.format_all(texts_of(made));
  std::set<std::string> sent;
  for (const auto& [text, formatted] : written) {
    const bool is_compared = formatted != test::kDoesNotParse && !attaches_as_other(text);
    if (is_compared) test::add_renderings(text, sent);
  }
  const Formatted read = oracle.format_all(sent);
  std::size_t taken = 0;
  std::set<const sql::StatementRow*> rows;
  for (const test::GeneratedStatement& statement : made) {
    if (written.at(statement.text) == test::kDoesNotParse) continue;
    ++taken;
    rows.insert(statement.row);
    if (attaches_as_other(statement.text)) continue;
    test::expect_read_as_sent(statement.text, read);
  }
  EXPECT_GT(taken, kCount * 2 / 3);
  for (const sql::StatementRow& row : sql::statement_rows()) {
    EXPECT_EQ(rows.count(&row), 1U) << "none of these was taken: " << row.head;
  }
}

// Statements joined by `;` are the same for both: the engine says where the first one ends, and
// so, piece by piece, how many there are.
TEST(Generated, TheEngineEndsAStatementWhereTheSplitterDoes) {
  RenderOracle oracle;
  const std::vector<test::GeneratedStatement> made = generated();
  std::vector<std::string> taken;
  for (const auto& [text, formatted] : oracle.format_all(texts_of(made))) {
    if (formatted != test::kDoesNotParse && !may_have_data(text)) taken.push_back(text);
  }
  ASSERT_GT(taken.size(), kCount / 2);
  for (std::size_t i = 0; i + kJoined <= taken.size(); i += kJoined) {
    std::string joined = taken[i];
    for (std::size_t k = 1; k < kJoined; ++k)
      joined += (k % 2 == 0 ? ";" : "\n;/* ; */") + taken[i + k];
    const Source source("joined.sql", joined);
    const sql::SplitText split = sql::split(source);
    EXPECT_EQ(split.statements.size(), kJoined) << joined;
    std::string_view rest = source.text();
    for (const sql::WrittenStatement& statement : split.statements) {
      const auto end = oracle.find_end(rest);
      const bool is_last = &statement == &split.statements.back();
      ASSERT_EQ(end.has_value(), !is_last) << rest;
      const std::string_view first = rest.substr(0, end.value_or(rest.size()));
      const Source alone("alone.sql", std::string(first));
      const sql::SplitText piece = sql::split(alone);
      ASSERT_EQ(piece.statements.size(), 1U) << first;
      EXPECT_EQ(piece.statements.front().text, statement.text);
      if (!is_last) rest.remove_prefix(*end + 1);
    }
  }
}

}  // namespace
}  // namespace godwit
