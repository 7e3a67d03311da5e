// Reading the history: what is there, what is missing, and what keeps it from being read.

#include "godwit/history/history.hpp"
#include "support/hand_clock.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "unit/history/rows.hpp"

namespace godwit::history {
namespace {

Row key(std::string migration, std::uint32_t step, std::uint64_t seq, std::string host = {}) {
  Row row = full_row();
  row.migration = std::move(migration);
  row.step = step;
  row.seq = seq;
  row.host = std::move(host);
  return row;
}

TEST(History, ReadSortsByNumberAndGoesOnBehindTheLastRow) {
  ScriptedServer server;
  server
      .expect(
          "FROM `godwit`.`history` ORDER BY migration, step, host, seq DESC "
          "LIMIT 1 BY migration, step, host",
          std::vector<server::Row>{values_of(key("10", 1, 3)), values_of(key("10", 0, 9)),
                                   values_of(key("9", 2, 7, "b")), values_of(key("9", 2, 8, "a")),
                                   values_of(key("9", 0, 1))})
      .expect("INSERT");
  History history(server, {}, {});
  const Snapshot snapshot = history.read();
  EXPECT_TRUE(snapshot.exists);
  EXPECT_EQ(snapshot.last_seq, 9U);
  std::string order;
  for (const Row& row : snapshot.rows) {
    order += fmt::format("{}/{}{} ", row.migration, row.step, row.host);
  }
  EXPECT_EQ(order, "9/0 9/2a 9/2b 10/0 10/1 ");
  history.append({full_row()}, "");
  EXPECT_EQ(rows_in(server.statements().at(0).statement).at(0).seq, 10U);
}

TEST(History, AMissingTableIsAnEmptyHistory) {
  for (const int code : {60, 81}) {
    ScriptedServer server;
    server.expect("SELECT", Outcome(Failed{code, "Table godwit.history does not exist"}));
    const Snapshot snapshot = History(server, {}, {}).read();
    EXPECT_FALSE(snapshot.exists);
    EXPECT_TRUE(snapshot.rows.empty());
  }
}

// An approval is of no migration: who asks what ran does not see it, but numbers go on behind it.
TEST(History, ApprovalsAreReadApart) {
  Row approval = key("", 0, 12);
  approval.state = State::approved;
  ScriptedServer server;
  server
      .expect("LIMIT 1 BY",
              std::vector<server::Row>{values_of(key("9", 0, 1)), values_of(approval)})
      .expect("FROM `godwit`.`history` WHERE state = 'approved' ORDER BY seq",
              std::vector<server::Row>{values_of(approval)});
  History history(server, {}, {});
  const Snapshot snapshot = history.read();
  EXPECT_EQ(snapshot.last_seq, 12U);
  ASSERT_EQ(snapshot.rows.size(), 1U);
  EXPECT_EQ(snapshot.rows[0].migration, "9");
  const std::vector<Row> approvals = history.approvals();
  ASSERT_EQ(approvals.size(), 1U);
  EXPECT_EQ(approvals[0].seq, 12U);
}

TEST(History, ApprovalsThatCannotBeReadAreNotNone) {
  ScriptedServer server;
  server.expect("'approved'", Outcome(Failed{60, "Table godwit.history does not exist"}))
      .expect("'approved'", Outcome(Failed{497, "Not enough privileges"}));
  History history(server, {}, {});
  EXPECT_TRUE(history.approvals().empty());
  EXPECT_EQ(thrown_by([&] { return history.approvals(); }).find("failed cannot read the history"),
            0U);
}

TEST(History, AnEmptyTableExists) {
  ScriptedServer server;
  server.expect("SELECT", std::vector<server::Row>{});
  EXPECT_TRUE(History(server, {}, {}).read().exists);
}

// What has arrived before the failure does not count either.
TEST(History, AnythingElseThatKeepsItFromBeingReadIsAnError) {
  for (const auto& [outcome, reason] :
       {std::pair<Outcome, std::string_view>{Failed{497, "Not enough privileges"},
                                             "Not enough privileges"},
        {Failed{16, "There is no column"}, "There is no column"},
        {Failed{47, "Unknown identifier"}, "Unknown identifier"},
        {Failed{999, "Keeper"}, "Keeper"},
        {InDoubt{"the connection was cut"}, "the connection was cut"}}) {
    ScriptedServer server;
    server.expect("SELECT", outcome);
    EXPECT_EQ(thrown_by([&] { return History(server, {}, {}).read(); }),
              fmt::format("failed cannot read the history godwit.history: {}", reason));
  }
}

TEST(History, RowsOfAnotherShapeAreAnError) {
  ScriptedServer server;
  server.expect("SELECT", std::vector<server::Row>{{"1", "a"}});
  EXPECT_EQ(thrown_by([&] { return History(server, {}, {}).read(); }),
            "failed the history's rows do not have the columns that were asked for");
}

TEST(History, AReplicaIsSyncedBeforeItIsRead) {
  for (const std::string_view word : test::kTopologies) {
    const topology::Topology topology = topology::parse_topology(word);
    const bool replicas = word.starts_with("cluster") || word.starts_with("replicated");
    ScriptedServer server;
    if (replicas) server.expect("SYSTEM SYNC REPLICA `godwit`.`history`");
    if (word.starts_with("cluster")) {
      server.expect("FROM system.replicas", std::vector<server::Row>{});
    }
    server.expect("FROM `godwit`.`history`", std::vector<server::Row>{});
    EXPECT_TRUE(History(server, {}, topology).read().exists) << word;
    EXPECT_EQ(server.statements().size(), replicas ? 1U : 0U);
  }
}

TEST(History, AReplicaThatCannotBeSyncedIsNotRead) {
  const topology::Topology cluster = topology::parse_topology("cluster:main");
  for (const int code : {60, 81}) {
    ScriptedServer server;
    server.expect("SYSTEM SYNC REPLICA", Outcome(Failed{code, "no such table"}))
        .expect("path = '/clickhouse/godwit/godwit/history/replicas'",
                Outcome(Failed{999, "Coordination::Exception: No node"}));
    EXPECT_FALSE(History(server, {}, cluster).read().exists);
  }
  for (const auto& [outcome, reason] :
       {std::pair<Outcome, std::string_view>{Failed{159, "Timeout exceeded"}, "Timeout exceeded"},
        {InDoubt{"the connection was cut"}, "the connection was cut"}}) {
    ScriptedServer server;
    server.expect("SYSTEM SYNC REPLICA", outcome);
    EXPECT_EQ(thrown_by([&] { return History(server, {}, cluster).read(); }),
              fmt::format("failed cannot sync the history godwit.history: {}", reason));
  }
}

// 18.16 just after a restart: it syncs, and what it has not fetched yet is in Keeper only.
TEST(History, ACopyThatHasNotCaughtUpIsNotRead) {
  const topology::Topology cluster = topology::parse_topology("cluster:main");
  const std::vector<server::Row> replica{{"/clickhouse/godwit/godwit/history/replicas/1-2"}};
  const auto queues = [&](ScriptedServer& server, const ScriptedServer::Answer& answer) {
    server.expect("FROM system.replicas", replica)
        .expect("path = '/clickhouse/godwit/godwit/history/replicas/1-2/queue'", answer);
  };
  ScriptedServer behind;
  behind.expect("SYSTEM SYNC REPLICA");
  queues(behind, std::vector<server::Row>{{"queue-0000000003"}});
  EXPECT_EQ(thrown_by([&] { return History(behind, {}, cluster).read(); }),
            "failed this host's copy of the history godwit.history has not caught up with the "
            "others / a host that was away? try again in a moment; or use another host's url");
  test::HandClock clock;
  ScriptedServer waits;
  waits.expect("SYSTEM SYNC REPLICA");
  queues(waits, std::vector<server::Row>{{"queue-0000000003"}});
  queues(waits, Outcome(Failed{999, "Session expired"}));
  queues(waits, std::vector<server::Row>{});
  waits.expect("FROM `godwit`.`history`", std::vector<server::Row>{});
  EXPECT_TRUE(History(waits, {}, cluster, &clock).read().exists);
}

// A host that was added later: "nothing has run" would be a lie.
TEST(History, AnotherHostsHistoryIsNotTakenForNone) {
  const topology::Topology cluster = topology::parse_topology("cluster:main");
  ScriptedServer server;
  server.expect("SYSTEM SYNC REPLICA", Outcome(Failed{60, "no such table"}))
      .expect("FROM system.zookeeper", std::vector<server::Row>{{"01-a"}});
  EXPECT_EQ(thrown_by([&] { return History(server, {}, cluster).read(); }),
            "failed the history godwit.history is not on this host, and is on others of the "
            "cluster / a host added later? godwit apply brings it; or use another host's url");
  ScriptedServer added;
  added.expect("SYSTEM SYNC REPLICA", Outcome(Failed{81, "no such database"}))
      .expect("FROM system.zookeeper", std::vector<server::Row>{{"01-a"}})
      .expect("CREATE DATABASE IF NOT EXISTS `godwit` ON CLUSTER `main`")
      .expect("CREATE TABLE IF NOT EXISTS `godwit`.`history` ON CLUSTER `main`")
      .expect("SYSTEM SYNC REPLICA")
      .expect("FROM system.replicas", std::vector<server::Row>{})
      .expect("FROM `godwit`.`history`", std::vector<server::Row>{values_of(key("1", 0, 3))});
  EXPECT_EQ(History(added, {}, cluster).read(true).rows.size(), 1U);
}

TEST(History, WhatFailsBecauseKeeperIsAwayIsTriedAgain) {
  const topology::Topology cluster = topology::parse_topology("cluster:main");
  test::HandClock clock;
  for (const int code : {225, 242, 319, 999}) {
    ScriptedServer server;
    server.expect("SYSTEM SYNC REPLICA", Outcome(Failed{code, "Session expired"}))
        .expect("SYSTEM SYNC REPLICA")
        .expect("FROM system.replicas", std::vector<server::Row>{})
        .expect("FROM `godwit`.`history`", std::vector<server::Row>{})
        .expect("INSERT", Outcome(Failed{code, "Session expired"}))
        .expect("INSERT");
    History history(server, {}, cluster, &clock);
    EXPECT_TRUE(history.read().exists);
    history.append({full_row()}, "");
  }
  ScriptedServer gone;
  gone.always("SYSTEM SYNC REPLICA", Outcome(Failed{999, "Session expired"}));
  const TimePoint begun = clock.now();
  EXPECT_EQ(thrown_by([&] { return History(gone, {}, cluster, &clock).read(); }),
            "failed cannot sync the history godwit.history: Session expired");
  EXPECT_GE(clock.now() - begun, std::chrono::seconds(29));
}

TEST(Snapshot, KeepsHostsApartFromSteps) {
  Snapshot snapshot;
  Row reverted = key("1", 2, 5, "c:9000");
  reverted.state = State::reverted;
  snapshot.rows = {key("1", 0, 1), key("1", 2, 2), key("1", 2, 3, "a:9000"), reverted,
                   key("2", 1, 4)};
  EXPECT_EQ(snapshot.find("1", 2)->host, "");
  EXPECT_EQ(snapshot.steps("1").size(), 1U);
  ASSERT_EQ(snapshot.hosts("1").size(), 1U);
  EXPECT_EQ(snapshot.hosts("1")[0]->host, "a:9000");
  EXPECT_TRUE(snapshot.hosts("2").empty());
}

TEST(Snapshot, FindsAmongManyMigrations) {
  Snapshot snapshot;
  for (int version = 1; version <= 300; version += 2) {
    for (const std::uint32_t step : {0U, 1U, 2U, 1'000'001U}) {
      snapshot.rows.push_back(key(std::to_string(version), step, 1));
    }
  }
  for (int version = 0; version <= 301; ++version) {
    const std::string text = std::to_string(version);
    const bool there = version % 2 == 1 && version < 300;
    EXPECT_EQ(snapshot.of(text).size(), there ? 4U : 0U) << version;
    EXPECT_EQ(snapshot.steps(text).size(), there ? 3U : 0U) << version;
    for (const std::uint32_t step : {0U, 1U, 2U, 3U, 1'000'001U}) {
      const Row* row = snapshot.find(text, step);
      ASSERT_EQ(row != nullptr, there && step != 3) << version << "/" << step;
      if (row == nullptr) continue;
      EXPECT_EQ(row->migration, text);
      EXPECT_EQ(row->step, step);
    }
  }
  EXPECT_EQ(Snapshot().find("1", 0), nullptr);
}

}  // namespace
}  // namespace godwit::history
