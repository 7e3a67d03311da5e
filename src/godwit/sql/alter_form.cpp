// The pieces that the commands of ALTER are made of: each takes tokens from the cursor, fills its
// part of the command and answers whether it stood there. A cursor here is over the commands alone,
// without the query's FORMAT and SETTINGS, so that what goes on up to a comma may simply do so.

#include "godwit/sql/alter_form.hpp"

#include "godwit/base/text.hpp"
#include "godwit/sql/cursor.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <utility>

namespace godwit::sql {

namespace {

constexpr auto kPieces = std::to_array<std::pair<std::string_view, AlterPiece>>({
    {"if_exists", AlterPiece::if_exists},
    {"if_not_exists", AlterPiece::if_not_exists},
    {"name", AlterPiece::name},
    {"new_name", AlterPiece::new_name},
    {"column", AlterPiece::column},
    {"typed", AlterPiece::typed},
    {"type", AlterPiece::type},
    {"defaulted", AlterPiece::defaulted},
    {"commented", AlterPiece::commented},
    {"described", AlterPiece::described},
    {"index", AlterPiece::index},
    {"projection", AlterPiece::projection},
    {"constraint", AlterPiece::constraint},
    {"place", AlterPiece::place},
    {"partition", AlterPiece::partition},
    {"in_partition", AlterPiece::in_partition},
    {"part", AlterPiece::part},
    {"table", AlterPiece::table},
    {"literal", AlterPiece::literal},
    {"with_name", AlterPiece::with_name},
    {"settings", AlterPiece::settings},
    {"setting_names", AlterPiece::setting_names},
    {"columns", AlterPiece::columns},
    {"types", AlterPiece::types},
    {"assignments", AlterPiece::assignments},
    {"condition", AlterPiece::condition},
    {"body", AlterPiece::body},
    {"property", AlterPiece::property},
    {"group", AlterPiece::group},
    {"from", AlterPiece::from},
    {"ttl", AlterPiece::ttl},
    {"query", AlterPiece::query},
    {"schedule", AlterPiece::schedule},
});

constexpr std::array<std::string_view, 7> kProperties{
    "DEFAULT", "MATERIALIZED", "ALIAS", "COMMENT", "CODEC", "TTL", "SETTINGS"};

std::vector<AlterItem> compile(std::string_view form) {
  std::vector<AlterItem> items;
  for (const std::string_view part : split(form, ' ')) {
    AlterItem item;
    if (!part.starts_with('@')) {
      item.words = split(part, '|');
    } else {
      for (const auto& [name, piece] : kPieces) {
        if (name == part.substr(1)) item.piece = piece;
      }
      if (!item.piece) throw std::logic_error(fmt::format("no piece is called {}: {}", part, form));
    }
    items.push_back(std::move(item));
  }
  return items;
}

bool take_table(Cursor& cursor, ObjectName& table) {
  table.name = take_identifier(cursor);
  if (table.name.empty() || !cursor.take_symbol(".")) return !table.name.empty();
  table.database = table.name;
  table.name = take_identifier(cursor);
  return !table.name.empty();
}

// 's' or {p:String}
std::string_view take_literal(Cursor& cursor) {
  const std::size_t start = cursor.position();
  if (cursor.peek().kind == TokenKind::string) {
    cursor.advance();
  } else {
    cursor.take_group('{', '}');
  }
  return cursor.between(start, cursor.position());
}

bool keep(std::string_view& place, std::string_view found) {
  place = found;
  return !found.empty();
}

bool take_if_exists(Cursor& cursor, AlterCommand& command) {
  command.if_exists = take_words(cursor, "IF EXISTS");
  return true;
}

bool take_if_not_exists(Cursor& cursor, AlterCommand& command) {
  command.if_not_exists = take_words(cursor, "IF NOT EXISTS");
  return true;
}

bool has_clauses(const ColumnElement& column) {
  return column.codec.data() != nullptr || column.statistics.data() != nullptr ||
         column.ttl.data() != nullptr || column.primary_key || !column.settings.empty();
}

// What a column must have for its command: MODIFY COLUMN is several, told apart by what is there.
bool suits(AlterPiece piece, const ColumnElement& column) {
  const bool has_type = !column.type.empty();
  const bool has_default = column.default_kind != DefaultKind::none;
  switch (piece) {
    case AlterPiece::column:
      return has_type || has_default;
    case AlterPiece::typed:
      return has_type;
    case AlterPiece::defaulted:
      return !has_type && has_default;
    case AlterPiece::commented:
      return !has_type && !has_default && !column.comment.empty() && !has_clauses(column);
    default:
      return !has_type && !has_default && (!column.comment.empty() || has_clauses(column));
  }
}

bool take_column_as(AlterPiece piece, Cursor& cursor, AlterCommand& command) {
  auto column = take_column(cursor);
  if (!column || !suits(piece, *column)) return false;
  command.name = column->name;
  command.element = std::move(*column);
  return true;
}

// c TYPE t ...: the column is read from TYPE on, as if that were its name.
bool take_column_behind_type(Cursor& cursor, AlterCommand& command) {
  const std::string_view name = take_dotted(cursor);
  if (name.empty() || !cursor.sees_word("TYPE")) return false;
  if (!take_column_as(AlterPiece::typed, cursor, command)) return false;
  command.name = name;
  std::get<ColumnElement>(command.element).name = name;
  return true;
}

template <typename Element>
bool take_element(std::optional<Element> element, AlterCommand& command) {
  if (!element) return false;
  command.name = element->name;
  command.element = std::move(*element);
  return true;
}

bool take_place(Cursor& cursor, AlterCommand& command) {
  if (cursor.take_word("FIRST")) {
    command.place = Placement{};
  } else if (cursor.take_word("AFTER")) {
    command.place = Placement{take_dotted(cursor)};
    return !command.place->after.empty();
  }
  return true;
}

bool take_partition(Cursor& cursor, AlterCommand& command) {
  static constexpr std::array<std::string_view, 4> kEnds{"FROM", "TO", "WHERE", "WITH"};
  PartitionRange partition;
  if (cursor.take_word("ALL")) {
    command.partition = PartitionRange{PartitionKind::all, {}};
    return true;
  }
  if (cursor.take_word("ID")) {
    partition = {PartitionKind::id, take_literal(cursor)};
  } else {
    partition = {PartitionKind::value, take_expression(cursor, kEnds)};
  }
  command.partition = partition;
  return !partition.text.empty();
}

bool take_in_partition(Cursor& cursor, AlterCommand& command) {
  return !take_words(cursor, "IN PARTITION") || take_partition(cursor, command);
}

bool take_part(Cursor& cursor, AlterCommand& command) {
  command.partition = PartitionRange{PartitionKind::part, take_literal(cursor)};
  return !command.partition->text.empty();
}

bool take_with_name(Cursor& cursor, AlterCommand& command) {
  return !take_words(cursor, "WITH NAME") || keep(command.literal, take_literal(cursor));
}

bool take_setting_list(Cursor& cursor, AlterCommand& command) {
  auto settings = take_settings(cursor);
  if (settings) command.settings = std::move(*settings);
  return settings.has_value();
}

bool take_setting_names(Cursor& cursor, AlterCommand& command) {
  do {
    command.settings.push_back({take_identifier(cursor), {}});
  } while (!command.settings.back().name.empty() && cursor.take_symbol(","));
  return !command.settings.back().name.empty();
}

bool take_columns(Cursor& cursor, AlterCommand& command) {
  do {
    command.columns.push_back(take_identifier(cursor));
  } while (!command.columns.back().empty() && cursor.take_symbol(","));
  return !command.columns.back().empty();
}

bool take_types(Cursor& cursor, AlterCommand& command) {
  do {
    command.types.push_back(take_expression(cursor, {}));
  } while (!command.types.back().empty() && cursor.take_symbol(","));
  return !command.types.back().empty();
}

bool take_assignments(Cursor& cursor, AlterCommand& command) {
  static constexpr std::array<std::string_view, 2> kEnds{"IN PARTITION", "WHERE"};
  do {
    Assignment assignment;
    if (!keep(assignment.column, take_identifier(cursor)) || !cursor.take_symbol("=") ||
        !keep(assignment.expression, take_expression(cursor, kEnds))) {
      return false;
    }
    command.assignments.push_back(assignment);
  } while (cursor.take_symbol(","));
  return true;
}

bool take_property(Cursor& cursor, AlterCommand& command) {
  for (const std::string_view property : kProperties) {
    if (cursor.sees_word(property)) return keep(command.body, take_identifier(cursor));
  }
  return false;
}

bool take_group(Cursor& cursor, AlterCommand& command) {
  const std::size_t start = cursor.position();
  return cursor.take_group('(', ')') &&
         keep(command.body, cursor.between(start, cursor.position()));
}

bool take_ttl_list(Cursor& cursor, AlterCommand& command) {
  const std::size_t start = cursor.position();
  return take_ttl(cursor) && keep(command.body, cursor.between(start, cursor.position()));
}

bool take_query(Cursor& cursor, AlterCommand& command) {
  const std::size_t start = cursor.position();
  while (!cursor.at_end()) cursor.advance();
  return keep(command.body, cursor.between(start, cursor.position()));
}

// Only its lists have commas: in EVERY 1 DAY, DROP COLUMN a the schedule ends at the first.
bool take_schedule(Cursor& cursor, AlterCommand& command) {
  static constexpr std::array<std::string_view, 3> kEnds{"DEPENDS ON", "SETTINGS", "APPEND"};
  const std::size_t start = cursor.position();
  take_expression(cursor, kEnds);
  if (take_words(cursor, "DEPENDS ON")) {
    ObjectName other;
    do {
      if (!take_table(cursor, other)) return false;
    } while (cursor.take_symbol(","));
  }
  if (cursor.take_word("SETTINGS") && !take_settings(cursor)) return false;
  cursor.take_word("APPEND");
  return keep(command.body, cursor.between(start, cursor.position()));
}

}  // namespace

std::span<const AlterItem> form_of(const AlterRow& row) {
  static const std::vector<std::vector<AlterItem>> forms = [] {
    std::vector<std::vector<AlterItem>> all;
    for (const AlterRow& each : alter_rows()) all.push_back(compile(each.form));
    return all;
  }();
  return forms.at(static_cast<std::size_t>(&row - alter_rows().data()));
}

bool take_alter_piece(AlterPiece piece, Cursor& cursor, AlterCommand& command) {
  switch (piece) {
    case AlterPiece::if_exists:
      return take_if_exists(cursor, command);
    case AlterPiece::if_not_exists:
      return take_if_not_exists(cursor, command);
    case AlterPiece::name:
      return keep(command.name, take_dotted(cursor));
    case AlterPiece::new_name:
      return keep(command.new_name, take_dotted(cursor));
    case AlterPiece::column:
    case AlterPiece::typed:
    case AlterPiece::defaulted:
    case AlterPiece::commented:
    case AlterPiece::described:
      return take_column_as(piece, cursor, command);
    case AlterPiece::type:
      return take_column_behind_type(cursor, command);
    case AlterPiece::index:
      return take_element(take_index(cursor), command);
    case AlterPiece::projection:
      return take_element(take_projection(cursor), command);
    case AlterPiece::constraint:
      return take_element(take_constraint(cursor), command);
    case AlterPiece::place:
      return take_place(cursor, command);
    case AlterPiece::partition:
      return take_partition(cursor, command);
    case AlterPiece::in_partition:
      return take_in_partition(cursor, command);
    case AlterPiece::part:
      return take_part(cursor, command);
    case AlterPiece::table:
      return take_table(cursor, command.other_table);
    case AlterPiece::literal:
      return keep(command.literal, take_literal(cursor));
    case AlterPiece::with_name:
      return take_with_name(cursor, command);
    case AlterPiece::settings:
      return take_setting_list(cursor, command);
    case AlterPiece::setting_names:
      return take_setting_names(cursor, command);
    case AlterPiece::columns:
      return take_columns(cursor, command);
    case AlterPiece::types:
      return take_types(cursor, command);
    case AlterPiece::assignments:
      return take_assignments(cursor, command);
    case AlterPiece::condition:
      return keep(command.condition, take_expression(cursor, {}));
    case AlterPiece::body:
      return keep(command.body, take_expression(cursor, {}));
    case AlterPiece::from:
      return !cursor.take_word("FROM") || keep(command.body, take_expression(cursor, {}));
    case AlterPiece::property:
      return take_property(cursor, command);
    case AlterPiece::group:
      return take_group(cursor, command);
    case AlterPiece::ttl:
      return take_ttl_list(cursor, command);
    case AlterPiece::query:
      return take_query(cursor, command);
    case AlterPiece::schedule:
      return take_schedule(cursor, command);
  }
  return false;
}

}  // namespace godwit::sql
