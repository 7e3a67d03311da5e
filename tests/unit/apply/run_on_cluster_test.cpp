// What a run makes of the answers of many hosts, as servers of today give them: no cluster of
// theirs runs here. Those of 18.16 are real (tests/cluster).

#include "godwit/apply/run.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/apply/scene.hpp"

namespace godwit::apply {
namespace {

using ::testing::AllOf;
using ::testing::Not;

const std::string kStatement = "CREATE TABLE a ON CLUSTER `main` (x Int8) ENGINE = Null";
const Files kFiles = {{"1_a.sql", "CREATE TABLE a (x Int8) ENGINE = Null"}};
const Outcome kLate =
    InDoubt{"code 159: 1 of 2 hosts has not answered within 5 seconds (TIMEOUT_EXCEEDED)"};
const Outcome kRefused = Failed{57,
                                "There was an error on [ch-2:9000]: Code: 57. DB::Exception: "
                                "Table a already exists. (TABLE_ALREADY_EXISTS)"};

/// A run on a cluster whose DDL queue may be read.
struct ClusterScene : Scene {
  ClusterScene() : Scene(kFiles) { topology = topology::parse_topology("cluster:main"); }

  ClusterScene& looks_at_the_queue() {
    server.expect("SELECT entry FROM system.distributed_ddl_queue LIMIT 1", Rows{});
    return *this;
  }

  // Two hosts in the queue: a host's status and code.
  ClusterScene& queue(std::string_view first, std::string_view second, std::string_view code = "0",
                      std::string_view text = "") {
    const auto row = [](std::string_view host, std::string_view status, std::string_view its_code,
                        std::string_view its_text) {
      return server::Row{"query-0000000009",  std::string(host),     "9000",
                         std::string(status), std::string(its_code), std::string(its_text)};
    };
    server.expect("settings['log_comment'] = 'godwit-",
                  Rows{row("ch-1", first, "0", ""), row("ch-2", second, code, text)});
    return *this;
  }

  void expect_not_running() { server.expect("FROM system.processes", Rows{}); }
};

TEST(RunOnCluster, HostsThatAreLateAreFoundInTheQueueAndTheRunGoesOn) {
  ClusterScene scene;
  scene.looks_at_the_queue().server.expect(kStatement, kLate);
  scene.expect_not_running();
  scene.queue("Finished", "Inactive").queue("Finished", "Active").queue("Finished", "Finished");
  EXPECT_EQ(scene.run(), "none");
  EXPECT_EQ(scene.sent().back(), "1/1 done, 1/0 done");
  EXPECT_THAT(scene.recorded("1/1 done").note,
              HasSubstr("DDL queue: query-0000000009: 2 of 2 hosts have done it"));
}

TEST(RunOnCluster, HostsThatStayLateLeaveTheStepInDoubtByName) {
  ClusterScene scene;
  scene.looks_at_the_queue().server.expect(kStatement, kLate);
  scene.expect_not_running();
  scene.server.always("settings['log_comment'] = 'godwit-",
                      Rows{{"query-0000000009", "ch-1", "9000", "Finished", "0", ""},
                           {"query-0000000009", "ch-2", "9000", "Inactive", "\\N", "\\N"}});
  EXPECT_THAT(scene.run(), AllOf(HasSubstr("is in doubt: "),
                                 HasSubstr("1 of 2 hosts have done it; waiting for ch-2:9000"),
                                 HasSubstr("godwit apply dev\nto let godwit look again")));
  EXPECT_THAT(scene.sent(), ElementsAre("1/0 running, 1/1 running", kStatement));
}

TEST(RunOnCluster, TheNextRunTakesItUpFromTheQueueWithoutSendingIt) {
  ClusterScene scene;
  scene.left(0, 0, State::running);
  scene.left(0, 1, State::running);
  scene.expect_not_running();
  scene.queue("Finished", "Active").queue("Finished", "Finished");
  EXPECT_EQ(scene.run(), "none");
  EXPECT_THAT(scene.sent(), ElementsAre("1/1 done, 1/0 done"));
}

TEST(RunOnCluster, OneHostsErrorFailsTheStepWithItsName) {
  ClusterScene scene;
  scene.looks_at_the_queue().server.expect(kStatement, kRefused);
  scene.queue("Finished", "Finished", "57",
              "Code: 57. DB::Exception: Table a already exists. (TABLE_ALREADY_EXISTS)");
  EXPECT_THAT(scene.run(), AllOf(HasSubstr("1 of 2 hosts failed:\n  ch-2:9000: code 57: Table a "),
                                 Not(HasSubstr("in doubt"))));
  EXPECT_EQ(scene.recorded("1/1 failed").error_code, 57);
}

TEST(RunOnCluster, OneHostsErrorWhileAnotherIsLateIsNoFailureYet) {
  ClusterScene scene;
  scene.looks_at_the_queue().server.expect(kStatement, kRefused);
  scene.server.always("settings['log_comment'] = 'godwit-",
                      Rows{{"query-0000000009", "ch-1", "9000", "Active", "0", ""},
                           {"query-0000000009", "ch-2", "9000", "Finished", "57", "Table exists"}});
  EXPECT_THAT(scene.run(), HasSubstr("failed on ch-2:9000; running on ch-1:9000"));
  EXPECT_EQ(scene.sent().back(), kStatement);
}

// It may have made the table before it lost its Keeper, so that "exists" is no failure there.
TEST(RunOnCluster, AHostThatLostItsKeeperMayHaveDoneIt) {
  ClusterScene scene;
  scene.left(0, 0, State::failed);
  scene.left(0, 1, State::failed);
  const auto host = [&](const std::string& name, State state, int code, const std::string& error) {
    history::Row row = row_of(scene.migrations.migrations.at(0), 1, state);
    row.host = name;
    row.error_code = code;
    row.error = error;
    scene.snapshot.rows.push_back(row);
  };
  host("ch-1:9000", State::done, 0, "");
  host("ch-2:9000", State::failed, 999, "Coordination::Exception: Session expired");
  const std::string exists = "Code: 57. DB::Exception: Table a already exists.";
  scene.looks_at_the_queue().server.expect(
      kStatement, Outcome(Failed{57, "There was an error on [ch-1:9000]: " + exists}));
  scene.server.expect("settings['log_comment'] = 'godwit-",
                      Rows{{"query-0000000009", "ch-1", "9000", "Finished", "57", exists},
                           {"query-0000000009", "ch-2", "9000", "Finished", "57", exists}});
  EXPECT_EQ(scene.run(), "none");
  EXPECT_EQ(scene.sent().back(), "1/1 done, 1/1 done, 1/0 done");  // the step's, and ch-2's
}

// Two replicas of a Replicated database: its answer is a row for each, and says nothing when all
// are there (distributed_ddl_output_mode = throw).
struct ReplicatedScene : Scene {
  ReplicatedScene() : Scene(kFiles) { topology = topology::parse_topology("replicated"); }
};

TEST(RunInReplicatedDatabase, ReplicasThatAreLateAreTheDatabasesToWaitFor) {
  ReplicatedScene scene;
  scene.server.expect(
      "CREATE TABLE a (x Int8) ENGINE = Null",
      Outcome(InDoubt{"code 159: DatabaseReplicated DDL task is not finished on 1 of "
                      "2 hosts (TIMEOUT_EXCEEDED)"}));
  scene.expect_not_running_and_no_log();
  scene.server.expect("FROM system.tables WHERE", Rows{{"1"}});
  EXPECT_EQ(scene.run(), "none");
  EXPECT_EQ(scene.sent().back(), "1/1 done, 1/0 done");
}

TEST(RunInReplicatedDatabase, OnClusterIsRefusedWithWhatToWrite) {
  ClusterScene scene;
  scene.looks_at_the_queue().server.expect(
      kStatement, Outcome(Failed{80,
                                 "It's not initial query. ON CLUSTER is not allowed for "
                                 "Replicated database. (INCORRECT_QUERY)"}));
  EXPECT_THAT(scene.run(),
              AllOf(HasSubstr("failed: code 80: "),
                    HasSubstr("write topology = \"replicated\" for this environment")));
}

TEST(RunOnCluster, ReplicaThatIsOnlyInKeeperIsNamedWithWhatToRemove) {
  ClusterScene scene;
  scene.looks_at_the_queue().server.expect(
      kStatement, Outcome(Failed{253,
                                 "Replica /clickhouse/tables/2/a/replicas/2 already exists. "
                                 "(REPLICA_ALREADY_EXISTS)"}));
  EXPECT_THAT(scene.run(),
              AllOf(HasSubstr("failed: code 253: Replica /clickhouse/tables/2/a/replicas/2"),
                    HasSubstr("SYSTEM DROP REPLICA 'name' FROM ZKPATH 'path'")));
}

}  // namespace
}  // namespace godwit::apply
