#pragma once

#include "godwit/sql/head.hpp"

#include <span>
#include <string_view>

namespace godwit::test {

/// What the statement generator writes for a piece of a head, and between two tokens.

// clang-format off
inline constexpr std::string_view kNames[] = {
    "t", "events", "shop", "_x", "A1", "t_2", "system", "default", "`odd name`", "`a``b`", "`a\\`b`", "\"double\"", "\"a\"\"b\"",
    "`on cluster c`", "`semi;colon`", "`-- none`", "\u201Ctypographic\u201D", "`größe`", "{name:Identifier}", "{ n : Identifier }",
};
// As names, where the head at hand does not know the word itself.
inline constexpr std::string_view kKeywordNames[] = {
    "table", "cluster", "engine", "values", "format", "date", "column", "view", "key", "user", "replica", "insert", "select",
    "Settings", "COMMENT", "partition", "parallel", "Index", "UUID", "to", "from", "as", "CREATE", "uuid", "if", "NULL", "ttl",
};
inline constexpr std::string_view kClusters[] = {
    "main", "default", "`main`", "\"my-cluster\"", "'{cluster}'", "'main'", "on", "cluster", "`a``b`", "to", "\u201Cmain\u201D",
};
inline constexpr std::string_view kUsers[] = {
    "u", "alice", "`x y`", "'u'", "u@localhost", "'u'@'192.168.%'", "`a`@`b`", "\"q\"@'%'", "bob@'%.example.com'", "{user:Identifier}",
};
inline constexpr std::string_view kTargets[] = {
    "t", "shop.t", "shop.*", "*", "`on`.`t`", "shop.t, u", "t, shop.*", "`a b`.*", "pre*", "shop.pre*",
};
inline constexpr std::string_view kGroups[] = {
    "(a Int8)", "(a Int8, b String DEFAULT ')')", "(`on` Int8, cluster String CODEC(ZSTD(3)))", "(a Array(Nullable(UInt8)), INDEX i a TYPE minmax GRANULARITY 4)",
    "(ts DateTime TTL ts + INTERVAL 1 DAY, v Decimal(10, 2) COMMENT 'ON CLUSTER x; -- no')", "(a Tuple(x Int8, y Map(String, String)), CONSTRAINT c CHECK a.x > 0)",
    "(a Int8, PROJECTION p (SELECT a, count() GROUP BY a))", "(engine String, format String MATERIALIZED concat('ENGINE = MergeTree(', engine))", "(a UInt64 ALIAS (1 + (2 * 3)))",
};
inline constexpr std::string_view kColumns[] = {"(a)", "(a, b)", "(`odd name`, c)"};
inline constexpr std::string_view kTableEngines[] = {
    "MergeTree", "MergeTree()", "mergetree", "`MergeTree`", "\"MergeTree\"()", "ReplacingMergeTree", "ReplacingMergeTree(v)", "ReplacingMergeTree(v, d)",
    "SummingMergeTree", "SummingMergeTree((a, b))", "AggregatingMergeTree", "CoalescingMergeTree", "CollapsingMergeTree(s)", "VersionedCollapsingMergeTree(s, v)",
    "GraphiteMergeTree('graphite_rollup')", "ReplicatedMergeTree", "ReplicatedMergeTree()", "`ReplicatedMergeTree`('/p', 'r')",
    "ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')", "ReplicatedReplacingMergeTree('/p', 'r', v, d)", "ReplicatedReplacingMergeTree(v)",
    "ReplicatedSummingMergeTree('/it''s', '{replica}', (a, b))", "ReplicatedGraphiteMergeTree('/p', 'r', 'graphite_rollup')", "ReplicatedCollapsingMergeTree($$/p$$, 'r', s)",
    "SharedMergeTree", "SharedReplacingMergeTree('/p', 'r', v)", "Log", "TinyLog", "Memory", "Null", "Set", "Join(ANY, LEFT, a)", "File(CSV)", "Dictionary(d)",
    "Kafka('h:9092', 't', 'g', 'JSONEachRow')", "Distributed(main, shop, t, rand())", "Distributed('{cluster}', 'shop', 't', cityHash64(a, b))", "Distributed(`main`, currentDatabase(), t)",
    "Merge(shop, '^t;')", "Buffer(shop, t, 16, 10, 100, 10000, 1000000, 10000000, 100000000)", "URL('https://h/x;y--z', CSV)", "S3('https://b/*.csv', 'CSV')", "TimeSeries",
};
inline constexpr std::string_view kDatabaseEngines[] = {
    "Atomic", "Ordinary", "Memory", "Lazy(3600)", "Replicated('/p', 's', 'r')", "Replicated('/clickhouse/{shard}', '{shard}', '{replica}')", "PostgreSQL('h:5432', 'd', 'u', 'p')", "`Atomic`",
};
inline constexpr std::string_view kEngineSettings[] = {
    "SETTINGS max_broken_tables_ratio = 1", "SETTINGS a = 'x;y', b = -1", "SETTINGS a = +1, b, c = DEFAULT",
};
inline constexpr std::string_view kWindowEngines[] = {
    "", "ENGINE = AggregatingMergeTree ORDER BY a", "INNER ENGINE = AggregatingMergeTree() ORDER BY (a, b)", "INNER ENGINE MergeTree ORDER BY a ENGINE = ReplicatedMergeTree('/p', 'r')",
};
inline constexpr std::string_view kInnerEngines[] = {
    "", "SAMPLES ENGINE = MergeTree ORDER BY id", "SAMPLES INNER ENGINE = MergeTree() ORDER BY id TAGS INNER ENGINE = ReplacingMergeTree METRICS INNER ENGINE = ReplicatedMergeTree('/p', 'r')",
};
inline constexpr std::string_view kRefreshes[] = {
    "REFRESH EVERY 1 DAY", "REFRESH AFTER 2 HOUR", "REFRESH EVERY 1 DAY OFFSET 2 HOUR RANDOMIZE FOR 5 MINUTE", "REFRESH EVERY 1 HOUR DEPENDS ON a, shop.b",
    "REFRESH AFTER 1 MINUTE SETTINGS refresh_retries = 3, refresh_retry_initial_backoff_ms = 5 APPEND", "REFRESH EVERY 1 MONTH DEPENDS ON `to` APPEND",
};
inline constexpr std::string_view kBackedUp[] = {
    "TABLE shop.t", "TABLE shop.t AS shop.u", "DATABASE shop", "DATABASE shop AS `to`", "ALL", "TABLE shop.t PARTITIONS '2024', '2025'", "TABLE a, DATABASE b EXCEPT TABLES c, d", "DICTIONARY shop.x", "VIEW v",
};
inline constexpr std::string_view kWiths[] = {"x AS (SELECT 1 AS a)", "1 AS y, x AS (SELECT y AS a)", "(SELECT max(a) FROM `insert`) AS m"};
inline constexpr std::string_view kDefiners[] = {"u", "CURRENT_USER", "'u'@'h'", "`x y`", "u@localhost"};
inline constexpr std::string_view kStrings[] = {"'a;b'", "'it''s'", "'it\\'s'", "' ON CLUSTER c'", "$$a'b;$$", "$x$ $$ -- $x$", "\u2018typographic\u2019", "'a%'", "''"};
inline constexpr std::string_view kGaps[] = {
    " ", " ", " ", "\n", "\n", "  ", "\t", "\r\n", "\n\n", "\f", "\v", "\u00A0", "\u3000", " /* a */ ", "/**/", "/* ; */", "/* a /* b; */ ' */", "\n-- it's; ON CLUSTER c\n",
    " -- \r\n", "//\n", "\n# a `\n", "#!x\n", "/* \" */\n  ",
};
// clang-format on

struct FormRow {
  sql::Piece piece;
  std::span<const std::string_view> forms;
};

/// The pieces that are written in one of a few forms, whatever stands before them.
inline constexpr FormRow kForms[] = {
    {sql::Piece::definer, kDefiners},      {sql::Piece::user, kUsers},
    {sql::Piece::targets, kTargets},       {sql::Piece::engine_settings, kEngineSettings},
    {sql::Piece::engines, kWindowEngines}, {sql::Piece::with, kWiths},
    {sql::Piece::before_to, kBackedUp},    {sql::Piece::before_from, kBackedUp},
    {sql::Piece::refresh, kRefreshes},
};

}  // namespace godwit::test
