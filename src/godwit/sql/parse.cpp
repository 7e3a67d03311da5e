// Reading one statement: the rows are tried in their order, only those that can begin with the
// statement's first word. What follows a matched head matters in two cases only: an ON CLUSTER that
// stands where a text may have it but godwit would not write it, and PARALLEL WITH, which makes
// one text of several statements and is not understood.

#include "godwit/base/text.hpp"
#include "godwit/sql/head.hpp"
#include "godwit/sql/statement.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace godwit::sql {

namespace {

constexpr std::string_view kParallel = "PARALLEL";

// ASCII letters without their case.
constexpr char fold(char c) { return static_cast<char>(c | 0x20); }

struct CompiledRow {
  const StatementRow* row;
  Head head;
};

/// The rows whose head can begin with a word, by that word in capitals; "" for a symbol.
using RowsByFirstWord = std::map<std::string, std::vector<const CompiledRow*>, std::less<>>;

void collect_first_words(std::span<const HeadNode> nodes, std::vector<std::string>& words) {
  for (const HeadNode& node : nodes) {
    if (node.type == HeadNode::Type::keyword) words.emplace_back(node.text);
    if (node.type == HeadNode::Type::symbol) words.emplace_back();
    if (node.type != HeadNode::Type::choice) return;
    for (const auto& alternative : node.alternatives) collect_first_words(alternative, words);
    if (!node.optional) return;
  }
}

const RowsByFirstWord& rows_by_first_word() {
  static const std::vector<CompiledRow> compiled = [] {
    std::vector<CompiledRow> rows;
    for (const StatementRow& row : statement_rows()) rows.push_back({&row, compile_head(row.head)});
    return rows;
  }();
  static const RowsByFirstWord by_first_word = [] {
    RowsByFirstWord index;
    for (const CompiledRow& row : compiled) {
      std::vector<std::string> words;
      collect_first_words(row.head, words);
      for (const std::string& word : words) index[word].push_back(&row);
    }
    return index;
  }();
  return by_first_word;
}

// GRANT SELECT ON CLUSTER TO u grants on a table called CLUSTER: before the grantees, the first ON
// is the clause only where roles are granted, GRANT r ON CLUSTER c TO u.
bool is_object_of_grant(Cursor& cursor, bool past_object) {
  return !past_object && !cursor.sees_word("TO", 3) && !cursor.sees_word("FROM", 3);
}

// Looks behind the head for a clause at another of its places. Only brackets are skipped: these
// statements have no query in which the two words could mean something else.
void find_clause_elsewhere(Cursor& cursor, Statement& statement) {
  const bool grants =
      statement.kind == StatementKind::grant || statement.kind == StatementKind::revoke;
  bool past_object = false;
  while (!cursor.at_end()) {
    if (cursor.take_group('(', ')')) continue;
    if (cursor.sees_word("ON") && cursor.sees_word("CLUSTER", 1) &&
        !(grants && is_object_of_grant(cursor, past_object))) {
      const std::string_view clause = take_cluster_clause(cursor);
      if (!clause.empty()) {
        statement.cluster_clause = clause;
        return;
      }
    }
    past_object =
        past_object || cursor.sees_word("ON") || cursor.sees_word("TO") || cursor.sees_word("FROM");
    cursor.advance();
  }
}

// Horspool's search: looks at every eighth byte of a text that has none of the word's letters.
bool may_contain_parallel(std::string_view text) {
  constexpr std::size_t kLength = kParallel.size();
  static constexpr std::array<std::uint8_t, 256> kSkip = [] {
    std::array<std::uint8_t, 256> skip{};
    for (std::size_t c = 0; c < skip.size(); ++c) {
      skip[c] = kLength;
      for (std::size_t i = 0; i + 1 < kLength; ++i) {
        const bool same = fold(kParallel[i]) == fold(static_cast<char>(c));
        if (same) skip[c] = static_cast<std::uint8_t>(kLength - 1 - i);
      }
    }
    return skip;
  }();
  for (std::size_t end = kLength; end <= text.size();) {
    const bool may_end_here = fold(text[end - 1]) == fold(kParallel.back());
    if (may_end_here && equal_ignoring_case(text.substr(end - kLength, kLength), kParallel)) {
      return true;
    }
    end += kSkip[static_cast<unsigned char>(text[end - 1])];
  }
  return false;
}

// "PARALLEL WITH" is also an alias before WITH FILL or WITH TOTALS; a statement must follow.
bool runs_in_parallel(std::string_view text) {
  static constexpr std::array<std::string_view, 14> kBegins{
      "CREATE", "ALTER",    "DROP",   "ATTACH", "DETACH", "RENAME", "TRUNCATE",
      "GRANT",  "EXCHANGE", "REVOKE", "INSERT", "UNDROP", "DELETE", "OPTIMIZE"};
  if (!may_contain_parallel(text)) return false;  // nearly always, and it spares lexing the rest
  for (Cursor cursor(text); !cursor.at_end(); cursor.advance()) {
    if (!cursor.sees_word(kParallel) || !cursor.sees_word("WITH", 1)) continue;
    for (const std::string_view word : kBegins) {
      if (cursor.sees_word(word, 2)) return true;
    }
  }
  return false;
}

}  // namespace

Statement parse_statement(std::string_view text) {
  Cursor cursor(text);
  const Token first = cursor.peek();
  const std::string word = first.kind == TokenKind::word ? upper(first.text) : std::string();
  const auto rows = rows_by_first_word().find(word);
  if (rows != rows_by_first_word().end()) {
    Statement statement;
    for (const CompiledRow* candidate : rows->second) {
      if (!match_head(candidate->head, cursor, statement)) continue;
      statement.kind = candidate->row->kind;
      statement.row = candidate->row;
      statement.text = text;
      if (statement.scope() == Scope::untouched) return statement;
      if (candidate->row->elsewhere == Elsewhere::later && statement.cluster_clause.empty()) {
        find_clause_elsewhere(cursor, statement);
      }
      if (runs_in_parallel(text)) break;
      return statement;
    }
  }
  Statement unknown;
  unknown.text = text;
  return unknown;
}

std::string_view to_string(StatementKind kind) {
  for (const StatementRow& row : statement_rows()) {
    if (row.kind == kind) return row.name;
  }
  return "unknown";
}

}  // namespace godwit::sql
