// The KeeperMap lock between two servers that share a real ZooKeeper.

#include "godwit/base/error.hpp"
#include "godwit/base/file.hpp"
#include "godwit/lock/lock.hpp"
#include "godwit/server/engine_process.hpp"
#include "godwit/server/http_server.hpp"
#include "support/zookeeper.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace godwit::lock {
namespace {

using server::HttpServer;
using server::read_rows;
using testing::HasSubstr;
using testing::MatchesRegex;

Holder holder(const std::string& run_id) {
  return {run_id, "ann@laptop:4711", "2026-01-02 03:04:05.006", {}};
}

/// A godwit-engine with as many connections to it as a test wants.
class Engine {
 public:
  explicit Engine(const std::filesystem::path& config) : process_(connection(config)) {}

  [[nodiscard]] std::unique_ptr<HttpServer> connect() const {
    server::Connection connection;
    connection.host = "localhost";
    connection.unix_socket = process_.socket();
    return std::make_unique<HttpServer>(connection);
  }

 private:
  static server::Connection connection(const std::filesystem::path& config) {
    ::setenv("GODWIT_ENGINE", GODWIT_BINARY_DIR "/godwit-engine", 1);
    server::Connection connection;
    connection.scheme = server::Scheme::chdb;
    connection.engine_config = config;
    return connection;
  }

  server::EngineProcess process_;
};

void execute(server::Server& server, const std::string& statement) {
  const server::Outcome outcome = server.execute({.statement = statement});
  if (const auto* failed = std::get_if<server::Failed>(&outcome)) FAIL() << failed->message;
  ASSERT_TRUE(std::holds_alternative<server::Done>(outcome)) << statement;
}

Acquired acquire(server::Server& server, const std::string& database, const std::string& run_id) {
  return acquire_keeper_map(server, topology::Topology(), database, holder(run_id));
}

std::unique_ptr<Lock> take(server::Server& server, const std::string& database,
                           const std::string& run_id) {
  Acquired acquired = acquire(server, database, run_id);
  auto* lock = std::get_if<std::unique_ptr<Lock>>(&acquired);
  return lock == nullptr ? nullptr : std::move(*lock);
}

/// Two engines over one ZooKeeper.
struct Pair {
  TemporaryDirectory directory{"godwit-test-"};
  test::ZooKeeper zookeeper;
  std::filesystem::path config = written(directory.path() / "config.xml", zookeeper.port());
  Engine first{config};
  Engine second{config};

  static std::filesystem::path written(std::filesystem::path path, int port) {
    test::write_engine_config(path, port);
    return path;
  }
};

/// Each test has a database of its own, on both servers.
class KeeperLock : public testing::Test {
 protected:
  static void SetUpTestSuite() { pair.emplace(); }
  static void TearDownTestSuite() { pair.reset(); }

  void make_database(const std::string& name) {
    execute(*one, "CREATE DATABASE " + server::quote_name(name));
    execute(*two, "CREATE DATABASE " + server::quote_name(name));
  }

  /// As ON CLUSTER does, where acquiring makes it.
  void make_table_on_both(const std::string& database) {
    execute(*one, keeper_map_ddl(topology::Topology(), database));
    execute(*two, keeper_map_ddl(topology::Topology(), database));
  }

  static std::optional<Pair> pair;
  std::unique_ptr<HttpServer> one = pair->first.connect();
  std::unique_ptr<HttpServer> two = pair->second.connect();
};

std::optional<Pair> KeeperLock::pair;

TEST_F(KeeperLock, TakenThroughOneServerIsSeenAndRefusedThroughTheOther) {
  make_database("seen");
  EXPECT_FALSE(read_keeper_map(*two, "seen"));
  const auto lock = take(*one, "seen", "run-1");
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(lock->describe(), "keeper_map seen.lock");
  EXPECT_TRUE(lock->is_held());

  const Acquired acquired = acquire(*two, "seen", "run-2");
  const auto* held = std::get_if<Held>(&acquired);
  ASSERT_NE(held, nullptr);
  EXPECT_EQ(held->holder.run_id, "run-1");
  EXPECT_EQ(held->holder.runner, "ann@laptop:4711");
  EXPECT_EQ(held->holder.since, "2026-01-02 03:04:05.006");
  EXPECT_THAT(held->holder.heartbeat, MatchesRegex("20..-..-.. ..:..:.."));
  EXPECT_EQ(read_keeper_map(*two, "seen").value().run_id, "run-1");
  EXPECT_TRUE(lock->is_held());
}

TEST_F(KeeperLock, OneOfManyAtOnceTakesIt) {
  make_database("many");
  std::vector<std::unique_ptr<HttpServer>> servers;
  for (int i = 0; i < 5; ++i) {
    servers.push_back((i % 2 == 0 ? pair->first : pair->second).connect());
  }
  // In the first round the table is missing, and several make it at once.
  for (int round = 0; round < 3; ++round) {
    std::vector<std::future<std::unique_ptr<Lock>>> runs;
    for (std::size_t i = 0; i < servers.size(); ++i) {
      runs.push_back(std::async(std::launch::async, [&, i] {
        return take(*servers[i], "many", fmt::format("run-{}-{}", round, i));
      }));
    }
    std::vector<std::unique_ptr<Lock>> taken;
    for (auto& run : runs) {
      if (auto lock = run.get()) taken.push_back(std::move(lock));
    }
    ASSERT_EQ(taken.size(), 1) << "round " << round;
    EXPECT_TRUE(taken.front()->is_held());
  }
}

TEST_F(KeeperLock, ReleasedItLetsTheNextIn) {
  make_database("next");
  const auto lock = take(*one, "next", "run-1");
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(take(*two, "next", "run-2"), nullptr);
  lock->release();
  EXPECT_FALSE(lock->is_held());
  const auto next = take(*two, "next", "run-2");
  ASSERT_NE(next, nullptr);
  lock->release();  // does nothing, to nobody's lock
  EXPECT_TRUE(next->is_held());
}

TEST_F(KeeperLock, EndsWithItsValue) {
  make_database("value");
  ASSERT_NE(take(*one, "value", "run-1"), nullptr);
  EXPECT_FALSE(read_keeper_map(*two, "value"));
}

TEST_F(KeeperLock, IsClearedByItsRunOnly) {
  make_database("cleared");
  EXPECT_FALSE(clear_keeper_map(*two, "cleared", "run-1"));  // no table yet
  make_table_on_both("cleared");
  const auto lock = take(*one, "cleared", "run-1");
  ASSERT_NE(lock, nullptr);
  EXPECT_FALSE(clear_keeper_map(*two, "cleared", "run-2"));
  EXPECT_TRUE(lock->is_held());
  EXPECT_TRUE(clear_keeper_map(*two, "cleared", "run-1"));
  EXPECT_FALSE(lock->is_held());
  EXPECT_FALSE(clear_keeper_map(*two, "cleared", "run-1"));

  const auto next = take(*two, "cleared", "run-2");
  ASSERT_NE(next, nullptr);
  EXPECT_FALSE(lock->is_held());
  lock->release();
  EXPECT_TRUE(next->is_held());
}

TEST_F(KeeperLock, RenewsItsHeartbeatAfterTenSeconds) {
  make_database("heartbeat");
  make_table_on_both("heartbeat");
  const auto lock = take(*one, "heartbeat", "run-1");
  ASSERT_NE(lock, nullptr);
  const auto set_age = [&](int seconds) {
    execute(*two, fmt::format("ALTER TABLE heartbeat.lock UPDATE heartbeat = now() - {} WHERE 1",
                              seconds));
  };
  const auto age = [&] {
    return std::stoi(read_rows(*two, "SELECT now() - heartbeat FROM heartbeat.lock")[0][0]);
  };
  set_age(5);
  EXPECT_TRUE(lock->is_held());
  EXPECT_GE(age(), 5);
  set_age(60);
  EXPECT_TRUE(lock->is_held());
  EXPECT_LT(age(), 60);
  EXPECT_EQ(read_keeper_map(*two, "heartbeat").value().since, "2026-01-02 03:04:05.006");
}

TEST_F(KeeperLock, IsOneForEachDatabaseWhateverItsName) {
  const std::string odd = "a/`{b}'\\";
  make_database(odd);
  make_database("a");
  const auto lock = take(*one, odd, "run-1");
  const auto other = take(*one, "a", "run-2");
  ASSERT_NE(lock, nullptr);
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(read_keeper_map(*one, odd).value().run_id, "run-1");
  EXPECT_EQ(take(*two, odd, "it's \\"), nullptr);
}

TEST_F(KeeperLock, NeedsItsDatabase) {
  EXPECT_FALSE(read_keeper_map(*one, "missing"));
  EXPECT_THROW(static_cast<void>(acquire(*one, "missing", "run-1")), Error);
}

TEST(KeeperLockWithoutKeeper, IsUnavailableAndTheServerSaysWhy) {
  const Engine engine{{}};
  const auto server = engine.connect();
  execute(*server, "CREATE DATABASE godwit");
  const Acquired acquired = acquire(*server, "godwit", "run-1");
  const auto* unavailable = std::get_if<Unavailable>(&acquired);
  ASSERT_NE(unavailable, nullptr);
  EXPECT_THAT(unavailable->reason,
              HasSubstr("KeeperMap is disabled because 'keeper_map_path_prefix' config is not "
                        "defined. (BAD_ARGUMENTS)"));
  EXPECT_FALSE(read_keeper_map(*server, "godwit"));
}

// About half a minute: the server's own ten retries, of which a lost Keeper costs all.
TEST(KeeperLockWhenKeeperIsGone, SaysSoAndIsStillHeldWhenKeeperReturns) {
  Pair pair;
  const auto one = pair.first.connect();
  const auto two = pair.second.connect();
  execute(*one, "CREATE DATABASE godwit");
  execute(*two, "CREATE DATABASE godwit");
  const auto lock = take(*one, "godwit", "run-1");
  ASSERT_NE(lock, nullptr);
  ASSERT_EQ(take(*two, "godwit", "run-2"), nullptr);

  pair.zookeeper.stop();
  auto taking = std::async(std::launch::async, [&]() -> std::string {
    try {
      return acquire(*two, "godwit", "run-2").index() == 0 ? "taken" : "refused";
    } catch (const Error& error) {
      return error.what();
    }
  });
  try {
    FAIL() << "is_held() says " << lock->is_held();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::failed);
    EXPECT_THAT(error.what(), HasSubstr("the lock `godwit`.`lock` cannot be read: code 999: "));
  }
  EXPECT_THAT(taking.get(), HasSubstr("the lock `godwit`.`lock` cannot be read: code 999: "));

  pair.zookeeper.start();
  EXPECT_TRUE(lock->is_held());
  EXPECT_EQ(take(*two, "godwit", "run-2"), nullptr);
}

}  // namespace
}  // namespace godwit::lock
