// What no engine here can show: answers that do not come, and servers of other versions and
// topologies. tests/engine/keeper_lock_test.cpp has the lock itself, on real engines.

#include "godwit/base/error.hpp"
#include "godwit/lock/lock.hpp"
#include "support/scripted_server.hpp"
#include "support/thrown.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace godwit::lock {
namespace {

using server::Failed;
using server::InDoubt;
using server::Outcome;
using server::Row;
using test::ScriptedServer;
using test::thrown_by;
using testing::HasSubstr;

const topology::Topology kSingle;
const Holder kSelf{"run-1", "ann@laptop:4711", "2026-01-02 03:04:05.006", {}};

const Outcome kCut = InDoubt{"the connection was cut"};
const Outcome kNodeExists = Failed{999, "Transaction failed (Node exists) (KEEPER_EXCEPTION)"};
const Outcome kNoTable = Failed{60, "Unknown table expression identifier (UNKNOWN_TABLE)"};

std::vector<Row> row_of(const std::string& run_id, const std::string& heartbeat_is_old = "0") {
  return {{run_id, "ann@laptop:4711", "2026-01-02 03:04:05.006", "2026-01-02 03:04:06",
           heartbeat_is_old}};
}

Acquired acquire(ScriptedServer& server) {
  return acquire_keeper_map(server, kSingle, "godwit", kSelf);
}

struct DdlRow {
  std::string_view topology;
  std::string_view database;
  std::string_view begins;
  std::string_view path;
};

// clang-format off
constexpr DdlRow kDdlRows[] = {
    // topology        database   the statement begins                                          Keeper path
    {"single",          "godwit", "CREATE TABLE IF NOT EXISTS `godwit`.`lock` (",                     "'/godwit/godwit/lock'"},
    {"cloud",           "godwit", "CREATE TABLE IF NOT EXISTS `godwit`.`lock` (",                     "'/godwit/godwit/lock'"},
    {"replicated",      "godwit", "CREATE TABLE IF NOT EXISTS `godwit`.`lock` (",                     "'/godwit/godwit/lock'"},
    {"replicated:main", "godwit", "CREATE TABLE IF NOT EXISTS `godwit`.`lock` (",                     "'/godwit/godwit/lock'"},
    {"cluster:main",    "godwit", "CREATE TABLE IF NOT EXISTS `godwit`.`lock` ON CLUSTER `main` (",   "'/godwit/godwit/lock'"},
    {"cluster:{c}",     "godwit", "CREATE TABLE IF NOT EXISTS `godwit`.`lock` ON CLUSTER '{c}' (",    "'/godwit/godwit/lock'"},
    {"single",          "my-db",  "CREATE TABLE IF NOT EXISTS `my-db`.`lock` (",                      "'/godwit/my-db/lock'"},
    {"single",          "a`b",    "CREATE TABLE IF NOT EXISTS `a\\`b`.`lock` (",                      "'/godwit/a%60b/lock'"},
    {"single",          "a/{x}'", "CREATE TABLE IF NOT EXISTS `a/{x}'`.`lock` (",                     "'/godwit/a%2F%7Bx%7D%27/lock'"},
};
// clang-format on

TEST(KeeperMap, TheTableIsMadeAsTheTopologyWantsIt) {
  for (const DdlRow& row : kDdlRows) {
    const std::string sent =
        keeper_map_ddl(topology::parse_topology(row.topology), std::string(row.database));
    EXPECT_THAT(sent, testing::StartsWith(std::string(row.begins))) << row.topology;
    EXPECT_THAT(sent,
                HasSubstr("ENGINE = KeeperMap(" + std::string(row.path) + ") PRIMARY KEY name"));
  }
}

TEST(KeeperMap, TakingTheLockIsOneStrictInsertAndOneLook) {
  ScriptedServer server;
  server.expect("INSERT INTO `godwit`.`lock`").expect("SELECT", row_of("run-1"));
  server.expect("ALTER TABLE `godwit`.`lock` DELETE WHERE name = 'apply' AND run_id = 'run-1'");
  const Acquired acquired = acquire(server);
  EXPECT_TRUE(std::holds_alternative<std::unique_ptr<Lock>>(acquired));
  EXPECT_THAT(server.statements().front().settings,
              testing::Contains(testing::Pair("keeper_map_strict_mode", "1")));
  EXPECT_FALSE(server.statements().front().needs_database);
}

struct DecidedRow {
  Outcome inserted;
  std::vector<Row> found;
  bool is_ours;
};

TEST(KeeperMap, TheRowDecidesWhateverTheInsertAnswered) {
  const DecidedRow rows[] = {
      {kCut, row_of("run-1"), true},
      {kCut, row_of("run-2"), false},
      {kNodeExists, row_of("run-2"), false},
      {kNodeExists, row_of("run-1"), true},  // the server tried again what it had already done
  };
  for (const DecidedRow& row : rows) {
    ScriptedServer server;
    server.expect("INSERT", row.inserted).expect("SELECT", row.found).always("DELETE", Outcome());
    const Acquired acquired = acquire(server);
    EXPECT_EQ(std::holds_alternative<std::unique_ptr<Lock>>(acquired), row.is_ours);
    EXPECT_EQ(std::holds_alternative<Held>(acquired), !row.is_ours);
  }
}

TEST(KeeperMap, WithoutARowNothingIsTaken) {
  for (const auto& [inserted, reason] : {std::pair{kCut, "the connection was cut"},
                                         std::pair{kNodeExists, "code 999: Transaction failed"},
                                         std::pair{Outcome(), "the row is not there"}}) {
    ScriptedServer server;
    server.expect("INSERT", inserted).expect("SELECT", std::vector<Row>{});
    server.always("DELETE", Outcome());
    EXPECT_THAT(thrown_by([&] { return acquire(server); }), HasSubstr(reason));
  }
}

TEST(KeeperMap, WhatMayBeOursIsGivenBackWhenItCannotBeRead) {
  ScriptedServer server;
  server.expect("INSERT", kCut).expect("SELECT", kCut);
  server.expect("DELETE WHERE name = 'apply' AND run_id = 'run-1'");
  EXPECT_THAT(thrown_by([&] { return acquire(server); }),
              HasSubstr("cannot be read: the connection was cut"));
}

TEST(KeeperMap, ATableThatIsNoKeeperMapShowsByItsSecondRow) {
  ScriptedServer server;
  std::vector<Row> two = row_of("run-1");
  two.push_back(row_of("run-2").front());
  server.expect("INSERT").expect("SELECT", two).expect("DELETE");
  EXPECT_THAT(thrown_by([&] { return acquire(server); }), HasSubstr("has 2 holders"));
}

struct RefusedRow {
  Outcome created;
  std::string_view reason;  // of Unavailable; empty: an error
};

TEST(KeeperMap, OnlyAServerThatCannotHaveItIsUnavailable) {
  const RefusedRow rows[] = {
      {Failed{36, "KeeperMap is disabled because 'keeper_map_path_prefix' config is not defined"},
       "KeeperMap is disabled"},
      {Failed{36, "Engine KeeperMap doesn't support PARTITION BY, PRIMARY KEY, ORDER BY"},
       "Engine KeeperMap"},
      {Failed{56, "Unknown table engine KeeperMap"}, "Unknown table engine KeeperMap"},
      {Failed{139, "There is no Zookeeper configuration in server config"}, "There is no Zoo"},
      {Failed{36,
              "Path /keeper_map/godwit/godwit/lock is already used but the stored table "
              "definition doesn't match"},
       ""},
      {Failed{999, "All connection tries failed while connecting to ZooKeeper"}, ""},
      {Failed{497, "Not enough privileges"}, ""},
  };
  for (const RefusedRow& row : rows) {
    ScriptedServer server;
    server.expect("INSERT", kNoTable).expect("CREATE TABLE IF NOT EXISTS", row.created);
    if (row.reason.empty()) {
      EXPECT_THAT(thrown_by([&] { return acquire(server); }), HasSubstr("cannot be taken: code"));
      continue;
    }
    const Acquired acquired = acquire(server);
    const auto* unavailable = std::get_if<Unavailable>(&acquired);
    ASSERT_NE(unavailable, nullptr) << row.reason;
    EXPECT_THAT(unavailable->reason, testing::StartsWith(std::string(row.reason)));
  }
}

TEST(KeeperMap, WithoutStrictModeIsUnavailable) {
  const Outcome unknown = Failed{115, "Unknown setting keeper_map_strict_mode"};
  ScriptedServer server("22.9.1.1");
  server.expect("INSERT", unknown).expect("CREATE TABLE").expect("INSERT", unknown);
  const Acquired acquired = acquire(server);
  ASSERT_TRUE(std::holds_alternative<Unavailable>(acquired));
  EXPECT_EQ(std::get<Unavailable>(acquired).reason, "Unknown setting keeper_map_strict_mode");
}

TEST(KeeperMap, ACreateInDoubtIsDecidedByTheInsert) {
  ScriptedServer done;
  done.expect("INSERT", kNoTable).expect("CREATE", kCut).expect("INSERT");
  done.expect("SELECT", row_of("run-1")).expect("DELETE");
  EXPECT_TRUE(std::holds_alternative<std::unique_ptr<Lock>>(acquire(done)));

  ScriptedServer lost;
  lost.expect("INSERT", kNoTable).expect("CREATE", kCut).expect("INSERT", kNoTable);
  EXPECT_THAT(thrown_by([&] { return acquire(lost); }),
              HasSubstr("cannot be taken: the connection was cut"));
}

TEST(KeeperMap, AHeartbeatThatFailsAsksTheRow) {
  for (const std::string run_id : {"run-1", "run-2"}) {
    ScriptedServer server;
    server.expect("INSERT").expect("SELECT", row_of("run-1"));
    const Acquired acquired = acquire(server);
    const auto& lock = std::get<std::unique_ptr<Lock>>(acquired);
    server.expect("SELECT", row_of("run-1", "1"));
    server.expect("UPDATE heartbeat", Failed{999, "Bad version"}).expect("SELECT", row_of(run_id));
    EXPECT_EQ(lock->is_held(), run_id == "run-1");
    server.expect("DELETE");
  }
}

TEST(KeeperMap, AReleaseInDoubtIsAnErrorOnlyWhileTheRowIsThere) {
  for (const bool is_there : {false, true}) {
    ScriptedServer server;
    server.expect("INSERT").expect("SELECT", row_of("run-1"));
    const Acquired acquired = acquire(server);
    const auto& lock = std::get<std::unique_ptr<Lock>>(acquired);
    server.expect("DELETE", kCut);
    server.expect("SELECT", is_there ? row_of("run-1") : std::vector<Row>{});
    if (is_there) {
      EXPECT_THROW(lock->release(), Error);
    } else {
      lock->release();
    }
    lock->release();  // nothing more is sent
    EXPECT_FALSE(lock->is_held());
  }
}

}  // namespace
}  // namespace godwit::lock
