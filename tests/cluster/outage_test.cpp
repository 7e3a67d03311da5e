// What the testbed can do to a server, and how 18.16 bears it. Each test leaves all servers up.

#include "godwit/base/text.hpp"
#include "support/cluster.hpp"
#include "support/program.hpp"
#include "support/thrown.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <memory>
#include <string>

namespace godwit::test {

namespace {

using namespace std::chrono_literals;

class AnOutage : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    shared = std::make_unique<Cluster>("1x2");
    (void)shared->value("s1r1",
                        "CREATE TABLE default.t ON CLUSTER main (n UInt64) ENGINE = "
                        "ReplicatedMergeTree('/clickhouse/tables/{shard}/default/t', "
                        "'{replica}') ORDER BY n");
  }
  static void TearDownTestSuite() { shared.reset(); }

  static Cluster& cluster() { return *shared; }

  static bool answers(std::string_view host, const std::string& text) {
    return cluster().query(host, text).status == 200;
  }

  /// The answer to CREATE DATABASE ON CLUSTER whose hosts get a second to do it.
  static std::string create_on_cluster(const std::string& database) {
    const std::string text = fmt::format("CREATE DATABASE {} ON CLUSTER main", database);
    return http_request(cluster().url("s1r1"), "/", {{"distributed_ddl_task_timeout", "1"}}, &text)
        .body;
  }

  static bool has_database(std::string_view host, std::string_view name) {
    return cluster()
               .query(host,
                      fmt::format("SELECT count() FROM system.databases WHERE name = '{}'", name))
               .body == "1\n";
  }

  /// Whether the replica gets all that its shard has.
  static bool catches_up(std::string_view host) {
    const std::string expected = cluster().value("s1r1", "SELECT count(), sum(n) FROM default.t");
    return eventually([&] {
      return cluster().query(host, "SELECT count(), sum(n) FROM default.t").body == expected + "\n";
    });
  }

  static std::unique_ptr<Cluster> shared;
};

std::unique_ptr<Cluster> AnOutage::shared;

TEST_F(AnOutage, ByKillIsOverAfterARestart) {
  cluster().kill("s1r2");
  const EngineAnswer none = cluster().query("s1r2", "SELECT 1");
  EXPECT_EQ(none.status, 0) << none.body;
  (void)cluster().value("s1r1", "INSERT INTO default.t VALUES (1)");
  EXPECT_THAT(create_on_cluster("killed"), ::testing::StartsWith("Code: 159"));
  cluster().restart("s1r2");
  EXPECT_TRUE(catches_up("s1r2"));
  EXPECT_TRUE(eventually([] { return has_database("s1r2", "killed"); }));
}

TEST_F(AnOutage, ByStopTakesConnectionsAndAnswersNone) {
  cluster().stop("s1r2");
  EXPECT_EQ(cluster().query("s1r2", "SELECT 1", 200ms).body, "Timeout was reached");
  EXPECT_THAT(create_on_cluster("stopped"), ::testing::StartsWith("Code: 159"));
  cluster().cont("s1r2");
  EXPECT_EQ(cluster().value("s1r2", "SELECT 1"), "1");
  EXPECT_TRUE(eventually([] { return has_database("s1r2", "stopped"); }));
}

TEST_F(AnOutage, ByCutOffRefusesConnectionsAndLetsTheServerRunOn) {
  cluster().cut_off("s1r2");
  EXPECT_EQ(cluster().query("s1r2", "SELECT 1").body, "Couldn't connect to server");
  (void)cluster().value("s1r1", "INSERT INTO default.t VALUES (2)");
  EXPECT_THAT(create_on_cluster("unplugged"), ::testing::StartsWith("Code: 159"));
  cluster().reconnect("s1r2");
  EXPECT_TRUE(catches_up("s1r2"));
  EXPECT_TRUE(eventually([] { return has_database("s1r2", "unplugged"); }));
}

TEST_F(AnOutage, ByCutOffLosesTheAnswerOfAStatementThatGoesOn) {
  const std::string statement = "CREATE TABLE default.slow ENGINE = Log AS SELECT sleep(1)";
  auto sent =
      std::async(std::launch::async, [&] { return cluster().query("s1r2", statement).status; });
  ASSERT_TRUE(eventually([] {
    return cluster()
               .query("s1r2", "SELECT count() FROM system.processes WHERE query LIKE 'CREATE%'")
               .body == "1\n";
  }));
  cluster().cut_off("s1r2");
  EXPECT_EQ(sent.get(), 0);
  cluster().reconnect("s1r2");
  EXPECT_TRUE(eventually([] { return answers("s1r2", "SYSTEM FLUSH LOGS"); }));
  EXPECT_TRUE(eventually([&] {
    return cluster()
               .query("s1r2", fmt::format("SELECT type FROM system.query_log WHERE query = '{}' "
                                          "ORDER BY type",
                                          statement))
               .body == "1\n2\n";
  }));
}

TEST_F(AnOutage, ByCutOffEndsWithARestart) {
  cluster().cut_off("s1r2");
  cluster().restart("s1r2");
  EXPECT_EQ(cluster().value("s1r2", "SELECT 1"), "1");
  cluster().kill("s1r2");
  EXPECT_THAT(thrown_by([] { cluster().cut_off("s1r2"); }), ::testing::StartsWith("failed "));
  cluster().restart("s1r2");
  EXPECT_TRUE(catches_up("s1r2"));
}

TEST_F(AnOutage, OfZooKeeperByKillIsOverAfterARestart) {
  cluster().kill(kZooKeeper);
  EXPECT_FALSE(answers("s1r1", "INSERT INTO default.t VALUES (3)"));
  EXPECT_EQ(cluster().value("s1r1", "SELECT 1"), "1");
  cluster().restart(kZooKeeper);
  EXPECT_TRUE(eventually([] { return answers("s1r1", "INSERT INTO default.t VALUES (4)"); }));
  EXPECT_TRUE(catches_up("s1r2"));
}

TEST_F(AnOutage, OfZooKeeperByStopIsOverWhenItGoesOn) {
  const std::string ask = "SELECT count() FROM system.zookeeper WHERE path = '/clickhouse'";
  ASSERT_TRUE(eventually([&] { return answers("s1r1", ask); }));  // the test before may go on
  cluster().stop(kZooKeeper);
  EXPECT_EQ(cluster().query("s1r1", ask, 200ms).body, "Timeout was reached");
  cluster().cont(kZooKeeper);
  EXPECT_TRUE(eventually([&] { return answers("s1r1", ask); }));
  EXPECT_TRUE(eventually([] { return answers("s1r1", "INSERT INTO default.t VALUES (5)"); }));
  EXPECT_TRUE(catches_up("s1r2"));
}

TEST_F(AnOutage, LongerThanASessionEndsIt) {
  const auto session = [](std::string_view from) {
    return cluster()
        .query(from,
               "SELECT ephemeralOwner FROM system.zookeeper "
               "WHERE path = '/clickhouse/tables/1/default/t/replicas/2' AND name = 'is_active'")
        .body;
  };
  std::string before;
  ASSERT_TRUE(eventually([&] {  // the test before may go on
    before = session("s1r1");
    return parse_digits(trim(before)).has_value();
  }));
  cluster().stop("s1r2");
  EXPECT_TRUE(eventually([&] { return session("s1r1").empty(); }));
  cluster().cont("s1r2");
  EXPECT_TRUE(eventually([&] {
    const std::string after = session("s1r1");
    return parse_digits(trim(after)).has_value() && after != before;
  }));
}

TEST_F(AnOutage, OfAnUnknownHostIsRefused) {
  EXPECT_EQ(thrown_by([] { cluster().kill("s3r1"); }), "usage layout 1x2 has no host 's3r1'");
}

}  // namespace

}  // namespace godwit::test
