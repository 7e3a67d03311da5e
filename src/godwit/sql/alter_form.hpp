#pragma once

#include "godwit/sql/alter.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace godwit::sql {

class Cursor;

/// The pieces of grammar that a command's form can name with @, and what of AlterCommand they fill.
enum class AlterPiece : std::uint8_t {
  if_exists,      // @if_exists: [IF EXISTS]
  if_not_exists,  // @if_not_exists: [IF NOT EXISTS]
  name,           // @name: a.b.c
  new_name,       // @new_name: a.b.c
  column,         // @column: a column with a type or a default
  typed,          // @typed: a column with a type
  type,           // @type: c TYPE t ..., a column too
  defaulted,      // @defaulted: a column with a default and no type
  commented,      // @commented: a column with nothing but a comment
  described,      // @described: a column with neither type nor default, but something else
  index,          // @index
  projection,     // @projection
  constraint,     // @constraint
  place,          // @place: [FIRST | AFTER x]
  partition,      // @partition: ID 's', ALL or a value
  in_partition,   // @in_partition: [IN PARTITION ...]
  part,           // @part: 's'
  table,          // @table: [db.]t
  literal,        // @literal: 's'
  with_name,      // @with_name: [WITH NAME 's']
  settings,       // @settings: a = 1, b = 'x'
  setting_names,  // @setting_names: a, b
  columns,        // @columns: a, b
  types,          // @types: t, u
  assignments,    // @assignments: a = e, b = f
  condition,      // @condition: e
  body,           // @body: anything up to the comma
  property,       // @property: what REMOVE takes from a column
  group,          // @group: ( ... )
  from,           // @from: [FROM anything]
  ttl,            // @ttl: a list of what a table's TTL is made of
  query,          // @query: anything, commas too
  schedule,       // @schedule: EVERY ... [DEPENDS ON a, b] [SETTINGS a = 1, b = 2] [APPEND]
};

/// One part of a form: a keyword and what is read in its place, or a piece.
struct AlterItem {
  std::vector<std::string_view> words;
  std::optional<AlterPiece> piece;
};

/// The form of a row of alter_rows(). Throws std::logic_error for one that is written wrongly: a
/// test looks at all of them.
std::span<const AlterItem> form_of(const AlterRow& row);

/// Steps over one piece and fills the command. False where it does not stand here; the cursor and
/// the command may then be anywhere.
bool take_alter_piece(AlterPiece piece, Cursor& cursor, AlterCommand& command);

}  // namespace godwit::sql
