// What Keeper says of the replicas of a table.

#include "godwit/apply/replicas.hpp"

#include "support/hand_clock.hpp"
#include "support/scripted_server.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace godwit::apply {
namespace {

using test::HandClock;
using test::ScriptedServer;
using Rows = std::vector<server::Row>;

/// A replica's nodes.
struct ReplicaCase {
  Rows nodes;
  HostState state;
  std::string_view name;
};

const std::string kHostNode = "host: ch-1\nport: 9009\ntcp_port: 9000\ndatabase: d\n";

const ReplicaCase kReplicas[] = {
    {{{"columns", "2"}, {"host", kHostNode}, {"is_active", ""}, {"mutation_pointer", "0000000007"}},
     HostState::done,
     "ch-1:9000"},
    {{{"columns", "2"}, {"host", kHostNode}, {"is_active", ""}, {"mutation_pointer", "0000000006"}},
     HostState::working,
     "ch-1:9000"},
    {{{"columns", "1"}, {"is_active", ""}, {"mutation_pointer", "0000000007"}},
     HostState::working,
     "/p/1/replicas/r"},
    {{{"columns", "2"}, {"is_active", ""}}, HostState::working, "/p/1/replicas/r"},
    {{{"columns", "1"}, {"host", kHostNode}, {"mutation_pointer", "0000000007"}},
     HostState::waiting,
     "ch-1:9000"},
};

void expect_table(ScriptedServer& server, const Rows& replica) {
  server
      .expect("FROM cluster('main', system, replicas) WHERE database = 'd' AND table = 't'",
              Rows{{"/p/1"}})
      .expect("path = '/p/1/mutations'", Rows{{"0000000006", ""}, {"0000000007", ""}})
      .expect("path = '/p/1' ", Rows{{"columns", "2"}, {"metadata", "m"}})
      .expect("path = '/p/1/replicas' ", Rows{{"r", ""}})
      .expect("path = '/p/1/replicas/r' ", replica);
}

TEST(Replicas, HaveDoneItWhenTheyHaveColumnsAndTheNewestMutation) {
  for (const ReplicaCase& row : kReplicas) {
    ScriptedServer server("18.16.1");
    expect_table(server, row.nodes);
    const auto replicas = look_at_replicas(server, "main", "d", "t");
    ASSERT_EQ(replicas.size(), 1U);
    EXPECT_EQ(replicas.front().state, row.state) << row.nodes.front().at(1);
    EXPECT_EQ(replicas.front().host, row.name);
  }
}

TEST(Replicas, OfATableThatIsNotReplicatedAreNone) {
  ScriptedServer server("18.16.1");
  server.expect("FROM cluster('main', system, replicas)", Rows{});
  EXPECT_TRUE(look_at_replicas(server, "main", "d", "t").empty());
}

TEST(Replicas, AreFollowedWhileOneWorks) {
  ScriptedServer server("18.16.1");
  expect_table(server, kReplicas[1].nodes);
  expect_table(server, kReplicas[1].nodes);
  expect_table(server, kReplicas[0].nodes);
  HandClock clock;
  std::vector<std::string> shown;
  const auto replicas =
      follow_replicas(server, "main", "d", "t",
                      {clock, std::chrono::seconds(60), [] { return false; },
                       [&](const auto& seen) { shown.push_back(describe(seen, "replicas")); }});
  EXPECT_FALSE(are_at_work(replicas));
  EXPECT_EQ(clock.sleeps.size(), 2U);
  EXPECT_EQ(shown,
            std::vector<std::string>(2, "0 of 1 replicas have done it; running on ch-1:9000"));
}

TEST(Replicas, AreNotFollowedBeyondTheLimit) {
  ScriptedServer server("18.16.1");
  expect_table(server, kReplicas[1].nodes);
  HandClock clock;
  const auto replicas =
      follow_replicas(server, "main", "d", "t", {clock, std::chrono::seconds(0), {}, {}});
  EXPECT_TRUE(are_at_work(replicas));
  EXPECT_TRUE(clock.sleeps.empty());
}

}  // namespace
}  // namespace godwit::apply
