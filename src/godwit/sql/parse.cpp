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

// "PARALLEL WITH" is also an alias before WITH FILL or WITH TOTALS; a statement must follow.
bool runs_in_parallel(Cursor& cursor) {
  static constexpr std::array<std::string_view, 14> kBegins{
      "CREATE", "ALTER",    "DROP",   "ATTACH", "DETACH", "RENAME", "TRUNCATE",
      "GRANT",  "EXCHANGE", "REVOKE", "INSERT", "UNDROP", "DELETE", "OPTIMIZE"};
  cursor.go_to(0);
  for (;; cursor.advance()) {
    const std::string_view word = cursor.peek().text;
    if (word.empty()) return false;
    if (word.size() != kParallel.size() || (word.front() | 0x20) != 'p') continue;
    if (!cursor.sees_word(kParallel) || !cursor.sees_word("WITH", 1)) continue;
    for (const std::string_view begin : kBegins) {
      if (cursor.sees_word(begin, 2)) return true;
    }
  }
}

}  // namespace

Statement parse_statement(std::string_view text) { return parse_statement(text, {}); }

Statement parse_statement(std::string_view text, std::span<const Token> tokens) {
  Cursor cursor(text, tokens);
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
      if (runs_in_parallel(cursor)) break;
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
