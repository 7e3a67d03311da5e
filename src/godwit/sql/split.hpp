#pragma once

#include "godwit/base/source.hpp"

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

/// The statements of a text, in order, and what stands behind the last one.
struct SplitText {
  std::vector<WrittenStatement> statements;
  std::string_view tail;  // the same, after the last statement
};

/// Splits a text at `;` as clickhouse-client does: not inside strings, comments, heredocs or
/// parameters; the data of INSERT ... VALUES and INSERT ... FORMAT x belongs to its statement (data
/// of a format other than Values ends at an empty line or at the end of the text, Values at `;`).
/// A line end before that empty line or end is not data. Empty statements are left out. All views
/// are into `source`. Throws Error(usage) at the start of a string, comment, identifier or heredoc
/// that is never closed, and at a `;` between FORMAT x and its data.
SplitText split(const Source& source);

/// SHA-256 (hex) over the significant tokens, byte for byte, joined by one 0x20; inline data of an
/// INSERT counts byte for byte, its line ends as LF. Layout, comments and CRLF never count.
/// `statement` is one statement's text.
std::string statement_hash(std::string_view statement);

}  // namespace godwit::sql
