#include "godwit/apply/examine.hpp"

#include "godwit/apply/judge.hpp"
#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace godwit::apply {

namespace {

using plan::ChangeClass;
using plan::HeldStep;
using plan::PlannedMigration;
using plan::PlannedStep;

// What a server's tables could change of the verdict.
bool changes_something(const plan::Plan& plan) {
  return std::ranges::any_of(plan.migrations, [](const PlannedMigration& migration) {
    return std::ranges::any_of(migration.steps, [](const PlannedStep& step) {
      return step.changes.change() > ChangeClass::create;
    });
  });
}

std::vector<plan::Approval> approvals_of(const Job& job) {
  history::History history(job.server, job.history, job.wanted.topology, &job.clock);
  std::vector<plan::Approval> approvals;
  for (const history::Row& row : history.approvals()) approvals.push_back(plan::approval_of(row));
  return approvals;
}

// What the step's statement is about, as it is written there.
std::string objects_of(const PlannedStep& step) {
  if (step.step->secret) return " (secret)";
  std::vector<std::string> names;
  for (const sql::ObjectName& name : step.step->statement.names) {
    names.push_back(name.database.empty() ? std::string(name.name)
                                          : fmt::format("{}.{}", name.database, name.name));
  }
  return names.empty() ? "" : " " + join(names, ", ");
}

// The change that holds the step back: the first that takes something away, else the highest.
const plan::ChangeRule& reason_of(const PlannedStep& step) {
  const auto& list = step.changes.list;
  const auto worst = std::ranges::find_if(list, [](const plan::Change& change) {
    return (change.rule->flags & (plan::kDestructive | plan::kLossy)) != 0;
  });
  if (worst != list.end()) return *worst->rule;
  return *std::ranges::max_element(list, {}, [](const plan::Change& change) {
            return change.rule->change;
          })->rule;
}

std::string describe(const HeldStep& held) {
  const PlannedStep& step = *held.step;
  const Where where = held.migration->migration->where(*step.step);
  std::string rows;
  if (step.cost) rows = fmt::format(", {} row{}", step.cost->rows, step.cost->rows == 1 ? "" : "s");
  return fmt::format("{}:{}: {}:{}{} ({})", where.path, where.line, reason_of(step).title,
                     objects_of(step), rows, to_string(step.changes.change()));
}

}  // namespace

Prepared examine(const Job& job, bool brings) {
  Prepared prepared = prepare(job, brings);
  plan::Plan& plan = prepared.plan;
  if (changes_something(plan)) judge_by_server(job.server, plan, job.wanted);
  plan::find_gates(plan, job.policy);
  const bool held = !awaiting_approval(plan).empty() || !awaiting_allowance(plan).empty();
  // An allowed plan may have been approved as well; who did so is not asked for.
  if (held && prepared.snapshot->exists) {
    plan::find_approvals(
        plan, approvals_of(job), *prepared.snapshot,
        [&](const history::Snapshot& snapshot) { return make_plan(job, snapshot); });
    plan::find_gates(plan, job.policy);
  }
  return prepared;
}

std::string list_held(const std::vector<HeldStep>& steps) {
  std::vector<std::string> lines;
  lines.reserve(steps.size());
  for (const HeldStep& step : steps) lines.push_back("  " + describe(step));
  return join(lines, "\n");
}

std::string approve_command(const Job& job, const plan::Plan& plan) {
  std::string command = fmt::format("godwit approve {}", job.wanted.words);
  if (job.direction == plan::Direction::down) command += " --rollback";
  if (job.wanted.to) command += fmt::format(" --to {}", *job.wanted.to);
  if (job.wanted.steps) command += fmt::format(" --steps {}", *job.wanted.steps);
  return fmt::format("{} --digest {}", command, plan.digest);
}

void refuse_unapproved(const Job& job, const plan::Plan& plan) {
  const auto steps = awaiting_approval(plan);
  if (steps.empty()) return;
  std::string text =
      fmt::format("this plan has no approval for class {}, which {} asks for:\n{}",
                  plan::words_of(classes_of(steps)), job.wanted.environment, list_held(steps));
  if (plan.other_approval) {
    const plan::Approval& other = *plan.other_approval;
    text += fmt::format(
        "\n  the newest approval is for another plan, topology or target: by {} at {} UTC, for {}",
        other.by, other.at, other.digest);
  }
  throw Error(ErrorKind::policy, text, {},
              fmt::format("look with godwit plan, then\n{}", approve_command(job, plan)));
}

}  // namespace godwit::apply
