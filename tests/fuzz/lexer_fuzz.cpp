// Any bytes: the tokens joined are the text, only the last may be unclosed, and the ways to read
// them agree.
#include "godwit/sql/lexer.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "expect.hpp"

namespace {

using namespace godwit;
using fuzz::expect;

void expect_lossless(std::string_view text) {
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  for (const sql::Token& token : sql::lex(text)) {
    expect(token.text.data() == at && !token.text.empty());
    at += token.text.size();
    expect(token.kind != sql::TokenKind::unclosed || at == end);
  }
  expect(at == end);
}

void expect_same_significant_tokens(std::string_view text) {
  sql::Lexer lexer(text);
  sql::Token token{};
  for (const sql::Token& expected : fuzz::significant_tokens(text)) {
    expect(lexer.read_significant(token) && token.kind == expected.kind);
    expect(fuzz::is_same(token.text, expected.text));
  }
  expect(!lexer.read_significant(token) && lexer.at_end() && lexer.rest().empty());
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const std::string text(bytes, bytes + count);
  expect_lossless(text);
  expect_same_significant_tokens(text);
  return 0;
}
