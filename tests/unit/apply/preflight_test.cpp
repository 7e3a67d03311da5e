// A cluster before anything is sent to it.

#include "godwit/apply/preflight.hpp"

#include "godwit/base/text.hpp"
#include "support/scripted_server.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace godwit::apply {
namespace {

using server::Failed;
using server::Outcome;
using test::ScriptedServer;
using Rows = std::vector<server::Row>;

std::string said(const ClusterState& state, std::size_t expected = 0, bool takes_up = false) {
  return join(obstacles(state, expected, takes_up), " | ");
}

ClusterState look(ScriptedServer& server, std::string_view cluster = "cluster:main") {
  return look_at_cluster(server, topology::parse_topology(cluster), {});
}

TEST(Preflight, NothingIsInTheWayWhereEveryHostIsThere) {
  ScriptedServer server;
  server.expect("FROM system.clusters WHERE cluster = 'main'", Rows{{"4"}})
      .expect("FROM system.replicas WHERE database = 'godwit' AND table = 'history'",
              Rows{{"4", "4", "/clickhouse/godwit/godwit/history"}})
      .expect("FROM system.distributed_ddl_queue", Rows{});
  const ClusterState state = look(server);
  EXPECT_EQ(said(state), "");
  EXPECT_EQ(said(state, 4), "");
  EXPECT_EQ(said(state, 6), "6 hosts are expected, and the cluster has 4");
}

TEST(Preflight, AHostWithoutASessionIsNamed) {
  ScriptedServer server;
  server.expect("FROM system.clusters", Rows{{"3"}})
      .expect("FROM system.replicas", Rows{{"2", "1", "/p"}})
      .expect("path = '/p/replicas' ORDER BY name", Rows{{"01-a", ""}, {"01-b", ""}})
      .expect("path = '/p/replicas/01-a'", Rows{{"host", "h"}, {"is_active", "pid"}})
      .expect("path = '/p/replicas/01-b'", Rows{{"host", "h"}})
      .expect("FROM system.distributed_ddl_queue", Rows{});
  EXPECT_EQ(said(look(server)),
            "1 of 3 hosts have no copy of the history yet | 1 of 2 hosts are not there (no session "
            "in Keeper): 01-b");
}

TEST(Preflight, WhatIsStillQueuedIsInTheWayUnlessTheRunTakesItUp) {
  ScriptedServer server;
  server.expect("FROM system.clusters", Rows{{"1"}})
      .expect("FROM system.replicas", Rows{{"1", "1", "/p"}})
      .expect("FROM system.distributed_ddl_queue",
              Rows{{"query-0000000007", "a", "9000", "Inactive", "\\N", "\\N"}});
  const ClusterState state = look(server);
  EXPECT_EQ(said(state),
            "the DDL queue is not empty: query-0000000007: 0 of 1 hosts have done it; waiting for "
            "a:9000");
  EXPECT_EQ(said(state, 0, true), "");
}

TEST(Preflight, AMacroIsTheClusterThatTheServerMakesOfIt) {
  ScriptedServer server;
  server.expect("FROM system.macros", Rows{{"shard", "1"}, {"cluster", "main"}})
      .expect("WHERE cluster = 'main'", Rows{{"2"}})
      .expect("FROM system.replicas", Rows{})
      .expect("FROM system.distributed_ddl_queue", Outcome(Failed{497, "Not enough privileges"}));
  EXPECT_EQ(said(look(server, "cluster:{cluster}")),
            "2 of 2 hosts have no copy of the history yet");
}

}  // namespace
}  // namespace godwit::apply
