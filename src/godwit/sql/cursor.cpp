#include "godwit/sql/cursor.hpp"

#include "godwit/base/text.hpp"

namespace godwit::sql {

const Token& Cursor::look(std::size_t ahead) {
  while (tokens_.size() <= position_ + ahead) {
    tokens_.emplace_back();
    if (lexer_.read_significant(tokens_.back())) continue;
    tokens_.pop_back();
    return end_;
  }
  return tokens_[position_ + ahead];
}

bool Cursor::sees_word(std::string_view word, std::size_t ahead) {
  const Token& token = look(ahead);
  // Most words differ in their first letter already, and there are a dozen looks at each token.
  return token.kind == TokenKind::word && token.text.size() == word.size() &&
         ((token.text.front() ^ word.front()) & ~0x20) == 0 &&
         equal_ignoring_case(token.text, word);
}

bool Cursor::sees_symbol(std::string_view symbol, std::size_t ahead) {
  const Token& token = look(ahead);
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
  const Token first = look(0);
  if (first.kind != TokenKind::symbol || first.text != std::string_view(&open, 1)) return false;
  const std::size_t start = position_;
  const bool at_frontier = tokens_.size() == position_ + 1;
  std::size_t depth = 1;
  Token inside{};  // at the frontier it need not be kept: a column list may be most of a text
  while (depth > 0) {
    if (!at_frontier) advance();
    if (at_frontier && !lexer_.read_significant(inside)) inside.text = {};
    const Token& token = at_frontier ? inside : look(0);
    if (token.text.empty()) break;
    if (token.kind != TokenKind::symbol || token.text.size() != 1) continue;
    if (token.text.front() == open) ++depth;
    if (token.text.front() == close) --depth;
  }
  if (depth > 0) {
    if (at_frontier) reopen(first);
    position_ = start;
    return false;
  }
  if (at_frontier) {
    tokens_.push_back(inside);
    ++position_;
  }
  advance();
  return true;
}

void Cursor::reopen(const Token& token) {
  lexer_ = Lexer(text_.substr(static_cast<std::size_t>(token.text.data() - text_.data())));
  lexer_.next();
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
