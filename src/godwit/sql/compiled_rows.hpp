#pragma once

#include "godwit/sql/head.hpp"
#include "godwit/sql/statement.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace godwit::sql {

struct CompiledRow {
  const StatementRow* row;
  Head head;
};

/// The rows whose head can begin with a keyword (in capitals); those of "" begin with a symbol.
struct FirstWord {
  std::string_view word;
  std::vector<const CompiledRow*> rows;
};

/// All first words of statement_rows(), compiled once.
std::span<const FirstWord> first_words();

/// The rows that a statement with this first token can have, in their order.
std::span<const CompiledRow* const> rows_that_begin(const Token& first);

}  // namespace godwit::sql
