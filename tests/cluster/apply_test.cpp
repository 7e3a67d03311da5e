// apply on real clusters: what reaches every host, what one host refuses, and who may run at once.
// Each test has a database, a history and a lock of its own; none hurts a server.

#include "godwit/base/text.hpp"
#include "support/cluster_project.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

#include "cluster/on_2x2.hpp"

namespace godwit::test {

namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;

class AnApply : public On2x2 {
 protected:
  /// What every host must answer alike.
  static void expect_of_all(const std::string& query, const std::string& expected) {
    for (const ServerRow& row : cluster().layout().servers) {
      EXPECT_EQ(cluster().value(row.host, query), expected) << row.host << ": " << query;
    }
  }
};

TEST_F(AnApply, OfTheShopReachesEveryHostAndSpreadsItsRows) {
  const ClusterProject shop(cluster(), "shop", "shop");
  const Ended applied = shop.apply("s1r1");
  ASSERT_EQ(applied.code, 0) << applied.output << applied.errors;
  shop.expect_everywhere("all_events daily daily_of_events events");
  expect_of_all("SELECT engine FROM system.tables WHERE database = 'shop' ORDER BY name",
                "Distributed\nReplicatedSummingMergeTree\nMaterializedView\nReplicatedMergeTree");
  expect_of_all("SELECT type FROM system.columns WHERE table = 'events' AND name = 'country'",
                "String");

  const std::string rows =
      "INSERT INTO shop.all_events SELECT number + 1000, 'view', "
      "toDateTime('2026-03-01 00:00:00'), 'NL' FROM numbers(1000)";
  const EngineAnswer inserted =
      http_request(cluster().url("s2r1"), "/", {{"insert_distributed_sync", "1"}}, &rows);
  ASSERT_EQ(inserted.status, 200) << inserted.body;
  for (const ServerRow& row : cluster().layout().servers) {
    (void)cluster().value(row.host, "SYSTEM SYNC REPLICA shop.events");
    EXPECT_EQ(cluster().value(row.host, "SELECT count() FROM shop.events WHERE id >= 1000"), "500")
        << row.host;
  }
  // With the three rows of the migration, which went to one shard.
  expect_of_all("SELECT count() FROM shop.all_events", "1003");
}

TEST_F(AnApply, ShowsTheSameFromEveryHostAndRunsNothingAgain) {
  const ClusterProject project(cluster(), "same");
  project.begin();
  std::string first;
  for (const ServerRow& row : cluster().layout().servers) {
    const Ended status = project.run("status", row.host, {"--steps", "--exit-code"});
    EXPECT_EQ(status.code, 0) << status.errors;
    const std::string below_the_head = status.output.substr(status.output.find('\n'));
    if (first.empty()) first = below_the_head;
    EXPECT_EQ(below_the_head, first) << row.host;
    const Ended again = project.apply(row.host);
    EXPECT_EQ(again.code, 0) << again.errors;
    EXPECT_THAT(again.output, HasSubstr("nothing to do")) << row.host;
  }
  EXPECT_THAT(first, HasSubstr("done"));
  project.expect_everywhere("t");
  EXPECT_EQ(project.times_sent("CREATE TABLE {}.t"), 1);
}

TEST_F(AnApply, ThatOneHostRefusesIsSentOnceMoreWhenItIsMended) {
  const ClusterProject project(cluster(), "refused");
  project.begin();
  (void)cluster().value("s2r2", "CREATE TABLE refused.u (other String) ENGINE = Log");
  project.migration("0002_u.sql",
                    "CREATE TABLE {}.u (n UInt64) ENGINE = MergeTree ORDER BY n;\n"
                    "CREATE TABLE {}.v (n UInt64) ENGINE = MergeTree ORDER BY n;\n");
  const Ended failed = project.apply();
  EXPECT_EQ(failed.code, 1) << failed.output;
  EXPECT_THAT(failed.errors,
              AllOf(HasSubstr("1 of 4 hosts failed:"), HasSubstr(address("s2r2") + ": code 57")));
  EXPECT_EQ(project.times_sent("CREATE TABLE {}.v"), 0);
  const std::string history = project.history("s2r1");
  EXPECT_THAT(history, HasSubstr(fmt::format("2\t1\t{}\tfailed", address("s2r2"))));
  for (const char* const host : {"s1r1", "s1r2", "s2r1"}) {
    EXPECT_THAT(history, HasSubstr(fmt::format("2\t1\t{}\tdone", address(host))));
  }

  // From a host of the other shard: what is known of single hosts is in the history.
  (void)cluster().value("s2r2", "DROP TABLE refused.u");
  const Ended mended = project.apply("s2r1");
  EXPECT_EQ(mended.code, 0) << mended.errors;
  project.expect_everywhere("t u v");
  expect_of_all("SELECT engine FROM system.tables WHERE database = 'refused' AND name = 'u'",
                "ReplicatedMergeTree");
  EXPECT_EQ(project.times_sent("CREATE TABLE {}.u"), 2);
  EXPECT_EQ(project.times_sent("CREATE TABLE {}.v"), 1);
}

// What Keeper leaves behind where it goes away in the midst of CREATE TABLE: a replica without its
// table. Here a table of another name has its nodes.
TEST_F(AnApply, ThatMeetsAReplicaWithoutItsTableSaysWhatToRemove) {
  const ClusterProject project(cluster(), "orphan");
  project.begin();
  (void)cluster().value("s2r2",
                        "CREATE TABLE orphan.other (n UInt64) ENGINE = ReplicatedMergeTree("
                        "'/clickhouse/tables/2/orphan/u', '2') ORDER BY n");
  project.migration("0002_u.sql", "CREATE TABLE {}.u (n UInt64) ENGINE = MergeTree ORDER BY n;\n");
  const Ended failed = project.apply();
  EXPECT_EQ(failed.code, 1) << failed.output;
  EXPECT_THAT(failed.errors,
              AllOf(HasSubstr(address("s2r2") +
                              ": code 253: Replica /clickhouse/tables/2/orphan/u/replicas/2"),
                    HasSubstr("SYSTEM DROP REPLICA")));
  (void)cluster().value("s2r2", "DROP TABLE orphan.other");
  const Ended mended = project.apply();
  EXPECT_EQ(mended.code, 0) << mended.errors;
  project.expect_everywhere("t u");
}

TEST_F(AnApply, ThatSomeHostsRefuseAndThatWouldRunTwiceIsNotSentAgain) {
  const ClusterProject project(cluster(), "mutated");
  project.begin();
  for (const char* const host : {"s2r1", "s2r2"}) {
    (void)cluster().value(host, "DROP TABLE mutated.t");
    (void)cluster().value(host, "CREATE TABLE mutated.t (n UInt64) ENGINE = Log");
  }
  project.migration("0002_delete.sql", "ALTER TABLE {}.t DELETE WHERE n = 1;\n");
  const Ended failed = project.apply();
  EXPECT_EQ(failed.code, 1) << failed.output;
  EXPECT_THAT(failed.errors, HasSubstr("of 4 hosts failed:"));
  EXPECT_EQ(project.times_sent("ALTER TABLE {}.t"), 1);

  const Ended again = project.apply();
  EXPECT_EQ(again.code, 1) << again.output;
  EXPECT_THAT(again.errors, AllOf(HasSubstr("would run there once more"),
                                  HasSubstr("godwit resolve s1r1 2 --step 1 --done")));
  EXPECT_EQ(project.times_sent("ALTER TABLE {}.t"), 1);

  const Ended resolved = project.run("resolve", "s1r1", {"2", "--step", "1", "--done"});
  EXPECT_EQ(resolved.code, 0) << resolved.errors;
  const Ended over = project.apply("s2r2");
  EXPECT_EQ(over.code, 0) << over.errors;
  EXPECT_EQ(project.times_sent("ALTER TABLE {}.t"), 1);
}

// Every host has taken the mutation long before its replica has done it: 18.16 has no
// mutations_sync.
TEST_F(AnApply, WaitsForTheReplicasOfATable) {
  const ClusterProject project(cluster(), "replicas");
  project.begin();
  (void)cluster().value("s1r1", "INSERT INTO replicas.t VALUES (1), (2)");
  (void)cluster().value("s1r2", "SYSTEM SYNC REPLICA replicas.t");
  (void)cluster().value("s1r2", "SYSTEM STOP REPLICATION QUEUES replicas.t");
  project.migration("0002_delete.sql", "ALTER TABLE {}.t DELETE WHERE n = 1;\n");
  const Ended waited = project.apply();
  EXPECT_EQ(waited.code, 1) << waited.output;
  EXPECT_THAT(waited.errors,
              AllOf(HasSubstr("not every replica has done it"),
                    HasSubstr("3 of 4 replicas have done it; running on " + address("s1r2"))));
  (void)cluster().value("s1r2", "SYSTEM START REPLICATION QUEUES replicas.t");
  const Ended done = project.apply("s2r1");
  EXPECT_EQ(done.code, 0) << done.errors;
  EXPECT_EQ(cluster().value("s1r2", "SELECT count() FROM replicas.t"), "1");
  EXPECT_EQ(project.times_sent("ALTER TABLE {}.t"), 1);
  project.expect_everywhere("t");
}

TEST_F(AnApply, WaitsForTheColumnsOfEveryReplica) {
  const ClusterProject project(cluster(), "columns");
  project.begin();
  (void)cluster().value("s2r2", "SYSTEM STOP REPLICATION QUEUES columns.t");
  project.migration("0002_column.sql", "ALTER TABLE {}.t ADD COLUMN c String;\n");
  const Ended applied = project.apply();
  EXPECT_EQ(applied.code, 0) << applied.errors;
  expect_of_all("SELECT count() FROM system.columns WHERE database = 'columns' AND name = 'c'",
                "1");
  (void)cluster().value("s2r2", "SYSTEM START REPLICATION QUEUES columns.t");
}

TEST_F(AnApply, OfTwoRunnersIsDoneByOne) {
  const ClusterProject project(cluster(), "two");
  project.migration("1_database.sql", "CREATE DATABASE {};\n");
  std::string tables;
  // The first round also makes the history; the others find it.
  for (const auto& [file, prefix] : {std::pair("2_a", "a"), {"3_b", "b"}, {"4_c", "c"}}) {
    project.tables(fmt::format("{}.sql", file), prefix, 2);
    Running one = project.start_apply("s1r1");
    Running other = project.start_apply("s2r2");
    const std::array<Ended, 2> ended{one.wait(), other.wait()};
    for (const Ended& each : ended) {
      EXPECT_THAT(each.code, AnyOf(0, 4)) << each.errors;
      EXPECT_EQ(each.code == 4, each.errors.find("the lock is held by") != std::string::npos);
    }
    EXPECT_TRUE(ended[0].code == 0 || ended[1].code == 0);
    tables += fmt::format("{}{}1 {}2", tables.empty() ? "" : " ", prefix, prefix);
    project.expect_everywhere(tables);
    for (const std::string_view table : {"1", "2"}) {
      EXPECT_EQ(project.times_sent(fmt::format("CREATE TABLE {{}}.{}{}", prefix, table)), 1);
    }
  }
}

TEST_F(AnApply, BringsTheHistoryToAHostThatHasNone) {
  const ClusterProject project(cluster(), "added");
  project.begin();
  const std::string drop = "DROP TABLE godwit_added.history";
  const std::string names =
      "SELECT name FROM system.zookeeper "
      "WHERE path = '/clickhouse/godwit/godwit_added/history/replicas' ORDER BY name";

  // Asked itself, the host says so, and what writes brings it, even with nothing else to do.
  (void)cluster().value("s2r2", drop);
  ASSERT_EQ(cluster().value("s1r1", names), "1-1\n1-2\n2-1");
  const Ended status = project.run("status", "s2r2");
  EXPECT_EQ(status.code, 1) << status.output;
  EXPECT_THAT(status.errors, HasSubstr("the history godwit_added.history is not on this host"));
  const Ended brought = project.apply("s2r2");
  EXPECT_EQ(brought.code, 0) << brought.errors;
  EXPECT_THAT(brought.output, HasSubstr("nothing to do"));
  project.expect_everywhere("t");

  // Asked elsewhere, its copy arrives with the next thing to do.
  (void)cluster().value("s2r2", drop);
  EXPECT_EQ(project.run("status", "s1r1").code, 0);
  project.tables("0002_u.sql", "u", 1);
  const Ended next = project.apply("s1r1");
  EXPECT_EQ(next.code, 0) << next.errors;
  EXPECT_EQ(cluster().value("s1r1", names), "1-1\n1-2\n2-1\n2-2");
  project.expect_everywhere("t u1");
  EXPECT_EQ(project.times_sent("CREATE TABLE {}.t"), 1);
  EXPECT_EQ(project.times_sent("CREATE TABLE {}.u1"), 1);
}

}  // namespace

}  // namespace godwit::test
