#include "support/change_cases.hpp"

#include "godwit/base/source.hpp"
#include "godwit/sql/split.hpp"

#include <array>

namespace godwit::test {

namespace {

constexpr std::string_view kTable =
    "CREATE TABLE c.t (k UInt32, day Date, a Int32, b String DEFAULT 'x', ts DateTime, "
    "n Nullable(Int32), e Enum8('a' = 1, 'b' = 2), m Int32 MATERIALIZED a + 1, al Int32 ALIAS a, "
    "i UInt8, pr UInt8, c1 UInt8, tt DateTime, src UInt8, dst UInt8 DEFAULT src + 1, w String, "
    "INDEX ix i TYPE minmax GRANULARITY 1, PROJECTION pj (SELECT pr ORDER BY pr), "
    "CONSTRAINT cc CHECK c1 < 100) "
    "ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY k "
    "TTL tt + INTERVAL 10 YEAR;"
    "INSERT INTO c.t (k, day, a, ts, n, e, i, pr, c1, tt, src, w) VALUES "
    "(1, '2026-01-05', 300, '2026-01-05 10:00:00', NULL, 'a', 1, 2, 3, now(), 5, '7'), "
    "(2, '2026-02-05', -1, '2026-02-05 10:00:00', 5, 'b', 1, 2, 3, now(), 6, '8')";

constexpr std::string_view kA = "SELECT sum(a) FROM c.t";
constexpr std::string_view kB = "SELECT groupArray(b) FROM c.t";
constexpr std::string_view kHasB =
    "SELECT count() FROM system.columns WHERE database = 'c' AND table = 't' AND name IN ('b', "
    "'v')";
constexpr std::string_view kReplacing =
    "CREATE OR REPLACE TABLE c.t (k UInt32, v UInt16, b String) ENGINE = ReplacingMergeTree(v) "
    "ORDER BY k; INSERT INTO c.t VALUES (1, 1, 'x')";
constexpr std::string_view kView =
    "CREATE TABLE c.s (day Date, n UInt64) ENGINE = SummingMergeTree ORDER BY day;"
    "CREATE MATERIALIZED VIEW c.v TO c.s AS SELECT day, toUInt64(a) AS n FROM c.t";
constexpr std::string_view kLog =
    "CREATE TABLE c.l (k UInt32) ENGINE = Log; INSERT INTO c.l VALUES (1)";
constexpr std::string_view kOld = "ALTER TABLE c.t UPDATE tt = '2020-01-01 00:00:00' WHERE 1";

// clang-format off
constexpr auto kCases = std::to_array<ChangeCase>({
    {"GW101", "", "CREATE TABLE c.u (k UInt8) ENGINE = MergeTree ORDER BY k"},
    {"GW101", "", "CREATE VIEW c.v AS SELECT k FROM c.t"},
    {"GW101", "", "CREATE DATABASE c2"},
    {"GW102", "", "CREATE TABLE IF NOT EXISTS c.t (other String) ENGINE = Log"},
    {"GW103", "", "CREATE TABLE c.u ENGINE = MergeTree ORDER BY k AS SELECT k FROM c.t"},
    {"GW103", "", "CREATE MATERIALIZED VIEW c.v ENGINE = MergeTree ORDER BY k POPULATE AS SELECT k FROM c.t"},
    {"GW103", "", "CREATE TABLE c.u CLONE AS c.t"},
    {"GW104", "", "CREATE OR REPLACE TABLE c.t (k UInt8) ENGINE = MergeTree ORDER BY k"},
    {"GW105", "CREATE VIEW c.v AS SELECT 1", "CREATE OR REPLACE VIEW c.v AS SELECT k FROM c.t"},
    {"GW105", "", "CREATE OR REPLACE FUNCTION change_f AS (x) -> x + 1"},
    {"GW106", "DETACH TABLE c.t", "ATTACH TABLE c.t", "SELECT 1"},
    {"GW107", "CREATE TABLE c.u (k UInt8) ENGINE = MergeTree ORDER BY k; DROP TABLE c.u", "UNDROP TABLE c.u"},
    {"GW110", "", "DROP TABLE c.t"},
    {"GW110", "", "DROP DATABASE c"},
    {"GW111", "CREATE MATERIALIZED VIEW c.v ENGINE = MergeTree ORDER BY k POPULATE AS SELECT k FROM c.t", "DROP VIEW c.v", "SELECT count() FROM c.v"},
    {"GW112", "CREATE VIEW c.v AS SELECT k FROM c.t", "DROP VIEW c.v"},
    {"GW112", "CREATE OR REPLACE FUNCTION change_f AS (x) -> x", "DROP FUNCTION change_f"},
    {"GW113", "", "TRUNCATE TABLE c.t"},
    {"GW113", "", "TRUNCATE DATABASE c"},
    {"GW114", "CREATE TABLE c.u (k UInt8) ENGINE = MergeTree ORDER BY k", "DETACH TABLE c.u"},
    {"GW120", "CREATE TABLE c.u (k UInt8) ENGINE = MergeTree ORDER BY k", "RENAME TABLE c.u TO c.w"},
    {"GW120", "", "RENAME DATABASE c TO c2", "SELECT 1"},
    {"GW121", "", "ALTER DATABASE c MODIFY COMMENT 'the shop'"},
    {"GW122", "", "GRANT SELECT ON c.t TO somebody", "", Seen::not_here},
    {"GW123", "CREATE NAMED COLLECTION change_n AS x = 1", "ALTER NAMED COLLECTION change_n SET x = 2"},
    {"GW112", "CREATE NAMED COLLECTION IF NOT EXISTS change_n AS x = 1", "DROP NAMED COLLECTION change_n"},
    {"GW130", "", "INSERT INTO c.t (k, day) VALUES (3, '2026-01-06')", "SELECT count() FROM c.t WHERE k < 3"},
    {"GW131", "ALTER TABLE c.t DROP PROJECTION pj", "DELETE FROM c.t WHERE k = 1"},
    {"GW132", "ALTER TABLE c.t MODIFY SETTING enable_block_number_column = 1, enable_block_offset_column = 1; INSERT INTO c.t (k, a, tt) VALUES (9, 1, now())", "UPDATE c.t SET a = 7 WHERE k = 9", kA, Seen::no_mutation},
    {"GW133", "", "OPTIMIZE TABLE c.t FINAL", "SELECT count() FROM c.t", Seen::no_mutation},
    {"GW134", "", "SELECT count() FROM c.t"},
    {"GW134", "", "EXPLAIN SELECT 1"},
    {"GW135", "", "SYSTEM RELOAD FUNCTIONS"},
    {"GW136", "", "RESTORE TABLE c.t FROM Disk('backups', 'b')", "", Seen::not_here},
    {"GW199", "", "FLY TABLE c.t", "", Seen::not_here},

    {"GW201", "", "ALTER TABLE c.t ADD COLUMN x UInt8 DEFAULT 1"},
    {"GW202", "", "ALTER TABLE c.t DROP COLUMN b", kHasB},
    {"GW203", "", "ALTER TABLE c.t DROP COLUMN al"},
    {"GW204", "", "ALTER TABLE c.t DROP COLUMN k"},
    {"GW204", "", "ALTER TABLE c.t DROP COLUMN day"},
    {"GW205", "", "ALTER TABLE c.t DROP COLUMN i"},
    {"GW205", "", "ALTER TABLE c.t DROP COLUMN pr"},
    {"GW205", "", "ALTER TABLE c.t DROP COLUMN c1"},
    {"GW205", "", "ALTER TABLE c.t DROP COLUMN tt"},
    {"GW206", "", "ALTER TABLE c.t DROP COLUMN src"},
    {"GW206", "", "ALTER TABLE c.t DROP COLUMN a"},
    {"GW207", "CREATE TABLE c.s (n String) ENGINE = MergeTree ORDER BY n; CREATE MATERIALIZED VIEW c.v TO c.s AS SELECT b AS n FROM c.t", "ALTER TABLE c.t DROP COLUMN b"},
    {"GW208", kReplacing, "ALTER TABLE c.t DROP COLUMN v"},
    {"GW209", "ALTER TABLE c.t UPDATE b = 'y' WHERE 1", "ALTER TABLE c.t CLEAR COLUMN b", kB},
    {"GW210", "", "ALTER TABLE c.t CLEAR COLUMN k"},
    {"GW211", "", "ALTER TABLE c.t RENAME COLUMN b TO c"},
    {"GW212", "", "ALTER TABLE c.t RENAME COLUMN k TO k2"},
    {"GW213", "", "ALTER TABLE c.t RENAME COLUMN pr TO pr2"},
    {"GW214", "", "ALTER TABLE c.t COMMENT COLUMN b 'text'"},
    {"GW214", "", "ALTER TABLE c.t MODIFY COLUMN b COMMENT 'text'"},
    {"GW215", "", "ALTER TABLE c.t MATERIALIZE COLUMN b", kB},
    {"GW216", "CREATE OR REPLACE TABLE c.t (k UInt32 DEFAULT 1) ENGINE = MergeTree ORDER BY k; INSERT INTO c.t VALUES (1)", "ALTER TABLE c.t MATERIALIZE COLUMN k"},
    {"GW217", "", "ALTER TABLE c.t MATERIALIZE COLUMN w"},
    {"GW220", "", "ALTER TABLE c.t MODIFY COLUMN ts UInt32"},
    {"GW220", "", "ALTER TABLE c.t MODIFY COLUMN e Enum8('a' = 1, 'b' = 2, 'c' = 3)", "SELECT groupArray(e) FROM c.t"},
    {"GW220", "", "ALTER TABLE c.t MODIFY COLUMN al Int64"},
    {"GW221", "", "ALTER TABLE c.t MODIFY COLUMN e Enum8('a' = 1, 'z' = 2)", "SELECT groupArray(toString(e)) FROM c.t"},
    {"GW222", "", "ALTER TABLE c.t MODIFY COLUMN a Int64", kA},
    {"GW222", "", "ALTER TABLE c.t MODIFY COLUMN b LowCardinality(String)", kB},
    {"GW222", kReplacing, "ALTER TABLE c.t MODIFY COLUMN v UInt32"},
    {"GW223", "", "ALTER TABLE c.t MODIFY COLUMN a Int8", kA},
    {"GW223", "", "ALTER TABLE c.t MODIFY COLUMN n Int32 DEFAULT 0", "SELECT groupArray(toNullable(n)) FROM c.t"},
    {"GW224", "", "ALTER TABLE c.t MODIFY COLUMN k UInt64"},
    {"GW224", "", "ALTER TABLE c.t MODIFY COLUMN day Date32"},
    {"GW224", "", "ALTER TABLE c.t MODIFY COLUMN k SimpleAggregateFunction(max, UInt32)"},
    {"GW224", "", "ALTER TABLE c.t MODIFY COLUMN k JSON"},
    {"GW225", "", "ALTER TABLE c.t MODIFY COLUMN a UUID"},
    {"GW226", "", "ALTER TABLE c.t MODIFY COLUMN n Int32"},
    {"GW222", "", "ALTER TABLE c.t MODIFY COLUMN pr UInt16"},
    {"GW227", "ALTER TABLE c.t ADD PROJECTION pg (SELECT pr, count() GROUP BY pr)", "ALTER TABLE c.t MODIFY COLUMN pr UInt16"},
    {"GW227", "ALTER TABLE c.t ADD PROJECTION pg (SELECT day, sum(pr) GROUP BY day)", "ALTER TABLE c.t MODIFY COLUMN pr UInt16"},
    {"GW228", kReplacing, "ALTER TABLE c.t MODIFY COLUMN v String"},
    {"GW229", "", "ALTER TABLE c.elsewhere MODIFY COLUMN a Int64", "", Seen::not_here},
    {"GW230", "", "ALTER TABLE c.t MODIFY COLUMN b DEFAULT 'z'", kB},
    {"GW231", "", "ALTER TABLE c.t MODIFY COLUMN b CODEC(ZSTD(3))"},
    {"GW231", "", "ALTER TABLE c.t MODIFY COLUMN b MODIFY SETTING max_compress_block_size = 1048576"},
    {"GW231", "", "ALTER TABLE c.t MODIFY COLUMN b String AFTER k"},
    {"GW232", "ALTER TABLE c.t UPDATE b = 'y' WHERE 1", "ALTER TABLE c.t MODIFY COLUMN b TTL toDateTime('2000-01-01 00:00:00') + INTERVAL k SECOND", kB},
    {"GW233", "", "ALTER TABLE c.t MODIFY COLUMN b REMOVE DEFAULT"},
    {"GW234", "", "ALTER TABLE c.t MODIFY COLUMN e ADD ENUM VALUES ('c' = 3)"},

    {"GW240", "", "ALTER TABLE c.t ADD COLUMN x UInt8, MODIFY ORDER BY (k, x)"},
    {"GW241", "", "ALTER TABLE c.t MODIFY ORDER BY (k, a)"},
    {"GW241", "", "ALTER TABLE c.t MODIFY ORDER BY a"},
    {"GW241", "", "ALTER TABLE c.t ADD COLUMN IF NOT EXISTS a Int32, MODIFY ORDER BY (k, a)"},
    {"GW241", "", "ALTER TABLE c.t ADD COLUMN x UInt8 DEFAULT 1, MODIFY ORDER BY (k, x)"},
    {"GW242", "", "ALTER TABLE c.t MODIFY SAMPLE BY k"},
    {"GW243", kOld, "ALTER TABLE c.t MODIFY TTL tt + INTERVAL 1 DAY"},
    {"GW244", kOld, "ALTER TABLE c.t MODIFY TTL tt + INTERVAL 1 DAY SETTINGS materialize_ttl_after_modify = 0", "SELECT 1", Seen::later},
    {"GW245", "", "ALTER TABLE c.t REMOVE TTL"},
    {"GW246", "ALTER TABLE c.t UPDATE tt = '2020-01-01 00:00:00' WHERE 1; ALTER TABLE c.t MODIFY TTL tt + INTERVAL 1 DAY SETTINGS materialize_ttl_after_modify = 0", "ALTER TABLE c.t MATERIALIZE TTL"},
    {"GW247", "", "ALTER TABLE c.t MODIFY SETTING merge_with_ttl_timeout = 3600"},
    {"GW247", "", "ALTER TABLE c.t RESET SETTING merge_with_ttl_timeout"},
    {"GW248", "", "ALTER TABLE c.t MODIFY SETTING index_granularity = 1024"},
    {"GW249", "", "ALTER TABLE c.t MODIFY COMMENT 'text'"},

    {"GW250", "", "ALTER TABLE c.t ADD INDEX i2 a TYPE minmax"},
    {"GW250", "", "CREATE INDEX i2 ON c.t (a) TYPE minmax"},
    {"GW251", "", "ALTER TABLE c.t DROP INDEX ix"},
    {"GW251", "", "DROP INDEX ix ON c.t"},
    {"GW252", "", "ALTER TABLE c.t CLEAR INDEX ix"},
    {"GW253", "", "ALTER TABLE c.t MATERIALIZE INDEX ix"},
    {"GW254", "", "ALTER TABLE c.t ADD STATISTICS a TYPE tdigest"},
    {"GW255", "ALTER TABLE c.t ADD STATISTICS a TYPE tdigest", "ALTER TABLE c.t DROP STATISTICS a"},
    {"GW256", "ALTER TABLE c.t ADD STATISTICS a TYPE tdigest", "ALTER TABLE c.t MATERIALIZE STATISTICS a"},
    {"GW257", "", "ALTER TABLE c.t ADD PROJECTION p2 (SELECT k ORDER BY a)"},
    {"GW258", "", "ALTER TABLE c.t DROP PROJECTION pj"},
    {"GW259", "", "ALTER TABLE c.t MATERIALIZE PROJECTION pj"},
    {"GW260", "", "ALTER TABLE c.t ADD CONSTRAINT c2 CHECK a > 0"},
    {"GW260", "", "ALTER TABLE c.t DROP CONSTRAINT cc"},

    {"GW270", "", "ALTER TABLE c.t UPDATE a = 7 WHERE k = 1", kA},
    {"GW271", "", "ALTER TABLE c.t UPDATE k = 7 WHERE k = 1"},
    {"GW272", "", "ALTER TABLE c.t DELETE WHERE k = 1"},
    {"GW273", "", "ALTER TABLE c.t REWRITE PARTS"},
    {"GW273", "", "ALTER TABLE c.t APPLY DELETED MASK"},
    {"GW280", "", "ALTER TABLE c.t DROP PARTITION 202601"},
    {"GW281", "", "ALTER TABLE c.t DETACH PARTITION 202601", "SELECT count() FROM c.t WHERE k > 1"},
    {"GW282", "ALTER TABLE c.t DETACH PARTITION 202601", "ALTER TABLE c.t ATTACH PARTITION 202601", "SELECT count() FROM c.t WHERE k > 1"},
    {"GW283", "CREATE TABLE c.u AS c.t; INSERT INTO c.u (k, day) VALUES (5, '2026-01-07')", "ALTER TABLE c.t REPLACE PARTITION 202601 FROM c.u"},
    {"GW284", "CREATE TABLE c.u AS c.t", "ALTER TABLE c.t MOVE PARTITION 202601 TO TABLE c.u", "SELECT count() FROM c.t WHERE k > 1"},
    {"GW285", "", "ALTER TABLE c.t MOVE PARTITION 202601 TO DISK 'other'", "", Seen::not_here},
    {"GW286", "ALTER TABLE c.t DETACH PARTITION 202601", "ALTER TABLE c.t DROP DETACHED PARTITION 202601"},
    {"GW287", "", "ALTER TABLE c.t FREEZE WITH NAME 'change_b'"},
    {"GW288", "", "ALTER TABLE c.t FETCH PARTITION 202601 FROM '/clickhouse/t'"},
    {"GW289", "", "ALTER TABLE c.t FORGET PARTITION 202601"},
    {"GW290", "", "ALTER TABLE c.t MOVE PART '202601_1_1_0' TO SHARD '/clickhouse/t'"},

    {"GW300", kView, "ALTER TABLE c.v MODIFY QUERY SELECT day, toUInt64(a + 1) AS n FROM c.t"},
    {"GW301", "CREATE TABLE c.s (n UInt64) ENGINE = MergeTree ORDER BY n; CREATE MATERIALIZED VIEW c.v REFRESH EVERY 1 YEAR TO c.s AS SELECT toUInt64(count()) AS n FROM c.t", "ALTER TABLE c.v MODIFY REFRESH EVERY 2 YEAR"},
    {"GW302", "CREATE VIEW c.v AS SELECT k FROM c.t", "ALTER TABLE c.v MODIFY SQL SECURITY INVOKER"},
    {"GW303", "", "ALTER TABLE c.elsewhere EXECUTE expire_snapshots('2024-01-01 00:00:00')", "", Seen::not_here},
    {"GW310", kLog, "ALTER TABLE c.l ADD COLUMN x UInt8"},
    {"GW310", kLog, "ALTER TABLE c.l DELETE WHERE k = 1"},
    {"GW310", kLog, "ALTER TABLE c.l DROP PARTITION 1"},
    {"GW310", "CREATE VIEW c.v AS SELECT k FROM c.t", "ALTER TABLE c.v ADD COLUMN x UInt8"},
    {"GW310", "", "ALTER TABLE c.t EXECUTE expire_snapshots('2024-01-01 00:00:00')"},
});
// clang-format on

}  // namespace

std::span<const ChangeCase> change_cases() { return kCases; }

std::vector<std::string> statements_before(const ChangeCase& each) {
  std::vector<std::string> texts;
  for (const std::string_view text : {kTable, each.before}) {
    const Source source("before", std::string(text));
    for (const sql::WrittenStatement& written : sql::split(source).statements) {
      texts.emplace_back(written.text);
    }
  }
  return texts;
}

}  // namespace godwit::test
