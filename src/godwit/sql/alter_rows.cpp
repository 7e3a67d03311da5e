#include "godwit/sql/alter.hpp"

#include <array>

namespace godwit::sql {

namespace {

using enum AlterKind;
using enum AlterGroup;
using enum AlterReach;
using enum AlterComma;

constexpr AlterObject kTable = AlterObject::table;
constexpr AlterObject kDatabase = AlterObject::database;

// Of two rows that read the same words, the one that asks for more comes first.
// clang-format off
constexpr auto kRows = std::to_array<AlterRow>({
    {add_column,                 "add_column",                 metadata,  all_replicas, ends,     kTable, "ADD COLUMN @if_not_exists @column @place", "ADD COLUMN IF NOT EXISTS b Int8 DEFAULT a + 1 AFTER a"},
    {drop_column,                "drop_column",                metadata,  all_replicas, ends,     kTable, "DROP COLUMN @if_exists @name", "DROP COLUMN IF EXISTS b"},
    {clear_column,               "clear_column",               metadata,  all_replicas, ends,     kTable, "CLEAR COLUMN @if_exists @name @in_partition", "CLEAR COLUMN IF EXISTS b IN PARTITION 202401"},
    {rename_column,              "rename_column",              metadata,  all_replicas, ends,     kTable, "RENAME COLUMN @if_exists @name TO @new_name", "RENAME COLUMN IF EXISTS b TO c"},
    {comment_column,             "comment_column",             metadata,  one_replica,  ends,     kTable, "COMMENT COLUMN @if_exists @name @literal", "COMMENT COLUMN b 'text'"},
    {materialize_column,         "materialize_column",         mutation,  all_replicas, ends,     kTable, "MATERIALIZE COLUMN @name @in_partition", "MATERIALIZE COLUMN b IN PARTITION ID '202401'"},
    {modify_column_remove,       "modify_column_remove",       metadata,  all_replicas, ends,     kTable, "MODIFY|ALTER COLUMN @if_exists @name REMOVE @property", "MODIFY COLUMN b REMOVE TTL"},
    {modify_column_setting,      "modify_column_setting",      metadata,  all_replicas, is_taken, kTable, "MODIFY|ALTER COLUMN @if_exists @name MODIFY SETTING @settings", "MODIFY COLUMN b MODIFY SETTING max_compress_block_size = 1048576"},
    {reset_column_setting,       "reset_column_setting",       metadata,  all_replicas, is_taken, kTable, "MODIFY|ALTER COLUMN @if_exists @name RESET SETTING @setting_names", "MODIFY COLUMN b RESET SETTING max_compress_block_size"},
    {modify_column_add_enum,     "modify_column_add_enum",     metadata,  all_replicas, ends,     kTable, "MODIFY|ALTER COLUMN @if_exists @name ADD ENUM VALUES @group", "MODIFY COLUMN b ADD ENUM VALUES ('c' = 3)"},
    {modify_column_comment,      "modify_column_comment",      metadata,  one_replica,  ends,     kTable, "MODIFY|ALTER COLUMN @if_exists @commented", "MODIFY COLUMN b COMMENT 'text'"},
    {modify_column_default,      "modify_column_default",      metadata,  all_replicas, ends,     kTable, "MODIFY|ALTER COLUMN @if_exists @defaulted @place", "MODIFY COLUMN b DEFAULT 7"},
    {modify_column_properties,   "modify_column_properties",   metadata,  all_replicas, ends,     kTable, "MODIFY|ALTER COLUMN @if_exists @described @place", "MODIFY COLUMN b CODEC(ZSTD(3))"},
    {alter_column,               "alter_column",               metadata,  all_replicas, ends,     kTable, "ALTER COLUMN @if_exists @type @place", "ALTER COLUMN b TYPE Int64 DEFAULT 1 FIRST"},
    {modify_column,              "modify_column",              metadata,  all_replicas, ends,     kTable, "MODIFY COLUMN @if_exists @typed @place", "MODIFY COLUMN b Int64"},
    {modify_order_by,            "modify_order_by",            metadata,  all_replicas, ends,     kTable, "MODIFY ORDER BY @body", "MODIFY ORDER BY (a, b)"},
    {modify_sample_by,           "modify_sample_by",           metadata,  all_replicas, ends,     kTable, "MODIFY SAMPLE BY @body", "MODIFY SAMPLE BY a"},
    {remove_sample_by,           "remove_sample_by",           metadata,  all_replicas, ends,     kTable, "REMOVE SAMPLE BY", "REMOVE SAMPLE BY"},
    {modify_ttl,                 "modify_ttl",                 metadata,  all_replicas, is_taken, kTable, "MODIFY TTL @ttl", "MODIFY TTL ts + INTERVAL 1 DAY DELETE WHERE a = 1, ts + INTERVAL 1 WEEK TO VOLUME 'v'"},
    {remove_ttl,                 "remove_ttl",                 metadata,  all_replicas, ends,     kTable, "REMOVE TTL", "REMOVE TTL"},
    {materialize_ttl,            "materialize_ttl",            mutation,  all_replicas, ends,     kTable, "MATERIALIZE TTL @in_partition", "MATERIALIZE TTL IN PARTITION 202401"},
    {modify_setting,             "modify_setting",             metadata,  one_replica,  is_taken, kTable, "MODIFY SETTING @settings", "MODIFY SETTING merge_with_ttl_timeout = 3600"},
    {reset_setting,              "reset_setting",              metadata,  one_replica,  is_taken, kTable, "RESET SETTING @setting_names", "RESET SETTING merge_with_ttl_timeout, max_parts_in_total"},
    {modify_comment,             "modify_comment",             metadata,  one_replica,  ends,     kTable, "MODIFY COMMENT @literal", "MODIFY COMMENT 'text'"},
    {add_index,                  "add_index",                  metadata,  all_replicas, ends,     kTable, "ADD INDEX @if_not_exists @index @place", "ADD INDEX IF NOT EXISTS i lower(b) TYPE set(100) GRANULARITY 4 AFTER j"},
    {drop_index,                 "drop_index",                 metadata,  all_replicas, ends,     kTable, "DROP INDEX @if_exists @name", "DROP INDEX IF EXISTS i"},
    {clear_index,                "clear_index",                metadata,  all_replicas, ends,     kTable, "CLEAR INDEX @if_exists @name @in_partition", "CLEAR INDEX i IN PARTITION 202401"},
    {materialize_index,          "materialize_index",          mutation,  all_replicas, ends,     kTable, "MATERIALIZE INDEX @if_exists @name @in_partition", "MATERIALIZE INDEX i IN PARTITION 202401"},
    {add_statistics,             "add_statistics",             metadata,  all_replicas, is_taken, kTable, "ADD STATISTICS @if_not_exists @columns TYPE @types", "ADD STATISTICS IF NOT EXISTS a, b TYPE tdigest, uniq"},
    {modify_statistics,          "modify_statistics",          metadata,  all_replicas, is_taken, kTable, "MODIFY STATISTICS @columns TYPE @types", "MODIFY STATISTICS a TYPE countmin"},
    {drop_statistics,            "drop_statistics",            metadata,  all_replicas, is_taken, kTable, "DROP STATISTICS @if_exists @columns", "DROP STATISTICS IF EXISTS a, b"},
    {clear_all_statistics,       "clear_all_statistics",       metadata,  all_replicas, ends,     kTable, "CLEAR STATISTICS ALL", "CLEAR STATISTICS ALL"},
    {clear_statistics,           "clear_statistics",           metadata,  all_replicas, is_taken, kTable, "CLEAR STATISTICS @if_exists @columns @in_partition", "CLEAR STATISTICS IF EXISTS a, b"},
    {materialize_all_statistics, "materialize_all_statistics", mutation,  all_replicas, ends,     kTable, "MATERIALIZE STATISTICS ALL", "MATERIALIZE STATISTICS ALL"},
    {materialize_statistics,     "materialize_statistics",     mutation,  all_replicas, is_taken, kTable, "MATERIALIZE STATISTICS @if_exists @columns @in_partition", "MATERIALIZE STATISTICS a, b"},
    {add_projection,             "add_projection",             metadata,  all_replicas, ends,     kTable, "ADD PROJECTION @if_not_exists @projection @place", "ADD PROJECTION IF NOT EXISTS p (SELECT a, count() GROUP BY a) WITH SETTINGS (index_granularity = 4)"},
    {drop_projection,            "drop_projection",            metadata,  all_replicas, ends,     kTable, "DROP PROJECTION @if_exists @name", "DROP PROJECTION p"},
    {clear_projection,           "clear_projection",           metadata,  all_replicas, ends,     kTable, "CLEAR PROJECTION @if_exists @name @in_partition", "CLEAR PROJECTION IF EXISTS p IN PARTITION 202401"},
    {materialize_projection,     "materialize_projection",     mutation,  all_replicas, ends,     kTable, "MATERIALIZE PROJECTION @if_exists @name @in_partition", "MATERIALIZE PROJECTION p"},
    {add_constraint,             "add_constraint",             metadata,  all_replicas, ends,     kTable, "ADD CONSTRAINT @if_not_exists @constraint", "ADD CONSTRAINT IF NOT EXISTS c CHECK a > 0"},
    {modify_constraint,          "modify_constraint",          metadata,  all_replicas, ends,     kTable, "MODIFY CONSTRAINT @if_exists @constraint", "MODIFY CONSTRAINT c ASSUME a > 1"},
    {drop_constraint,            "drop_constraint",            metadata,  all_replicas, ends,     kTable, "DROP CONSTRAINT @if_exists @name", "DROP CONSTRAINT IF EXISTS c"},
    {update,                     "update",                     mutation,  all_replicas, ends,     kTable, "UPDATE @assignments @in_partition WHERE @condition", "UPDATE b = b + 1, c = 'x' IN PARTITION 202401 WHERE a = 1"},
    {delete_rows,                "delete_rows",                mutation,  all_replicas, ends,     kTable, "DELETE @in_partition WHERE @condition", "DELETE IN PARTITION 202401 WHERE a = 1"},
    {apply_deleted_mask,         "apply_deleted_mask",         mutation,  all_replicas, ends,     kTable, "APPLY DELETED MASK @in_partition", "APPLY DELETED MASK IN PARTITION 202401"},
    {apply_patches,              "apply_patches",              mutation,  all_replicas, ends,     kTable, "APPLY PATCHES @in_partition", "APPLY PATCHES IN PARTITION ID 'all'"},
    {rewrite_parts,              "rewrite_parts",              mutation,  all_replicas, ends,     kTable, "REWRITE PARTS @in_partition", "REWRITE PARTS IN PARTITION 202401"},
    {drop_partition,             "drop_partition",             partition, all_replicas, ends,     kTable, "DROP PARTITION @partition", "DROP PARTITION ID '202401'"},
    {drop_part,                  "drop_part",                  partition, all_replicas, ends,     kTable, "DROP PART @part", "DROP PART 'all_1_1_0'"},
    {detach_partition,           "detach_partition",           partition, all_replicas, ends,     kTable, "DETACH PARTITION @partition", "DETACH PARTITION 202401"},
    {detach_part,                "detach_part",                partition, all_replicas, ends,     kTable, "DETACH PART @part", "DETACH PART 'all_1_1_0'"},
    {attach_partition,           "attach_partition",           partition, all_replicas, ends,     kTable, "ATTACH PARTITION @partition", "ATTACH PARTITION ALL"},
    {attach_partition_from,      "attach_partition_from",      partition, all_replicas, ends,     kTable, "ATTACH PARTITION @partition FROM @table", "ATTACH PARTITION 202401 FROM d.s"},
    {attach_part,                "attach_part",                partition, all_replicas, ends,     kTable, "ATTACH PART @part", "ATTACH PART 'all_1_1_0'"},
    {replace_partition,          "replace_partition",          partition, all_replicas, ends,     kTable, "REPLACE PARTITION @partition FROM @table", "REPLACE PARTITION 202401 FROM d.s"},
    {forget_partition,           "forget_partition",           partition, all_replicas, ends,     kTable, "FORGET PARTITION @partition", "FORGET PARTITION 202401"},
    {drop_detached_partition,    "drop_detached_partition",    partition, one_replica,  ends,     kTable, "DROP DETACHED PARTITION @partition", "DROP DETACHED PARTITION ALL"},
    {drop_detached_part,         "drop_detached_part",         partition, one_replica,  ends,     kTable, "DROP DETACHED PART @part", "DROP DETACHED PART 'all_1_1_0'"},
    {move_partition_to_table,    "move_partition_to_table",    partition, all_replicas, ends,     kTable, "MOVE PARTITION @partition TO TABLE @table", "MOVE PARTITION 202401 TO TABLE d.u"},
    {move_partition_to_disk,     "move_partition_to_disk",     partition, one_replica,  ends,     kTable, "MOVE PARTITION @partition TO DISK @literal", "MOVE PARTITION 202401 TO DISK 'x'"},
    {move_partition_to_volume,   "move_partition_to_volume",   partition, one_replica,  ends,     kTable, "MOVE PARTITION @partition TO VOLUME @literal", "MOVE PARTITION 202401 TO VOLUME 'x'"},
    {move_part_to_disk,          "move_part_to_disk",          partition, one_replica,  ends,     kTable, "MOVE PART @part TO DISK @literal", "MOVE PART 'all_1_1_0' TO DISK 'x'"},
    {move_part_to_volume,        "move_part_to_volume",        partition, one_replica,  ends,     kTable, "MOVE PART @part TO VOLUME @literal", "MOVE PART 'all_1_1_0' TO VOLUME 'x'"},
    {move_part_to_shard,         "move_part_to_shard",         partition, all_replicas, ends,     kTable, "MOVE PART @part TO SHARD @literal", "MOVE PART 'all_1_1_0' TO SHARD '/x'"},
    {fetch_partition,            "fetch_partition",            partition, one_replica,  ends,     kTable, "FETCH PARTITION @partition FROM @literal", "FETCH PARTITION 202401 FROM '/clickhouse/tables/1/t'"},
    {fetch_part,                 "fetch_part",                 partition, one_replica,  ends,     kTable, "FETCH PART @part FROM @literal", "FETCH PART 'all_1_1_0' FROM '/clickhouse/tables/1/t'"},
    {freeze,                     "freeze",                     partition, one_replica,  ends,     kTable, "FREEZE @with_name", "FREEZE WITH NAME 'b'"},
    {freeze_partition,           "freeze_partition",           partition, one_replica,  ends,     kTable, "FREEZE PARTITION @partition @with_name", "FREEZE PARTITION 202401"},
    {unfreeze,                   "unfreeze",                   partition, one_replica,  ends,     kTable, "UNFREEZE WITH NAME @literal", "UNFREEZE WITH NAME 'b'"},
    {unfreeze_partition,         "unfreeze_partition",         partition, one_replica,  ends,     kTable, "UNFREEZE PARTITION @partition WITH NAME @literal", "UNFREEZE PARTITION 202401 WITH NAME 'b'"},
    {unlock_snapshot,            "unlock_snapshot",            partition, all_replicas, ends,     kTable, "UNLOCK SNAPSHOT @literal @from", "UNLOCK SNAPSHOT 's' FROM S3('https://h/b/')"},
    {modify_query,               "modify_query",               metadata,  all_replicas, is_taken, kTable, "MODIFY QUERY @query", "MODIFY QUERY SELECT a, sum(b) FROM d.s GROUP BY a SETTINGS max_threads = 1"},
    {modify_refresh,             "modify_refresh",             metadata,  all_replicas, is_taken, kTable, "MODIFY REFRESH @schedule", "MODIFY REFRESH EVERY 2 HOUR DEPENDS ON d.x SETTINGS refresh_retries = 1"},
    {modify_sql_security,        "modify_sql_security",        metadata,  all_replicas, ends,     kTable, "MODIFY SQL SECURITY @body", "MODIFY SQL SECURITY DEFINER DEFINER = alice"},
    {modify_definer,             "modify_definer",             metadata,  all_replicas, ends,     kTable, "MODIFY DEFINER @body", "MODIFY DEFINER = alice"},
    {execute,                    "execute",                    alone,     all_replicas, ends,     kTable, "EXECUTE @body", "EXECUTE expire_snapshots('2024-01-01 00:00:00')"},
    {modify_database_setting,    "modify_database_setting",    metadata,  all_replicas, is_taken, kDatabase, "MODIFY SETTING @settings", "MODIFY SETTING max_broken_tables_ratio = 1"},
    {modify_database_comment,    "modify_database_comment",    metadata,  all_replicas, ends,     kDatabase, "MODIFY COMMENT @literal", "MODIFY COMMENT 'text'"},
});
// clang-format on

}  // namespace

std::span<const AlterRow> alter_rows() { return kRows; }

std::string_view to_string(AlterKind kind) {
  for (const AlterRow& row : kRows) {
    if (row.kind == kind) return row.name;
  }
  return "unknown";
}

}  // namespace godwit::sql
