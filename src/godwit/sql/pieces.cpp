// The pieces of grammar that heads are made of: names, lists, the engine clause. Each takes tokens
// from the cursor and answers whether it stood there.

#include "godwit/sql/pieces.hpp"

#include <array>
#include <optional>
#include <utility>

namespace godwit::sql {

namespace {

bool is_identifier(const Token& token) {
  return token.kind == TokenKind::word || token.kind == TokenKind::quoted_identifier;
}

// One part of a name: x, `x`, "x" or the parameter {x:Identifier}.
std::optional<std::string_view> take_part(Cursor& cursor) {
  const std::size_t start = cursor.position();
  if (is_identifier(cursor.peek())) {
    cursor.advance();
  } else if (!cursor.take_group('{', '}')) {
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

bool take_users(Cursor& cursor, Statement& statement) {
  do {
    const std::size_t start = cursor.position();
    const bool named = cursor.peek().kind == TokenKind::string || is_identifier(cursor.peek());
    if (named) {
      cursor.advance();
    } else if (!cursor.take_group('{', '}')) {
      return false;
    }
    statement.names.push_back({{}, cursor.between(start, cursor.position())});
    if (cursor.take_symbol("@")) cursor.advance();
  } while (cursor.take_symbol(","));
  return true;
}

// What a row policy applies to: d.t, d.*, *, d.pre*.
bool take_target(Cursor& cursor) {
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
    if (!take_target(cursor)) return false;
  } while (cursor.take_symbol(","));
  return true;
}

// The table of CREATE TABLE t AS s. A query or a table function is none.
bool take_source(Cursor& cursor) {
  for (const std::string_view word : {"SELECT", "WITH", "FROM"}) {
    if (cursor.sees_word(word)) return false;
  }
  return take_name(cursor).has_value() && !cursor.sees_symbol("(");
}

// The arguments between the brackets, without blanks and comments round them.
std::vector<std::string_view> split_arguments(std::string_view brackets) {
  std::vector<std::string_view> arguments;
  const char* begin = nullptr;  // of the argument
  const char* end = nullptr;
  int depth = 0;
  const auto take = [&] {
    arguments.emplace_back(begin, static_cast<std::size_t>(end - begin));
    begin = nullptr;
  };
  Lexer lexer(brackets.substr(1, brackets.size() - 2));
  for (Token token{}; lexer.read_significant(token);) {
    if (token.kind == TokenKind::symbol) {
      if (token.text == "(" || token.text == "[" || token.text == "{") ++depth;
      if (token.text == ")" || token.text == "]" || token.text == "}") --depth;
      if (token.text == "," && depth == 0) {
        take();
        continue;
      }
    }
    if (begin == nullptr) begin = token.text.data();
    end = token.text.data() + token.text.size();
  }
  if (begin != nullptr) take();
  return arguments;
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
    engine.arguments = split_arguments(engine.brackets);
  }
  engine.clause = cursor.between(start, cursor.position());
  statement.engines.push_back(std::move(engine));
  return true;
}

// The engines of inner tables, which stand among other clauses: every INNER ENGINE (TimeSeries, and
// no other engine has them), or every ENGINE (window views), up to the query.
bool take_engines(Cursor& cursor, Statement& statement, bool inner_only) {
  if (inner_only && statement.engines.back().name != "TimeSeries") return true;
  while (!cursor.at_end() && !cursor.sees_word("AS")) {
    if (cursor.take_group('(', ')')) continue;
    const bool inner = cursor.take_word("INNER");
    if ((inner || !inner_only) && take_engine(cursor, statement)) continue;
    if (!inner) cursor.advance();
  }
  return true;
}

// REFRESH EVERY 1 DAY DEPENDS ON a, b SETTINGS x = 1 APPEND: up to what can follow it.
bool take_refresh(Cursor& cursor) {
  if (!cursor.take_word("REFRESH")) return false;
  static constexpr std::array<std::string_view, 5> kNext{"TO", "ENGINE", "EMPTY", "AS", "POPULATE"};
  while (!cursor.at_end()) {
    if (cursor.sees_symbol("(")) return true;
    for (const std::string_view word : kNext) {
      if (cursor.sees_word(word)) return true;
    }
    cursor.advance();
  }
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
    case Piece::users:
      return take_users(cursor, statement);
    case Piece::targets:
      return take_targets(cursor, statement);
    case Piece::string:
      return take_string(cursor);
    case Piece::group:
      return cursor.take_group('(', ')');
    case Piece::source:
      return take_source(cursor);
    case Piece::engine:
      return take_engine(cursor, statement);
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
      return take_refresh(cursor);
  }
  return false;
}

}  // namespace godwit::sql
