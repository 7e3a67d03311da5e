#include "godwit/server/emulator.hpp"

#include "support/thrown.hpp"

#include <gtest/gtest.h>

namespace godwit::server {
namespace {

using test::thrown_by;

struct PlanCase {
  EmulatorPlan plan;
  std::string_view error;
};

TEST(Emulator, PlansThatCanBeAndThoseThatCannot) {
  const PlanCase cases[] = {
      {{}, "none"},
      {{.nodes = 32}, "none"},
      {{.nodes = 1, .port = 65535}, "none"},
      {{.nodes = 2, .port = 65534}, "none"},
      {{.keeper = "localhost:2181"}, "none"},
      {{.keeper = "zk-1.example.com:2181,10.0.0.2:2182,[::1]:2183"}, "none"},
      {{.user = "u", .password_file = "p"}, "none"},
      {{.nodes = 0}, "usage --nodes 0: expected 1 to 32"},
      {{.nodes = -1}, "usage --nodes -1: expected 1 to 32"},
      {{.nodes = 33}, "usage --nodes 33: expected 1 to 32"},
      {{.port = 0}, "usage --port 0: expected 1 to 65535 / without --port free ones are chosen"},
      {{.port = 65536},
       "usage --port 65536: expected 1 to 65535 / without --port free ones are chosen"},
      {{.nodes = 2, .port = 65535},
       "usage --port 65535: expected 1 to 65534 / without --port free ones are chosen"},
      {{.user = "u"}, "usage --user and --password-file go together"},
      {{.password_file = "p"}, "usage --user and --password-file go together"},
  };
  for (const PlanCase& row : cases) {
    EXPECT_EQ(thrown_by([&] { check(row.plan); }), row.error);
  }
}

TEST(Emulator, AKeeperIsHostAndPort) {
  for (const std::string keeper :
       {"localhost", "localhost:", ":2181", "localhost:0", "localhost:65536", "localhost:x",
        "a b:1", "a<b:1", "::1:2181", "a:1,", "a:1,b", "keeper://a:1"}) {
    EmulatorPlan plan;
    plan.keeper = keeper;
    EXPECT_NE(thrown_by([&] { check(plan); }).find("is not HOST:PORT / for example --keeper "),
              std::string::npos)
        << keeper;
  }
}

TEST(Emulator, ANodesConfigurationHasItsMacrosAndTheSharedKeeper) {
  EXPECT_EQ(node_config({.nodes = 2}, 2),
            "<clickhouse>\n"
            "  <macros>\n"
            "    <cluster>emulator</cluster>\n"
            "    <replica>node2</replica>\n"
            "    <shard>2</shard>\n"
            "  </macros>\n"
            "</clickhouse>\n");
  EXPECT_EQ(node_config({.keeper = "a:1,[::1]:2"}, 1),
            "<clickhouse>\n"
            "  <macros>\n"
            "    <cluster>emulator</cluster>\n"
            "    <replica>node1</replica>\n"
            "    <shard>1</shard>\n"
            "  </macros>\n"
            "  <zookeeper replace=\"1\">\n"
            "    <node><host>a</host><port>1</port></node>\n"
            "    <node><host>::1</host><port>2</port></node>\n"
            "  </zookeeper>\n"
            "  <keeper_map_path_prefix>/keeper_map</keeper_map_path_prefix>\n"
            "</clickhouse>\n");
}

}  // namespace
}  // namespace godwit::server
