#pragma once

#include "godwit/base/source.hpp"

#include <string>
#include <string_view>

namespace godwit::hcl {

enum class TokenKind {
  identifier,
  number,
  quote,    // the " that opens a string; what follows is read with rest() and skip()
  heredoc,  // <<EOT or <<-EOT, likewise
  symbol,   // one operator or bracket
  line_end,
  end,    // of the text; an empty view
  stray,  // a character that means nothing here
};

struct Token {
  TokenKind kind;
  std::string_view text;

  [[nodiscard]] bool is(std::string_view symbol) const {
    return kind == TokenKind::symbol && text == symbol;
  }
};

/// What a person calls the token: "'='", "a string", "the end of the line".
std::string describe(const Token& token);

enum class LineEnds { matter, are_space };

/// Internal to hcl/: tokens on demand, since only the parser knows whether it is in an expression
/// or in the text of a template. Spaces and comments come between tokens.
class Scanner {
 public:
  explicit Scanner(const Source& source);

  [[nodiscard]] Token peek() const;
  Token take();

  /// The text from here on, and a step over some of it: for the insides of strings and heredocs.
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  std::string_view skip(std::size_t bytes);

  /// From the beginning of `first` to the end of what was taken or skipped last.
  [[nodiscard]] std::string_view since(std::string_view first) const;

  /// Sets what line ends mean from here on, and gives what they meant.
  LineEnds set_line_ends(LineEnds line_ends);

  /// The line, from 1, on which a view begins.
  [[nodiscard]] std::size_t line(std::string_view place) const { return source_.where(place).line; }

  [[noreturn]] void fail(std::string_view place, const std::string& message,
                         std::string hint = {}) const;

 private:
  [[nodiscard]] std::size_t token_start() const;
  [[nodiscard]] std::size_t comment_end(std::size_t start) const;

  Source source_;
  std::string_view text_;
  std::size_t at_ = 0;
  LineEnds line_ends_ = LineEnds::matter;
};

}  // namespace godwit::hcl
