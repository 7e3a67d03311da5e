#pragma once

#include "godwit/sql/lexer.hpp"

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::fuzz {

/// What must hold whatever the bytes are; libFuzzer reports where it does not.
inline void expect(bool holds) {
  if (!holds) std::abort();
}

/// Whether `inner` lies within `outer`; a view without a place does.
inline bool lies_within(std::string_view inner, std::string_view outer) {
  if (inner.data() == nullptr) return inner.empty();
  return inner.data() >= outer.data() && inner.data() + inner.size() <= outer.data() + outer.size();
}

/// All tokens of a text but spaces and comments.
inline std::vector<sql::Token> significant_tokens(std::string_view text) {
  std::vector<sql::Token> tokens;
  for (const sql::Token& token : sql::lex(text)) {
    if (sql::is_significant(token)) tokens.push_back(token);
  }
  return tokens;
}

/// Whether both are the same place of the same text.
inline bool is_same(std::string_view left, std::string_view right) {
  return left.data() == right.data() && left.size() == right.size();
}

/// Whether a statement's last tokens are others with the `;` behind them: "0e" and "0e+" are
/// numbers only where something follows, as in ClickHouse.
inline bool ends_openly(std::string_view statement) {
  const std::vector<sql::Token> alone = significant_tokens(statement);
  const std::string closed = std::string(statement) + ";";
  const std::vector<sql::Token> followed = significant_tokens(closed);
  return alone.size() + 1 != followed.size() ||
         alone.back().kind != followed[alone.size() - 1].kind;
}

}  // namespace godwit::fuzz
