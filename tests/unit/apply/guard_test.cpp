#include "godwit/apply/guard.hpp"

#include "support/scripted_server.hpp"
#include "support/thrown.hpp"
#include "support/written.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace godwit::apply {
namespace {

using test::ScriptedServer;
using test::thrown_by;

plan::Wanted wanted_in_shop() {
  plan::Wanted wanted;
  wanted.topology.default_database = "shop";
  wanted.words = "dev";
  return wanted;
}

std::string refusal(const std::vector<std::pair<std::string, std::string>>& files,
                    const std::vector<server::Row>& tables) {
  const auto migrations = test::written(files);
  const plan::Plan plan = plan::plan_up(migrations, {}, {});
  ScriptedServer server;
  server.expect("SELECT database, name FROM system.tables", tables);
  return thrown_by([&] {
    if (const auto error = existing_objects(server, plan, wanted_in_shop())) throw *error;
    return 0;
  });
}

TEST(Guard, NothingIsAskedWhereNothingIsCreated) {
  const auto migrations =
      test::written({{"1_a.sql", "CREATE DATABASE shop; SELECT 1; ALTER TABLE t ADD COLUMN a Int8"},
                     {"2_b.sql", "CREATE FUNCTION f AS x -> x"}});
  ScriptedServer server;
  EXPECT_FALSE(existing_objects(server, plan::plan_up(migrations, {}, {}), wanted_in_shop()));
  EXPECT_TRUE(server.queries().empty());
}

TEST(Guard, WhatIsNotThereIsNoObstacle) {
  EXPECT_EQ(refusal({{"1_a.sql", "CREATE TABLE t (a Int8)"}}, {}), "none");
  EXPECT_EQ(refusal({{"1_a.sql", "CREATE TABLE t (a Int8)"}}, {{"default", "t"}, {"shop", "T"}}),
            "none");
}

TEST(Guard, WhatIsThereIsNamedWithTheLastMigrationThatMadeIt) {
  EXPECT_EQ(refusal({{"1_a.sql", "CREATE TABLE t (a Int8); CREATE VIEW `x y`.v AS SELECT 1"},
                     {"0002_b.sql", "CREATE TABLE \"u\" (a Int8)"},
                     {"3_c.sql", "CREATE TABLE w (a Int8)"}},
                    {{"shop", "t"}, {"shop", "u"}, {"x y", "v"}, {"other", "w"}}),
            "policy the history is empty, but what the migrations create is already there: shop.t, "
            "x y.v, shop.u / if these tables came from the migrations, take them as done up to the "
            "last\none whose effect is there, for example\ngodwit baseline dev --to 2");
}

TEST(Guard, APartOfAStatementCreatesToo) {
  EXPECT_NE(refusal({{"1_a.sql", "CREATE TABLE s (a Int8) PARALLEL WITH CREATE TABLE t (a Int8)"}},
                    {{"shop", "t"}}),
            "none");
}

TEST(Guard, AViewsTargetIsNotWhatItCreates) {
  EXPECT_EQ(refusal({{"1_a.sql", "CREATE MATERIALIZED VIEW v TO t AS SELECT 1"}}, {{"shop", "t"}}),
            "none");
}

TEST(Guard, OnlySomeOfManyAreNamed) {
  std::string text;
  std::vector<server::Row> tables;
  for (const char c : std::string("abcdefg")) {
    text += std::string("CREATE TABLE ") + c + " (x Int8);";
    tables.push_back({"shop", std::string(1, c)});
  }
  EXPECT_NE(refusal({{"1_a.sql", text}}, tables).find(": shop.a, shop.b, shop.c, shop.d, shop.e /"),
            std::string::npos);
}

}  // namespace
}  // namespace godwit::apply
