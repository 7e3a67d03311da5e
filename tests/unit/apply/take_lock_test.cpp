// Which lock a run takes, by server and topology, before anything of it is sent.

#include "godwit/base/hash.hpp"

#include <filesystem>
#include <unistd.h>

#include "unit/apply/job_of.hpp"

namespace godwit::apply {
namespace {

/// A job that takes its lock from a server of this version.
struct Taking {
  Taking(std::string_view version, std::string_view topology) : server(version) {
    job.wanted.topology = topology::parse_topology(topology);
    job.lock_target = fmt::format("take_lock_test {}", ::getpid());
    job.remark = [this](const std::string& text) { remarks += text; };
  }
  ~Taking() { std::filesystem::remove(lock::lock_directory() / sha256(job.lock_target)); }
  Taking(const Taking&) = delete;
  Taking& operator=(const Taking&) = delete;

  /// What the lock is, or the error.
  std::string outcome() {
    std::string described;
    const std::string error = thrown_by([&] {
      described = take_lock(job)->describe();
      return 0;
    });
    return error == "none" ? described : error;
  }

  ScriptedServer server;
  Scene scene{kTwo};
  std::string remarks;
  Job job = job_of(scene, server);
};

TEST(TakeLock, AClusterThatIsTooOldForKeeperMapIsRefusedBeforeAnythingIsSent) {
  for (const std::string_view topology : {"cluster:main", "replicated", "cloud"}) {
    Taking taking("18.16.1", topology);
    EXPECT_EQ(taking.outcome(),
              fmt::format("policy no real lock on this server, and {} needs one: ClickHouse "
                          "18.16.1 is too old for KeeperMap, which needs 23.4 / write lock = "
                          "\"keeper://HOST:2181/PATH\": a node in Keeper, whatever the server",
                          topology));
    EXPECT_TRUE(taking.server.statements().empty());
  }
}

TEST(TakeLock, ASingleServerThatIsTooOldForKeeperMapHasAFile) {
  Taking taking("18.16.1", "single");
  EXPECT_THAT(taking.outcome(), ::testing::StartsWith("file /"));
  EXPECT_EQ(taking.remarks,
            "lock: no KeeperMap on this server (ClickHouse 18.16.1 is too old for KeeperMap, which "
            "needs 23.4); the lock is a file on this machine, so cross-runner locking needs lock = "
            "\"keeper://HOST:2181/PATH\"");
  EXPECT_TRUE(taking.server.statements().empty());
}

TEST(TakeLock, AClusterWithoutKeeperMapIsToldBothRemedies) {
  Taking taking("26.7.3.1", "cluster:main");
  const Outcome off = Failed{36, "keeper_map_path_prefix is not defined"};
  taking.server.always("CREATE DATABASE", Outcome(server::Done{}))
      .always("INSERT INTO", Outcome(Failed{60, "no table"}))
      .always("CREATE TABLE", off);
  EXPECT_EQ(taking.outcome(),
            "policy no real lock on this server, and cluster:main needs one: "
            "keeper_map_path_prefix is not defined / set keeper_map_path_prefix in the server's "
            "config (it needs Keeper), or write lock = \"keeper://HOST:2181/PATH\"");
}

TEST(TakeLock, AKeeperThatCannotBeReachedIsAnErrorOnEveryTopology) {
  for (const std::string_view topology : {"single", "cluster:main"}) {
    Taking taking("18.16.1", topology);
    taking.job.lock = {lock::LockKind::keeper, {{{"no-such-host.invalid", 2181}}, {}, {}, "/p"}};
    taking.job.lock_node = "node";
    EXPECT_THAT(taking.outcome(), ::testing::StartsWith("failed Keeper cannot be reached at "
                                                        "no-such-host.invalid:2181: "));
    EXPECT_TRUE(taking.server.statements().empty());
  }
}

}  // namespace
}  // namespace godwit::apply
