#pragma once

#include "godwit/sql/heredoc.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace godwit::sql {

/// Kinds and borders are ClickHouse's (src/Parsers/Lexer.cpp); tests/engine compares the two.
/// As wide as a register, since tokens are copied a lot.
enum class TokenKind : std::size_t {
  space,
  comment,            // --  //  "# "  #!  and /* */, which nests
  word,               // keyword or bare identifier
  quoted_identifier,  // `x` "x" and “x”
  string,             // 'x', ‘x’, x'41', b'01', $tag$...$tag$
  number,
  symbol,    // one operator or bracket; also what is an error in ClickHouse: ~, é, 1.5a
  unclosed,  // a quote or comment that never ends: the rest of the text
};

struct Token {
  TokenKind kind;
  std::string_view text;  // a view into what was lexed
};

/// Neither space nor comment.
inline bool is_significant(const Token& token) {
  return token.kind != TokenKind::space && token.kind != TokenKind::comment;
}

/// Splits any text into tokens. Lossless: the tokens' texts, joined, are `text`. Total: never
/// throws, and takes time in proportion to the text whatever the bytes are. A heredoc that is never
/// closed is no error: its `$` is a letter then, as in ClickHouse.
std::vector<Token> lex(std::string_view text);

/// The same, one token at a time, for who cannot hold all of them.
class Lexer {
 public:
  explicit Lexer(std::string_view text)
      : begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {}

  [[nodiscard]] bool at_end() const { return at_ == end_; }

  /// The next token; must not be called at the end.
  Token next() {
    Token token{};
    read(token);
    return token;
  }

  /// The same into a place of the caller's, for who keeps millions: a copy costs as much as lexing.
  void read(Token& token);

  /// The next token that is neither space nor comment; false, and no such token, at the end.
  bool read_significant(Token& token);

  /// What has not been lexed yet.
  [[nodiscard]] std::string_view rest() const {
    return {at_, static_cast<std::size_t>(end_ - at_)};
  }

  /// Leaves out the next `count` bytes: data that is not SQL (INSERT ... FORMAT x).
  void skip(std::size_t count) {
    at_ += count;
    previous_ = Previous::other;
  }

 private:
  // What stood before decides what a dot and the digits behind it are: "t.1.2" is a name and four
  // more tokens, ", 1.2" ends in one number, "SELECT .5" is no number, "(.5" ends in one.
  enum class Previous : unsigned char { other, operand, dot };

  TokenKind take(const char*& at);
  TokenKind take_dot(const char*& at);
  TokenKind keep(Previous previous, TokenKind kind);

  const char* begin_;
  const char* at_;
  const char* end_;
  Previous previous_ = Previous::other;
  HeredocFinder heredocs_;
};

}  // namespace godwit::sql
