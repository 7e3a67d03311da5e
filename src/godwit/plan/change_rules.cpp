// The table of changes. Everything that godwit says about a change is here: plan prints it, and
// docs/changes.md is made of it. tests/engine/changes_test.cpp has a case for every row, which runs
// it on the engine and compares class and code with what happens.

#include "godwit/plan/change_rules.hpp"

#include <algorithm>
#include <array>

namespace godwit::plan {

namespace {

using enum ChangeClass;

constexpr std::uint8_t kNone = 0;
constexpr std::string_view kAlterColumn = "sql-reference/statements/alter/column";
constexpr std::string_view kTable = "sql-reference/statements/create/table";
constexpr std::string_view kPartition = "sql-reference/statements/alter/partition";
constexpr std::string_view kIndex = "sql-reference/statements/alter/skipping-index";
constexpr std::string_view kStatistics = "sql-reference/statements/alter/statistics";
constexpr std::string_view kProjection = "sql-reference/statements/alter/projection";
constexpr std::string_view kTtl = "sql-reference/statements/alter/ttl";
constexpr std::string_view kView = "sql-reference/statements/create/view";

// clang-format off
constexpr auto kRules = std::to_array<ChangeRule>({
    // Objects
    {"GW101", create, kNone, 0, "create an object", "what is there stays as it is", "sql-reference/statements/create"},
    {"GW102", create, kNone, 0, "create an object unless the name is taken", "an object of that name stays as it is, even of another kind or shape, and nobody is told", "sql-reference/statements/create"},
    {"GW103", create, kBlocking, 0, "create a table or view with rows", "takes as long as its query; rows that arrive at the source meanwhile may be missing", kTable},
    {"GW104", drop, kDestructive, 0, "replace a table", "the old table and its rows are gone", kTable},
    {"GW105", metadata, kNone, 0, "replace a view, dictionary, function or named collection", "a table of that name is replaced too, and its rows are gone, by a view", kView},
    {"GW106", create, kNone, 0, "attach what was detached", "what is on disk is read again as it was", "sql-reference/statements/attach"},
    {"GW107", create, kNone, 0, "bring back a dropped table", "the newest of that name that is not yet removed from disk", "sql-reference/statements/undrop"},
    {"GW110", drop, kDestructive, 0, "drop a table or database", "its rows are gone; a table larger than max_table_size_to_drop is refused (359)", "sql-reference/statements/drop"},
    {"GW111", drop, kDestructive, 0, "drop a view", "a materialized view without TO has rows of its own, which are gone; with TO it stops filling its target", "sql-reference/statements/drop"},
    {"GW112", drop, kNone, 0, "drop what holds no rows", "queries, views and dictionaries that use it fail from now on", "sql-reference/statements/drop"},
    {"GW113", drop, kDestructive, 0, "remove all rows", "the table stays, its rows are gone; more than max_table_size_to_drop is refused (359)", "sql-reference/statements/truncate"},
    {"GW114", metadata, kNone, 0, "detach", "its data stay on disk, and nobody can read them; after a restart it is back unless PERMANENTLY", "sql-reference/statements/detach"},
    {"GW120", metadata, kNone, 0, "rename or exchange", "views, dictionaries and Distributed tables find tables by name: they now find another one, or none", "sql-reference/statements/rename"},
    {"GW121", metadata, kNone, 0, "change a database", "its tables stay as they are", "sql-reference/statements/alter/database"},
    {"GW122", metadata, kNone, 0, "change users, roles, policies, quotas or grants", "holds for new queries at once", "sql-reference/statements/grant"},
    {"GW123", metadata, kNone, 0, "change what the server knows besides tables", "holds from now on", "sql-reference/statements"},
    // Rows and queries
    {"GW130", create, kNone, 0, "insert rows", "once more, it inserts them once more, unless the server sees that the block is the same", "sql-reference/statements/insert-into"},
    {"GW131", mutation, kDestructive | kBlocking, 0, "delete rows, lightly", "they are marked at once in a mutation and removed by later merges", "sql-reference/statements/delete"},
    {"GW132", mutation, kLossy, 0, "update rows, lightly", "written as patch parts; the table needs enable_block_number_column and enable_block_offset_column", "sql-reference/statements/update"},
    {"GW133", mutation, kBlocking, 0, "merge parts now", "FINAL rewrites every part, as long as that takes; rows that the engine replaces or sums up are gone", "sql-reference/statements/optimize"},
    {"GW134", none, kNone, 0, "read, explain, check", "changes nothing", "sql-reference/statements/select"},
    {"GW135", none, kNone, 0, "operate the server", "acts on what runs now; the schema stays as it is", "sql-reference/statements/system"},
    {"GW136", create, kBlocking, 0, "restore from a backup", "takes as long as the backup is large", "operations/backup"},
    {"GW199", unknown, kDestructive, 0, "a statement that godwit does not understand", "anything may happen", "sql-reference/statements"},
    // Columns
    {"GW201", metadata, kNone, 0, "add a column", "old parts compute its default on read, until they are merged or it is materialized", kAlterColumn},
    {"GW202", mutation, kDestructive, 0, "drop a column", "its values are gone", kAlterColumn},
    {"GW203", metadata, kNone, 0, "drop a column without stored values", "an ALIAS or EPHEMERAL column has none", kAlterColumn},
    {"GW204", rebuild, kDestructive, 47, "drop a column of a key", "the sorting, partition or sampling key needs it", kAlterColumn},
    {"GW205", mutation, kDestructive, 47, "drop a column that an index, projection, constraint or TTL reads", "refused until that is dropped", kAlterColumn},
    {"GW206", mutation, kDestructive, 44, "drop a column that another column is computed from", "refused until that column is changed or dropped", kAlterColumn},
    {"GW207", mutation, kDestructive, 524, "drop a column that a materialized view reads", "refused until the view is changed (MODIFY QUERY) or dropped", kAlterColumn},
    {"GW208", rebuild, kDestructive, 524, "drop the version, sign or summed column of the engine", "the engine needs it", kAlterColumn},
    {"GW209", mutation, kDestructive, 0, "clear a column", "its values are gone; the column stays, with its default", kAlterColumn},
    {"GW210", rebuild, kDestructive, 524, "clear a column of a key", "the key needs its values", kAlterColumn},
    {"GW211", mutation, kNone, 0, "rename a column", "materialized views that read it are not checked: inserts fail (47) until they are changed", kAlterColumn},
    {"GW212", rebuild, kNone, 524, "rename a column of a key", "the key has its name", kAlterColumn},
    {"GW213", mutation, kNone, 47, "rename a column that a projection reads", "refused until the projection is dropped", kAlterColumn},
    {"GW214", metadata, kReplicaLocal, 0, "comment on a column", "on a Replicated table, on this replica only", kAlterColumn},
    {"GW215", mutation, kNone, 0, "materialize a column", "every part gets its default's values; values that were inserted are kept", kAlterColumn},
    {"GW216", rebuild, kNone, 420, "materialize a column of a key", "values of a key cannot change", kAlterColumn},
    {"GW217", rebuild, kNone, 36, "materialize a column without a default", "there is nothing to compute", kAlterColumn},
    {"GW220", metadata, kNone, 0, "change a type to one of the same bytes", "no part is rewritten", kAlterColumn},
    {"GW221", metadata, kLossy, 0, "give stored values another meaning", "stored numbers get the names or the text of the new type: nothing is rewritten, everything reads differently", kAlterColumn},
    {"GW222", mutation, kBlocking, 0, "change a type that holds every value", "every part is rewritten", kAlterColumn},
    {"GW223", mutation, kLossy | kBlocking, 0, "change a type that cannot hold every value", "values are cut, or one does not convert and the mutation stops (341) with the new type already shown", kAlterColumn},
    {"GW224", rebuild, kLossy, -1, "change the type of a key column", "allowed only where the bytes stay the same, and to and from LowCardinality (524; 549 for a type that no key may have)", kAlterColumn},
    {"GW225", rebuild, kLossy, -1, "change a type to one without a conversion", "the server has none (43, 48, 53, 70, 131)", kAlterColumn},
    {"GW226", mutation, kLossy, 36, "take NULL away without a DEFAULT", "write MODIFY COLUMN c T DEFAULT x: NULL becomes x", kAlterColumn},
    {"GW227", mutation, kLossy | kBlocking, -1, "change the type of a column that a projection with GROUP BY reads", "refused (524, 70) until the projection is dropped", kAlterColumn},
    {"GW228", rebuild, kLossy, 524, "change the type of the engine's version or sign column", "only a wider unsigned version is allowed", kAlterColumn},
    {"GW229", mutation, kLossy | kBlocking, 0, "change a type of which godwit does not know what it was", "at least a mutation; with a server to ask, plan knows", kAlterColumn},
    {"GW230", metadata, kNone, 0, "change a default", "stored values stay", kAlterColumn},
    {"GW231", metadata, kNone, 0, "change codec, order, settings or statistics of a column", "codecs hold for new parts", kAlterColumn},
    {"GW232", mutation, kDestructive | kBlocking, 0, "change the TTL of a column", "values that are too old become the default, in every part", kTtl},
    {"GW233", metadata, kNone, 0, "remove a property of a column", "refused (36) where it has none", kAlterColumn},
    {"GW234", metadata, kNone, 0, "add values to an Enum", "refused (36) where a name has another number", kAlterColumn},
    // Keys, TTL, settings
    {"GW240", metadata, kNone, 0, "append columns to the sorting key that the same ALTER adds", "they must have no default; the primary key stays", "sql-reference/statements/alter/order-by"},
    {"GW241", rebuild, kNone, 36, "change the sorting key otherwise", "only columns of the same ALTER can be appended", "sql-reference/statements/alter/order-by"},
    {"GW242", metadata, kNone, 0, "change the sampling key", "it must be in the primary key (36)", "sql-reference/statements/alter/sample-by"},
    {"GW243", mutation, kDestructive | kBlocking, 0, "change the TTL of a table", "rows that are too old are removed, in every part; with materialize_ttl_after_modify = 0 by later merges", kTtl},
    {"GW244", metadata, kDestructive, 0, "change the TTL of a table without a mutation", "rows that are too old are removed by later merges", kTtl},
    {"GW245", metadata, kNone, 0, "remove the TTL of a table", "rows are kept from now on", kTtl},
    {"GW246", mutation, kDestructive | kBlocking, 0, "apply the TTL now", "rows that are too old are removed, in every part", kTtl},
    {"GW247", metadata, kReplicaLocal, 0, "change settings of a table", "on a Replicated table, on this replica only", "sql-reference/statements/alter/setting"},
    {"GW248", rebuild, kNone, 472, "change a setting that is fixed when the table is made", "such as index_granularity", "sql-reference/statements/alter/setting"},
    {"GW249", metadata, kReplicaLocal, 0, "comment on a table", "on a Replicated table, on this replica only", "sql-reference/statements/alter/comment"},
    // Indexes, statistics, projections, constraints
    {"GW250", metadata, kNone, 0, "add an index", "old parts have none until they are merged or it is materialized", kIndex},
    {"GW251", mutation, kNone, 0, "drop an index", "its files are removed from every part", kIndex},
    {"GW252", mutation, kNone, 0, "clear an index", "its files are removed; the index stays for new parts", kIndex},
    {"GW253", mutation, kBlocking, 0, "build an index in old parts", "a wrong name is no error: nothing is built", kIndex},
    {"GW254", metadata, kNone, 0, "add or change statistics", "old parts have none until they are merged or it is materialized", kStatistics},
    {"GW255", mutation, kNone, 0, "drop or clear statistics", "their files are removed from every part", kStatistics},
    {"GW256", mutation, kBlocking, 0, "build statistics in old parts", "every part is read", kStatistics},
    {"GW257", metadata, kNone, 0, "add a projection", "old parts have none until they are merged or it is materialized", kProjection},
    {"GW258", mutation, kNone, 0, "drop or clear a projection", "its files are removed from every part", kProjection},
    {"GW259", mutation, kBlocking, 0, "build a projection in old parts", "every part is read and sorted", kProjection},
    {"GW260", metadata, kNone, 0, "add, change or drop a constraint", "rows that are there are not checked", "sql-reference/statements/alter/constraint"},
    // Rows and partitions
    {"GW270", mutation, kLossy | kBlocking, 0, "update rows", "the old values are gone; a value that fails stops the mutation (341) and all behind it", "sql-reference/statements/alter/update"},
    {"GW271", rebuild, kLossy, 420, "update a column of a key", "values of a key cannot change", "sql-reference/statements/alter/update"},
    {"GW272", mutation, kDestructive | kBlocking, 0, "delete rows", "every part with such rows is rewritten; no size limit protects them", "sql-reference/statements/alter/delete"},
    {"GW273", mutation, kBlocking, 0, "rewrite parts", "deleted rows, patches or formats are applied to what is on disk", "sql-reference/statements/alter"},
    {"GW280", drop, kDestructive, 0, "drop a partition or part", "its rows are gone at once; more than max_partition_size_to_drop is refused (359)", kPartition},
    {"GW281", metadata, kNone, 0, "detach a partition or part", "its rows are in detached/, and nobody can read them", kPartition},
    {"GW282", create, kNone, 0, "attach a partition or part", "its rows are there at once", kPartition},
    {"GW283", drop, kDestructive, 0, "replace a partition", "the rows that it had are gone", kPartition},
    {"GW284", metadata, kNone, 0, "move a partition to another table", "its rows leave this table", kPartition},
    {"GW285", metadata, kReplicaLocal | kBlocking, 0, "move a partition or part to another disk", "on this replica only; takes as long as the data are large", kPartition},
    {"GW286", drop, kDestructive | kReplicaLocal, 344, "drop a detached partition or part", "refused without allow_drop_detached = 1; on this replica only", kPartition},
    {"GW287", metadata, kReplicaLocal, 0, "freeze, unfreeze or unlock", "copies by hard links in shadow/, on this replica only", kPartition},
    {"GW288", create, kReplicaLocal | kBlocking, 48, "fetch a partition or part", "Replicated tables only; to detached/ of this replica", kPartition},
    {"GW289", metadata, kNone, 716, "forget a partition", "Replicated tables only, and only a partition without parts", kPartition},
    {"GW290", metadata, kNone, 344, "move a part to another shard", "refused unless part_moves_between_shards_enable is set", kPartition},
    // Views and others
    {"GW300", metadata, kNone, 0, "change the query of a materialized view", "rows that are there are not computed again; a new column must be in its target first", "sql-reference/statements/alter/view"},
    {"GW301", metadata, kNone, 0, "change the schedule of a refreshable view", "without APPEND on a view that appends it is refused (48)", kView},
    {"GW302", metadata, kNone, 0, "change as whom a view runs", "its definer must be allowed what it reads", kView},
    {"GW303", unknown, kDestructive, 48, "run a command of a data lake table", "what it does is the command's own matter", "engines/table-engines/integrations/iceberg"},
    {"GW310", rebuild, kNone, 48, "an ALTER that the table's engine does not have", "Log, Kafka, Buffer, views and others have only some", "sql-reference/statements/alter"},
});
// clang-format on

constexpr auto kFlagWords = std::to_array<FlagWord>({
    {kDestructive, "destructive",
     "rows, columns or objects are gone, and nothing brings them back"},
    {kLossy, "lossy", "values may become other ones, or the change stops at one half-way"},
    {kBlocking, "blocking", "takes as long as the table is large, and what comes behind it waits"},
    {kReplicaLocal, "replica-local", "not replicated: only the servers that are sent it have it"},
});

}  // namespace

std::span<const ChangeRule> change_rules() { return kRules; }

const ChangeRule& change_rule(std::string_view id) {
  return *std::find_if(kRules.begin(), kRules.end(),
                       [&](const ChangeRule& rule) { return rule.id == id; });
}

std::string_view to_string(ChangeClass change) {
  switch (change) {
    case none:
      return "none";
    case create:
      return "create";
    case metadata:
      return "metadata";
    case mutation:
      return "mutation";
    case rebuild:
      return "rebuild";
    case drop:
      return "drop";
    case unknown:
      break;
  }
  return "unknown";
}

std::span<const FlagWord> flag_words() { return kFlagWords; }

}  // namespace godwit::plan
