#pragma once

#include "godwit/sql/lexer.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace godwit::sql {

/// A word or a quoted identifier: ClickHouse reserves no word.
inline bool is_identifier(const Token& token) {
  return token.kind == TokenKind::word || token.kind == TokenKind::quoted_identifier;
}

/// The significant tokens of one statement, lexed as far as somebody looks. Going back is free.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : Cursor(text, {}) {}

  /// With the text's first tokens at hand (StatementReader::tokens()), which are not lexed again.
  Cursor(std::string_view text, std::span<const Token> tokens);

  [[nodiscard]] std::size_t position() const { return position_; }
  void go_to(std::size_t position) { position_ = position; }

  /// The token `ahead` places on; at the end an empty symbol that stands at the end of the text.
  Token peek(std::size_t ahead = 0) { return look(ahead); }

  void advance(std::size_t count = 1) { position_ += count; }

  [[nodiscard]] bool at_end() { return look(0).text.empty(); }

  /// Whether the token `ahead` places on is this keyword (any case, unquoted).
  bool sees_word(std::string_view word, std::size_t ahead = 0);
  bool sees_symbol(std::string_view symbol, std::size_t ahead = 0);

  /// Goes on to the next token that is this keyword, from the current one; to the end if none is.
  bool find_word(std::string_view word);

  /// Steps over the keyword or symbol if it is next.
  bool take_word(std::string_view word);
  bool take_symbol(std::string_view symbol);

  /// Steps over "( ... )" or "{ ... }", nested; false (and nothing taken) if none is next or it is
  /// not closed.
  bool take_group(char open, char close);

  /// The text from one token's start to the end of the token before `last`.
  [[nodiscard]] std::string_view between(std::size_t first, std::size_t last);

  /// An empty view right behind the token before the current one.
  std::string_view gap_before();

 private:
  // Good until the next token is lexed.
  const Token& look(std::size_t ahead) {
    const std::size_t index = position_ + ahead;
    return index < given_.size() ? given_[index] : look_behind(index - given_.size());
  }
  const Token& look_behind(std::size_t index);  // the given ones
  [[nodiscard]] const Token& token(std::size_t index) const;

  std::string_view text_;
  Token end_;
  std::span<const Token> given_;
  std::vector<Token> lexed_;  // behind the given ones
  Lexer lexer_;
  std::size_t position_ = 0;
};

}  // namespace godwit::sql
