#include "godwit/sql/cursor.hpp"

#include "godwit/base/text.hpp"

namespace godwit::sql {

Token Cursor::peek(std::size_t ahead) {
  while (tokens_.size() <= position_ + ahead) {
    if (lexer_.at_end()) {
      return {TokenKind::symbol, text_.substr(text_.size())};
    }
    const Token token = lexer_.next();
    if (is_significant(token)) tokens_.push_back(token);
  }
  return tokens_[position_ + ahead];
}

bool Cursor::sees_word(std::string_view word, std::size_t ahead) {
  const Token token = peek(ahead);
  return token.kind == TokenKind::word && token.text.size() == word.size() &&
         equal_ignoring_case(token.text, word);
}

bool Cursor::sees_symbol(std::string_view symbol, std::size_t ahead) {
  const Token token = peek(ahead);
  return token.kind == TokenKind::symbol && token.text == symbol;
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
  const std::size_t start = position_;
  std::size_t depth = 0;
  do {
    const Token token = peek();
    if (token.text.empty()) {
      position_ = start;
      return false;
    }
    if (token.kind == TokenKind::symbol && token.text.size() == 1) {
      if (token.text.front() == open) ++depth;
      if (token.text.front() == close && depth > 0) --depth;
    }
    if (depth == 0 && position_ == start) return false;  // nothing was opened
    advance();
  } while (depth > 0);
  return true;
}

std::string_view Cursor::between(std::size_t first, std::size_t last) {
  if (first >= last) return {};
  const char* const begin = tokens_[first].text.data();
  const std::string_view end = tokens_[last - 1].text;
  return {begin, static_cast<std::size_t>(end.data() + end.size() - begin)};
}

std::string_view Cursor::gap_before() {
  if (position_ == 0) return text_.substr(0, 0);
  const std::string_view before = tokens_[position_ - 1].text;
  return {before.data() + before.size(), 0};
}

}  // namespace godwit::sql
