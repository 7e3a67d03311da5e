#pragma once

#include "godwit/sql/elements.hpp"
#include "godwit/sql/statement.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace godwit::sql {

/// How a table stores its rows: ENGINE and what follows it. Clauses are without their keywords.
struct Storage {
  EngineClause engine;  // its clause has no data() where there is none
  std::string_view partition_key;
  std::string_view primary_key;
  std::string_view sorting_key;
  std::string_view unique_key;
  std::string_view sampling_key;
  std::vector<std::string_view> ttl;  // the elements of the list
  std::vector<SettingElement> settings;
  std::string_view text;  // all of it as it is written, from ENGINE to the last setting
};

/// A clause of one expression, and where it is kept.
struct StorageClause {
  std::string_view words;
  std::string_view Storage::*expression;
};

/// In the order in which ClickHouse prints them; a text may have another.
std::span<const StorageClause> storage_clauses();

/// What stands behind AS.
enum class TableSource : std::uint8_t {
  none,
  table,     // AS other: its columns, and its storage where none is written
  clone,     // CLONE AS other: its rows as well
  query,     // AS SELECT
  function,  // AS numbers(10)
};

/// CREATE, REPLACE or ATTACH TABLE, or CREATE MATERIALIZED VIEW. All views are into the statement;
/// a view without data() says that the clause is not there.
struct TableDefinition {
  StatementKind kind = StatementKind::create_table;
  bool or_replace = false;
  bool if_not_exists = false;
  ObjectName name;
  std::string_view uuid;        // the literal
  std::string_view directory;   // of ATTACH TABLE t FROM 'directory'
  std::string_view cluster;     // the name as it is written
  std::string_view refresh;     // REFRESH ... [APPEND]
  bool refresh_append = false;  // a refresh adds rows, and does not replace them
  ObjectName target;            // of TO: the view has no table of its own
  std::string_view inner_uuid;  // of TO INNER UUID 'x'

  std::vector<ColumnElement> columns;  // those of a view may be names only
  std::vector<IndexElement> indexes;
  std::vector<ProjectionElement> projections;
  std::vector<ConstraintElement> constraints;
  std::string_view primary_key;  // PRIMARY KEY inside the list

  Storage storage;
  std::string_view inner_tables;  // SAMPLES ..., TAGS ..., METRICS ... of a TimeSeries table
  bool populate = false;
  bool empty = false;         // EMPTY AS: no rows are copied
  std::string_view security;  // DEFINER = x SQL SECURITY y, in either order
  std::string_view comment;   // the literal

  TableSource source = TableSource::none;
  ObjectName other;           // of table and clone
  std::string_view function;  // with its arguments
  std::string_view query;     // FORMAT and SETTINGS behind it included
  std::string_view tail;      // INTO OUTFILE, FORMAT, SETTINGS of the statement
};

/// Reads what a table or materialized view is made of. Nothing for other statements, for ATTACH
/// TABLE t AS [NOT] REPLICATED, and where something stands that is not understood. FOREIGN KEY is
/// read and left out: ClickHouse does not keep it. Grammar: ClickHouse 26.7.
std::optional<TableDefinition> parse_table(const Statement& statement);

}  // namespace godwit::sql
