#pragma once

#include "godwit/sql/lexer.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::sql {

// clang-format off
enum class StatementKind : std::uint8_t {
  create_database, attach_database, detach_database, drop_database, truncate_database,
  rename_database, alter_database,
  create_table, create_or_replace_table, replace_table, create_temporary_table, attach_table, detach_table, drop_table,
  drop_temporary_table, truncate_temporary_table, truncate_table, truncate_all_tables, undrop_table, rename_table,
  exchange_tables, alter_table, alter_temporary_table, create_index, drop_index,
  create_hypothetical_index, drop_hypothetical_index, optimize_table,
  delete_from, update,
  create_view, create_temporary_view, create_materialized_view, create_window_view, attach_view,
  drop_view, create_dictionary, attach_dictionary, drop_dictionary,
  create_function, drop_function,
  create_named_collection, alter_named_collection, drop_named_collection,
  create_workload, drop_workload, create_resource, drop_resource,
  create_user, alter_user, drop_user, create_role, alter_role, drop_role,
  create_row_policy, alter_row_policy, drop_row_policy,
  create_masking_policy, alter_masking_policy, drop_masking_policy,
  create_quota, alter_quota, drop_quota,
  create_settings_profile, alter_settings_profile, drop_settings_profile,
  move_access_entity, grant, revoke, set_role, set_default_role,
  kill, backup, restore, system, system_local,
  insert, select, set, use, explain, describe, check, copy, snapshot, transaction,
  execute_as, parallel_with,
  unknown,
};
// clang-format on

/// What a statement acts on; topology/ decides by it where ON CLUSTER is written.
enum class Scope : std::uint8_t {
  in_database,  // an object that a database owns
  database,     // a database itself
  server,       // what belongs to no database: functions, users, grants, SYSTEM, KILL
  one_host,   // runs where it is sent, whatever the topology: the server knows no ON CLUSTER for it
  untouched,  // topology leaves it alone: SELECT, INSERT, SET, ...
  session,    // lives in a session, which a migration does not have: USE, temporary tables
  unknown,    // not understood
};

/// What is there afterwards that was not, or the other way round.
enum class Effect : std::uint8_t {
  reads,    // nothing changes
  creates,  // the named objects exist
  drops,    // the named objects are gone
  changes,  // something else changes
};

/// The catalog in which the names of a statement stand.
enum class Object : std::uint8_t { none, table, database, function, other };

/// Where a text may have ON CLUSTER besides the place at which it is written.
enum class Elsewhere : std::uint8_t { no, later };

/// A kind of statement. `head` says how it begins, in words and these signs: [a|b] at most one,
/// {a|b} just one, [!a] never a name where it stands, @x a piece of grammar (head.hpp), ^ the place
/// of ON CLUSTER, ~ another place where the clause may stand. What follows the head is free. A row
/// without a head is recognised by what joins its parts.
struct StatementRow {
  StatementKind kind;
  std::string_view name;  // as it is printed
  Scope scope;
  Object object;
  Effect effect;
  Elsewhere elsewhere;
  std::string_view head;
  std::string_view example;
};

/// All rows, in the order in which they are tried: the first head that matches names the kind.
/// Grammar: ClickHouse 26.7, https://clickhouse.com/docs/sql-reference/statements.
std::span<const StatementRow> statement_rows();

/// The printed name of a kind.
std::string_view to_string(StatementKind kind);

/// `database` is empty where the text names none. Both keep their quotes.
struct ObjectName {
  std::string_view database;
  std::string_view name;
};

/// ENGINE = name(arguments): views into the statement. A database's has its SETTINGS.
struct EngineClause {
  std::string_view clause;    // from ENGINE to the last bracket
  std::string_view name;      // quotes included
  std::string_view brackets;  // "(...)", or empty where there are none
  std::string_view settings;  // SETTINGS a = 1, ...
};

/// The arguments in an engine's brackets: split at the commas that stand in no brackets of their
/// own, without blanks and comments round them. Empty where `brackets` is.
std::vector<std::string_view> split_arguments(std::string_view brackets);

/// A statement and the ranges of it that rendering, classifying and linting need. All views are
/// into the text that was parsed.
struct Statement {
  StatementKind kind = StatementKind::unknown;
  const StatementRow* row = nullptr;  // null where the statement is not understood
  std::string_view text;
  std::vector<ObjectName> names;  // RENAME a TO b, c TO d: a, b, c, d

  /// ON CLUSTER x with the blanks before it; an empty view at its place where it is not written;
  /// null data() where the statement has no place for it.
  std::string_view cluster_clause;

  /// A table's, a database's; a window view or TimeSeries table has those of its inner tables too.
  std::vector<EngineClause> engines;

  ObjectName source;         // of CREATE TABLE t AS source
  ObjectName target;         // of CREATE MATERIALIZED VIEW v TO target
  std::string_view refresh;  // REFRESH ... [APPEND]

  /// The statements that PARALLEL WITH joins, or the one that EXECUTE AS runs.
  std::vector<Statement> parts;

  /// Of a statement with parts: theirs, the one that needs the most care.
  Scope scope = Scope::unknown;
};

/// Reads one statement (a text without the `;`). Total: what no row matches is `unknown`.
Statement parse_statement(std::string_view text);

/// The same, with the text's first tokens at hand (StatementReader::tokens()).
Statement parse_statement(std::string_view text, std::span<const Token> tokens);

/// The same into a statement whose lists keep their memory, for who reads millions.
void parse_statement(std::string_view text, std::span<const Token> tokens, Statement& statement);

/// A name without its quotes, escapes resolved: `a``b` is a`b.
std::string unquote_name(std::string_view name);

/// What stands between the quotes of a string literal, escapes resolved. Heredocs too.
std::string unquote_string(std::string_view literal);

}  // namespace godwit::sql
