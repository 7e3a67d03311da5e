// The pieces of grammar that heads are made of: names, lists, the engine clause. Each takes tokens
// from the cursor and answers whether it stood there.

#include "godwit/sql/pieces.hpp"

#include "godwit/sql/elements.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace godwit::sql {

namespace {

// The parameter {x:Identifier}.
bool take_parameter(Cursor& cursor) {
  const bool is_there = cursor.sees_symbol("{") && is_identifier(cursor.peek(1)) &&
                        cursor.sees_symbol(":", 2) && is_identifier(cursor.peek(3)) &&
                        cursor.sees_symbol("}", 4);
  if (is_there) cursor.advance(5);
  return is_there;
}

// One part of a name: x, `x`, "x" or a parameter.
std::optional<std::string_view> take_part(Cursor& cursor) {
  const std::size_t start = cursor.position();
  if (is_identifier(cursor.peek())) {
    cursor.advance();
  } else if (!take_parameter(cursor)) {
    return std::nullopt;
  }
  return cursor.between(start, cursor.position());
}

std::optional<ObjectName> take_name(Cursor& cursor) {
  const auto first = take_part(cursor);
  if (!first) return std::nullopt;
  if (!cursor.take_symbol(".")) return ObjectName{{}, *first};
  const auto second = take_part(cursor);
  if (!second) return std::nullopt;
  return ObjectName{*first, *second};
}

bool take_into(Cursor& cursor, Statement& statement) {
  const auto name = take_name(cursor);
  if (name) statement.names.push_back(*name);
  return name.has_value();
}

// DROP TABLE a UUID '...', b: a UUID a name.
bool take_names(Cursor& cursor, Statement& statement) {
  do {
    if (!take_into(cursor, statement)) return false;
    if (cursor.sees_word("UUID") && cursor.peek(1).kind == TokenKind::string) cursor.advance(2);
  } while (cursor.take_symbol(","));
  return true;
}

// a TO b, c TO d (RENAME), a AND b, c AND d (EXCHANGE).
bool take_pairs(Cursor& cursor, Statement& statement, std::string_view between) {
  do {
    if (cursor.sees_word("IF") && cursor.sees_word("EXISTS", 1)) cursor.advance(2);
    if (!take_into(cursor, statement) || !cursor.take_word(between) ||
        !take_into(cursor, statement)) {
      return false;
    }
  } while (cursor.take_symbol(","));
  return true;
}

// user[@host]; gives the user.
std::optional<std::string_view> read_user(Cursor& cursor) {
  const std::size_t start = cursor.position();
  const bool named = cursor.peek().kind == TokenKind::string || is_identifier(cursor.peek());
  if (named) {
    cursor.advance();
  } else if (!take_parameter(cursor)) {
    return std::nullopt;
  }
  const std::string_view user = cursor.between(start, cursor.position());
  if (!cursor.take_symbol("@")) return user;
  if (!is_identifier(cursor.peek()) && cursor.peek().kind != TokenKind::string) return std::nullopt;
  cursor.advance();
  return user;
}

bool take_user(Cursor& cursor, Statement& statement) {
  const auto user = read_user(cursor);
  if (user) statement.names.push_back({{}, *user});
  return user.has_value();
}

bool take_users(Cursor& cursor, Statement& statement) {
  do {
    if (!take_user(cursor, statement)) return false;
  } while (cursor.take_symbol(","));
  return true;
}

// What a row policy applies to: d.t, d.*, *, d.pre*. A table called CLUSTER needs its quotes here:
// without them its name could not be told from the clause once that is written or taken away.
bool take_policy_target(Cursor& cursor) {
  if (cursor.sees_word("CLUSTER") && !cursor.sees_symbol(".", 1)) return false;
  if (cursor.take_symbol("*")) return true;
  if (!take_part(cursor)) return false;
  if (cursor.take_symbol(".") && !cursor.sees_symbol("*") && !take_part(cursor)) return false;
  cursor.take_symbol("*");
  return true;
}

// t, d.s and, in CREATE ROW POLICY, another policy: "p ON t, q ON u".
bool take_targets(Cursor& cursor, Statement& statement) {
  do {
    if (is_identifier(cursor.peek()) && cursor.sees_word("ON", 1) &&
        !cursor.sees_word("CLUSTER", 2)) {
      statement.names.push_back({{}, cursor.peek().text});
      cursor.advance(2);
    }
    if (!take_policy_target(cursor)) return false;
  } while (cursor.take_symbol(","));
  return true;
}

// The table of CREATE TABLE t AS s. A query or a table function is none.
bool take_source(Cursor& cursor, Statement& statement) {
  for (const std::string_view word : {"SELECT", "WITH", "FROM"}) {
    if (cursor.sees_word(word)) return false;
  }
  const auto name = take_name(cursor);
  if (!name || cursor.sees_symbol("(")) return false;
  statement.source = *name;
  return true;
}

bool take_target(Cursor& cursor, Statement& statement) {
  const auto name = take_name(cursor);
  if (name) statement.target = *name;
  return name.has_value();
}

// ENGINE [=|==] name[(arguments)]
bool take_engine(Cursor& cursor, Statement& statement) {
  const std::size_t start = cursor.position();
  if (!cursor.take_word("ENGINE")) return false;
  if (!cursor.take_symbol("=")) cursor.take_symbol("==");
  if (!is_identifier(cursor.peek())) return false;
  EngineClause engine;
  engine.name = cursor.peek().text;
  cursor.advance();
  const std::size_t bracket = cursor.position();
  if (cursor.take_group('(', ')')) {
    engine.brackets = cursor.between(bracket, cursor.position());
  }
  if (names_go_on(cursor)) return false;  // with what stands before the clause, once that is gone
  engine.clause = cursor.between(start, cursor.position());
  statement.engines.push_back(engine);
  return true;
}

// SETTINGS a = 1, b: a comma that no setting follows is left.
bool take_setting_list(Cursor& cursor) {
  const std::size_t start = cursor.position();
  if (cursor.take_word("SETTINGS") && take_settings(cursor)) return true;
  cursor.go_to(start);
  return false;
}

bool take_engine_settings(Cursor& cursor, Statement& statement) {
  const std::size_t start = cursor.position();
  if (!take_setting_list(cursor) || names_go_on(cursor)) return false;  // or only some of them
  statement.engines.back().settings = cursor.between(start, cursor.position());
  return true;
}

// A TimeSeries table names the kinds of its inner tables before their engines.
bool begins_inner_table(Cursor& cursor) {
  static constexpr std::array<std::string_view, 4> kInner{"SAMPLES", "DATA", "TAGS", "METRICS"};
  return std::any_of(kInner.begin(), kInner.end(),
                     [&](std::string_view word) { return cursor.sees_word(word); }) &&
         (cursor.sees_word("INNER", 1) || cursor.sees_word("ENGINE", 1));
}

// The engines of inner tables, which stand among other clauses up to the query: those of a
// TimeSeries table (SAMPLES [INNER] ENGINE = x; no other engine has such), or all of a window view.
bool take_engines(Cursor& cursor, Statement& statement, bool time_series) {
  if (time_series && unquote_name(statement.engines.back().name) != "TimeSeries") return true;
  while (!cursor.at_end() && !cursor.sees_word("AS")) {
    if (cursor.take_group('(', ')')) continue;
    const bool begins = begins_inner_table(cursor);
    if (begins) cursor.advance();
    const bool inner = cursor.take_word("INNER");
    if ((begins || inner || !time_series) && take_engine(cursor, statement)) continue;
    if (!begins && !inner) cursor.advance();
  }
  return true;
}

// [db.]a, b: names that are of no interest.
void skip_names(Cursor& cursor) {
  do {
    if (!take_name(cursor)) return;
  } while (cursor.take_symbol(","));
}

// REFRESH EVERY 1 DAY OFFSET 2 HOUR DEPENDS ON a, b SETTINGS x = 1 APPEND. The schedule is made of
// numbers and units; what it depends on may have any name, so that is read as a list.
bool take_refresh(Cursor& cursor, Statement& statement) {
  static constexpr std::array<std::string_view, 8> kNext{
      "DEPENDS", "SETTINGS", "APPEND", "TO", "ENGINE", "EMPTY", "AS", "POPULATE"};
  const std::size_t start = cursor.position();
  if (!cursor.take_word("REFRESH")) return false;
  while (!cursor.at_end() && !cursor.sees_symbol("(") &&
         std::none_of(kNext.begin(), kNext.end(),
                      [&](std::string_view word) { return cursor.sees_word(word); })) {
    cursor.advance();
  }
  if (cursor.take_word("DEPENDS") && cursor.take_word("ON")) skip_names(cursor);
  take_setting_list(cursor);
  cursor.take_word("APPEND");
  statement.refresh = cursor.between(start, cursor.position());
  return true;
}

// WITH ... INSERT: steps over the expressions, up to INSERT; false where a SELECT comes first.
bool take_with(Cursor& cursor) {
  while (!cursor.at_end() && !cursor.sees_word("SELECT")) {
    if (cursor.sees_word("INSERT")) return true;
    if (!cursor.take_group('(', ')')) cursor.advance();
  }
  return false;
}

// The elements of BACKUP and RESTORE, up to the clause or the word that ends them.
bool take_before(Cursor& cursor, std::string_view end) {
  while (!cursor.at_end()) {
    if (cursor.sees_word(end)) return true;
    if (cursor.sees_word("ON") && cursor.sees_word("CLUSTER", 1)) return true;
    if (!cursor.take_group('(', ')')) cursor.advance();
  }
  return false;
}

bool take_single(Cursor& cursor) {
  if (cursor.at_end() || cursor.peek().kind == TokenKind::symbol) return false;
  cursor.advance();
  return true;
}

bool take_string(Cursor& cursor) {
  if (cursor.peek().kind != TokenKind::string) return false;
  cursor.advance();
  return true;
}

}  // namespace

std::vector<std::string_view> split_arguments(std::string_view brackets) {
  std::vector<std::string_view> arguments;
  if (brackets.empty()) return arguments;
  const char* begin = nullptr;  // of the argument
  const char* end = nullptr;
  int depth = 0;
  const auto take = [&](const char* comma) {
    if (begin == nullptr) begin = end = comma;  // nothing stands before it
    arguments.emplace_back(begin, static_cast<std::size_t>(end - begin));
    begin = nullptr;
  };
  Lexer lexer(brackets.substr(1, brackets.size() - 2));
  for (Token token{}; lexer.read_significant(token);) {
    if (token.kind == TokenKind::symbol) {
      if (token.text == "(" || token.text == "[" || token.text == "{") ++depth;
      if (token.text == ")" || token.text == "]" || token.text == "}") --depth;
      if (token.text == "," && depth == 0) {
        take(token.text.data());
        continue;
      }
    }
    if (begin == nullptr) begin = token.text.data();
    end = token.text.data() + token.text.size();
  }
  if (begin != nullptr) take(end);
  return arguments;
}

bool take_piece(Piece piece, Cursor& cursor, Statement& statement) {
  switch (piece) {
    case Piece::word:
      return take_single(cursor);
    case Piece::name:
      return take_into(cursor, statement);
    case Piece::names:
      return take_names(cursor, statement);
    case Piece::pairs:
      return take_pairs(cursor, statement, "TO");
    case Piece::swaps:
      return take_pairs(cursor, statement, "AND");
    case Piece::target:
      return take_target(cursor, statement);
    case Piece::definer:
      return read_user(cursor).has_value();
    case Piece::user:
      return take_user(cursor, statement);
    case Piece::users:
      return take_users(cursor, statement);
    case Piece::targets:
      return take_targets(cursor, statement);
    case Piece::string:
      return take_string(cursor);
    case Piece::group:
      return cursor.take_group('(', ')');
    case Piece::source:
      return take_source(cursor, statement);
    case Piece::engine:
      return take_engine(cursor, statement);
    case Piece::engine_settings:
      return take_engine_settings(cursor, statement);
    case Piece::engines:
      return take_engines(cursor, statement, false);
    case Piece::inner_engines:
      return take_engines(cursor, statement, true);
    case Piece::with:
      return take_with(cursor);
    case Piece::before_to:
      return take_before(cursor, "TO");
    case Piece::before_from:
      return take_before(cursor, "FROM");
    case Piece::refresh:
      return take_refresh(cursor, statement);
  }
  return false;
}

}  // namespace godwit::sql
