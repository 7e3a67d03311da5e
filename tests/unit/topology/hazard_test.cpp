// What stops or warns, and what does not though it looks like it. The statements before the last
// one make the tables that are known.

#include "godwit/topology/hazard.hpp"

#include "godwit/sql/split.hpp"
#include "godwit/topology/render.hpp"
#include "support/topologies.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace godwit::topology {
namespace {

Topology topology_of(std::string_view word) {
  Topology topology = parse_topology(word);
  topology.clusters = {{"mapped", "real"}};
  return topology;
}

// The ids that the last statement has, and what it is sent as.
struct Seen {
  std::string hazards;
  std::string sent;
};

Seen look_at(std::string_view text, std::string_view word) {
  const Source source("a.sql", std::string(text));
  const Topology topology = topology_of(word);
  Tables tables;
  Seen seen;
  for (sql::StatementReader reader(source); reader.next();) {
    const sql::Statement statement = sql::parse_statement(reader.statement().text);
    seen = {};
    for (const HazardRow* row : find_hazards(statement, topology, tables)) {
      seen.hazards += (seen.hazards.empty() ? "" : " ") + std::string(row->id);
    }
    Renderer(topology).render(statement, tables, seen.sent);
    tables.follow(statement);
  }
  return seen;
}

TEST(Hazards, EveryRowHasItsExample) {
  std::set<std::string_view> ids;
  for (const HazardRow& row : hazard_rows()) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    EXPECT_FALSE(row.what.empty() || row.instead.empty()) << row.id;
    EXPECT_EQ(look_at(row.example, row.where).hazards, row.id);
    EXPECT_EQ(look_at(row.example, "single").hazards, row.id == "remote-function" ||
                                                              row.id == "cluster-function" ||
                                                              row.id == "on-cluster-by-hand"
                                                          ? row.id
                                                          : "")
        << row.example;
  }
}

struct Case {
  std::string_view topology;
  std::string_view text;
  std::string_view hazards;
};

// clang-format off
constexpr Case kCases[] = {
    // Views that refresh.
    {"cluster:main", "CREATE MATERIALIZED VIEW v REFRESH EVERY 1 DAY APPEND TO t AS SELECT 1", ""},
    {"cluster:main", "CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a; CREATE MATERIALIZED VIEW v REFRESH EVERY 1 DAY APPEND TO t AS SELECT 1", "refreshable-view"},
    {"cluster:main", "CREATE TABLE t (a Int8) ENGINE = Log; CREATE MATERIALIZED VIEW v REFRESH EVERY 1 DAY TO t AS SELECT 1", ""},
    {"cluster:main", "CREATE TABLE s (a Int8) ENGINE = MergeTree ORDER BY a; RENAME TABLE s TO t; CREATE MATERIALIZED VIEW v REFRESH EVERY 1 DAY TO default.t AS SELECT 1", "refreshable-view"},
    {"cluster:main", "CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a; DROP TABLE t; CREATE MATERIALIZED VIEW v REFRESH EVERY 1 DAY TO t AS SELECT 1", ""},
    {"cluster:main", "CREATE MATERIALIZED VIEW v REFRESH EVERY 1 DAY ENGINE = Memory AS SELECT 1", ""},
    {"replicated", "CREATE MATERIALIZED VIEW v REFRESH EVERY 1 DAY ENGINE = MergeTree ORDER BY a AS SELECT 1 AS a", ""},
    {"cloud", "CREATE MATERIALIZED VIEW v REFRESH EVERY 1 DAY ENGINE = MergeTree ORDER BY a AS SELECT 1 AS a", ""},
    // Replacing.
    {"cluster:main", "CREATE OR REPLACE TABLE t (a Int8) ENGINE = Null", ""},
    {"cluster:main", "REPLACE TABLE t (a Int8) ENGINE = ReplicatedMergeTree('/p', 'r') ORDER BY a", "create-or-replace"},
    {"cluster:main", "CREATE OR REPLACE MATERIALIZED VIEW v ENGINE = MergeTree ORDER BY a AS SELECT 1 AS a", "create-or-replace"},
    {"cluster:main", "CREATE OR REPLACE VIEW v AS SELECT 1", ""},
    {"replicated:main", "CREATE OR REPLACE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a", ""},
    // Whose engine?
    {"replicated", "CREATE TABLE t (a Int8) PRIMARY KEY a", "no-engine"},
    {"cloud", "CREATE TABLE t (a Int8) PRIMARY KEY a", ""},
    {"cluster:main", "CREATE TABLE t AS numbers(10)", ""},
    {"cluster:main", "ATTACH TABLE t", ""},
    {"cluster:main", "CREATE MATERIALIZED VIEW v AS SELECT 1", "no-engine"},
    {"cluster:main", "CREATE MATERIALIZED VIEW v TO t AS SELECT 1", ""},
    {"cluster:main", "CREATE TABLE s (a Int8) ENGINE = MergeTree ORDER BY a; CREATE TABLE t AS s", ""},
    {"cluster:main", "CREATE TABLE x.s (a Int8) ENGINE = MergeTree ORDER BY a; CREATE TABLE t AS s", "copied-engine"},
    {"cluster:main", "CREATE TABLE t CLONE AS s", "copied-engine"},
    {"cluster:main", "CREATE TABLE t AS s ENGINE = MergeTree ORDER BY a", ""},
    // Filled everywhere.
    {"cluster:main", "CREATE TABLE t ENGINE = MergeTree ORDER BY a EMPTY AS SELECT 1 AS a", ""},
    {"replicated", "CREATE MATERIALIZED VIEW v ENGINE = MergeTree ORDER BY a POPULATE AS SELECT 1 AS a", "fills-on-every-host"},
    {"cluster:main", "CREATE TABLE t AS SELECT 1 AS a", "no-engine fills-on-every-host"},
    // One host of many.
    {"replicated:main", "CREATE FUNCTION f AS x -> x", ""},
    {"replicated", "CREATE USER u", "server-object"},
    {"replicated", "CHECK TABLE t", "one-host"},
    {"cluster:main", "ATTACH TABLE t AS REPLICATED", "one-host"},
    {"cloud", "CHECK TABLE t", ""},
    // Written by hand.
    {"cluster:main", "DROP TABLE t ON CLUSTER 'main'", ""},
    {"cluster:real", "DROP TABLE t ON CLUSTER mapped", ""},
    {"replicated:main", "DROP TABLE t ON CLUSTER main", "on-cluster-by-hand"},
    {"single", "DROP TABLE t ON CLUSTER main", "on-cluster-by-hand"},
    {"cluster:{cluster}", "DROP TABLE t ON CLUSTER '{cluster}'", ""},
    {"cluster:main", "CREATE VIEW v AS SELECT 1 FROM clusterAllReplicas(mapped, system.one)", "cluster-function"},
    {"cluster:main", "INSERT INTO t SELECT 1 FROM cluster('mapped', a.b)", "cluster-function"},
    {"cluster:main", "CREATE VIEW v AS SELECT 1 FROM cluster('main', system.one)", ""},
    {"cluster:main", "CREATE TABLE t AS remote('h', d, t)", "remote-function"},
    {"cluster:main", "CREATE VIEW v AS SELECT remote FROM t WHERE remote IN ('a')", ""},
    {"cluster:main", "INSERT INTO t SELECT 1 FROM remote('h', d, t)", ""},
    // Parts have theirs, once.
    {"cluster:main", "CREATE TABLE a (x Int8) PRIMARY KEY x PARALLEL WITH CREATE TABLE b (x Int8) PRIMARY KEY x PARALLEL WITH CHECK TABLE c", "no-engine one-host"},
};

// CREATE TABLE t AS s, sent with the engine of s.
constexpr Case kCopies[] = {
    {"cluster:main", "CREATE TABLE s (a Int8) ENGINE = MergeTree PARTITION BY a ORDER BY a SETTINGS x = 1; CREATE TABLE t AS s COMMENT 'c'",
     "CREATE TABLE t ON CLUSTER `main` AS s ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') PARTITION BY a ORDER BY a SETTINGS x = 1 COMMENT 'c'"},
    {"cluster:main", "CREATE TABLE s (a Int8) ENGINE = ReplicatedSummingMergeTree('/p', 'r', a) ORDER BY a; CREATE TABLE d.t CLONE AS default.s",
     "CREATE TABLE d.t ON CLUSTER `main` CLONE AS default.s ENGINE = ReplicatedSummingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', a) ORDER BY a"},
    {"replicated", "CREATE TABLE s (a Int8) ENGINE = MergeTree ORDER BY a; CREATE TABLE u AS s; CREATE TABLE t AS u",
     "CREATE TABLE t AS u ENGINE = ReplicatedMergeTree ORDER BY a"},
    {"cluster:main", "CREATE TABLE s (a Int8) ENGINE = Log; CREATE TABLE t AS s", "CREATE TABLE t ON CLUSTER `main` AS s"},
    {"single", "CREATE TABLE s (a Int8) ENGINE = MergeTree ORDER BY a; CREATE TABLE t AS s", "CREATE TABLE t AS s"},
    {"cloud", "CREATE TABLE s (a Int8) ENGINE = MergeTree ORDER BY a; CREATE TABLE t AS s", "CREATE TABLE t AS s"},
    {"cluster:main", "CREATE TABLE a (x Int8) ENGINE = Log; CREATE TABLE b (x Int8) ENGINE = MergeTree ORDER BY x; EXCHANGE TABLES a AND b; CREATE TABLE t AS a",
     "CREATE TABLE t ON CLUSTER `main` AS a ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY x"},
    {"cluster:main", "CREATE TABLE o.a (x Int8) ENGINE = MergeTree ORDER BY x; RENAME DATABASE o TO n; CREATE TABLE t AS n.a",
     "CREATE TABLE t ON CLUSTER `main` AS n.a ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY x"},
    {"cluster:main", "CREATE TABLE a.a (x Int8) ENGINE = MergeTree ORDER BY x; DROP DATABASE a; CREATE TABLE t AS a.a",
     "CREATE TABLE t ON CLUSTER `main` AS a.a"},
    // Two that copy each other are nobody's.
    {"cluster:main", "CREATE TABLE a AS b; CREATE TABLE b AS a; CREATE TABLE t AS a", "CREATE TABLE t ON CLUSTER `main` AS a"},
};
// clang-format on

TEST(Hazards, Cases) {
  for (const Case& row : kCases) {
    EXPECT_EQ(look_at(row.text, row.topology).hazards, row.hazards)
        << row.topology << ": " << row.text;
  }
}

TEST(CopiedEngine, IsWrittenWhereTheSourceIsKnown) {
  for (const Case& row : kCopies) {
    EXPECT_EQ(look_at(row.text, row.topology).sent, row.hazards)
        << row.topology << ": " << row.text;
  }
}

}  // namespace
}  // namespace godwit::topology
