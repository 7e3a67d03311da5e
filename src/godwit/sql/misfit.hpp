#pragma once

#include "godwit/sql/statement.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace godwit::sql {

/// Where a text stops being a statement that godwit knows, and what could stand there.
struct Misfit {
  std::string_view at;                     // the token, or an empty view at the text's end
  std::vector<std::string_view> expected;  // keywords and the like, sorted
};

/// Of a statement that is not understood, or of the first such part of it.
Misfit find_misfit(const Statement& statement);

/// "expected TABLE or VIEW, not 'TABEL'".
std::string describe(const Misfit& misfit);

}  // namespace godwit::sql
