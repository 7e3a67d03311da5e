// The statements that ClickHouse 26.7 knows, one row each; SYSTEM's commands, which differ in where
// ON CLUSTER goes, are in system_rows.cpp. A longer head stands before a shorter one that would
// match the same text. The examples are run through the engine's parser by tests/engine.

#include "godwit/sql/statement.hpp"
#include "godwit/sql/system_rows.hpp"

#include <vector>

namespace godwit::sql {

namespace {

using enum StatementKind;
using enum Effect;
using enum Elsewhere;

constexpr Scope kObject = Scope::in_database;
constexpr Scope kDatabase = Scope::database;
constexpr Scope kServer = Scope::server;
constexpr Scope kOneHost = Scope::one_host;
constexpr Scope kFree = Scope::untouched;
constexpr Scope kSession = Scope::session;
constexpr Object kTable = Object::table;
constexpr Object kDb = Object::database;
constexpr Object kFunction = Object::function;
constexpr Object kOther = Object::other;
constexpr Object kNone = Object::none;

// clang-format off
constexpr StatementRow kRows[] = {
    // kind, name, acts on, catalog, effect, clause elsewhere, how it begins, example

    // most of what migrations hold
    {create_table, "create_table", kObject, kTable, creates, no, "CREATE TABLE [IF NOT EXISTS] @name [UUID @string] [TO INNER UUID @string] ^ [@group] [[EMPTY|CLONE] AS @source] [@engine [@inner_engines]]", "CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a"},
    {alter_table, "alter_table", kObject, kTable, changes, no, "ALTER TABLE @name ^", "ALTER TABLE t ADD COLUMN b Int8"},

    // databases
    {create_database, "create_database", kDatabase, kDb, creates, no, "CREATE DATABASE [IF NOT EXISTS] @name [UUID @string] ^ [@engine [@engine_settings]]", "CREATE DATABASE IF NOT EXISTS shop ENGINE = Atomic"},
    {attach_database, "attach_database", kDatabase, kDb, changes, no, "ATTACH DATABASE [IF NOT EXISTS] @name [UUID @string] ^", "ATTACH DATABASE shop"},
    {detach_database, "detach_database", kDatabase, kDb, changes, no, "DETACH DATABASE [IF EXISTS] @name ^", "DETACH DATABASE shop PERMANENTLY"},
    {drop_database, "drop_database", kDatabase, kDb, drops, no, "DROP DATABASE [IF EXISTS] [IF EMPTY] @name ^", "DROP DATABASE IF EXISTS shop SYNC"},
    {truncate_database, "truncate_database", kDatabase, kDb, changes, no, "TRUNCATE DATABASE [IF EXISTS] [IF EMPTY] @name ^", "TRUNCATE DATABASE shop"},
    {truncate_all_tables, "truncate_all_tables", kDatabase, kDb, changes, no, "TRUNCATE [ALL] TABLES FROM [IF EXISTS] @name [[NOT] {LIKE|ILIKE} @string] ^", "TRUNCATE ALL TABLES FROM shop NOT LIKE 'a%'"},
    {rename_database, "rename_database", kDatabase, kDb, changes, no, "RENAME DATABASE [IF EXISTS] @name TO @name ^", "RENAME DATABASE shop TO store"},
    {alter_database, "alter_database", kDatabase, kDb, changes, no, "ALTER DATABASE @name ^", "ALTER DATABASE shop MODIFY COMMENT 'the shop'"},

    // tables
    {create_temporary_table, "create_temporary_table", kSession, kTable, changes, no, "{CREATE [OR REPLACE]|REPLACE} TEMPORARY TABLE [IF NOT EXISTS] @name ^", "CREATE TEMPORARY TABLE t (a Int8)"},
    {create_or_replace_table, "create_or_replace_table", kObject, kTable, creates, no, "CREATE OR REPLACE TABLE @name [UUID @string] [TO INNER UUID @string] ^ [@group] [[EMPTY|CLONE] AS @source] [@engine [@inner_engines]]", "CREATE OR REPLACE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a"},
    {replace_table, "replace_table", kObject, kTable, creates, no, "REPLACE TABLE [IF NOT EXISTS] @name [UUID @string] [TO INNER UUID @string] ^ [@group] [[EMPTY|CLONE] AS @source] [@engine [@inner_engines]]", "REPLACE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a"},
    {create_temporary_table, "create_temporary_table", kSession, kTable, changes, no, "ATTACH TEMPORARY TABLE [IF NOT EXISTS] @name", "ATTACH TEMPORARY TABLE t (a Int8) ENGINE = Memory"},
    {attach_table, "attach_table", kOneHost, kTable, changes, no, "ATTACH TABLE [IF NOT EXISTS] @name AS [NOT] REPLICATED ^", "ATTACH TABLE t AS NOT REPLICATED"},
    {attach_table, "attach_table", kObject, kTable, changes, no, "ATTACH TABLE [IF NOT EXISTS] @name [UUID @string] [FROM @string] ^ [@group] [AS @source] [@engine]", "ATTACH TABLE t FROM 'dir' (a Int8) ENGINE = MergeTree ORDER BY a"},
    {drop_temporary_table, "drop_temporary_table", kSession, kTable, changes, no, "DROP TEMPORARY {TABLE|VIEW|DICTIONARY} [IF EXISTS] @names", "DROP TEMPORARY TABLE IF EXISTS t"},
    {drop_table, "drop_table", kObject, kTable, drops, no, "DROP [ALL] TABLE [IF EXISTS] [IF EMPTY] @names ^", "DROP TABLE a, b SYNC"},
    {detach_table, "detach_table", kObject, kTable, changes, no, "DETACH {TABLE|VIEW|DICTIONARY} [IF EXISTS] [IF EMPTY] @name ^", "DETACH TABLE t PERMANENTLY"},
    {truncate_temporary_table, "truncate_temporary_table", kSession, kTable, changes, no, "TRUNCATE TEMPORARY TABLE [IF EXISTS] @name", "TRUNCATE TEMPORARY TABLE t"},
    {truncate_table, "truncate_table", kObject, kTable, changes, no, "TRUNCATE [!ALL] [!TABLE|VIEW|DICTIONARY] [IF EXISTS] [IF EMPTY] @name ^", "TRUNCATE TABLE IF EXISTS t"},
    {undrop_table, "undrop_table", kObject, kTable, changes, no, "UNDROP TABLE @name [UUID @string] ^", "UNDROP TABLE t UUID '61f0c404-5cb3-11e7-907b-a6006ad3dba0'"},
    {rename_table, "rename_table", kObject, kTable, changes, no, "RENAME [!TABLE|DICTIONARY] @pairs ^", "RENAME TABLE a TO b, c TO d"},
    {exchange_tables, "exchange_tables", kObject, kTable, changes, no, "EXCHANGE {TABLES|DICTIONARIES} @swaps ^", "EXCHANGE TABLES a AND b"},
    {alter_temporary_table, "alter_temporary_table", kSession, kTable, changes, no, "ALTER TEMPORARY TABLE @name ^", "ALTER TEMPORARY TABLE t ADD COLUMN b Int8"},
    {create_index, "create_index", kObject, kTable, changes, no, "CREATE [UNIQUE] INDEX [IF NOT EXISTS] @word ON @name ^", "CREATE INDEX i ON t (a) TYPE minmax"},
    {drop_index, "drop_index", kObject, kTable, changes, no, "DROP INDEX [IF EXISTS] @word ON @name ^", "DROP INDEX i ON t"},
    {create_hypothetical_index, "create_hypothetical_index", kSession, kTable, changes, no, "CREATE HYPOTHETICAL INDEX", "CREATE HYPOTHETICAL INDEX i ON t (a) TYPE minmax"},
    {drop_hypothetical_index, "drop_hypothetical_index", kSession, kTable, changes, no, "DROP {HYPOTHETICAL INDEX|ALL HYPOTHETICAL INDEXES}", "DROP HYPOTHETICAL INDEX i ON t"},
    {optimize_table, "optimize_table", kObject, kTable, changes, no, "OPTIMIZE TABLE @name ^", "OPTIMIZE TABLE t FINAL"},
    {delete_from, "delete_from", kObject, kTable, changes, no, "DELETE FROM @name ^", "DELETE FROM t WHERE a = 1"},
    {update, "update", kObject, kTable, changes, no, "UPDATE @name ^ SET", "UPDATE t SET a = 1 WHERE b = 2"},

    // views and dictionaries
    {create_temporary_view, "create_temporary_view", kSession, kTable, changes, no, "CREATE TEMPORARY VIEW @name ^", "CREATE TEMPORARY VIEW v AS SELECT 1"},
    {create_materialized_view, "create_materialized_view", kObject, kTable, creates, no, "CREATE [OR REPLACE] [SQL SECURITY @word] [DEFINER [=] @definer] [SQL SECURITY @word] MATERIALIZED VIEW [IF NOT EXISTS] @name [UUID @string] ^ [@refresh] [TO INNER UUID @string|TO @target] [@group] [@engine]", "CREATE MATERIALIZED VIEW v ENGINE = SummingMergeTree ORDER BY a AS SELECT a, b FROM t"},
    {create_window_view, "create_window_view", kObject, kTable, creates, no, "CREATE WINDOW VIEW [IF NOT EXISTS] @name [UUID @string] ^ [TO @target] [@engines]", "CREATE WINDOW VIEW v INNER ENGINE = AggregatingMergeTree ORDER BY a AS SELECT count() FROM t GROUP BY tumble(ts, INTERVAL '5' SECOND)"},
    {create_view, "create_view", kObject, kTable, creates, no, "CREATE [OR REPLACE] [SQL SECURITY @word] [DEFINER [=] @definer] [SQL SECURITY @word] VIEW [IF NOT EXISTS] @name [UUID @string] ^", "CREATE VIEW v AS SELECT a FROM t"},
    {attach_view, "attach_view", kObject, kTable, changes, no, "ATTACH [OR REPLACE] [MATERIALIZED] VIEW [IF NOT EXISTS] @name [UUID @string] ^ [TO INNER UUID @string|TO @target] [@group] [@engine]", "ATTACH VIEW v AS SELECT 1 AS a"},
    {drop_view, "drop_view", kObject, kTable, drops, no, "DROP VIEW [IF EXISTS] [IF EMPTY] @names ^", "DROP VIEW IF EXISTS a, b"},
    {create_dictionary, "create_dictionary", kObject, kTable, creates, no, "{CREATE [OR REPLACE]|REPLACE} DICTIONARY [IF NOT EXISTS] @name [UUID @string] ^", "CREATE DICTIONARY x (k UInt64, v String) PRIMARY KEY k SOURCE(CLICKHOUSE(TABLE 't')) LAYOUT(FLAT()) LIFETIME(300)"},
    {attach_dictionary, "attach_dictionary", kObject, kTable, changes, no, "ATTACH DICTIONARY [IF NOT EXISTS] @name [UUID @string] ^", "ATTACH DICTIONARY x"},
    {drop_dictionary, "drop_dictionary", kObject, kTable, drops, no, "DROP DICTIONARY [IF EXISTS] @names ^", "DROP DICTIONARY a, b"},

    // functions, named collections, workloads
    {create_function, "create_function", kServer, kFunction, creates, no, "{CREATE [OR REPLACE]|ATTACH} FUNCTION [IF NOT EXISTS] @name ^", "CREATE FUNCTION f AS (x, y) -> x + y"},
    {drop_function, "drop_function", kServer, kFunction, drops, no, "DROP FUNCTION [IF EXISTS] @name ^", "DROP FUNCTION IF EXISTS f"},
    {create_named_collection, "create_named_collection", kServer, kOther, creates, no, "CREATE NAMED COLLECTION [IF NOT EXISTS] @name ^", "CREATE NAMED COLLECTION n AS a = 1, b = 'x'"},
    {alter_named_collection, "alter_named_collection", kServer, kOther, changes, no, "ALTER NAMED COLLECTION [IF EXISTS] @name ^", "ALTER NAMED COLLECTION n SET a = 1 DELETE b"},
    {drop_named_collection, "drop_named_collection", kServer, kOther, drops, no, "DROP NAMED COLLECTION [IF EXISTS] @name ^", "DROP NAMED COLLECTION n"},
    {create_workload, "create_workload", kServer, kOther, creates, no, "CREATE [OR REPLACE] WORKLOAD [IF NOT EXISTS] @name ^", "CREATE WORKLOAD w IN p SETTINGS weight = 2 FOR cpu"},
    {drop_workload, "drop_workload", kServer, kOther, drops, no, "DROP WORKLOAD [IF EXISTS] @name ^", "DROP WORKLOAD w"},
    {create_resource, "create_resource", kServer, kOther, creates, no, "CREATE [OR REPLACE] RESOURCE [IF NOT EXISTS] @name ^", "CREATE RESOURCE r (READ DISK x)"},
    {drop_resource, "drop_resource", kServer, kOther, drops, no, "DROP RESOURCE [IF EXISTS] @name ^", "DROP RESOURCE r"},

    // access control
    {create_user, "create_user", kServer, kOther, creates, later, "CREATE USER [IF NOT EXISTS|OR REPLACE] @users ^", "CREATE USER u1, u2 IDENTIFIED WITH no_password"},
    {alter_user, "alter_user", kServer, kOther, changes, later, "ALTER USER [IF EXISTS] @users ^", "ALTER USER u DEFAULT ROLE NONE"},
    {drop_user, "drop_user", kServer, kOther, drops, no, "DROP USER [IF EXISTS] @users [FROM @word] ^", "DROP USER IF EXISTS u1, u2"},
    {create_role, "create_role", kServer, kOther, creates, later, "CREATE ROLE [IF NOT EXISTS|OR REPLACE] @users ^", "CREATE ROLE r SETTINGS max_threads = 1"},
    {alter_role, "alter_role", kServer, kOther, changes, later, "ALTER ROLE [IF EXISTS] @users ^", "ALTER ROLE r RENAME TO s"},
    {drop_role, "drop_role", kServer, kOther, drops, no, "DROP ROLE [IF EXISTS] @users [FROM @word] ^", "DROP ROLE r"},
    {create_row_policy, "create_row_policy", kServer, kOther, creates, later, "CREATE [ROW] POLICY [IF NOT EXISTS|OR REPLACE] @users ~ ON @targets ^", "CREATE ROW POLICY p ON shop.t USING a = 1 TO u"},
    {alter_row_policy, "alter_row_policy", kServer, kOther, changes, later, "ALTER [ROW] POLICY [IF EXISTS] @users ~ ON @targets ^", "ALTER ROW POLICY p ON shop.t RENAME TO q"},
    {drop_row_policy, "drop_row_policy", kServer, kOther, drops, no, "DROP [ROW] POLICY [IF EXISTS] @users ~ ON @targets [FROM @word] ^", "DROP ROW POLICY p ON shop.t"},
    {create_masking_policy, "create_masking_policy", kServer, kOther, creates, later, "{CREATE|ATTACH} MASKING POLICY [IF NOT EXISTS|OR REPLACE] @name ON @name ^", "CREATE MASKING POLICY m ON shop.t UPDATE a = '*' TO u"},
    {alter_masking_policy, "alter_masking_policy", kServer, kOther, changes, later, "ALTER MASKING POLICY [IF EXISTS] @name ON @name ^", "ALTER MASKING POLICY m ON shop.t UPDATE a = '#' TO u"},
    {drop_masking_policy, "drop_masking_policy", kServer, kOther, drops, no, "DROP MASKING POLICY [IF EXISTS] @name ~ ON @targets ^", "DROP MASKING POLICY m ON shop.t"},
    {create_quota, "create_quota", kServer, kOther, creates, later, "CREATE QUOTA [IF NOT EXISTS|OR REPLACE] @users ^", "CREATE QUOTA q FOR INTERVAL 1 HOUR MAX queries = 10 TO u"},
    {alter_quota, "alter_quota", kServer, kOther, changes, later, "ALTER QUOTA [IF EXISTS] @users ^", "ALTER QUOTA q FOR INTERVAL 1 DAY MAX queries = 5"},
    {drop_quota, "drop_quota", kServer, kOther, drops, no, "DROP QUOTA [IF EXISTS] @users [FROM @word] ^", "DROP QUOTA q"},
    {create_settings_profile, "create_settings_profile", kServer, kOther, creates, later, "CREATE [SETTINGS] PROFILE [IF NOT EXISTS|OR REPLACE] @users ^", "CREATE SETTINGS PROFILE p SETTINGS max_threads = 1"},
    {alter_settings_profile, "alter_settings_profile", kServer, kOther, changes, later, "ALTER [SETTINGS] PROFILE [IF EXISTS] @users ^", "ALTER SETTINGS PROFILE p ADD SETTINGS max_threads = 1"},
    {drop_settings_profile, "drop_settings_profile", kServer, kOther, drops, no, "DROP [SETTINGS] PROFILE [IF EXISTS] @users [FROM @word] ^", "DROP SETTINGS PROFILE p"},
    {move_access_entity, "move_access_entity", kServer, kOther, changes, no, "MOVE {USER|ROLE|QUOTA|[SETTINGS] PROFILE} @users TO @word ^", "MOVE USER u1, u2 TO local_directory"},
    {move_access_entity, "move_access_entity", kServer, kOther, changes, no, "MOVE {[ROW] POLICY|MASKING POLICY} @users ~ ON @targets ~ TO @word ^", "MOVE ROW POLICY p ON shop.t TO local_directory"},
    {grant, "grant", kServer, kOther, changes, later, "GRANT ^", "GRANT SELECT ON shop.* TO u"},
    {revoke, "revoke", kServer, kOther, changes, later, "REVOKE ^", "REVOKE SELECT ON shop.* FROM u"},
    {set_default_role, "set_default_role", kOneHost, kOther, changes, no, "SET DEFAULT ROLE", "SET DEFAULT ROLE ALL TO u"},
    {set_role, "set_role", kSession, kNone, changes, no, "SET ROLE", "SET ROLE r"},

    // operations
    {kill, "kill", kServer, kNone, changes, no, "KILL {QUERY|MUTATION|PART_MOVE_TO_SHARD|TRANSACTION} ^", "KILL MUTATION WHERE table = 't'"},
    {backup, "backup", kOneHost, kNone, changes, no, "BACKUP FROM SNAPSHOT", "BACKUP FROM SNAPSHOT Disk('a', 'x') TO Disk('b', 'y')"},
    {backup, "backup", kServer, kNone, changes, no, "BACKUP @before_to ^ TO", "BACKUP TABLE shop.t TO Disk('backups', '1.zip')"},
    {restore, "restore", kServer, kNone, changes, no, "RESTORE @before_from ^ FROM", "RESTORE TABLE shop.t AS shop.u FROM Disk('backups', '1.zip')"},

    // what topology leaves alone
    {insert, "insert", kFree, kNone, changes, no, "INSERT", "INSERT INTO t (a) VALUES (1)"},
    {insert, "insert", kFree, kNone, changes, no, "WITH @with INSERT", "WITH x AS (SELECT 1 AS a) INSERT INTO t SELECT a FROM x"},
    {select, "select", kFree, kNone, reads, no, "{SELECT|WITH|FROM|(}", "SELECT a FROM t"},
    {use, "use", kSession, kNone, changes, no, "USE", "USE shop"},
    {transaction, "transaction", kSession, kNone, changes, no, "{BEGIN TRANSACTION|START TRANSACTION|COMMIT|ROLLBACK|SET TRANSACTION}", "BEGIN TRANSACTION"},
    {set, "set", kFree, kNone, reads, no, "SET", "SET max_threads = 1"},
    {explain, "explain", kFree, kNone, reads, no, "EXPLAIN", "EXPLAIN SELECT 1"},
    {describe, "describe", kFree, kNone, reads, no, "{DESCRIBE|DESC|SHOW|EXISTS|WATCH|CHECK GRANT}", "DESCRIBE TABLE t"},
    {check, "check", kOneHost, kNone, reads, no, "CHECK {TABLE|ALL TABLES|DATABASE}", "CHECK TABLE t"},
    {copy, "copy", kFree, kNone, changes, no, "COPY {@name [@group]|@group} {FROM|TO} {STDIN|STDOUT}", "COPY t (a, b) TO STDOUT"},
    {snapshot, "snapshot", kOneHost, kNone, changes, no, "SNAPSHOT {TABLE|ALL}", "SNAPSHOT TABLE shop.t TO S3('https://h/b/')"},

    // what holds other statements: they say what it acts on
    {execute_as, "execute_as", kSession, kNone, changes, no, "EXECUTE AS @user", "EXECUTE AS u DROP TABLE t"},
    {parallel_with, "parallel_with", kFree, kNone, changes, no, "", "DROP TABLE a PARALLEL WITH DROP TABLE b"},
};
// clang-format on

}  // namespace

std::span<const StatementRow> statement_rows() {
  static const std::vector<StatementRow> all_rows = [] {
    std::vector<StatementRow> rows(std::begin(kRows), std::end(kRows));
    rows.insert(rows.end(), system_rows().begin(), system_rows().end());
    return rows;
  }();
  return all_rows;
}

}  // namespace godwit::sql
