#include "godwit/plan/status.hpp"

#include "godwit/plan/plan.hpp"
#include "support/written.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace godwit::plan {
namespace {

using history::State;

constexpr std::uint32_t kDown = kFirstDownStep;
using Rows = std::vector<std::pair<std::uint32_t, State>>;

history::Snapshot snapshot_of(const migrations::Migration& migration, const Rows& rows) {
  history::Snapshot snapshot;
  for (const auto& [step, state] : rows) {
    snapshot.rows.push_back(test::row_of(migration, step, state));
  }
  return snapshot;
}

struct Case {
  Rows rows;
  std::string_view state;
  std::size_t complete_steps;
  bool pending;
};

TEST(Status, AMigrationIsWhatItsRowsSay) {
  const auto migrations = test::written({{"1_a.sql", "SELECT 1; SELECT 2"}});
  // clang-format off
  const Case cases[] = {
      {{},                                                                     "pending",    0, true},
      {{{0, State::running}},                                                  "pending",    0, true},
      {{{0, State::running}, {1, State::done}},                                "partial",    1, true},
      {{{0, State::running}, {1, State::done}, {2, State::done}},              "partial",    2, true},
      {{{0, State::failed}, {1, State::done}, {2, State::failed}},             "failed",     1, true},
      {{{0, State::failed}, {1, State::failed}},                               "failed",     0, true},
      {{{0, State::running}, {1, State::running}},                             "in doubt",   0, true},
      {{{0, State::running}, {1, State::done}, {2, State::running}},           "in doubt",   1, true},
      {{{0, State::done}, {1, State::done}, {2, State::done}},                 "done",       2, false},
      {{{0, State::resolved}},                                                 "done",       0, false},
      {{{0, State::baseline}},                                                 "baseline",   0, false},
      {{{0, State::skipped}},                                                  "skipped",    0, false},
      {{{0, State::reverted}, {1, State::reverted}, {2, State::reverted}, {kDown, State::reverted}},
                                                                               "reverted",   0, true},
      {{{0, State::running}, {1, State::done}, {2, State::done}, {kDown, State::running}},
                                                                               "reverting",  2, false},
      {{{0, State::failed}, {1, State::done}, {2, State::done}, {kDown, State::failed}},
                                                                               "reverting",  2, false},
      {{{0, State::running}, {1, State::done}, {2, State::done}, {kDown, State::done}},
                                                                               "reverting",  2, false},
  };
  // clang-format on
  for (const Case& row : cases) {
    const auto statuses =
        migration_statuses(migrations, snapshot_of(migrations.migrations[0], row.rows), "dev");
    ASSERT_EQ(statuses.size(), 1U);
    const MigrationStatus& status = statuses[0];
    EXPECT_EQ(to_string(status.state), row.state);
    EXPECT_EQ(is_pending(status.state), row.pending) << row.state;
    EXPECT_EQ(status.complete_steps, row.complete_steps) << row.state;
    EXPECT_EQ(status.all_steps, 2U);
    EXPECT_EQ(status.steps.size(), 2U);
    EXPECT_EQ(status.row == nullptr, row.rows.empty());
  }
}

TEST(Status, AFileThatIsAnotherNowHasChanged) {
  const auto migrations = test::written({{"1_a.sql", "SELECT 1"}});
  for (const auto& [hash, state] :
       {std::pair<std::string, MigrationState>{"another", MigrationState::changed},
        {"", MigrationState::done},
        {migrations.migrations[0].hash, MigrationState::done}}) {
    history::Snapshot snapshot = snapshot_of(migrations.migrations[0], {{0, State::done}});
    snapshot.rows[0].migration_hash = hash;
    EXPECT_EQ(migration_statuses(migrations, snapshot, "dev").at(0).state, state) << hash;
  }
}

TEST(Status, AFileForOtherEnvironmentsIsElsewhere) {
  const auto migrations = test::written({{"1_a.sql", "-- godwit:envs prod, stage\nSELECT 1"}});
  for (const auto& [environment, state] :
       {std::pair<std::string_view, MigrationState>{"dev", MigrationState::elsewhere},
        {"prod", MigrationState::pending},
        {"stage", MigrationState::pending},
        {"", MigrationState::elsewhere}}) {
    EXPECT_EQ(migration_statuses(migrations, {}, environment).at(0).state, state) << environment;
  }
  EXPECT_FALSE(is_pending(MigrationState::elsewhere));
}

TEST(Status, WhatRanAndHasNoFileIsMissing) {
  const auto all = test::written({{"2_a.sql", "SELECT 1"},
                                  {"9_gone.sql", "SELECT 1; SELECT 2"},
                                  {"10_b.sql", "SELECT 1"},
                                  {"11_back.sql", "SELECT 1"}});
  history::Snapshot snapshot;
  for (const auto& [at, step, state] :
       {std::tuple<std::size_t, std::uint32_t, State>{1, 0, State::done},
        {1, 1, State::done},
        {1, 2, State::failed},
        {1, kDown, State::running},
        {3, 0, State::reverted}}) {
    snapshot.rows.push_back(test::row_of(all.migrations[at], step, state));
  }
  const auto migrations = test::written({{"2_a.sql", "SELECT 1"}, {"10_b.sql", "SELECT 1"}});
  std::string text;
  for (const MigrationStatus& status : migration_statuses(migrations, snapshot, "dev")) {
    text += fmt::format("{} {} {}/{}; ", status.title, to_string(status.state),
                        status.complete_steps, status.all_steps);
  }
  EXPECT_EQ(text, "2_a pending 0/1; 9_gone missing 1/2; 10_b pending 0/1; ");
}

TEST(Status, EveryStateHasAWordOfItsOwn) {
  std::set<std::string_view> words;
  for (auto state = MigrationState::pending; state <= MigrationState::elsewhere;
       state = static_cast<MigrationState>(static_cast<int>(state) + 1)) {
    EXPECT_TRUE(words.insert(to_string(state)).second) << to_string(state);
  }
  EXPECT_EQ(words.size(), 12U);
}

}  // namespace
}  // namespace godwit::plan
