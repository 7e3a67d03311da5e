#pragma once

#include "godwit/sql/alter.hpp"
#include "godwit/sql/table.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace godwit::plan {

struct ColumnFacts {
  std::string name;
  std::string type;  // empty where it is not written: ClickHouse finds it by the default
  sql::DefaultKind default_kind = sql::DefaultKind::none;
  std::string default_expression;
};

/// An index, projection, constraint or view: its name, and the text in which columns are named.
struct Reader {
  std::string name;
  std::string text;
};

/// What a change of a table meets. All texts are as they are written, names without quotes.
struct TableFacts {
  std::string engine;                       // also View, MaterializedView, Dictionary
  std::vector<std::string> engine_columns;  // those that the engine's arguments name
  std::vector<ColumnFacts> columns;
  std::string sorting_key;
  std::string primary_key;  // empty where it is the sorting key
  std::string partition_key;
  std::string sampling_key;
  std::string ttl;
  std::vector<Reader> indexes;
  std::vector<Reader> projections;
  std::vector<Reader> constraints;
  std::vector<Reader> views;  // materialized views that are fed by it

  [[nodiscard]] const ColumnFacts* find(std::string_view column) const;
};

/// A column's name without quotes: n.x for `n`.`x`.
std::string plain_name(std::string_view name);

/// A column's type, with the NULL that may stand behind it: Nullable(Int8) for Int8 NULL.
std::string type_of(const sql::ColumnElement& column);

/// What a CREATE statement says of its table.
TableFacts facts_of(const sql::TableDefinition& table);

/// What an ALTER makes of it; of commands that are not understood nothing.
void follow_alter(TableFacts& facts, const std::vector<sql::AlterCommand>& commands);

/// Whether an expression or query names a column, or with it a column that is inside (n for n.x).
/// A name in front of a bracket is a function's.
bool mentions(std::string_view expression, std::string_view column);

/// Whether a table of this engine keeps its rows in parts: the MergeTree family.
bool has_parts(std::string_view engine);

}  // namespace godwit::plan
