#pragma once

#include "godwit/sql/elements.hpp"
#include "godwit/sql/statement.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace godwit::sql {

// clang-format off
enum class AlterKind : std::uint8_t {
  add_column, drop_column, clear_column, rename_column, comment_column, materialize_column,
  modify_column, modify_column_default, modify_column_comment, modify_column_properties,
  alter_column, modify_column_remove, modify_column_setting, reset_column_setting,
  modify_column_add_enum,
  modify_order_by, modify_sample_by, remove_sample_by,
  modify_ttl, remove_ttl, materialize_ttl,
  modify_setting, reset_setting, modify_comment,
  add_index, drop_index, clear_index, materialize_index,
  add_statistics, modify_statistics, drop_statistics, clear_statistics, clear_all_statistics,
  materialize_statistics, materialize_all_statistics,
  add_projection, drop_projection, clear_projection, materialize_projection,
  add_constraint, modify_constraint, drop_constraint,
  update, delete_rows, apply_deleted_mask, apply_patches, rewrite_parts,
  drop_partition, drop_part, detach_partition, detach_part, attach_partition, attach_part,
  attach_partition_from, replace_partition, forget_partition,
  drop_detached_partition, drop_detached_part,
  move_partition_to_table, move_partition_to_disk, move_partition_to_volume,
  move_part_to_disk, move_part_to_volume, move_part_to_shard,
  fetch_partition, fetch_part,
  freeze, freeze_partition, unfreeze, unfreeze_partition, unlock_snapshot,
  modify_query, modify_refresh, modify_sql_security, modify_definer,
  execute,
  modify_database_setting, modify_database_comment,
};
// clang-format on

/// What an ALTER does together: neighbours of one group are checked and done at once, groups one
/// after the other in the order in which they are written, and nothing is undone. What is `alone`
/// runs with no other command beside it.
enum class AlterGroup : std::uint8_t { metadata, mutation, partition, alone };

/// Who of a Replicated table's replicas does it.
enum class AlterReach : std::uint8_t { all_replicas, one_replica };

/// Whose the comma behind a command is. One that takes it, or may, must be the last command, or
/// every command of the ALTER stands in brackets.
enum class AlterComma : std::uint8_t { ends, is_taken };

enum class AlterObject : std::uint8_t { table, database };

/// A command. `form` says how it is written, in keywords (A|B: A, and B is read as well) and pieces
/// of grammar, @x (alter_form.hpp).
struct AlterRow {
  AlterKind kind;
  std::string_view name;  // as it is printed
  AlterGroup group;
  AlterReach reach;
  AlterComma comma;
  AlterObject object;
  std::string_view form;
  std::string_view example;  // the command alone
};

/// All rows, in the order in which they are tried: the first whose form is the whole command names
/// the kind. Grammar: ClickHouse 26.7, https://clickhouse.com/docs/sql-reference/statements/alter.
std::span<const AlterRow> alter_rows();

enum class PartitionKind : std::uint8_t {
  value,  // PARTITION 202401
  id,     // PARTITION ID '202401'
  all,    // PARTITION ALL
  part,   // PART 'all_1_1_0'
};

struct PartitionRange {
  PartitionKind kind = PartitionKind::value;
  std::string_view text;  // the value or the literal; empty for ALL
};

struct Assignment {
  std::string_view column;
  std::string_view expression;
};

/// FIRST, or AFTER `after`.
struct Placement {
  std::string_view after;  // empty for FIRST
};

using AlterElement =
    std::variant<std::monostate, ColumnElement, IndexElement, ProjectionElement, ConstraintElement>;

/// One command of an ALTER. All views are into the statement's text, quotes included.
struct AlterCommand {
  const AlterRow* row = nullptr;  // null where the command is not understood
  std::string_view text;          // without the brackets round it
  bool if_exists = false;
  bool if_not_exists = false;
  std::string_view name;      // of the column (n.x), index, projection or constraint it is about
  std::string_view new_name;  // of RENAME
  AlterElement element;       // what is added, or what a column or constraint becomes
  std::optional<Placement> place;
  std::optional<PartitionRange> partition;
  ObjectName other_table;    // the partition comes from it or goes to it
  std::string_view literal;  // 's' of a comment, disk, volume, shard, Keeper path or backup
  std::vector<SettingElement> settings;
  std::vector<std::string_view> columns;  // of STATISTICS
  std::vector<std::string_view> types;    // of STATISTICS
  std::vector<Assignment> assignments;    // of UPDATE
  std::string_view condition;             // of UPDATE and DELETE
  std::string_view
      body;  // as it is written: the expression of ORDER BY, the list of TTL, the query,
             // the schedule, the property that is removed, the values of an Enum, ...
};

/// The commands of ALTER TABLE, ALTER TEMPORARY TABLE and ALTER DATABASE; CREATE INDEX and DROP
/// INDEX give the command that does the same. What follows the commands (INTO OUTFILE, FORMAT, the
/// query's SETTINGS) is left out. Empty for every other statement. Total: a command that no row
/// reads has row == nullptr, and its text ends at the next comma.
std::vector<AlterCommand> parse_alter(const Statement& statement);

/// The printed name of a kind.
std::string_view to_string(AlterKind kind);

}  // namespace godwit::sql
