// The digest is what an approval is for: it changes when what is sent changes, and only then.

#include "godwit/plan/plan.hpp"
#include "support/written.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>

namespace godwit::plan {
namespace {

constexpr std::string_view kText =
    "CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x; SET s = 1; SELECT 1;";

struct Case {
  std::string_view text = kText;
  std::string_view file = "1_a.sql";
  std::string_view topology = "cluster:main";
  std::string_view replica_path = topology::kDefaultReplicaPath;
  std::string_view replica_name = topology::kDefaultReplicaName;
  std::string_view target = "ch:8123/shop";
  std::string_view real_cluster = "main";
};

std::string digest_of(const Case& row) {
  const auto migrations = test::written({{std::string(row.file), std::string(row.text)}});
  Wanted wanted;
  wanted.topology = topology::parse_topology(row.topology);
  wanted.topology.replica_path = row.replica_path;
  wanted.topology.replica_name = row.replica_name;
  wanted.topology.clusters = {{"main", std::string(row.real_cluster)}};
  wanted.target = row.target;
  return plan_up(migrations, {}, wanted).digest;
}

// clang-format off
constexpr Case kSame[] = {
    {},
    {.text = "-- why\nCREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x;\n\n\nSET s = 1;\n\nSELECT 1; -- all\n"},
    {.text = "CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x;\r\nSET s = '1';\r\nSELECT 1;"},
    {.text = "CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x;\n-- godwit:settings s=1\nSELECT 1;"},
    {.text = "CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x; SET s = 1; SELECT 1;\n-- godwit:down\nDROP TABLE a"},
    {.file = "0001_other_name.sql"},
};

constexpr Case kOther[] = {
    {},
    {.text = "CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x; SET s = 1; SELECT 2;"},
    {.text = "CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x; SET s = 2; SELECT 1;"},
    {.text = "CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x; SET t = 1; SELECT 1;"},
    {.text = "CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x; SELECT 1;"},
    {.text = "CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x;"},
    {.text = "SELECT 1; CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x;"},
    {.text = "-- godwit:raw\nCREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x; SET s = 1; SELECT 1;"},
    {.text = "-- godwit:secret\nCREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x; SET s = 1; SELECT 1;"},
    {.text = "-- godwit:wait none\nCREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x; SET s = 1; SELECT 1;"},
    {.text = "-- godwit:wait replicas\nCREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x; SET s = 1; SELECT 1;"},
    {.text = "-- godwit:empty"},
    {.file = "2_a.sql"},
    {.topology = "single"},
    {.topology = "replicated"},
    {.topology = "replicated:main"},
    {.topology = "cloud"},
    {.topology = "cluster:other"},
    {.replica_path = "/x/{uuid}/{shard}"},
    {.replica_name = "{shard}-{replica}"},
    {.target = "ch:8123/store"},
    {.real_cluster = "prod_main"},
};
// clang-format on

TEST(Digest, DoesNotCountCommentsLayoutAndNames) {
  const std::string digest = digest_of({});
  EXPECT_EQ(digest.size(), 64U);
  for (const Case& row : kSame) EXPECT_EQ(digest_of(row), digest) << row.text << row.file;
}

TEST(Digest, CountsWhatIsSentAndWhere) {
  std::map<std::string, const Case*> digests;
  for (const Case& row : kOther) {
    const auto [other, is_new] = digests.emplace(digest_of(row), &row);
    EXPECT_TRUE(is_new) << row.text << " " << row.topology << " is like " << other->second->text
                        << " " << other->second->topology;
  }
}

TEST(Digest, CountsWhatIsLeft) {
  const auto migrations = test::written({{"1_a.sql", "SELECT 1; SELECT 2"}});
  history::Snapshot begun;
  begun.rows = {test::row_of(migrations.migrations[0], 0, history::State::running),
                test::row_of(migrations.migrations[0], 1, history::State::done)};
  EXPECT_NE(plan_up(migrations, {}, {}).digest, plan_up(migrations, begun, {}).digest);
}

TEST(Digest, CountsTheDirection) {
  const auto migrations = test::written({{"1_a.sql", "SELECT 1;\n-- godwit:down\nSELECT 1"}});
  history::Snapshot done;
  done.rows = {test::row_of(migrations.migrations[0], 0, history::State::done)};
  EXPECT_NE(plan_up(migrations, {}, {}).digest, plan_down(migrations, done, {}).digest);
}

}  // namespace
}  // namespace godwit::plan
