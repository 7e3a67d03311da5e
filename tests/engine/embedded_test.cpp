// The embedded engine as a server: its life, its death, and who holds its data.

#include "godwit/base/error.hpp"
#include "godwit/base/file.hpp"
#include "godwit/server/embedded_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <variant>
#include <vector>

namespace godwit::server {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Embedded : public testing::Test {
 protected:
  void SetUp() override { ::setenv("GODWIT_ENGINE", GODWIT_BINARY_DIR "/godwit-engine", 1); }
  void TearDown() override { ::unsetenv("GODWIT_ENGINE"); }

  static Connection at(const fs::path& data_path) {
    Connection connection;
    connection.scheme = Scheme::chdb;
    connection.data_path = data_path;
    return connection;
  }

  static bool done(Server& server, const std::string& statement) {
    return std::holds_alternative<Done>(server.execute({.statement = statement}));
  }
};

TEST_F(Embedded, IsAServerLikeAnyOther) {
  Secrets secrets;
  const auto server = open_server(parse_url("chdb:", secrets));
  EXPECT_EQ(server->name(), "chdb:");
  EXPECT_GE(server->capabilities().version, (Version{26, 7}));
  EXPECT_TRUE(done(*server, "CREATE TABLE t (a UInt8, b Nullable(String)) ENGINE = Memory"));
  EXPECT_TRUE(done(*server, "INSERT INTO t VALUES (1, 'x\ty'), (2, NULL)"));
  EXPECT_EQ(read_rows(*server, "SELECT a, b FROM t ORDER BY a"),
            (std::vector<Row>{{"1", "x\ty"}, {"2", "\\N"}}));
  const Outcome outcome = server->execute({.statement = "DROP TABLE nope"});
  ASSERT_TRUE(std::holds_alternative<Failed>(outcome));
  EXPECT_EQ(std::get<Failed>(outcome).code, 60);
  EXPECT_THAT(std::get<Failed>(outcome).message, HasSubstr("(UNKNOWN_TABLE)"));
}

TEST_F(Embedded, KeepsItsDataAndMakesThePathToIt) {
  const TemporaryDirectory directory("godwit-test");
  const fs::path path = directory.path() / ".godwit" / "dev";
  {
    EmbeddedServer server(at(path));
    EXPECT_TRUE(done(server, "CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a"));
    EXPECT_TRUE(done(server, "INSERT INTO t VALUES (7)"));
  }
  EmbeddedServer server(at(path));
  EXPECT_EQ(read_rows(server, "SELECT a FROM t"), (std::vector<Row>{{"7"}}));
}

TEST_F(Embedded, EndsWithItsValueAndLeavesNoZombie) {
  std::optional<EmbeddedServer> server(std::in_place, at(""));
  const pid_t id = server->engine_id();
  EXPECT_EQ(::kill(id, 0), 0);
  server.reset();
  EXPECT_EQ(::kill(id, 0), -1);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

TEST_F(Embedded, ADataPathInUseIsSaid) {
  const TemporaryDirectory directory("godwit-test");
  const EmbeddedServer first(at(directory.path()));
  try {
    const EmbeddedServer second(at(directory.path()));
    ADD_FAILURE() << "two engines on one path";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::failed);
    EXPECT_THAT(error.what(), HasSubstr("in use"));
  }
}

// A process that is killed cannot end its engine: the engine must notice, and its data path must be
// free for the next run soon enough for that run to wait for it.
TEST_F(Embedded, EndsWhenItsParentIsKilled) {
  const TemporaryDirectory directory("godwit-test");
  std::array<int, 2> ready{};
  ASSERT_EQ(::pipe(ready.data()), 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    ::setenv("XDG_RUNTIME_DIR", directory.path().c_str(), 1);  // what it leaves behind stays there
    const EmbeddedServer server(at(directory.path() / "data"));
    const bool told = ::write(ready[1], "x", 1) == 1;
    while (told) ::pause();
    ::_exit(1);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ::kill(parent, SIGKILL);
  ASSERT_EQ(::waitpid(parent, nullptr, 0), parent);
  EmbeddedServer next(at(directory.path() / "data"));
  EXPECT_EQ(read_rows(next, "SELECT 1"), (std::vector<Row>{{"1"}}));
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_F(Embedded, AnEngineThatDiesInAStatementLeavesDoubt) {
  EmbeddedServer server(at(""));
  server.capabilities();
  const auto kill_it = [&] {
    ::kill(server.engine_id(), SIGKILL);
    return false;
  };
  const Outcome outcome = server.execute(
      {.statement = "SELECT sleepEachRow(1) FROM numbers(60) SETTINGS max_block_size = 1",
       .query_id = "q1",
       .stop_waiting = kill_it});
  ASSERT_TRUE(std::holds_alternative<InDoubt>(outcome));
  EXPECT_THAT(std::get<InDoubt>(outcome).reason, HasSubstr("no answer"));
  // What comes after its end cannot have begun, so it is an error and no doubt.
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, server.engine_id(), &ended, WEXITED | WNOWAIT), 0);
  EXPECT_THROW((void)server.execute({.statement = "DROP TABLE t"}), Error);
}

TEST_F(Embedded, ShowsProgressOfARunningStatement) {
  EmbeddedServer server(at(""));
  std::vector<Progress> seen;
  const Request request{.statement =
                            "SELECT sleepEachRow(0.1) FROM numbers(25)"
                            " SETTINGS max_block_size = 1, max_threads = 1 FORMAT Null",
                        .query_id = "q-progress",
                        .on_progress = [&](const Progress& progress) { seen.push_back(progress); }};
  EXPECT_TRUE(std::holds_alternative<Done>(server.execute(request)));
  ASSERT_FALSE(seen.empty());
  EXPECT_GT(seen.back().elapsed.count(), 0);
}

TEST_F(Embedded, AMissingEngineSaysHowToGetIt) {
  ::setenv("GODWIT_ENGINE", "/nowhere/godwit-engine", 1);
  try {
    find_engine();
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("/nowhere/godwit-engine"));
  }
}

}  // namespace
}  // namespace godwit::server
