// A directory and a history in, a plan out. A history is written in a line, "1/0 done" for the
// newest row of migration 1 itself, "1/2 failed" for its second step; "1/d2" is the second step of
// its way back. A row has the hashes of the file as it stands, unless "!" says that it has others,
// or "-" that it has none.

#include "godwit/plan/plan.hpp"

#include "godwit/base/text.hpp"
#include "support/thrown.hpp"
#include "support/written.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::plan {
namespace {

using migrations::Migrations;
using test::thrown_by;

using Files = std::vector<std::pair<std::string, std::string>>;

const Files kFiles = {
    {"1_a.sql", "CREATE TABLE a (x Int8); SELECT 1;\n-- godwit:down\nDROP TABLE a; SELECT 9;"},
    {"2_b.sql", "CREATE TABLE b (x Int8);\n-- godwit:down\nDROP TABLE b"},
    {"3_c.sql", "-- godwit:envs prod\nCREATE TABLE c (x Int8)"},
    {"10_d.sql", "CREATE TABLE d (x Int8); SELECT 2"},
};

// "1/d2 reverted !" to a row.
history::Row row_of(std::string_view text, const Migrations& migrations) {
  const std::vector<std::string_view> words = split(text, ' ');
  const std::vector<std::string_view> key = split(words.at(0), '/');
  const bool down = key.at(1).starts_with('d');
  const auto number = static_cast<std::uint32_t>(parse_digits(key[1].substr(down ? 1 : 0)).value());
  history::Row row;
  row.migration = key.at(0);
  row.name = "gone";
  row.started_at = "yesterday";
  const history::State state = history::parse_state(words.at(1));
  if (const auto* migration = migrations.find(key.at(0))) {
    row = test::row_of(*migration, number, state);
    if (down) row.statement_hash = migration->down_steps.at(number - 1).hash;
  }
  row.state = state;
  row.step = down ? kFirstDownStep + number - 1 : number;
  if (words.size() > 2) {
    const std::string hash = words[2] == "!" ? "another" : "";
    (row.step == 0 ? row.migration_hash : row.statement_hash) = hash;
  }
  return row;
}

history::Snapshot snapshot_of(std::string_view text, const Migrations& migrations) {
  history::Snapshot snapshot;
  for (const std::string_view row : split(text, ',')) {
    if (!trim(row).empty()) snapshot.rows.push_back(row_of(trim(row), migrations));
  }
  return snapshot;
}

// "1: 1 2? of 2; 2: of 1": the steps of each migration, "?" behind one in doubt.
std::string dump(const Plan& plan) {
  std::string text;
  for (const PlannedMigration& migration : plan.migrations) {
    text += fmt::format("{}{}{}:", text.empty() ? "" : "; ", migration.migration->version,
                        migration.direction == Direction::down ? " down" : "");
    for (const PlannedStep& step : migration.steps) {
      const std::uint32_t first = migration.direction == Direction::down ? kFirstDownStep : 1;
      text += fmt::format(" {}{}", step.number - first + 1, step.in_doubt == nullptr ? "" : "?");
      EXPECT_EQ(step.number - first + 1, step.step->number);
    }
    text += fmt::format(" of {}", migration.all_steps);
  }
  for (const std::string& warning : plan.warnings) text += " ! " + warning;
  return text;
}

struct Case {
  std::string_view history;
  std::string_view wanted;  // "env=prod to=2 steps=1 allow"
  std::string_view plan;    // or the error
};

Wanted wanted_of(std::string_view text) {
  Wanted wanted;
  wanted.words = "dev";
  wanted.environment = "dev";
  for (const std::string_view word : split(text, ' ')) {
    const std::string value(word.substr(word.find('=') + 1));
    if (word.starts_with("env=")) wanted.environment = value;
    if (word.starts_with("to=")) wanted.to = value;
    if (word.starts_with("steps=")) wanted.steps = parse_digits(value).value();
    if (word == "allow") wanted.out_of_order = OutOfOrder::allow;
  }
  return wanted;
}

// clang-format off
constexpr Case kUp[] = {
    // history                            wanted               what is left
    {"",                                  "",                  "1: 1 2 of 2; 2: 1 of 1; 10: 1 2 of 2"},
    {"",                                  "env=prod",          "1: 1 2 of 2; 2: 1 of 1; 3: 1 of 1; 10: 1 2 of 2"},
    {"1/0 done, 1/1 done, 1/2 done",      "",                  "2: 1 of 1; 10: 1 2 of 2"},
    {"1/0 done, 2/0 done, 10/0 done",     "",                  ""},
    {"1/0 baseline, 2/0 skipped, 10/0 resolved", "",           ""},
    // a run stopped somewhere
    {"1/0 running",                       "",                  "1: 1 2 of 2; 2: 1 of 1; 10: 1 2 of 2"},
    {"1/0 running, 1/1 done",             "",                  "1: 2 of 2; 2: 1 of 1; 10: 1 2 of 2"},
    {"1/0 running, 1/1 done, 1/2 done",   "",                  "1: of 2; 2: 1 of 1; 10: 1 2 of 2"},
    {"1/0 failed, 1/1 done, 1/2 failed",  "",                  "1: 2 of 2; 2: 1 of 1; 10: 1 2 of 2"},
    {"1/0 failed, 1/1 failed",            "",                  "1: 1 2 of 2; 2: 1 of 1; 10: 1 2 of 2"},
    {"1/0 running, 1/1 running",          "",                  "1: 1? 2 of 2; 2: 1 of 1; 10: 1 2 of 2"},
    {"1/0 running, 1/1 done, 1/2 running","",                  "1: 2? of 2; 2: 1 of 1; 10: 1 2 of 2"},
    {"1/0 running, 1/1 resolved, 1/2 skipped", "",             "1: of 2; 2: 1 of 1; 10: 1 2 of 2"},
    // taken back, it runs again
    {"1/0 reverted, 1/1 reverted, 1/2 reverted, 1/d1 reverted, 1/d2 reverted", "", "1: 1 2 of 2; 2: 1 of 1; 10: 1 2 of 2"},
    {"1/0 reverted, 1/d1 done",           "",                  "policy m/1_a.sql: 1_a is rolled back half-way / finish the way back first: godwit rollback dev --steps 1"},
    {"1/0 failed, 1/1 done, 1/2 done, 1/d1 failed", "",        "policy m/1_a.sql: 1_a is rolled back half-way / finish the way back first: godwit rollback dev --steps 1"},
    {"1/0 running, 1/1 done, 1/2 done, 1/d1 running", "",      "policy m/1_a.sql: 1_a is rolled back half-way / finish the way back first: godwit rollback dev --steps 1"},
    // what ran must be in the file as it ran
    {"1/0 done !",                        "",                  "policy m/1_a.sql: 1_a has changed since it ran (2026-01-02 03:04:05.006) / write a new migration for the change; or accept the file as it is:\ngodwit repair dev 1"},
    {"1/0 baseline -, 2/0 done, 10/0 done", "",                ""},
    {"1/0 failed !, 1/1 done",            "",                  "1: 2 of 2; 2: 1 of 1; 10: 1 2 of 2"},
    {"1/0 failed, 1/1 done !",            "",                  "policy m/1_a.sql:1:1: step 1 of 1_a already ran, and its statement has changed since / bring the statement back as it was, or accept the change:\ngodwit repair dev 1"},
    {"10/0 failed, 10/1 done, 10/2 done !", "",                "policy m/10_d.sql:1:26: step 2 of 10_d already ran, and its statement has changed since / bring the statement back as it was, or accept the change:\ngodwit repair dev 10"},
    {"1/0 failed, 1/1 failed !",          "",                  "1: 1 2 of 2; 2: 1 of 1; 10: 1 2 of 2"},
    {"1/0 failed, 1/1 done -",            "",                  "1: 2 of 2; 2: 1 of 1; 10: 1 2 of 2"},
    {"1/0 failed, 1/1 done, 1/2 done, 1/3 done", "",           "policy m/1_a.sql: step 3 of 1_a already ran, and is no longer in the file / bring it back, or accept the change:\ngodwit repair dev 1"},
    {"1/0 failed, 1/1 done, 1/2 done, 1/3 failed", "",         "1: of 2; 2: 1 of 1; 10: 1 2 of 2"},
    // the order
    {"2/0 done",                          "",                  "policy m/1_a.sql: 1_a is out of order: 2_b has already run / give it a version above that one, or set out_of_order = \"allow\" for this environment"},
    {"10/0 done",                         "",                  "policy m/1_a.sql: 1_a is out of order: 10_d has already run / give it a version above that one, or set out_of_order = \"allow\" for this environment"},
    {"2/0 done",                          "allow",             "1: 1 2 of 2; 10: 1 2 of 2"},
    {"1/0 failed, 1/1 done, 2/0 done",    "",                  "1: 2 of 2; 10: 1 2 of 2"},
    {"1/0 done, 2/0 done, 10/0 done",     "env=prod",          "policy m/3_c.sql: 3_c is out of order: 10_d has already run / give it a version above that one, or set out_of_order = \"allow\" for this environment"},
    // as far as was asked
    {"",                                  "to=1",              "1: 1 2 of 2"},
    {"",                                  "to=0002",           "1: 1 2 of 2; 2: 1 of 1"},
    {"",                                  "to=3",              "1: 1 2 of 2; 2: 1 of 1"},
    {"1/0 done",                          "to=1",              ""},
    {"",                                  "steps=1",           "1: 1 2 of 2"},
    {"1/0 done",                          "steps=1",           "2: 1 of 1"},
    {"",                                  "steps=0",           ""},
    {"",                                  "to=10 steps=2",     "1: 1 2 of 2; 2: 1 of 1"},
    {"",                                  "to=11",             "usage no migration has version '11' / did you mean '1'?"},
    {"",                                  "to=4711",           "usage no migration has version '4711' / one of: 1, 2, 3, 10"},
    // files that are gone
    {"1/0 done, 2/0 done, 5/0 done, 7/0 reverted, 10/0 done", "", " ! 5 gone ran here, and its file is missing"},
};

constexpr Case kDown[] = {
    {"",                                  "",                  ""},
    {"1/0 done, 2/0 done",                "",                  "2 down: 1 of 1; 1 down: 1 2 of 2"},
    {"1/0 done, 2/0 done",                "steps=1",           "2 down: 1 of 1"},
    {"1/0 done, 2/0 done",                "to=1",              "2 down: 1 of 1"},
    {"1/0 done, 2/0 done",                "to=2",              ""},
    {"1/0 done, 2/0 done",                "to=0",              "2 down: 1 of 1; 1 down: 1 2 of 2"},
    {"1/0 done, 2/0 done",                "to=5",              "usage no migration has version '5' / did you mean '1'?"},
    {"1/0 baseline, 2/0 reverted",        "",                  "1 down: 1 2 of 2"},
    {"1/0 failed, 1/1 done, 1/2 failed",  "steps=1",           "1 down: 1 2 of 2"},
    // a way back that stopped half-way goes on
    {"1/0 failed, 1/d1 done, 1/d2 failed","steps=1",           "1 down: 2 of 2"},
    {"1/0 running, 1/d1 running",         "steps=1",           "1 down: 1? 2 of 2"},
    {"1/0 running, 1/d1 done !",          "steps=1",           "policy m/1_a.sql:3:1: step 1 of 1_a already ran, and its statement has changed since / bring the statement back as it was, or accept the change:\ngodwit repair dev 1"},
    {"1/0 running, 1/d1 reverted",        "steps=1",           "1 down: 1 2 of 2"},
    // no way back
    {"1/0 done, 2/0 done, 10/0 done",     "steps=1",           "usage m/10_d.sql: 10_d has no way back / write down statements behind a line -- godwit:down, or a new migration"},
    {"1/0 done, 2/0 done, 10/0 done",     "to=10",             ""},
    {"2/0 done, 3/0 done",                "",                  "2 down: 1 of 1"},
    {"2/0 done, 3/0 done",                "env=prod",          "usage m/3_c.sql: 3_c has no way back / write down statements behind a line -- godwit:down, or a new migration"},
};
// clang-format on

using Planner = Plan (*)(const Migrations&, const history::Snapshot&, const Wanted&);

std::string outcome_of(Planner planner, const Case& row, const Migrations& migrations) {
  const history::Snapshot snapshot = snapshot_of(row.history, migrations);
  std::string text;
  const std::string error = thrown_by([&] {
    text = dump(planner(migrations, snapshot, wanted_of(row.wanted)));
    return 0;
  });
  return error == "none" ? text : error;
}

TEST(Plan, UpIsWhatTheHistoryHasNot) {
  const Migrations migrations = test::written(kFiles);
  for (const Case& row : kUp) {
    EXPECT_EQ(outcome_of(plan_up, row, migrations), row.plan)
        << row.history << " (" << row.wanted << ")";
  }
}

TEST(Plan, DownIsTheNewestFirst) {
  const Migrations migrations = test::written(kFiles);
  for (const Case& row : kDown) {
    EXPECT_EQ(outcome_of(plan_down, row, migrations), row.plan)
        << row.history << " (" << row.wanted << ")";
  }
}

TEST(Plan, AmongManyVersionsTheNearestIsNotGuessed) {
  Files files;
  for (int version = 1; version <= 21; ++version) {
    files.emplace_back(fmt::format("{}_m.sql", version), "SELECT 1");
  }
  const Migrations migrations = test::written(files);
  Wanted wanted;
  wanted.to = "99";
  EXPECT_EQ(thrown_by([&] { return plan_up(migrations, {}, wanted); }),
            "usage no migration has version '99' / godwit status lists them");
}

TEST(Plan, CountsItsSteps) {
  const Migrations migrations = test::written(kFiles);
  const history::Snapshot snapshot = snapshot_of("1/0 running, 1/1 done", migrations);
  const Plan plan = plan_up(migrations, snapshot, wanted_of(""));
  EXPECT_EQ(plan.step_count(), 4U);
  EXPECT_FALSE(plan.empty());
  EXPECT_TRUE(Plan().empty());
}

TEST(Plan, AStepIsRenderedForTheTopology) {
  const Migrations migrations = test::written(
      {{"1_a.sql", "DROP TABLE a;\n-- godwit:raw\nDROP TABLE a;\n-- godwit:raw\nFROB a"}});
  Wanted wanted;
  wanted.topology = topology::parse_topology("cluster:main");
  const Plan plan = plan_up(migrations, {}, wanted);
  const auto& steps = plan.migrations.at(0).steps;
  EXPECT_EQ(steps.at(0).rendered, "DROP TABLE a ON CLUSTER `main`");
  EXPECT_EQ(steps.at(1).rendered, "DROP TABLE a");
  EXPECT_EQ(steps.at(2).rendered, "FROB a");
}

TEST(Plan, WhatIsNotUnderstoodStopsThePlanBesideASingleServer) {
  const Migrations migrations = test::written({{"1_a.sql", "SELECT 1;\n  FROB a"}});
  for (const std::string_view word : {"cluster:main", "replicated", "replicated:main", "cloud"}) {
    Wanted wanted;
    wanted.topology = topology::parse_topology(word);
    EXPECT_EQ(
        thrown_by([&] { return plan_up(migrations, {}, wanted); }),
        fmt::format("usage m/1_a.sql:2:3: this statement is not understood, and {} needs to "
                    "know where it goes: 'FROB' is not expected here / did you mean 'FROM'? Or "
                    "write -- godwit:raw before it to send it as it is, to one host",
                    word));
  }
  EXPECT_EQ(plan_up(migrations, {}, {}).step_count(), 2U);
}

struct HazardCase {
  std::string_view text;  // of 2_b.sql; 1_a.sql makes the table a
  std::string_view plan;  // the step's hazards and what is sent; or the error
};

// clang-format off
constexpr HazardCase kHazards[] = {
    {"DROP TABLE a", "DROP TABLE a ON CLUSTER `main`"},
    {"CREATE TABLE b AS a", "CREATE TABLE b ON CLUSTER `main` AS a ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY x"},
    {"CREATE TABLE b AS c", "(copied-engine) CREATE TABLE b ON CLUSTER `main` AS c"},
    {"-- godwit:allow copied-engine reason=\"Log\"\nCREATE TABLE b AS c", "(copied-engine: Log) CREATE TABLE b ON CLUSTER `main` AS c"},
    {"CREATE TABLE b (x Int8)", "policy m/2_b.sql:1:1: on cluster:main, without ENGINE the server's default_table_engine decides: a plain MergeTree unless it is set, whose replicas share no rows (no-engine) / write ENGINE = MergeTree; or, if it is meant:\n-- godwit:allow no-engine reason=\"...\""},
    {"-- godwit:allow no-engine reason=\"x\"\nCREATE TABLE b (x Int8)", "(no-engine: x) CREATE TABLE b ON CLUSTER `main` (x Int8)"},
    {"-- godwit:raw\nCREATE TABLE b (x Int8)", "CREATE TABLE b (x Int8)"},
    {"SELECT 1;\n-- godwit:allow no-engine reason=\"of the next\"\nSELECT 2;\nCREATE OR REPLACE TABLE b (x Int8) ENGINE = MergeTree ORDER BY x", "policy m/2_b.sql:4:1: on cluster:main, each host would draw a Keeper path of its own for the new table, so that its replicas share no rows (create-or-replace) / create it under a new name, then EXCHANGE TABLES; or, if it is meant:\n-- godwit:allow create-or-replace reason=\"...\""},
};
// clang-format on

std::string hazards_of(const Plan& plan) {
  const PlannedStep& step = plan.migrations.back().steps.back();
  std::string text;
  for (const PlannedHazard& hazard : step.hazards) {
    text += fmt::format("({}{}) ", hazard.row->id,
                        hazard.allowance == nullptr ? "" : ": " + hazard.allowance->reason);
  }
  return text + step.rendered;
}

TEST(Plan, AHazardStopsUnlessTheStepAllowsIt) {
  for (const HazardCase& row : kHazards) {
    const Migrations migrations =
        test::written({{"1_a.sql", "CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x"},
                       {"2_b.sql", std::string(row.text)}});
    // Whether the first is still to run or has run: its table is known.
    for (const std::string_view history : {"", "1/0 done, 1/1 done"}) {
      Wanted wanted = wanted_of("");
      wanted.topology = topology::parse_topology("cluster:main");
      std::string seen;
      const std::string error = thrown_by([&] {
        const history::Snapshot snapshot = snapshot_of(history, migrations);
        return seen = hazards_of(plan_up(migrations, snapshot, wanted));
      });
      EXPECT_EQ(error == "none" ? seen : error, row.plan) << row.text;
    }
  }
}

}  // namespace
}  // namespace godwit::plan
