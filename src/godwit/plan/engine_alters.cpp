#include "godwit/plan/engine_alters.hpp"

#include "godwit/plan/table_facts.hpp"

#include <algorithm>
#include <array>

namespace godwit::plan {

namespace {

using sql::AlterKind;
using enum sql::AlterKind;

// `group` is what engines have or have not: c columns, r RENAME COLUMN, k comments, d rows (UPDATE,
// DELETE), s settings, i indexes and constraints, t TTL, p partitions, q the query of a view, l
// what only data lakes have.
struct CommandRow {
  AlterKind kind;
  std::string_view rule;
  char group;
};

constexpr auto kCommands = std::to_array<CommandRow>({
    {add_column, "GW201", 'c'},
    {drop_column, "GW202", 'c'},
    {clear_column, "GW209", 'p'},
    {rename_column, "GW211", 'r'},
    {comment_column, "GW214", 'k'},
    {materialize_column, "GW215", 'i'},
    {modify_column, "GW229", 'c'},
    {modify_column_default, "GW230", 'c'},
    {modify_column_comment, "GW214", 'k'},
    {modify_column_properties, "GW231", 'c'},
    {alter_column, "GW229", 'c'},
    {modify_column_remove, "GW233", 'c'},
    {modify_column_setting, "GW231", 'c'},
    {reset_column_setting, "GW231", 'c'},
    {modify_column_add_enum, "GW234", 'c'},
    {modify_order_by, "GW241", 'i'},
    {modify_sample_by, "GW242", 'i'},
    {remove_sample_by, "GW242", 'i'},
    {modify_ttl, "GW243", 't'},
    {remove_ttl, "GW245", 't'},
    {materialize_ttl, "GW246", 't'},
    {modify_setting, "GW247", 's'},
    {reset_setting, "GW247", 's'},
    {modify_comment, "GW249", 'k'},
    {add_index, "GW250", 'i'},
    {drop_index, "GW251", 'i'},
    {clear_index, "GW252", 'i'},
    {materialize_index, "GW253", 'i'},
    {add_statistics, "GW254", 'i'},
    {modify_statistics, "GW254", 'i'},
    {drop_statistics, "GW255", 'i'},
    {clear_statistics, "GW255", 'i'},
    {clear_all_statistics, "GW255", 'i'},
    {materialize_statistics, "GW256", 'i'},
    {materialize_all_statistics, "GW256", 'i'},
    {add_projection, "GW257", 'i'},
    {drop_projection, "GW258", 'i'},
    {clear_projection, "GW258", 'i'},
    {materialize_projection, "GW259", 'i'},
    {add_constraint, "GW260", 'i'},
    {modify_constraint, "GW260", 'i'},
    {drop_constraint, "GW260", 'i'},
    {sql::AlterKind::update, "GW270", 'd'},
    {delete_rows, "GW272", 'd'},
    {apply_deleted_mask, "GW273", 'i'},
    {apply_patches, "GW273", 'i'},
    {rewrite_parts, "GW273", 'i'},
    {drop_partition, "GW280", 'p'},
    {drop_part, "GW280", 'p'},
    {detach_partition, "GW281", 'p'},
    {detach_part, "GW281", 'p'},
    {attach_partition, "GW282", 'p'},
    {attach_part, "GW282", 'p'},
    {attach_partition_from, "GW282", 'p'},
    {replace_partition, "GW283", 'p'},
    {forget_partition, "GW289", 'p'},
    {drop_detached_partition, "GW286", 'p'},
    {drop_detached_part, "GW286", 'p'},
    {move_partition_to_table, "GW284", 'p'},
    {move_partition_to_disk, "GW285", 'p'},
    {move_partition_to_volume, "GW285", 'p'},
    {move_part_to_disk, "GW285", 'p'},
    {move_part_to_volume, "GW285", 'p'},
    {move_part_to_shard, "GW290", 'p'},
    {fetch_partition, "GW288", 'p'},
    {fetch_part, "GW288", 'p'},
    {freeze, "GW287", 'p'},
    {freeze_partition, "GW287", 'p'},
    {unfreeze, "GW287", 'p'},
    {unfreeze_partition, "GW287", 'p'},
    {unlock_snapshot, "GW287", 'p'},
    {modify_query, "GW300", 'q'},
    {modify_refresh, "GW301", 'q'},
    {modify_sql_security, "GW302", 'q'},
    {modify_definer, "GW302", 'q'},
    {execute, "GW303", 'l'},
    {modify_database_setting, "GW121", 's'},
    {modify_database_comment, "GW121", 'k'},
});

struct EngineRow {
  std::string_view engines;  // between bars
  std::string_view groups;
};

constexpr auto kEngines = std::to_array<EngineRow>({
    {"|Memory|", "crkds"},
    {"|Null|Buffer|Merge|", "ck"},
    {"|Join|", "kd"},
    {"|EmbeddedRocksDB|", "kds"},
    {"|Log|TinyLog|StripeLog|Set|File|URL|GenerateRandom|Kafka|", "k"},
    {"|View|", "kq"},
    {"|MaterializedView|", "kqdp"},  // rows and partitions are its inner table's
    {"|Dictionary|", "k"},
});

const CommandRow& row_of(AlterKind kind) {
  return *std::find_if(kCommands.begin(), kCommands.end(),
                       [&](const CommandRow& row) { return row.kind == kind; });
}

}  // namespace

std::string_view alter_rule(AlterKind kind) { return row_of(kind).rule; }

bool engine_has(std::string_view engine, AlterKind kind) {
  const char group = row_of(kind).group;
  if (has_parts(engine)) return group != 'q' && group != 'l';
  const std::string name = "|" + std::string(engine) + "|";
  for (const EngineRow& row : kEngines) {
    if (row.engines.find(name) != std::string_view::npos) {
      return row.groups.find(group) != std::string_view::npos;
    }
  }
  return true;
}

}  // namespace godwit::plan
