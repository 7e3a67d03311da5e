// apply while something is killed, stopped or cut off. Whatever happened: the run says so, and when
// all is up again the next one ends well, the tables are on every host, every host has the same
// history, and no statement was sent more often than godwit was sure it could be. Each test leaves
// all servers up, and has a database, a history and a lock of its own.

#include "godwit/base/text.hpp"
#include "support/cluster_project.hpp"
#include "support/deadly_proxy.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <future>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "cluster/on_2x2.hpp"

namespace godwit::test {

namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Chaos : public On2x2 {
 protected:
  /// Whether the replica of a project's history on s2r2 has a session, as s1r1 sees it.
  static bool is_active(std::string_view name) {
    return cluster()
               .query("s1r1", fmt::format("SELECT count() FROM system.zookeeper WHERE path = "
                                          "'/clickhouse/godwit/godwit_{}/history/replicas/2-2' "
                                          "AND name = 'is_active'",
                                          name))
               .body == "1\n";
  }

  /// A host whose session ends in the midst of CREATE TABLE can leave its replica's nodes in
  /// ZooKeeper without a table, which these servers never get over: godwit says what to remove, and
  /// this does it.
  static void remove_orphans(const std::string& errors) {
    const std::regex orphan("Replica (/\\S+/replicas/\\S+) already exists");
    for (std::sregex_iterator found(errors.begin(), errors.end(), orphan), end; found != end;
         ++found) {
      EXPECT_THAT(errors, HasSubstr("Keeper was lost in the midst of CREATE TABLE"));
      EXPECT_TRUE(cluster().zookeeper().remove((*found)[1])) << (*found)[1];
    }
  }
};

TEST_F(Chaos, ReplicaKilledBeforeIsNamedAndWaitedFor) {
  const ClusterProject project(cluster(), "before");
  project.begin();
  project.tables("0002_u.sql", "u", 2);
  cluster().kill("s2r2");
  ASSERT_TRUE(eventually([] { return !is_active("before"); }));
  const Ended refused = project.apply();
  EXPECT_EQ(refused.code, 3) << refused.output;
  EXPECT_THAT(refused.errors,
              AllOf(HasSubstr("the cluster is not ready"), HasSubstr("2-2"),
                    HasSubstr("nothing was sent"), HasSubstr("godwit apply s1r1 --wait")));
  EXPECT_EQ(project.times_sent("CREATE TABLE {}.u1"), 0);

  Running waiting = project.start_apply("s1r1", {"--wait"});
  cluster().restart("s2r2");
  const Ended ended = waiting.wait();
  EXPECT_EQ(ended.code, 0) << ended.output << ended.errors;
  project.expect_everywhere("t u1 u2");
  EXPECT_EQ(project.times_sent("CREATE TABLE {}.u1"), 1);
}

TEST_F(Chaos, ReplicaKilledDuringAStepDoesItWhenItIsBack) {
  const ClusterProject project(cluster(), "during");
  project.begin();
  project.tables("0002_u.sql", "u", 2);
  cluster().stop("s2r2");  // so that the step is surely in flight when it dies
  Running running = project.start_apply("s1r1");
  ASSERT_TRUE(project.is_sent("CREATE TABLE {}.u1"));
  cluster().restart("s2r2");
  const Ended ended = running.wait();
  EXPECT_EQ(ended.code, 0) << ended.output << ended.errors;
  project.expect_everywhere("t u1 u2");
  EXPECT_EQ(project.times_sent("CREATE TABLE {}.u1"), 1);
  EXPECT_EQ(project.times_sent("CREATE TABLE {}.u2"), 1);
}

TEST_F(Chaos, ReplicaKilledBetweenStepsIsNamedAsWaitedFor) {
  const ClusterProject project(cluster(), "between");
  project.begin();
  project.tables("0002_u.sql", "u", 8);
  Running running = project.start_apply("s1r1");
  ASSERT_TRUE(project.is_sent("CREATE TABLE {}.u2"));
  cluster().kill("s2r2");
  const Ended ended = running.wait();
  EXPECT_EQ(ended.code, 1) << ended.output;
  EXPECT_THAT(ended.errors,
              AllOf(HasSubstr("is in doubt"), HasSubstr("waiting for " + address("s2r2"))));
  cluster().restart("s2r2");
  const Ended again = project.apply("s2r2");
  EXPECT_EQ(again.code, 0) << again.errors;
  project.expect_everywhere("t u1 u2 u3 u4 u5 u6 u7 u8");
  for (int i = 1; i <= 8; ++i) {
    EXPECT_EQ(project.times_sent(fmt::format("CREATE TABLE {{}}.u{}", i)), 1) << i;
  }
}

TEST_F(Chaos, ReplicaKilledAfterTheLastStepHasItAll) {
  const ClusterProject project(cluster(), "after");
  project.begin();
  cluster().kill("s2r2");
  const Ended nothing = project.apply();
  EXPECT_EQ(nothing.code, 0) << nothing.errors;
  cluster().restart("s2r2");
  // It may be too early to tell, and then it says so; never that something is pending.
  const Ended early = project.run("status", "s2r2", {"--exit-code"});
  EXPECT_THAT(early.code, AnyOf(0, 1)) << early.output;
  EXPECT_EQ(early.code == 1, early.errors.find("has not caught up") != std::string::npos);
  const Ended caught_up = project.apply("s2r2");  // waits for it
  EXPECT_EQ(caught_up.code, 0) << caught_up.errors;
  EXPECT_THAT(caught_up.output, HasSubstr("nothing to do"));
  EXPECT_EQ(project.run("status", "s2r2", {"--exit-code"}).code, 0);
  project.expect_everywhere("t");
}

TEST_F(Chaos, HostStoppedForLongerThanTheLimitIsInDoubtUntilItGoesOn) {
  const ClusterProject project(cluster(), "stopped");
  project.begin();
  project.tables("0002_u.sql", "u", 2);
  cluster().stop("s2r2");
  const Ended doubt = project.apply();
  EXPECT_EQ(doubt.code, 1) << doubt.output;
  EXPECT_THAT(doubt.errors,
              AllOf(HasSubstr("is in doubt"), HasSubstr("waiting for " + address("s2r2")),
                    Not(HasSubstr(address("s1r1") + ","))));
  const Ended status = project.run("status", "s1r1");
  EXPECT_EQ(status.code, 0) << status.errors;
  EXPECT_THAT(status.output, HasSubstr("in doubt"));
  cluster().cont("s2r2");
  const Ended again = project.run("apply", "s2r1", {"--wait"});
  EXPECT_EQ(again.code, 0) << again.errors;
  project.expect_everywhere("t u1 u2");
  EXPECT_EQ(project.times_sent("CREATE TABLE {}.u1"), 1);
}

TEST_F(Chaos, ZooKeeperRestartedMidRunLosesNoStep) {
  const ClusterProject project(cluster(), "keeper");
  project.begin();
  project.tables("0002_u.sql", "u", 8);
  Running running = project.start_apply("s1r1");
  ASSERT_TRUE(project.is_sent("CREATE TABLE {}.u2"));
  cluster().restart(kZooKeeper);
  Ended ended = running.wait();
  for (int tries = 0; ended.code != 0 && tries < 5; ++tries) {
    EXPECT_THAT(ended.code, AnyOf(1, 3, 4)) << ended.errors;
    remove_orphans(ended.errors);
    ended = project.run("apply", "s1r1", {"--wait"});
  }
  EXPECT_EQ(ended.code, 0) << ended.errors;
  project.expect_everywhere("t u1 u2 u3 u4 u5 u6 u7 u8");
  for (int i = 1; i <= 8; ++i) {
    // Once more where hosts had lost their connection to ZooKeeper in the midst of it.
    const std::string failures = cluster().value(
        "s1r1", fmt::format("SELECT count() FROM godwit_keeper.history WHERE migration = '2' AND "
                            "step = {} AND host = '' AND state = 'failed'",
                            i));
    EXPECT_EQ(project.times_sent(fmt::format("CREATE TABLE {{}}.u{}", i)), 1 + std::stoi(failures))
        << i << ": " << project.history("s1r1");
  }
}

// Each point of a step's protocol: before the server has a request, and after it has answered it.
// What comes before the first statement changes nothing, and is as long as a run that has nothing
// to do. Whether a statement that is not in the queue may still reach it, only the host that it
// was for can say: through another one the step stays in doubt.
TEST_F(Chaos, RunKilledAtEveryRequestOfAStepIsTakenUp) {
  const ClusterProject project(cluster(), "killed");
  project.begin();
  DeadlyProxy proxy(cluster().url("s1r1"));
  const std::vector<std::string> through_proxy{"--url", proxy.url()};
  EXPECT_EQ(project.run("apply", "s1r1", through_proxy).code, 0);
  const int idle = proxy.requests();
  std::string tables = "t";
  int round = 0;
  for (const Side side : {Side::before, Side::after}) {
    bool died = true;
    for (int request = idle; died; ++request) {
      SCOPED_TRACE(fmt::format("{} request {}", to_string(side), request));
      const std::string prefix = fmt::format("u{:02}_", ++round);
      project.tables(fmt::format("{:04}_u.sql", round + 1), prefix, 1);
      tables += fmt::format(" {}1", prefix);
      std::promise<pid_t> started;
      proxy.arm(request, side, [id = started.get_future().share()] { ::kill(id.get(), SIGKILL); });
      Running running = project.start_apply("s1r1", through_proxy);
      started.set_value(running.id());
      const Ended ended = running.wait();
      died = proxy.has_killed();
      if (!died) {
        EXPECT_EQ(ended.code, 0) << ended.errors;
        continue;
      }
      const Ended elsewhere = project.apply_after_a_death("s2r2");
      if (elsewhere.code != 0) {
        EXPECT_THAT(elsewhere.errors, HasSubstr("is in doubt"));
        EXPECT_EQ(project.times_sent(fmt::format("CREATE TABLE {{}}.{}1", prefix)), 0);
      }
      const Ended here = project.apply("s1r1");
      EXPECT_EQ(here.code, 0) << here.errors;
      EXPECT_EQ(project.times_sent(fmt::format("CREATE TABLE {{}}.{}1", prefix)), 1);
    }
  }
  EXPECT_GT(round, 2 * 4) << "fewer deaths than a step has requests: the proxy is not in the way";
  project.expect_everywhere(tables);
}

TEST_F(Chaos, HostWhoseSessionExpiredGoesOnWhereItWas) {
  const ClusterProject project(cluster(), "expired");
  project.begin();
  cluster().stop("s2r2");
  ASSERT_TRUE(eventually([] { return !is_active("expired"); }));
  project.tables("0002_u.sql", "u", 2);
  const Ended refused = project.apply();
  EXPECT_EQ(refused.code, 3) << refused.output;
  EXPECT_THAT(refused.errors, AllOf(HasSubstr("the cluster is not ready"), HasSubstr("2-2")));
  cluster().cont("s2r2");
  ASSERT_TRUE(eventually([] { return is_active("expired"); }));
  const Ended again = project.apply();
  EXPECT_EQ(again.code, 0) << again.errors;
  project.expect_everywhere("t u1 u2");
}

TEST_F(Chaos, HostCutOffDuringAStepDoesItWhenItIsBack) {
  const ClusterProject project(cluster(), "cut");
  project.begin();
  project.tables("0002_u.sql", "u", 2);
  cluster().cut_off("s2r2");
  const Ended doubt = project.apply();
  EXPECT_EQ(doubt.code, 1) << doubt.output;
  EXPECT_THAT(doubt.errors,
              AllOf(HasSubstr("is in doubt"), HasSubstr("waiting for " + address("s2r2"))));
  cluster().reconnect("s2r2");
  const Ended again = project.run("apply", "s1r1", {"--wait"});
  EXPECT_EQ(again.code, 0) << again.errors;
  project.expect_everywhere("t u1 u2");
  EXPECT_EQ(project.times_sent("CREATE TABLE {}.u1"), 1);
}

}  // namespace

}  // namespace godwit::test
