#include "godwit/plan/gates.hpp"

#include "godwit/base/error.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <tuple>

namespace godwit::plan {

namespace {

bool wants_approval(const Policy& policy, ChangeClass change) {
  if (policy.approve.empty()) return false;
  return change == ChangeClass::unknown ||
         std::ranges::find(policy.approve, change) != policy.approve.end();
}

std::vector<HeldStep> held(const Plan& plan, bool PlannedStep::*gate) {
  std::vector<HeldStep> steps;
  for (const PlannedMigration& migration : plan.migrations) {
    for (const PlannedStep& step : migration.steps) {
      if (step.*gate) steps.push_back({&migration, &step});
    }
  }
  return steps;
}

// Whether something of the plan was taken back after this row of the history.
bool is_undone_since(const Plan& plan, const history::Snapshot& snapshot, std::uint64_t seq) {
  return std::ranges::any_of(plan.migrations, [&](const PlannedMigration& planned) {
    return std::ranges::any_of(snapshot.of(planned.migration->version),
                               [&](const history::Row& row) {
                                 return row.seq > seq && row.state == history::State::reverted;
                               });
  });
}

// All steps: migration, direction and number name one.
std::set<std::tuple<std::string_view, Direction, std::uint32_t>> steps_of(const Plan& plan) {
  std::set<std::tuple<std::string_view, Direction, std::uint32_t>> steps;
  for (const PlannedMigration& planned : plan.migrations) {
    for (const PlannedStep& step : planned.steps) {
      steps.emplace(planned.migration->version, planned.direction, step.number);
    }
  }
  return steps;
}

// What the history was when the approval was given: what came later is mostly steps of the approved
// plan. A row that such a step has replaced left the step pending, as no row does.
history::Snapshot as_of(const history::Snapshot& snapshot, std::uint64_t seq) {
  history::Snapshot before = snapshot;
  std::erase_if(before.rows, [&](const history::Row& row) { return row.seq > seq; });
  before.last_seq = seq;
  return before;
}

bool is_rest_of(const Plan& plan, const history::Snapshot& snapshot, const Approval& approval,
                const Replan& replan) {
  const history::Snapshot before = as_of(snapshot, approval.seq);
  if (before.rows.size() == snapshot.rows.size()) return false;  // nothing has run since
  try {
    const Plan approved = replan(before);
    return approved.digest == approval.digest &&
           std::ranges::includes(steps_of(approved), steps_of(plan));
  } catch (const Error&) {
    return false;  // these files give no plan for that time: it was for others
  }
}

}  // namespace

bool takes_away(const PlannedStep& step) {
  return !step.on_new && (step.changes.flags() & (kDestructive | kLossy)) != 0;
}

void find_approvals(Plan& plan, const std::vector<Approval>& all, const history::Snapshot& snapshot,
                    const Replan& replan) {
  plan.approvals.clear();
  plan.other_approval.reset();
  for (const Approval& approval : all) {
    const bool is_for_it =
        !is_undone_since(plan, snapshot, approval.seq) &&
        (approval.digest == plan.digest || is_rest_of(plan, snapshot, approval, replan));
    if (is_for_it) {
      plan.approvals.push_back(approval);
    } else {
      plan.other_approval = approval;
    }
  }
}

void find_gates(Plan& plan, const Policy& policy) {
  for (PlannedMigration& migration : plan.migrations) {
    for (PlannedStep& step : migration.steps) {
      const ChangeClass change = step.changes.change();
      const bool approved = std::ranges::any_of(
          plan.approvals, [&](const auto& each) { return each.covers(change); });
      step.awaits_approval = !approved && wants_approval(policy, change);
      step.awaits_allowance = !approved && !policy.allow_destructive && takes_away(step);
    }
  }
}

std::vector<HeldStep> awaiting_approval(const Plan& plan) {
  return held(plan, &PlannedStep::awaits_approval);
}

std::vector<HeldStep> awaiting_allowance(const Plan& plan) {
  return held(plan, &PlannedStep::awaits_allowance);
}

std::vector<ChangeClass> classes_of(const std::vector<HeldStep>& steps) {
  std::set<ChangeClass> classes;
  for (const HeldStep& held : steps) classes.insert(held.step->changes.change());
  return {classes.begin(), classes.end()};
}

std::vector<ChangeClass> classes_of(const Plan& plan) {
  std::set<ChangeClass> classes;
  for (const PlannedMigration& migration : plan.migrations) {
    for (const PlannedStep& step : migration.steps) classes.insert(step.changes.change());
  }
  classes.erase(ChangeClass::none);
  return {classes.begin(), classes.end()};
}

}  // namespace godwit::plan
