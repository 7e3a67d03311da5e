#pragma once

#include "godwit/sql/lexer.hpp"

#include <string_view>

namespace godwit::test {

/// The kind's word, spelt as the enumerator.
constexpr std::string_view name_of(sql::TokenKind kind) {
  switch (kind) {
    case sql::TokenKind::space:
      return "space";
    case sql::TokenKind::comment:
      return "comment";
    case sql::TokenKind::word:
      return "word";
    case sql::TokenKind::quoted_identifier:
      return "quoted_identifier";
    case sql::TokenKind::string:
      return "string";
    case sql::TokenKind::number:
      return "number";
    case sql::TokenKind::symbol:
      return "symbol";
    case sql::TokenKind::unclosed:
      return "unclosed";
  }
  return "?";
}

}  // namespace godwit::test
