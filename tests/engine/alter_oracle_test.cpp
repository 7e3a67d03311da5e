// ClickHouse's own parser has the last word on ALTER. Its formatter puts every command in brackets,
// so that its text shows how many there are and where each ends: each command as it was read here,
// alone in an ALTER of its own, must be formatted to the same brackets.

#include "godwit/base/text.hpp"
#include "godwit/sql/alter.hpp"
#include "godwit/sql/cursor.hpp"
#include "godwit/sql/print_alter.hpp"
#include "support/ddl_cases.hpp"
#include "support/dump.hpp"
#include "support/render_oracle.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace godwit::sql {
namespace {

/// The commands of a formatted ALTER, each with its brackets; nothing where the engine refuses it.
using Brackets = std::optional<std::vector<std::string>>;

// A dotted name is printed here as one, which is the same to the engine, and the formatter puts the
// query of MODIFY QUERY in brackets of its own where SETTINGS follow the ALTER.
std::string plain(std::string command) {
  static constexpr std::string_view kQuery = "(MODIFY QUERY (";
  command = replace_all(std::move(command), "`", "");
  if (!command.starts_with(kQuery) || !command.ends_with("))")) return command;
  command.erase(kQuery.size() - 1, 1);
  command.pop_back();
  return command;
}

// The brackets behind the name, up to where no comma follows.
std::vector<std::string> commands_of(std::string_view formatted) {
  std::vector<std::string> commands;
  Cursor cursor(formatted);
  while (!cursor.at_end() && !cursor.sees_symbol("(")) cursor.advance();
  do {
    const std::size_t start = cursor.position();
    if (!cursor.take_group('(', ')')) break;
    commands.push_back(plain(std::string(cursor.between(start, cursor.position()))));
  } while (cursor.take_symbol(","));
  return commands;
}

std::string alter(AlterObject object, std::string_view commands) {
  return fmt::format("ALTER {} {}", object == AlterObject::table ? "TABLE t" : "DATABASE t",
                     commands);
}

AlterObject object_of(const Statement& statement) {
  return statement.kind == StatementKind::alter_database ? AlterObject::database
                                                         : AlterObject::table;
}

// Every ALTER that the tests know, those inside PARALLEL WITH too.
std::vector<std::string> all_alters() {
  std::vector<std::string> texts;
  for (const std::string& text : test::all_statement_texts()) {
    const Statement statement = parse_statement(text);
    for (const Statement* each : test::with_parts(statement)) {
      if (each->kind == StatementKind::alter_table || each->kind == StatementKind::alter_database ||
          each->kind == StatementKind::alter_temporary_table) {
        texts.emplace_back(each->text);
      }
    }
  }
  return texts;
}

// What stands where in ALTER decides how it is read.
constexpr std::string_view kNasty[] = {
    ",",         "(",        ")",    "a",      "n.x",    "'s'",        "1",          "=",
    "FORMAT",    "SETTINGS", "INTO", "FIRST",  "AFTER",  "IN",         "WHERE",      "TYPE",
    "COMMENT",   "DEFAULT",  "TTL",  "ALL",    "ID",     "IF",         "EXISTS",     "NOT",
    "NULL",      "ADD",      "DROP", "MODIFY", "COLUMN", "REMOVE",     "RESET",      "SETTING",
    "PARTITION", "FROM",     "TO",   "AND",    "APPEND", "DEPENDS ON", "CODEC(LZ4)", "Int8"};

constexpr std::string_view kTails[] = {"",
                                       "",
                                       " FORMAT Null",
                                       " SETTINGS a = 1, b",
                                       " SETTINGS a = 1 FORMAT Null",
                                       " FORMAT Null SETTINGS a = 1",
                                       " INTO OUTFILE 'f' AND STDOUT"};

template <typename Range>
const auto& one_of(const Range& range, std::mt19937& random) {
  return range[random() % std::size(range)];
}

std::string random_command(std::mt19937& random) {
  std::vector<std::string> tokens;
  for (const Token& token : lex(one_of(alter_rows(), random).example)) {
    if (is_significant(token)) tokens.emplace_back(token.text);
  }
  for (auto changes = random() % 3; changes > 0; --changes) {
    const auto at = tokens.begin() + static_cast<std::ptrdiff_t>(random() % tokens.size());
    switch (random() % 3) {
      case 0:
        tokens.insert(at + 1, std::string(one_of(kNasty, random)));
        break;
      case 1:
        *at = one_of(kNasty, random);
        break;
      default:
        if (tokens.size() > 1) tokens.erase(at);
    }
  }
  return fmt::format("{}", fmt::join(tokens, " "));
}

std::string random_alter(std::mt19937& random) {
  const bool in_brackets = random() % 4 == 0;
  std::vector<std::string> commands;
  for (auto count = 1 + random() % 3; count > 0; --count) {
    const std::string command = random_command(random);
    commands.push_back(in_brackets ? fmt::format("({})", command) : command);
  }
  return fmt::format("ALTER TABLE t {}{}", fmt::join(commands, ", "), one_of(kTails, random));
}

class AlterOracle : public ::testing::Test {
 protected:
  // What the engine reads each text as, in their order.
  std::vector<Brackets> read_all(const std::vector<std::string>& texts) {
    std::vector<Brackets> read;
    for (const std::string& formatted : oracle_.ask("formatQuerySingleLineOrNull", texts)) {
      read.push_back(formatted == test::kDoesNotParse ? Brackets() : commands_of(formatted));
    }
    return read;
  }

  // For each text that the engine takes: it finds the commands that are read here, each alone is
  // the same to it, and so is what is printed of all. How many texts it takes.
  std::size_t expect_agreement(const std::vector<std::string>& texts) {
    const std::vector<Brackets> whole = read_all(texts);
    std::vector<std::string> again;  // commands alone, and printed texts
    std::vector<std::vector<std::string>> expected;
    std::size_t taken = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!whole[i]) continue;
      ++taken;
      const Statement statement = parse_statement(texts[i]);
      const auto commands = parse_alter(statement);
      EXPECT_EQ(commands.size(), whole[i]->size()) << texts[i];
      if (commands.size() != whole[i]->size()) continue;
      for (std::size_t each = 0; each < commands.size(); ++each) {
        EXPECT_NE(commands[each].row, nullptr) << commands[each].text << "\nin " << texts[i];
        again.push_back(alter(object_of(statement), commands[each].text));
        expected.push_back({(*whole[i])[each]});
      }
      again.push_back(print_alter(statement.names.front(), commands));
      expected.push_back(*whole[i]);
    }
    const std::vector<Brackets> read = read_all(again);
    for (std::size_t i = 0; i < again.size(); ++i) EXPECT_EQ(read[i], expected[i]) << again[i];
    return taken;
  }

  test::RenderOracle oracle_;
};

TEST_F(AlterOracle, TheEngineReadsTheSameCommands) {
  const std::vector<std::string> texts = all_alters();
  EXPECT_GT(texts.size(), 400U);
  EXPECT_EQ(expect_agreement(texts), texts.size());
}

// Examples with a token more, less or in the place of another, one to three of them and with or
// without a tail: most are refused, and the rest has what nobody would write by hand.
TEST_F(AlterOracle, TheEngineReadsTheSameCommandsInRandomTexts) {
  std::mt19937 random(20260726);
  std::vector<std::string> texts(20000);
  for (std::string& text : texts) text = random_alter(random);
  EXPECT_GT(expect_agreement(texts), 3000U);
}

TEST_F(AlterOracle, TheEngineReadsEveryExampleAsOneCommand) {
  std::vector<std::string> alone;
  for (const AlterRow& row : alter_rows()) alone.push_back(alter(row.object, row.example));
  const std::vector<Brackets> read = read_all(alone);
  for (std::size_t i = 0; i < alone.size(); ++i) {
    ASSERT_TRUE(read[i]) << "does not parse: " << alone[i];
    EXPECT_EQ(read[i]->size(), 1U) << alone[i];
  }
}

// Without brackets another command may follow just where a row says that the comma ends its own.
TEST_F(AlterOracle, ACommaIsWhatItsRowSays) {
  std::vector<std::string> bare;
  std::vector<std::string> in_brackets;
  for (const AlterRow& row : alter_rows()) {
    bare.push_back(alter(row.object, fmt::format("{}, MODIFY COMMENT 'x'", row.example)));
    in_brackets.push_back(
        alter(row.object, fmt::format("({}), (MODIFY COMMENT 'x')", row.example)));
  }
  const std::vector<Brackets> read = read_all(bare);
  const std::vector<Brackets> apart = read_all(in_brackets);
  for (std::size_t i = 0; i < bare.size(); ++i) {
    const bool are_two = read[i] && read[i]->size() == 2;
    EXPECT_EQ(are_two, alter_rows()[i].comma == AlterComma::ends) << bare[i];
    ASSERT_TRUE(apart[i]) << in_brackets[i];
    EXPECT_EQ(apart[i]->size(), 2U) << in_brackets[i];
  }
}

// CREATE INDEX i ON t ... is formatted as ALTER TABLE t (ADD INDEX i ...), but for its words.
TEST_F(AlterOracle, AnIndexStatementIsReadAsItsCommand) {
  std::size_t indexes = 0;
  for (const std::string& text : test::all_statement_texts()) {
    const Statement statement = parse_statement(text);
    const auto commands = parse_alter(statement);
    const bool is_create = statement.kind == StatementKind::create_index;
    if (!is_create && statement.kind != StatementKind::drop_index) continue;
    ASSERT_EQ(commands.size(), 1U) << text;
    const std::string command = print_command(commands.front());
    if (is_create && std::get<IndexElement>(commands.front().element).type.empty()) continue;
    ++indexes;
    EXPECT_TRUE(read_all({alter(AlterObject::table, command)}).front()) << text << "\n" << command;
  }
  EXPECT_GT(indexes, 10U);
}

}  // namespace
}  // namespace godwit::sql
