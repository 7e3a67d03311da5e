// Reading one statement: the rows are tried in their order, only those that can begin with the
// statement's first word. What follows a matched head matters in two cases only: an ON CLUSTER that
// stands where a text may have it but godwit would not write it, and a statement that holds others
// (PARALLEL WITH, EXECUTE AS), which are then read one by one.

#include "godwit/base/text.hpp"
#include "godwit/sql/compiled_rows.hpp"
#include "godwit/sql/head.hpp"
#include "godwit/sql/statement.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace godwit::sql {

namespace {

constexpr std::string_view kParallel = "PARALLEL";

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
      if (!clause.empty() && !names_go_on(cursor)) {
        statement.cluster_clause = clause;
        return;
      }
    }
    past_object =
        past_object || cursor.sees_word("ON") || cursor.sees_word("TO") || cursor.sees_word("FROM");
    cursor.advance();
  }
}

bool begins_statement(Cursor& cursor, std::size_t ahead) {
  const Token first = cursor.peek(ahead);
  if (first.kind != TokenKind::word) return first.text == "(";  // (SELECT ...)
  return !rows_that_begin(first).empty();
}

// Whether what INSERT brings in VALUES or a format, which is data, begins between the two.
bool is_data(Cursor& cursor, std::size_t begin, std::size_t end) {
  cursor.go_to(begin);
  if (!cursor.sees_word("INSERT")) return false;
  for (; cursor.position() < end; cursor.advance()) {
    if (cursor.sees_word("VALUES") || cursor.sees_word("FORMAT")) return true;
  }
  return false;
}

// Where the statement that begins at a position ends in "a PARALLEL WITH b": the position of
// PARALLEL; 0 where it is the last one, with the cursor at the end. PARALLEL is also an alias
// before WITH FILL or WITH TOTALS, so a statement must follow.
std::size_t find_parallel(Cursor& cursor, std::size_t begin) {
  for (cursor.go_to(begin + 1); cursor.find_word(kParallel); cursor.advance()) {
    const std::size_t parallel = cursor.position();
    if (!cursor.sees_word("WITH", 1) || !begins_statement(cursor, 2)) continue;
    if (!is_data(cursor, begin, parallel)) {
      cursor.go_to(parallel);
      return parallel;
    }
    while (!cursor.at_end()) cursor.advance();
    break;
  }
  return 0;
}

// How much care a scope needs: a statement that holds others needs that of the most difficult one.
int care(Scope scope) {
  switch (scope) {
    case Scope::unknown:
      return 4;
    case Scope::session:
      return 3;
    case Scope::in_database:
    case Scope::database:
    case Scope::server:
      return 2;
    case Scope::one_host:
      return 1;
    case Scope::untouched:
      break;
  }
  return 0;
}

void add_part(Statement& whole, Statement part) {
  if (whole.parts.empty() || care(part.scope) > care(whole.scope)) whole.scope = part.scope;
  whole.parts.push_back(std::move(part));
}

const StatementRow* row_of(StatementKind kind) {
  const auto rows = statement_rows();
  return &*std::find_if(rows.begin(), rows.end(),
                        [&](const StatementRow& row) { return row.kind == kind; });
}

Statement parse_parallel(std::string_view text, Cursor& cursor, std::size_t parallel) {
  Statement whole;
  whole.kind = StatementKind::parallel_with;
  whole.row = row_of(whole.kind);
  whole.text = text;
  std::size_t begin = 0;
  while (parallel != 0) {
    add_part(whole, parse_statement(cursor.between(begin, parallel)));
    begin = parallel + 2;
    parallel = find_parallel(cursor, begin);
  }
  add_part(whole, parse_statement(cursor.between(begin, cursor.position())));
  return whole;
}

// EXECUTE AS u alone changes the session; with a statement it is that statement's. One that
// executes another one as somebody else again is nobody's, and would be read once for each level.
void parse_executed(Cursor& cursor, Statement& statement) {
  const std::size_t begin = cursor.position();
  const bool nests = cursor.sees_word("EXECUTE") && cursor.sees_word("AS", 1);
  while (!cursor.at_end()) cursor.advance();
  const std::string_view executed = cursor.between(begin, cursor.position());
  if (executed.empty()) return;
  Statement unknown;
  unknown.text = executed;
  add_part(statement, nests ? std::move(unknown) : parse_statement(executed));
}

// As a new one, but for the memory of its lists.
void start_anew(Statement& statement, std::string_view text) {
  statement.kind = StatementKind::unknown;
  statement.row = nullptr;
  statement.text = text;
  statement.names.clear();
  statement.cluster_clause = {};
  statement.engines.clear();
  statement.source = {};
  statement.target = {};
  statement.refresh = {};
  statement.parts.clear();
  statement.scope = Scope::unknown;
}

bool match_row(const CompiledRow& candidate, Cursor& cursor, Statement& statement) {
  const std::size_t start = cursor.position();
  if (!match_head(candidate.head, cursor, statement)) return false;
  if (candidate.row->kind == StatementKind::create_database && cursor.sees_word("ENGINE")) {
    // One that could not be read as its engine, or a second one: which is it once the first is
    // gone?
    start_anew(statement, statement.text);
    cursor.go_to(start);
    return false;
  }
  statement.kind = candidate.row->kind;
  statement.row = candidate.row;
  statement.scope = candidate.row->scope;
  if (statement.kind == StatementKind::execute_as) parse_executed(cursor, statement);
  if (candidate.row->elsewhere == Elsewhere::later && statement.cluster_clause.empty()) {
    find_clause_elsewhere(cursor, statement);
  }
  return true;
}

}  // namespace

Statement parse_statement(std::string_view text) { return parse_statement(text, {}); }

Statement parse_statement(std::string_view text, std::span<const Token> tokens) {
  Statement statement;
  parse_statement(text, tokens, statement);
  return statement;
}

void parse_statement(std::string_view text, std::span<const Token> tokens, Statement& statement) {
  Cursor cursor(text, tokens);
  if (const std::size_t parallel = find_parallel(cursor, 0); parallel != 0) {
    statement = parse_parallel(text, cursor, parallel);
    return;
  }
  cursor.go_to(0);
  start_anew(statement, text);
  for (const CompiledRow* candidate : rows_that_begin(cursor.peek())) {
    if (match_row(*candidate, cursor, statement)) return;
  }
}

std::string_view to_string(StatementKind kind) {
  for (const StatementRow& row : statement_rows()) {
    if (row.kind == kind) return row.name;
  }
  return "unknown";
}

}  // namespace godwit::sql
