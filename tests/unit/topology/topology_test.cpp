#include "godwit/topology/topology.hpp"

#include "godwit/base/error.hpp"
#include "godwit/topology/render.hpp"
#include "support/topologies.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace godwit::topology {
namespace {

struct GoodCase {
  std::string_view text;
  TopologyKind kind;
  std::string_view cluster;
};

// clang-format off
constexpr GoodCase kGood[] = {
    {"single",            TopologyKind::single,     ""},
    {"cluster:main",      TopologyKind::cluster,    "main"},
    {"cluster:{cluster}", TopologyKind::cluster,    "{cluster}"},
    {"cluster:a:b",       TopologyKind::cluster,    "a:b"},
    {"replicated",        TopologyKind::replicated, ""},
    {"replicated:main",   TopologyKind::replicated, "main"},
    {"cloud",             TopologyKind::cloud,      ""},
};

struct BadCase {
  std::string_view text;
  std::string_view message;
  std::string_view hint;
};

constexpr BadCase kBad[] = {
    {"",              "unknown topology ''",                "one of: single, cluster, replicated, cloud"},
    {"clutser:main",  "unknown topology 'clutser'",         "did you mean 'cluster'?"},
    {"Single",        "unknown topology 'Single'",          "did you mean 'single'?"},
    {" single",       "unknown topology ' single'",         "did you mean 'single'?"},
    {"kubernetes",    "unknown topology 'kubernetes'",      "one of: single, cluster, replicated, cloud"},
    {"cluster",       "topology 'cluster' names no cluster", "write cluster:<name>, with a name of remote_servers (system.clusters)"},
    {"cluster:",      "topology 'cluster' names no cluster", "write cluster:<name>, with a name of remote_servers (system.clusters)"},
    {"single:main",   "topology 'single' takes no cluster", "write single, or cluster:main"},
    {"cloud:main",    "topology 'cloud' takes no cluster",  "write cloud, or cluster:main"},
    {"cloud:",        "topology 'cloud' takes no cluster",  "write cloud, or cluster:<name>"},
    {"replicated:",   "topology 'replicated' names no cluster", "write replicated, or replicated:<name>"},
};

constexpr std::pair<std::string_view, std::string_view> kClauses[] = {
    {"main",         "ON CLUSTER `main`"},
    {"my-cluster.1", "ON CLUSTER `my-cluster.1`"},
    {"a`b",          "ON CLUSTER `a``b`"},
    {"a\\b",         "ON CLUSTER `a\\\\b`"},
    {"it's",         "ON CLUSTER `it's`"},
    {"{cluster}",    "ON CLUSTER '{cluster}'"},
    {"{cluster}_x",  "ON CLUSTER '{cluster}_x'"},
    {"{a}'b",        "ON CLUSTER '{a}\\'b'"},
    {"{a}\\b",       "ON CLUSTER '{a}\\\\b'"},
};
// clang-format on

TEST(Topology, TheGoodOnesAreReadAndPrintedBack) {
  for (const auto& [text, kind, cluster] : kGood) {
    const Topology topology = parse_topology(text);
    EXPECT_EQ(topology.kind, kind) << text;
    EXPECT_EQ(topology.cluster, cluster) << text;
    EXPECT_EQ(to_string(topology), text);
    EXPECT_EQ(parse_topology_kind(to_string(kind)), kind);
  }
}

TEST(Topology, TheBadOnesAreRefusedWithWhatToWriteInstead) {
  for (const auto& [text, message, hint] : kBad) {
    try {
      parse_topology(text, {"godwit.hcl", 3, 5, {}});
      ADD_FAILURE() << "taken: " << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, ErrorKind::usage) << text;
      EXPECT_EQ(error.what(), message);
      EXPECT_EQ(error.hint, hint) << text;
      EXPECT_EQ(to_string(error.where), "godwit.hcl:3:5");
    }
  }
}

TEST(Topology, TheClauseQuotesTheNameAndWritesAMacroAsAString) {
  for (const auto& [cluster, expected] : kClauses) EXPECT_EQ(on_cluster(cluster), expected);
}

// What the clause says is the name that was meant, whatever is in it.
TEST(Topology, TheParserReadsTheNameBack) {
  for (const auto& [cluster, expected] : kClauses) {
    const std::string text = "DROP TABLE t " + on_cluster(cluster);
    const std::string_view clause = sql::parse_statement(text).cluster_clause;
    ASSERT_EQ(clause, " " + on_cluster(cluster));
    const std::string_view name = clause.substr(std::string_view(" ON CLUSTER ").size());
    EXPECT_EQ(name.front() == '\'' ? sql::unquote_string(name) : sql::unquote_name(name), cluster);
  }
}

std::string rendered(std::string_view text, const Topology& topology) {
  return render(sql::parse_statement(text), topology);
}

struct PathCase {
  std::string_view path;
  std::string_view name;
  std::string_view sql;
  std::string_view engine;
};

// clang-format off
constexpr PathCase kPaths[] = {
    {kDefaultReplicaPath, kDefaultReplicaName, "CREATE TABLE t (a Int8) ENGINE = MergeTree",
     "ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')"},
    {"/x/{database}/{table}/{shard}", "{shard}-{replica}", "CREATE TABLE t (a Int8) ENGINE = ReplacingMergeTree(a)",
     "ReplicatedReplacingMergeTree('/x/{database}/{table}/{shard}', '{shard}-{replica}', a)"},
    // quotes and backslashes are escaped
    {"/it's", "a\\b", "CREATE TABLE t (a Int8) ENGINE = MergeTree",
     "ReplicatedMergeTree('/it\\'s', 'a\\\\b')"},
    // the server's own: both arguments are left out, and the brackets stay as they were
    {kServersReplicaPath, "{replica}", "CREATE TABLE t (a Int8) ENGINE = MergeTree", "ReplicatedMergeTree"},
    {kServersReplicaPath, "{replica}", "CREATE TABLE t (a Int8) ENGINE = MergeTree()", "ReplicatedMergeTree()"},
    {kServersReplicaPath, "{replica}", "CREATE TABLE t (a Int8) ENGINE = ReplacingMergeTree(a)", "ReplicatedReplacingMergeTree(a)"},
    // what is written by hand stays
    {"/x", "y", "CREATE TABLE t (a Int8) ENGINE = ReplicatedMergeTree('/p', 'r')", "ReplicatedMergeTree('/p', 'r')"},
    {kServersReplicaPath, "y", "CREATE TABLE t (a Int8) ENGINE = ReplicatedMergeTree('/p', 'r')", "ReplicatedMergeTree('/p', 'r')"},
};
// clang-format on

TEST(Topology, ThePathAndTheNameAreTheEnvironments) {
  for (const auto& [path, name, sql, engine] : kPaths) {
    Topology topology = parse_topology("cluster:main");
    topology.replica_path = path;
    topology.replica_name = name;
    const std::string result = rendered(sql, topology);
    EXPECT_EQ(result, "CREATE TABLE t ON CLUSTER `main` (a Int8) ENGINE = " + std::string(engine));
    EXPECT_EQ(rendered(result, topology), result);
  }
}

TEST(Topology, InAReplicatedDatabaseNobodyWritesAPath) {
  Topology topology = parse_topology("replicated:main");
  topology.replica_path = "/x";
  EXPECT_EQ(rendered("CREATE TABLE t (a Int8) ENGINE = MergeTree", topology),
            "CREATE TABLE t (a Int8) ENGINE = ReplicatedMergeTree");
}

// clang-format off
constexpr std::pair<std::string_view, std::string_view> kTables[] = {
    {"t",               "/x/default/t/{shard}"},
    {"shop.t",          "/x/shop/t/{shard}"},
    {"`my shop`.\"t\"", "/x/my shop/t/{shard}"},
    {"`it's`.t",        "/x/it\\'s/t/{shard}"},
};
// clang-format on

TEST(Topology, OldServersGetDatabaseAndTableFilledIn) {
  Topology topology = parse_topology("cluster:main");
  topology.replica_path = "/x/{database}/{table}/{shard}";
  topology.server_expands_table_macros = false;
  for (const auto& [table, path] : kTables) {
    const std::string result =
        rendered("CREATE TABLE " + std::string(table) + " (a Int8) ENGINE = MergeTree", topology);
    EXPECT_NE(result.find("('" + std::string(path) + "', '{replica}')"), std::string::npos)
        << result;
  }
  topology.default_database = "store";
  EXPECT_NE(rendered("CREATE TABLE t (a Int8) ENGINE = MergeTree", topology).find("/x/store/t/"),
            std::string::npos);
}

// clang-format off
constexpr std::pair<std::string_view, std::string_view> kMapped[] = {
    {"DROP TABLE t", "DROP TABLE t ON CLUSTER `prod_main`"},
    {"DROP TABLE t ON CLUSTER other", "DROP TABLE t ON CLUSTER `prod_main`"},
    {"CREATE TABLE t AS s ENGINE = Distributed(main, d, s)",
     "CREATE TABLE t ON CLUSTER `prod_main` AS s ENGINE = Distributed('prod_main', d, s)"},
    {"CREATE TABLE t AS s ENGINE = Distributed('main', d, s, rand())",
     "CREATE TABLE t ON CLUSTER `prod_main` AS s ENGINE = Distributed('prod_main', d, s, rand())"},
    {"CREATE TABLE t AS s ENGINE = Distributed(`main`, d, s)",
     "CREATE TABLE t ON CLUSTER `prod_main` AS s ENGINE = Distributed('prod_main', d, s)"},
    {"CREATE TABLE t AS s ENGINE = Distributed(aux, d, s)",
     "CREATE TABLE t ON CLUSTER `prod_main` AS s ENGINE = Distributed('it\\'s', d, s)"},
    {"CREATE TABLE t AS s ENGINE = Distributed(elsewhere, main, main)",
     "CREATE TABLE t ON CLUSTER `prod_main` AS s ENGINE = Distributed(elsewhere, main, main)"},
    {"CREATE TABLE t AS s ENGINE = Distributed",
     "CREATE TABLE t ON CLUSTER `prod_main` AS s ENGINE = Distributed"},
};
// clang-format on

TEST(Topology, LogicalClustersBecomeRealOnes) {
  Topology topology = parse_topology("cluster:main");
  topology.clusters = {{"main", "prod_main"}, {"aux", "it's"}};
  for (const auto& [sql, expected] : kMapped) {
    EXPECT_EQ(rendered(sql, topology), expected);
    EXPECT_EQ(rendered(rendered(sql, topology), topology), expected);
  }
}

TEST(Topology, DistributedIsMappedOnASingleServerToo) {
  Topology topology;
  topology.clusters = {{"main", "default"}};
  EXPECT_EQ(rendered("CREATE TABLE t AS s ENGINE = Distributed(main, d, s)", topology),
            "CREATE TABLE t AS s ENGINE = Distributed('default', d, s)");
}

TEST(Topology, WhatIsNotUnderstoodGoesToASingleServerOnly) {
  for (const std::string_view word : test::kTopologies) {
    const Topology topology = parse_topology(word);
    EXPECT_TRUE(may_be_sent(sql::parse_statement("DROP TABLE t"), topology)) << word;
    EXPECT_TRUE(may_be_sent(sql::parse_statement("SELECT 1"), topology)) << word;
    EXPECT_EQ(may_be_sent(sql::parse_statement("FROB TABLE t"), topology), word == "single");
    EXPECT_EQ(rendered("FROB TABLE t ON CLUSTER c", topology), "FROB TABLE t ON CLUSTER c");
  }
}

// No server takes it, and so no text is right; but nothing else is touched.
TEST(Topology, AnEmptyEngineArgumentStaysWhereItIs) {
  const std::string_view text = "CREATE TABLE t ENGINE = ReplicatedMergeTree('/p', 'r',, v)";
  EXPECT_EQ(rendered(text, parse_topology("single")), "CREATE TABLE t ENGINE = MergeTree(, v)");
  EXPECT_EQ(rendered(text, parse_topology("cluster:main")),
            "CREATE TABLE t ON CLUSTER `main` ENGINE = ReplicatedMergeTree('/p', 'r',, v)");
}

struct ClusterCase {
  sql::Scope scope;
  std::string_view on_cluster;     // cluster:main
  std::string_view on_replicated;  // replicated:main
};

constexpr ClusterCase kScopes[] = {
    {sql::Scope::in_database, "main", ""}, {sql::Scope::database, "main", "main"},
    {sql::Scope::server, "main", "main"},  {sql::Scope::untouched, "", ""},
    {sql::Scope::session, "", ""},         {sql::Scope::unknown, "", ""},
};

TEST(Topology, WhereAStatementRunsDependsOnWhatItActsOn) {
  for (const auto& [scope, on_cluster, on_replicated] : kScopes) {
    EXPECT_EQ(cluster_of(scope, parse_topology("cluster:main")), on_cluster);
    EXPECT_EQ(cluster_of(scope, parse_topology("replicated:main")), on_replicated);
    for (const std::string_view word : {"single", "replicated", "cloud"}) {
      EXPECT_EQ(cluster_of(scope, parse_topology(word)), "") << word;
    }
  }
}

}  // namespace
}  // namespace godwit::topology
