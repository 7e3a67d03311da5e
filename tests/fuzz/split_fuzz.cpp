// Any bytes as a file of statements: they lie in it in order, with nothing but `;`, blanks and
// comments between them, or the place is named at which the text cannot be split. A statement cut
// out and split again is itself, and its tokens are those that the lexer finds in it.
#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/sql/split.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "expect.hpp"

namespace {

using namespace godwit;
using fuzz::expect;

// A dot is read in another way where a text begins (and no statement begins with one).
bool begins_with_dot(std::string_view statement) { return statement.starts_with('.'); }

void expect_itself(std::string_view statement) {
  const Source source("statement", std::string(statement));
  const sql::SplitText again = sql::split(source);
  expect(again.statements.size() == 1);
  expect(again.statements.front().text == statement);
  expect(again.statements.front().preface.empty() && again.tail.empty());
  expect(sql::statement_hash(again.statements.front().text) == sql::statement_hash(statement));
}

// Behind FORMAT x there may be what is not SQL.
bool may_have_data(std::span<const sql::Token> tokens) {
  return tokens.size() > 2 && equal_ignoring_case(tokens[tokens.size() - 2].text, "FORMAT");
}

void expect_its_tokens(std::string_view statement, std::span<const sql::Token> tokens) {
  const auto expected = fuzz::significant_tokens(statement);
  expect(!tokens.empty() && tokens.size() <= expected.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    expect(tokens[i].kind == expected[i].kind && fuzz::is_same(tokens[i].text, expected[i].text));
  }
  expect(tokens.size() == expected.size() || tokens.size() >= 1000 || may_have_data(tokens));
}

void expect_gap(std::string_view gap) {
  for (const sql::Token& token : fuzz::significant_tokens(gap)) expect(token.text == ";");
}

void expect_sound_split(std::string_view text) {
  const Source source("text", std::string(text));
  sql::StatementReader reader(source);
  const char* at = source.text().data();
  try {
    while (reader.next()) {
      const sql::WrittenStatement& written = reader.statement();
      expect(written.preface.data() >= at);  // behind the `;`
      expect_gap({at, static_cast<std::size_t>(written.preface.data() - at)});
      expect(written.preface.data() + written.preface.size() == written.text.data());
      expect_gap(written.preface);
      at = written.text.data() + written.text.size();
      if (begins_with_dot(written.text)) continue;
      if (!fuzz::ends_openly(written.text)) expect_its_tokens(written.text, reader.tokens());
      expect_itself(written.text);
    }
  } catch (const Error& error) {
    expect(error.kind == ErrorKind::usage && error.where.line > 0 && error.where.column > 0);
    return;
  }
  const char* const end = source.text().data() + source.text().size();
  expect(at <= end && reader.tail().data() + reader.tail().size() == end);
  expect_gap(reader.tail());
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  expect_sound_split(std::string(bytes, bytes + count));
  return 0;
}
