// What a layout promises, on the largest of them; nothing here hurts a server.

#include "godwit/base/text.hpp"
#include "support/cluster.hpp"
#include "support/program.hpp"
#include "support/thrown.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

namespace godwit::test {

namespace {

class ALayout : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { shared = std::make_unique<Cluster>("2x2+satellite"); }
  static void TearDownTestSuite() { shared.reset(); }

  static Cluster& cluster() { return *shared; }
  static std::span<const ServerRow> servers() { return shared->layout().servers; }

  static std::unique_ptr<Cluster> shared;
};

std::unique_ptr<Cluster> ALayout::shared;

TEST_F(ALayout, HasServersThatAnswerWithTheirMacros) {
  for (const ServerRow& row : servers()) {
    EXPECT_TRUE(cluster().value(row.host, "SELECT version()").starts_with("18.16.")) << row.host;
    EXPECT_EQ(
        cluster().value(row.host, "SELECT * FROM system.macros ORDER BY macro"),
        fmt::format("cluster\t{}\nreplica\t{}\nshard\t{}", row.cluster, row.replica, row.shard));
  }
}

TEST_F(ALayout, IsKnownToEachOfItsServers) {
  std::string expected;
  int shard = 0;
  std::string_view last;
  for (const ServerRow& row : servers()) {
    if (row.cluster != "main") continue;
    if (row.shard != last) ++shard;
    last = row.shard;
    expected += fmt::format("main\t{}\t{}\t127.0.0.1\t{}\n", shard, row.replica,
                            cluster().native_port(row.host));
  }
  expected += fmt::format("satellite\t1\t1\t127.0.0.1\t{}", cluster().native_port("satellite"));
  for (const ServerRow& row : servers()) {
    EXPECT_EQ(cluster().value(row.host,
                              "SELECT cluster, shard_num, replica_num, host_name, port "
                              "FROM system.clusters ORDER BY cluster, shard_num, replica_num"),
              expected)
        << row.host;
  }
}

TEST_F(ALayout, TakesStatementsOnCluster) {
  const std::string answer =
      cluster().value("s2r1", "CREATE DATABASE taken ON CLUSTER main FORMAT TabSeparated");
  std::set<std::string> answered;
  for (const std::string_view line : split(answer, '\n')) {
    answered.insert(std::string(line.substr(0, line.find("\t0\t\t"))));
  }
  std::set<std::string> expected;
  for (const ServerRow& row : servers()) {
    const bool is_main = row.cluster == "main";
    if (is_main) expected.insert(fmt::format("127.0.0.1\t{}", cluster().native_port(row.host)));
    EXPECT_EQ(
        cluster().value(row.host, "SELECT count() FROM system.databases WHERE name = 'taken'"),
        is_main ? "1" : "0")
        << row.host;
  }
  EXPECT_EQ(answered, expected);
}

TEST_F(ALayout, ReplicatesWithinAShardAndSpreadsOverShards) {
  for (const char* const statement :
       {"CREATE DATABASE spread ON CLUSTER main",
        "CREATE TABLE spread.part ON CLUSTER main (n UInt64) ENGINE = ReplicatedMergeTree("
        "'/clickhouse/tables/{shard}/spread/part', '{replica}') ORDER BY n",
        "CREATE TABLE spread.whole ON CLUSTER main (n UInt64) "
        "ENGINE = Distributed(main, spread, part, n)"}) {
    (void)cluster().value("s1r1", statement);
  }
  const std::string rows = "INSERT INTO spread.whole SELECT number FROM numbers(1000)";
  const EngineAnswer inserted =
      http_request(cluster().url("s1r1"), "/", {{"insert_distributed_sync", "1"}}, &rows);
  ASSERT_EQ(inserted.status, 200) << inserted.body;
  for (const char* const host : {"s1r2", "s2r2"}) {
    (void)cluster().value(host, "SYSTEM SYNC REPLICA spread.part");
  }
  for (const char* const host : {"s1r1", "s1r2", "s2r1", "s2r2"}) {
    const bool is_second = host[1] == '2';
    EXPECT_EQ(cluster().value(host, "SELECT count(), min(n) FROM spread.part"),
              is_second ? "500\t1" : "500\t0")
        << host;
    EXPECT_EQ(cluster().value(host, "SELECT count() FROM spread.whole"), "1000") << host;
  }
}

TEST_F(ALayout, LogsEveryQuery) {
  EXPECT_EQ(cluster().value("s1r1", "SELECT 'logged'"), "logged");
  const std::string ask =
      "SELECT count() FROM system.query_log WHERE type = 2 AND query = 'SELECT \\'logged\\''";
  EXPECT_TRUE(eventually([&] { return cluster().query("s1r1", ask).body == "1\n"; }));
}

TEST(Layouts, AreNamedWhereOneIsUnknown) {
  EXPECT_EQ(thrown_by([] { return find_layout("3x3"); }),
            "usage unknown layout '3x3' / 1x2, 2x2, 2x2+satellite");
}

TEST(Layouts, NeverShareAReplica) {
  for (const Layout& layout : layouts()) {
    std::set<std::string> replicas;
    std::set<std::string_view> hosts;
    for (const ServerRow& row : layout.servers) {
      EXPECT_TRUE(replicas.insert(fmt::format("{}-{}", row.shard, row.replica)).second) << row.host;
      EXPECT_TRUE(hosts.insert(row.host).second) << row.host;
    }
  }
}

}  // namespace

}  // namespace godwit::test
