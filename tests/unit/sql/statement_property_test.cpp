// What must hold for reading a statement whatever its names, its layout and its comments: over
// statements of every kind, made at random from the heads of the rows.
#include "godwit/base/source.hpp"
#include "godwit/sql/lexer.hpp"
#include "godwit/sql/split.hpp"
#include "godwit/sql/statement.hpp"
#include "support/statement_generator.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::sql {
namespace {

using test::GeneratedStatement;
using test::StatementGenerator;

constexpr std::uint64_t kSeed = 990011;
constexpr std::size_t kCount = 20000;

std::size_t offset_in(std::string_view text, std::string_view view) {
  return static_cast<std::size_t>(view.data() - text.data());
}

TEST(StatementProperty, TheKindIsTheRowsFromWhichItWasMade) {
  StatementGenerator generator(kSeed);
  std::set<const StatementRow*> seen;
  for (std::size_t i = 0; i < kCount; ++i) {
    const GeneratedStatement made = generator.next();
    const Statement statement = parse_statement(made.text);
    EXPECT_EQ(to_string(statement.kind), made.row->name) << made.text;
    ASSERT_EQ(statement.parts.size(), made.parts.size()) << made.text;
    for (std::size_t k = 0; k < made.parts.size(); ++k) {
      EXPECT_EQ(to_string(statement.parts[k].kind), to_string(made.parts[k])) << made.text;
    }
    seen.insert(statement.row);
  }
  EXPECT_EQ(seen.size(), statement_rows().size());
}

TEST(StatementProperty, TheClauseIsFoundWhereItWasWritten) {
  StatementGenerator generator(kSeed);
  std::size_t written = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const GeneratedStatement made = generator.next();
    const std::string_view clause = parse_statement(made.text).cluster_clause;
    ASSERT_EQ(clause.data() != nullptr, made.clause.has_value()) << made.text;
    if (!made.clause) continue;
    const std::size_t begin = offset_in(made.text, clause);
    EXPECT_EQ(begin + clause.size(), made.clause->end) << made.text;
    if (clause.empty()) continue;
    ++written;
    // The blanks before it are the clause's too.
    const auto tokens = lex(clause);
    const std::string_view on =
        tokens.front().kind == TokenKind::space ? tokens.at(1).text : tokens.front().text;
    EXPECT_EQ(offset_in(made.text, on), made.clause->begin) << made.text;
  }
  EXPECT_GT(written, kCount / 4);
}

TEST(StatementProperty, TheTokensJoinedAreTheText) {
  StatementGenerator generator(kSeed);
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::string text = generator.next().text;
    std::string joined;
    for (const Token& token : lex(text)) joined += token.text;
    EXPECT_EQ(joined, text);
  }
}

TEST(StatementProperty, JoinedBySemicolonsTheySplitIntoThemselves) {
  StatementGenerator generator(kSeed);
  for (std::size_t i = 0; i < kCount; i += 5) {
    std::vector<std::string> texts;
    std::string joined;
    for (int k = 0; k < 5; ++k) {
      texts.push_back(generator.next().text);
      joined += texts.back() + (k % 2 == 0 ? ";" : " ; -- ;\n");
    }
    const Source source("joined", joined);
    const SplitText parts = split(source);
    ASSERT_EQ(parts.statements.size(), texts.size()) << joined;
    for (std::size_t k = 0; k < texts.size(); ++k) EXPECT_EQ(parts.statements[k].text, texts[k]);
  }
}

}  // namespace
}  // namespace godwit::sql
