#pragma once

#include "godwit/sql/statement.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace godwit::sql {

class Cursor;

/// What a table is made of, as it is written in CREATE TABLE and in the commands of ALTER TABLE.
/// All views are into the text that was read; a view without data() says that the clause is not
/// there. Expressions and types are kept as they are written: the engine alone can compare them.
/// Grammar: https://clickhouse.com/docs/sql-reference/statements/create/table.

/// name = value, as in SETTINGS. `value` is empty in "SETTINGS name" (which means true) and in
/// RESET SETTING name.
struct SettingElement {
  std::string_view name;
  std::string_view value;

  bool operator==(const SettingElement&) const = default;
};

enum class DefaultKind : std::uint8_t {
  none,
  value,         // DEFAULT e
  materialized,  // MATERIALIZED e
  alias,         // ALIAS e
  ephemeral,     // EPHEMERAL [e]
  auto_increment,
};

/// name [type] [NULL | NOT NULL] [COLLATE x] [DEFAULT ... e] [NULL | NOT NULL] [COMMENT 's']
/// [CODEC(...)] [STATISTICS(...)] [TTL e] [PRIMARY KEY] [SETTINGS (...)], in this order.
struct ColumnElement {
  std::string_view name;  // dotted where ALTER has a Nested column: n.x
  std::string_view type;  // without NULL and NOT NULL
  std::optional<bool> nullable;
  std::string_view collation;
  DefaultKind default_kind = DefaultKind::none;
  std::string_view default_expression;
  std::string_view comment;     // the literal
  std::string_view codec;       // "(...)"
  std::string_view statistics;  // "(...)"
  std::string_view ttl;
  bool primary_key = false;
  std::vector<SettingElement> settings;
};

/// name e TYPE t[(args)] [GRANULARITY n]
struct IndexElement {
  std::string_view name;
  std::string_view expression;
  std::string_view type;
  std::string_view granularity;
};

/// name (SELECT ...) [WITH SETTINGS (...)], or name INDEX list TYPE t
struct ProjectionElement {
  std::string_view name;
  std::string_view query;  // "(...)", or empty for the second form
  std::string_view index_expression;
  std::string_view index_type;
  std::vector<SettingElement> settings;
};

/// name CHECK e, or name ASSUME e
struct ConstraintElement {
  std::string_view name;
  bool assume = false;
  std::string_view expression;
};

/// Each reads its element at the cursor and goes behind it; nothing, with the cursor where it was,
/// where none stands there. An element ends at a comma or bracket that is not its own, at FIRST,
/// AFTER or at the end.
std::optional<ColumnElement> take_column(Cursor& cursor);
std::optional<IndexElement> take_index(Cursor& cursor);
std::optional<ProjectionElement> take_projection(Cursor& cursor);
std::optional<ConstraintElement> take_constraint(Cursor& cursor);

/// One word or quoted identifier; empty where none stands there.
std::string_view take_identifier(Cursor& cursor);

/// a.b.c: a column of a Nested one, a setting of a data lake.
std::string_view take_dotted(Cursor& cursor);

/// a = 1, b = 'x', c: at least one. Commas that no setting follows are left.
std::optional<std::vector<SettingElement>> take_settings(Cursor& cursor);

/// What follows TTL of a table and MODIFY TTL: e [DELETE [WHERE e] | TO DISK 'd' | TO VOLUME 'v' |
/// RECOMPRESS CODEC(...) | GROUP BY ... [SET ...]], a list of these. At least one.
std::optional<std::vector<std::string_view>> take_ttl(Cursor& cursor);

/// A type: a name of one or several words, with its arguments. Empty where there is none.
std::string_view take_type(Cursor& cursor);

/// The expression at the cursor, up to the first of `ends` (keywords, of several words perhaps)
/// that stands where an operator could, a comma or a closing bracket outside brackets, or the end.
/// Empty where there is none.
std::string_view take_expression(Cursor& cursor, std::span<const std::string_view> ends);

/// What can follow an expression in the clauses of a table and in the commands of ALTER: the next
/// clause, the tail of the statement, its query.
std::span<const std::string_view> after_expression();

/// Whether these keywords, a blank between them, stand next; take_words steps over them.
bool sees_words(Cursor& cursor, std::string_view words);
bool take_words(Cursor& cursor, std::string_view words);

}  // namespace godwit::sql
