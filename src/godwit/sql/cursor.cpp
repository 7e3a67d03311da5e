#include "godwit/sql/cursor.hpp"

namespace godwit::sql {

namespace {

// Where lexing goes on behind the given tokens. What a dot there means depends on the token before
// it, so that one is read once more.
Lexer behind(std::string_view text, std::span<const Token> given) {
  if (given.empty()) return Lexer(text);
  const auto last = static_cast<std::size_t>(given.back().text.data() - text.data());
  if (last + given.back().text.size() == text.size()) return Lexer(text.substr(text.size()));
  Lexer lexer(text.substr(last));
  lexer.next();
  return lexer;
}

// Keywords have capitals, digits and _ only, words of a text besides small letters and $: none of
// them differ in nothing but the bit that a small letter has more.
bool is_keyword(std::string_view written, std::string_view keyword) {
  if (written.size() != keyword.size()) return false;
  for (std::size_t i = 0; i < keyword.size(); ++i) {
    if (((written[i] ^ keyword[i]) & ~0x20) != 0) return false;
  }
  return true;
}

}  // namespace

Cursor::Cursor(std::string_view text, std::span<const Token> tokens)
    : text_(text),
      end_{TokenKind::symbol, text.substr(text.size())},
      given_(tokens),
      lexer_(behind(text, tokens)) {}

// Who steps over a token without looking may be behind the end.
const Token& Cursor::token(std::size_t index) const {
  if (index < given_.size()) return given_[index];
  const std::size_t behind = index - given_.size();
  return behind < lexed_.size() ? lexed_[behind] : end_;
}

const Token& Cursor::look_behind(std::size_t index) {
  while (lexed_.size() <= index) {
    Token next{};
    if (!lexer_.read_significant(next)) return end_;
    lexed_.push_back(next);
  }
  return lexed_[index];
}

bool Cursor::sees_word(std::string_view word, std::size_t ahead) {
  const Token& token = look(ahead);
  return token.kind == TokenKind::word && is_keyword(token.text, word);
}

bool Cursor::sees_symbol(std::string_view symbol, std::size_t ahead) {
  const Token& token = look(ahead);
  return token.kind == TokenKind::symbol && token.text.front() == symbol.front() &&
         token.text.size() == symbol.size() && (symbol.size() == 1 || token.text == symbol);
}

// Nearly every token is passed over here, so the given ones are compared by their length first.
bool Cursor::find_word(std::string_view word) {
  for (; position_ < given_.size(); ++position_) {
    if (given_[position_].text.size() == word.size() && sees_word(word)) return true;
  }
  for (; !at_end(); ++position_) {
    if (sees_word(word)) return true;
  }
  return false;
}

bool Cursor::take_word(std::string_view word) {
  if (!sees_word(word)) return false;
  advance();
  return true;
}

bool Cursor::take_symbol(std::string_view symbol) {
  if (!sees_symbol(symbol)) return false;
  advance();
  return true;
}

bool Cursor::take_group(char open, char close) {
  if (!sees_symbol({&open, 1})) return false;
  const std::size_t start = position_;
  std::size_t depth = 0;
  do {
    const Token& token = look(0);
    if (token.text.empty()) {
      position_ = start;
      return false;
    }
    advance();
    if (token.kind != TokenKind::symbol || token.text.size() != 1) continue;
    if (token.text.front() == open) ++depth;
    if (token.text.front() == close) --depth;
  } while (depth > 0);
  return true;
}

std::string_view Cursor::between(std::size_t first, std::size_t last) {
  if (first >= last) return {};
  const char* const begin = token(first).text.data();
  const std::string_view end = token(last - 1).text;
  return {begin, static_cast<std::size_t>(end.data() + end.size() - begin)};
}

std::string_view Cursor::gap_before() {
  if (position_ == 0) return text_.substr(0, 0);
  const std::string_view before = token(position_ - 1).text;
  return {before.data() + before.size(), 0};
}

}  // namespace godwit::sql
