// All rows that could begin with the statement's first word are followed as far as they go; those
// that go furthest say what is missing.

#include "godwit/sql/misfit.hpp"

#include "godwit/base/text.hpp"
#include "godwit/sql/compiled_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace godwit::sql {

namespace {

// More than that is no help to anybody.
constexpr std::size_t kListed = 12;

}  // namespace

Misfit find_misfit(const Statement& statement) {
  for (const Statement& part : statement.parts) {
    if (part.scope == Scope::unknown) return find_misfit(part);
  }
  Cursor cursor(statement.text);
  Furthest furthest;
  const auto rows = rows_that_begin(cursor.peek());
  for (const CompiledRow* row : rows) follow_head(row->head, cursor, furthest);
  if (rows.empty()) {
    for (const FirstWord& first : first_words()) {
      if (!first.word.empty()) furthest.expected.push_back(first.word);
    }
  }
  auto& words = furthest.expected;
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return {cursor.peek(furthest.position).text, words};
}

std::string describe(const Misfit& misfit) {
  const std::string found =
      misfit.at.empty() ? std::string("the end") : fmt::format("'{}'", one_line(misfit.at, 40));
  if (misfit.expected.empty() || misfit.expected.size() > kListed) {
    return fmt::format("{} is not expected here", found);
  }
  const auto last = misfit.expected.end() - 1;
  const std::string before = fmt::format("{}", fmt::join(misfit.expected.begin(), last, ", "));
  return fmt::format("expected {}{}{}, not {}", before, before.empty() ? "" : " or ", *last, found);
}

}  // namespace godwit::sql
