#pragma once

#include "godwit/plan/plan.hpp"

#include <functional>
#include <vector>

namespace godwit::plan {

/// Whether a step is destructive or lossy: nothing brings back what it takes from tables that are
/// there before the plan runs.
bool takes_away(const PlannedStep& step);

/// What a plan would be by another state of the history; throws Error where there is none.
using Replan = std::function<Plan(const history::Snapshot&)>;

/// Finds the approvals that are for the plan, among those on its target, the oldest first: of its
/// digest; or of a plan that it is the rest of, since by the history as it was at the approval the
/// same files give the digest that was approved, and no other steps are left than it has. None is
/// for a plan that takes up again what was undone since. What was approved for another topology,
/// target or statement is none of these, as its digest is another.
void find_approvals(Plan& plan, const std::vector<Approval>& all, const history::Snapshot& snapshot,
                    const Replan& replan);

/// Marks the steps that must not run yet, by the policy and by the plan's approvals. An approval
/// opens the gates for its classes, both that of the environment (`approve = [...]`) and that of
/// destructive and lossy steps. Where any class needs an approval, so does a step of class unknown.
void find_gates(Plan& plan, const Policy& policy);

/// The steps of a plan that one of the two gates holds back, in order.
struct HeldStep {
  const PlannedMigration* migration;
  const PlannedStep* step;
};
std::vector<HeldStep> awaiting_approval(const Plan& plan);
std::vector<HeldStep> awaiting_allowance(const Plan& plan);

/// The classes of these steps, from the least to the most, each once.
std::vector<ChangeClass> classes_of(const std::vector<HeldStep>& steps);

/// The classes of all steps of a plan that do something.
std::vector<ChangeClass> classes_of(const Plan& plan);

}  // namespace godwit::plan
