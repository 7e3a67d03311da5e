#pragma once

#include "godwit/sql/head.hpp"
#include "godwit/sql/statement.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace godwit::sql {

struct CompiledRow {
  const StatementRow* row;
  Head head;
};

/// The rows whose head can begin with a word, by that word in capitals; "" for a symbol.
using RowsByFirstWord = std::map<std::string, std::vector<const CompiledRow*>, std::less<>>;

/// All of statement_rows(), compiled once.
const RowsByFirstWord& rows_by_first_word();

}  // namespace godwit::sql
