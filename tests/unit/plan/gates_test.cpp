// What a plan's steps wait for, by the policy of the environment and by what was approved.

#include "godwit/plan/gates.hpp"

#include "support/written.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::plan {
namespace {

using enum ChangeClass;
using Classes = std::vector<ChangeClass>;

// One step of each class, and some that take away.
constexpr std::string_view kText =
    "CREATE TABLE t (k UInt8, a Int8) ENGINE = MergeTree ORDER BY k;\n"  // 1 create
    "ALTER TABLE u ADD COLUMN b Int8;\n"                                 // 2 metadata
    "ALTER TABLE u MATERIALIZE INDEX i;\n"                               // 3 mutation
    "ALTER TABLE u DELETE WHERE 1;\n"                                    // 4 mutation, destructive
    "DROP TABLE u;\n"                                                    // 5 drop, destructive
    "SELECT 1;\n";                                                       // 6 none

struct Case {
  Classes approve;    // asked for by the environment
  bool allowed;       // --allow-destructive
  Classes approvals;  // of this plan, one approval
  std::string_view awaiting_approval;
  std::string_view awaiting_allowance;
};

// clang-format off
const Case kCases[] = {
    {{},                        false, {},                       "",        "4 5"},
    {{},                        true,  {},                       "",        ""},
    {{},                        false, {drop},                   "",        "4"},
    {{},                        false, {mutation, drop},         "",        ""},
    {{drop},                    false, {},                       "5",       "4 5"},
    {{drop},                    true,  {},                       "5",       ""},
    {{drop},                    false, {drop},                   "",        "4"},
    {{mutation, rebuild, drop}, false, {},                       "3 4 5",   "4 5"},
    {{mutation, rebuild, drop}, true,  {mutation},               "5",       ""},
    {{mutation, rebuild, drop}, false, {mutation, drop},         "",        ""},
    {{create, metadata},        true,  {},                       "1 2",     ""},
    {{create, metadata},        true,  {metadata},               "1",       ""},
};
// clang-format on

std::string numbers(const std::vector<HeldStep>& steps) {
  std::string text;
  for (const HeldStep& held : steps) {
    text += fmt::format("{}{}", text.empty() ? "" : " ", held.step->number);
  }
  return text;
}

TEST(Gates, AreOpenedByPolicyAllowanceAndApproval) {
  const auto migrations = test::written({{"1_a.sql", std::string(kText)}});
  Plan plan = plan_up(migrations, {}, {});
  EXPECT_EQ(words_of(classes_of(plan)), "create, metadata, mutation, drop");
  for (const Case& row : kCases) {
    SCOPED_TRACE(fmt::format("approve [{}], {}, approved [{}]", words_of(row.approve), row.allowed,
                             words_of(row.approvals)));
    plan.approvals.clear();
    for (const ChangeClass change : row.approvals) {
      plan.approvals.push_back({.digest = plan.digest, .classes = {change}});
    }
    find_gates(plan, {row.approve, row.allowed});
    EXPECT_EQ(numbers(awaiting_approval(plan)), row.awaiting_approval);
    EXPECT_EQ(numbers(awaiting_allowance(plan)), row.awaiting_allowance);
  }
}

// What cannot be classified may be anything, so it needs one wherever some class does.
TEST(Gates, AnUnknownClassNeedsAnApprovalWhereAnyDoes) {
  const auto migrations = test::written({{"1_a.sql", "ALTER TABLE t FROB COLUMN b"}});
  Plan plan = plan_up(migrations, {}, {});
  ASSERT_EQ(words_of(classes_of(plan)), "unknown");
  find_gates(plan, {{create}, false});
  EXPECT_EQ(numbers(awaiting_approval(plan)), "1");
  plan.approvals = {{.digest = plan.digest, .classes = {unknown}}};
  find_gates(plan, {{create}, false});
  EXPECT_EQ(numbers(awaiting_approval(plan)), "");
  plan.approvals.clear();
  find_gates(plan, {});
  EXPECT_EQ(numbers(awaiting_approval(plan)), "");
}

TEST(Gates, WhatAPlanMakesItMayTakeAway) {
  const auto migrations = test::written({{"1_a.sql", std::string(kText)}});
  Plan plan = plan_up(migrations, {}, {});
  plan.migrations.front().steps[4].on_new = true;
  find_gates(plan, {{drop}, false});
  EXPECT_EQ(numbers(awaiting_allowance(plan)), "4");
  EXPECT_EQ(numbers(awaiting_approval(plan)), "5");  // the class stays what it is
}

// An approval is given at seq 10, for what is left then; "1/2 done 11" is a row that came later.
// The files are 1 (two steps) and 2 (one step); `limit` is --steps, 0 for none.
struct Later {
  std::string_view before;  // the history at the approval
  std::string_view since;   // and what came then
  std::size_t limit_then;
  std::size_t limit_now;
  bool is_for_it;
};

// clang-format off
constexpr Later kLater[] = {
    {"",                    "",                                                  0, 0, true},
    {"",                    "1/0 running",                                       0, 0, true},
    {"",                    "1/0 running, 1/1 done, 1/2 running",                0, 0, true},   // in doubt
    {"",                    "1/0 failed, 1/1 done, 1/2 failed",                  0, 0, true},
    {"",                    "1/0 done, 1/1 done, 1/2 done",                      0, 0, true},   // 2 is left
    {"",                    "1/0 done, 1/1 done, 1/2 done, 2/0 failed, 2/1 failed", 0, 0, true},
    {"1/0 failed, 1/1 done, 1/2 failed", "1/0 done, 1/2 done",                   0, 0, true},
    {"",                    "1/0 baseline",                                      0, 0, true},
    {"",                    "1/0 resolved, 1/1 done, 1/2 resolved",              0, 0, true},
    {"",                    "1/0 done, 1/1 done, 1/2 done",                      2, 2, true},   // 3 is not there
    {"",                    "1/0 done, 1/1 done, 1/2 done",                      1, 1, false},  // 2 was none of it
    {"",                    "1/0 running, 1/1 done",                             1, 1, true},
    {"",                    "",                                                  1, 0, false},
    {"",                    "",                                                  0, 1, false},
    {"1/0 running, 1/1 done", "1/1 reverted",                                    0, 0, false},  // was run before
    {"",                    "1/0 reverted, 1/1 reverted, 1/2 reverted",          0, 0, false},  // ran, and taken back
    {"1/0 reverted, 1/1 reverted, 1/2 reverted", "",                             0, 0, true},
    {"",                    "1/0 running, 1/1 reverted",                         0, 0, false},  // resolve --retry
};
// clang-format on

std::vector<history::Row> rows_of(std::string_view text, std::uint64_t seq,
                                  const migrations::Migrations& migrations) {
  std::vector<history::Row> rows;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = rest.find(", ");
    const std::string_view word = rest.substr(0, end);
    const auto index = static_cast<std::size_t>(word[0] - '1');
    rows.push_back(test::row_of(migrations.migrations.at(index),
                                static_cast<std::uint32_t>(word[2] - '0'),
                                history::parse_state(word.substr(4))));
    rows.back().seq = seq;
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 2);
  }
  return rows;
}

// The newest row of each step, in order.
history::Snapshot snapshot_of(const Later& row, const migrations::Migrations& migrations) {
  history::Snapshot snapshot{true, rows_of(row.since, 11, migrations), 11};
  for (const history::Row& old : rows_of(row.before, 9, migrations)) {
    const bool replaced = std::ranges::any_of(snapshot.rows, [&](const history::Row& newer) {
      return newer.migration == old.migration && newer.step == old.step;
    });
    if (!replaced) snapshot.rows.push_back(old);
  }
  std::ranges::sort(snapshot.rows, {},
                    [](const history::Row& each) { return std::pair(each.migration, each.step); });
  return snapshot;
}

TEST(Gates, AnApprovalIsForWhatIsLeftOfItsPlan) {
  const auto migrations =
      test::written({{"1_a.sql", "DROP TABLE t; DROP TABLE u"}, {"2_b.sql", "DROP TABLE v"}});
  for (const Later& row : kLater) {
    SCOPED_TRACE(
        fmt::format("[{}] [{}] {} {}", row.before, row.since, row.limit_then, row.limit_now));
    const auto planned = [&](const history::Snapshot& snapshot, std::size_t limit) {
      Wanted wanted;
      if (limit > 0) wanted.steps = limit;
      return plan_up(migrations, snapshot, wanted);
    };
    const history::Snapshot then{true, rows_of(row.before, 9, migrations), 9};
    const Approval approval{
        .digest = planned(then, row.limit_then).digest, .classes = {drop}, .seq = 10};
    const history::Snapshot now = snapshot_of(row, migrations);
    Plan plan = planned(now, row.limit_now);
    find_approvals(plan, {approval}, now, [&](const history::Snapshot& snapshot) {
      return planned(snapshot, row.limit_now);
    });
    EXPECT_EQ(plan.approvals.size(), row.is_for_it ? 1U : 0U);
    EXPECT_EQ(plan.other_approval.has_value(), !row.is_for_it);
  }
}

// The same files mended, or more of them, are another plan.
TEST(Gates, AnApprovalIsNotForFilesThatChangedSince) {
  const auto approved = test::written({{"1_a.sql", "DROP TABLE t; DROP TABLE u"}});
  const Approval approval{.digest = plan_up(approved, {}, {}).digest, .classes = {drop}, .seq = 10};
  for (const auto& changed :
       {test::written({{"1_a.sql", "DROP TABLE t; DROP TABLE w"}}),
        test::written({{"1_a.sql", "DROP TABLE t; DROP TABLE u; DROP TABLE w"}}),
        test::written({{"1_a.sql", "DROP TABLE t; DROP TABLE u"}, {"2_b.sql", "DROP TABLE w"}})}) {
    history::Snapshot now{true, rows_of("1/0 failed, 1/1 done, 1/2 failed", 11, changed), 11};
    const auto replan = [&](const history::Snapshot& snapshot) {
      return plan_up(changed, snapshot, {});
    };
    Plan plan = replan(now);
    find_approvals(plan, {approval}, now, replan);
    EXPECT_TRUE(plan.approvals.empty());
  }
}

// Approved once, run once: the same rollback of what was applied again is another deed.
TEST(Gates, AnApprovalOfAWayBackIsForOneWayBack) {
  const auto migrations = test::written(
      {{"1_a.sql", "CREATE TABLE t (k Int8) ENGINE = Log;\n-- godwit:down\nDROP TABLE t"}});
  const auto replan = [&](const history::Snapshot& snapshot) {
    return plan_down(migrations, snapshot, {});
  };
  history::Snapshot now{true, rows_of("1/0 done, 1/1 done", 9, migrations), 9};
  Plan plan = replan(now);
  const Approval approval{.digest = plan.digest, .classes = {drop}, .seq = 10};
  find_approvals(plan, {approval}, now, replan);
  EXPECT_EQ(plan.approvals.size(), 1U);
  history::Row down = now.rows.back();
  down.step = kFirstDownStep;
  down.seq = 11;
  down.state = history::State::reverted;
  now.rows.push_back(down);
  plan = replan(now);
  ASSERT_EQ(plan.digest, approval.digest);
  find_approvals(plan, {approval}, now, replan);
  EXPECT_TRUE(plan.approvals.empty());
}

TEST(Approval, IsARowOfTheHistoryAndBack) {
  for (const Classes& classes :
       {Classes{drop}, Classes{mutation, rebuild, drop}, Classes{unknown}}) {
    history::Row row = row_of(Approval{.digest = "abc", .classes = classes});
    EXPECT_EQ(row.migration, "");
    EXPECT_EQ(row.state, history::State::approved);
    row.runner = "ann@laptop:1";
    row.user = "ann";
    row.seq = 7;
    row.started_at = "2026-01-02 03:04:05.006";
    const Approval approval = approval_of(row);
    EXPECT_EQ(approval.digest, "abc");
    EXPECT_EQ(approval.classes, classes) << row.note;
    EXPECT_EQ(approval.by + approval.user + approval.at, "ann@laptop:1ann2026-01-02 03:04:05.006");
    EXPECT_EQ(approval.seq, 7U);
  }
}

TEST(Approval, OfAClassThatIsNotKnownHereCoversNothing) {
  history::Row row = row_of(Approval{.digest = "abc", .classes = {drop}});
  for (const auto& [note, classes] : {std::pair<std::string_view, Classes>{"approved: move", {}},
                                      {"approved: move, drop", {drop}},
                                      {"approved: ", {}},
                                      {"", {}},
                                      {"drop", {}}}) {
    row.note = note;
    EXPECT_EQ(approval_of(row).classes, classes) << note;
  }
}

}  // namespace
}  // namespace godwit::plan
