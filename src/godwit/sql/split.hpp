#pragma once

#include "godwit/base/source.hpp"
#include "godwit/sql/inline_data.hpp"
#include "godwit/sql/lexer.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::sql {

/// One statement as it stands in a text, without the `;` that ends it.
struct WrittenStatement {
  std::string_view text;     // from its first significant token to its last (inline data included)
  std::string_view preface;  // what stands between the statement before (and its `;`) and this
                             // one: spaces, comments, the `;` of empty statements
};

/// Reads the statements of a text one after the other, as clickhouse-client splits it at `;`: not
/// inside strings, comments, heredocs or parameters; the data of INSERT ... VALUES and INSERT ...
/// FORMAT x belongs to its statement (data of a format other than Values ends at an empty line or
/// at the end of the text, Values at `;`). A line end before that empty line or end is not data.
/// Empty statements are left out. All views are into `source`, which must outlive the reader.
class StatementReader {
 public:
  explicit StatementReader(const Source& source);

  /// Goes to the next statement; false at the end. Throws Error(usage) at the start of a string,
  /// comment, identifier or heredoc that is never closed, and at a `;` between FORMAT x and its
  /// data.
  bool next();

  [[nodiscard]] const WrittenStatement& statement() const { return statement_; }

  /// The statement's first significant tokens: all of them but of a very long one. Good until next.
  [[nodiscard]] std::span<const Token> tokens() const { return {tokens_.data(), kept_}; }

  /// At the end: what stands behind the last statement.
  [[nodiscard]] std::string_view tail() const;

 private:
  bool ends_here(const Token& token);
  void begin(const Token& token);
  void keep(const Token& token);
  void refuse_open_heredoc(const Token& token) const;
  const char* take_data();
  bool finish(const char* next_gap);

  const Source& source_;
  Lexer lexer_;
  InlineDataWatch watch_;
  WrittenStatement statement_;
  std::vector<Token> tokens_;  // a place for the next one behind those that are kept
  std::size_t kept_ = 0;
  bool keeps_ = true;      // the token that comes is one of the first
  const char* gap_begin_;  // where the statement before ended, its `;` included
  const char* begin_ = nullptr;
  const char* end_;
  bool in_statement_ = false;
};

/// The statements of a text, in order, and what stands behind the last one.
struct SplitText {
  std::vector<WrittenStatement> statements;
  std::string_view tail;
};

/// All statements at once; throws as StatementReader does.
SplitText split(const Source& source);

/// SHA-256 (hex) over the significant tokens, byte for byte, joined by one 0x20; inline data of an
/// INSERT counts byte for byte, its line ends as LF. Layout, comments and CRLF never count.
/// `statement` is one statement's text.
std::string statement_hash(std::string_view statement);

}  // namespace godwit::sql
