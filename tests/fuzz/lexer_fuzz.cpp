// Any bytes: the tokens joined are the text; split() gives statements that lie in it in order, or
// says why not; a statement cut out and split again is itself.
#include "godwit/base/error.hpp"
#include "godwit/sql/lexer.hpp"
#include "godwit/sql/split.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace godwit;

void expect(bool holds) {
  if (!holds) std::abort();
}

void expect_lossless(std::string_view text) {
  const char* at = text.data();
  for (const sql::Token& token : sql::lex(text)) {
    expect(token.text.data() == at && !token.text.empty());
    at += token.text.size();
  }
  expect(at == text.data() + text.size());
}

void expect_itself(std::string_view statement) {
  // A dot is read in another way where a text begins (and no statement begins with one).
  if (statement.starts_with('.')) return;
  const Source source("statement", std::string(statement));
  const sql::SplitText again = sql::split(source);
  expect(again.statements.size() == 1);
  expect(again.statements.front().text == statement);
  expect(sql::statement_hash(again.statements.front().text) == sql::statement_hash(statement));
}

void expect_sound_split(std::string_view text) {
  const Source source("text", std::string(text));
  sql::SplitText result;
  try {
    result = sql::split(source);
  } catch (const Error& error) {
    expect(error.kind == ErrorKind::usage && error.where.line > 0);
    return;
  }
  const char* at = source.text().data();
  for (const sql::WrittenStatement& statement : result.statements) {
    expect(statement.preface.data() >= at && !statement.text.empty());
    expect(statement.preface.data() + statement.preface.size() == statement.text.data());
    at = statement.text.data() + statement.text.size();
    expect_itself(statement.text);
  }
  const char* const end = source.text().data() + source.text().size();
  expect(at <= end && result.tail.data() + result.tail.size() == end);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const std::string text(bytes, bytes + count);
  expect_lossless(text);
  expect_sound_split(text);
  return 0;
}
