// The elements of a table's list, and settings. All follow the order of ClickHouse's grammar, so
// that a word at the wrong place is no part of the element and stops whoever reads it.

#include "godwit/sql/elements.hpp"

#include "godwit/sql/cursor.hpp"

#include <array>
#include <utility>

namespace godwit::sql {

namespace {

// What can be the second word of a type, and behind INT(11) the word after its arguments.
constexpr std::array<std::string_view, 5> kTypeSuffixes{"PRECISION", "VARYING", "LARGE OBJECT",
                                                        "SIGNED", "UNSIGNED"};

// Behind the name of a column these say that it has no type.
constexpr std::array<std::string_view, 13> kNoType{
    "DEFAULT", "MATERIALIZED", "ALIAS",  "EPHEMERAL", "AUTO_INCREMENT", "COMMENT",       "CODEC",
    "TTL",     "PRIMARY KEY",  "REMOVE", "ADD ENUM",  "RESET SETTING",  "MODIFY SETTING"};

constexpr std::array<std::pair<std::string_view, DefaultKind>, 4> kDefaults{{
    {"DEFAULT", DefaultKind::value},
    {"MATERIALIZED", DefaultKind::materialized},
    {"ALIAS", DefaultKind::alias},
    {"EPHEMERAL", DefaultKind::ephemeral},
}};

constexpr std::array<std::string_view, 11> kAfterDefault{
    "NULL",        "NOT NULL", "COMMENT", "CODEC",    "STATISTICS", "TTL",
    "PRIMARY KEY", "FIRST",    "AFTER",   "SETTINGS", "FORMAT"};

constexpr std::array<std::string_view, 1> kBeforeType{"TYPE"};

std::string_view take_brackets(Cursor& cursor) {
  const std::size_t start = cursor.position();
  if (!cursor.take_group('(', ')')) return {};
  return cursor.between(start, cursor.position());
}

std::string_view take_literal(Cursor& cursor) {
  const Token token = cursor.peek();
  if (token.kind != TokenKind::string) return {};
  cursor.advance();
  return token.text;
}

std::optional<bool> take_nullable(Cursor& cursor) {
  if (cursor.take_word("NULL")) return true;
  if (take_words(cursor, "NOT NULL")) return false;
  return std::nullopt;
}

// 1, -1, 'x', true, {p:UInt8}, disk(type = s3, ...)
std::string_view take_setting_value(Cursor& cursor) {
  const std::size_t start = cursor.position();
  if (!cursor.take_symbol("-")) cursor.take_symbol("+");
  const Token token = cursor.peek();
  if (token.kind == TokenKind::word) {
    cursor.advance();
    cursor.take_group('(', ')');
  } else if (token.kind == TokenKind::number || token.kind == TokenKind::string) {
    cursor.advance();
  } else if (!cursor.take_group('{', '}')) {
    return {};
  }
  return cursor.between(start, cursor.position());
}

std::optional<SettingElement> take_setting(Cursor& cursor) {
  SettingElement setting;
  setting.name = take_dotted(cursor);
  if (setting.name.empty()) return std::nullopt;
  if (!cursor.take_symbol("=") && !cursor.take_symbol("==")) return setting;
  setting.value = take_setting_value(cursor);
  if (setting.value.empty()) return std::nullopt;
  return setting;
}

// "(a = 1, b = 2)"
bool take_settings_in_brackets(Cursor& cursor, std::vector<SettingElement>& settings) {
  if (!cursor.take_symbol("(")) return false;
  auto list = take_settings(cursor);
  if (!list || !cursor.take_symbol(")")) return false;
  settings = std::move(*list);
  return true;
}

// EPHEMERAL alone has the type's default; COMMENT is the only word that can follow it then.
bool take_default(Cursor& cursor, ColumnElement& column) {
  if (cursor.take_word("AUTO_INCREMENT")) {
    column.default_kind = DefaultKind::auto_increment;
    return true;
  }
  for (const auto& [word, kind] : kDefaults) {
    if (!cursor.take_word(word)) continue;
    column.default_kind = kind;
    const bool alone = kind == DefaultKind::ephemeral && cursor.sees_word("COMMENT");
    if (!alone) column.default_expression = take_expression(cursor, kAfterDefault);
    return kind == DefaultKind::ephemeral || !column.default_expression.empty();
  }
  return true;
}

// A clause that is one word and a value; false where the word stands without the value.
bool take_clause(Cursor& cursor, std::string_view word, std::string_view& value,
                 std::string_view (*take)(Cursor&)) {
  if (!cursor.take_word(word)) return true;
  value = take(cursor);
  return !value.empty();
}

bool take_type_of(Cursor& cursor, ColumnElement& column) {
  for (const std::string_view words : kNoType) {
    if (sees_words(cursor, words)) return true;
  }
  if (cursor.sees_word("STATISTICS") && cursor.sees_symbol("(", 1)) return true;
  column.type = take_type(cursor);
  if (column.type.empty()) return false;
  column.nullable = take_nullable(cursor);
  return take_clause(cursor, "COLLATE", column.collation, take_identifier);
}

bool take_column_into(Cursor& cursor, ColumnElement& column) {
  column.name = take_dotted(cursor);
  if (column.name.empty() || !take_type_of(cursor, column) || !take_default(cursor, column)) {
    return false;
  }
  if (!column.nullable) column.nullable = take_nullable(cursor);
  const auto take_ttl_of_column = [](Cursor& at) { return take_expression(at, kAfterDefault); };
  if (!take_clause(cursor, "COMMENT", column.comment, take_literal) ||
      !take_clause(cursor, "CODEC", column.codec, take_brackets) ||
      !take_clause(cursor, "STATISTICS", column.statistics, take_brackets) ||
      !take_clause(cursor, "TTL", column.ttl, take_ttl_of_column)) {
    return false;
  }
  column.primary_key = take_words(cursor, "PRIMARY KEY");
  // SETTINGS without a bracket are those of the statement.
  if (!cursor.sees_word("SETTINGS") || !cursor.sees_symbol("(", 1)) return true;
  cursor.advance();
  return take_settings_in_brackets(cursor, column.settings);
}

bool take_index_into(Cursor& cursor, IndexElement& index) {
  index.name = take_identifier(cursor);
  if (index.name.empty()) return false;
  index.expression = take_expression(cursor, kBeforeType);
  if (index.expression.empty() || !cursor.take_word("TYPE")) return false;
  index.type = take_type(cursor);
  if (index.type.empty()) return false;
  if (!cursor.take_word("GRANULARITY")) return true;
  if (cursor.peek().kind != TokenKind::number) return false;
  index.granularity = cursor.peek().text;
  cursor.advance();
  return true;
}

bool take_projection_into(Cursor& cursor, ProjectionElement& projection) {
  projection.name = take_identifier(cursor);
  if (projection.name.empty()) return false;
  if (cursor.take_word("INDEX")) {
    const std::size_t start = cursor.position();
    do {
      if (take_expression(cursor, kBeforeType).empty()) return false;
    } while (cursor.take_symbol(","));
    projection.index_expression = cursor.between(start, cursor.position());
    if (!cursor.take_word("TYPE")) return false;
    projection.index_type = take_type(cursor);
    if (projection.index_type.empty()) return false;
  } else {
    projection.query = take_brackets(cursor);
    if (projection.query.empty()) return false;
  }
  return !take_words(cursor, "WITH SETTINGS") ||
         take_settings_in_brackets(cursor, projection.settings);
}

bool take_constraint_into(Cursor& cursor, ConstraintElement& constraint) {
  constraint.name = take_identifier(cursor);
  if (constraint.name.empty()) return false;
  constraint.assume = cursor.take_word("ASSUME");
  if (!constraint.assume && !cursor.take_word("CHECK")) return false;
  constraint.expression = take_expression(cursor, after_expression());
  return !constraint.expression.empty();
}

template <typename Element>
std::optional<Element> take_or_stay(Cursor& cursor, bool (*take)(Cursor&, Element&)) {
  const std::size_t start = cursor.position();
  Element element;
  if (take(cursor, element)) return element;
  cursor.go_to(start);
  return std::nullopt;
}

}  // namespace

std::string_view take_identifier(Cursor& cursor) {
  const Token token = cursor.peek();
  if (!is_identifier(token)) return {};
  cursor.advance();
  return token.text;
}

std::string_view take_dotted(Cursor& cursor) {
  const std::size_t start = cursor.position();
  if (take_identifier(cursor).empty()) return {};
  while (cursor.sees_symbol(".") && is_identifier(cursor.peek(1))) cursor.advance(2);
  return cursor.between(start, cursor.position());
}

std::optional<ColumnElement> take_column(Cursor& cursor) {
  return take_or_stay(cursor, take_column_into);
}

std::optional<IndexElement> take_index(Cursor& cursor) {
  return take_or_stay(cursor, take_index_into);
}

std::optional<ProjectionElement> take_projection(Cursor& cursor) {
  return take_or_stay(cursor, take_projection_into);
}

std::optional<ConstraintElement> take_constraint(Cursor& cursor) {
  return take_or_stay(cursor, take_constraint_into);
}

std::optional<std::vector<SettingElement>> take_settings(Cursor& cursor) {
  std::vector<SettingElement> settings;
  std::size_t behind = cursor.position();
  do {
    const auto setting = take_setting(cursor);
    if (!setting) break;
    settings.push_back(*setting);
    behind = cursor.position();
  } while (cursor.take_symbol(","));
  cursor.go_to(behind);
  if (settings.empty()) return std::nullopt;
  return settings;
}

std::string_view take_type(Cursor& cursor) {
  const std::size_t start = cursor.position();
  const bool national = cursor.sees_word("NATIONAL");
  if (take_identifier(cursor).empty()) return {};
  if (national && !cursor.take_word("CHAR")) cursor.take_word("CHARACTER");
  const auto take_suffix = [&] {
    for (const std::string_view suffix : kTypeSuffixes) {
      if (take_words(cursor, suffix)) return;
    }
  };
  take_suffix();
  if (cursor.take_group('(', ')')) take_suffix();
  return cursor.between(start, cursor.position());
}

}  // namespace godwit::sql
