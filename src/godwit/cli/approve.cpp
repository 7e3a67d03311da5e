#include "godwit/apply/examine.hpp"
#include "godwit/cli/commands.hpp"
#include "godwit/cli/flags.hpp"
#include "godwit/cli/record.hpp"
#include "godwit/report/plan.hpp"
#include "godwit/report/target.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace godwit::cli {

namespace {

using plan::ChangeClass;

struct Flags {
  Limits limits;
  std::string digest;
  std::vector<std::string> classes;
  bool rollback = false;
};

std::vector<ChangeClass> classes_to_approve(const Flags& flags, const plan::Plan& plan) {
  std::vector<ChangeClass> there = plan::classes_of(plan);
  if (flags.classes.empty()) return there;
  std::vector<ChangeClass> classes;
  for (const std::string& word : flags.classes) {
    const ChangeClass change = plan::parse_change_class(word);
    if (std::ranges::find(there, change) == there.end()) {
      throw Error(ErrorKind::usage, fmt::format("no step of the plan is of class {}", word), {},
                  fmt::format("its steps are of class {}", plan::words_of(there)));
    }
    classes.push_back(change);
  }
  return classes;
}

// That the plan is the one that somebody has seen: by its digest, or by being shown here.
void agree(const Flags& flags, const apply::Job& job, const plan::Plan& plan,
           Invocation& invocation) {
  if (!flags.digest.empty()) {
    if (flags.digest == plan.digest) return;
    throw Error(ErrorKind::policy,
                fmt::format("the plan's digest is {}, not {}: it is another plan", plan.digest,
                            flags.digest),
                {}, fmt::format("look at it: godwit plan {}", job.wanted.words));
  }
  if (!invocation.output.can_ask()) {
    throw Error(ErrorKind::policy, "which plan? nobody can be asked here, and no --digest is given",
                {},
                fmt::format("look with godwit plan, then\n{}", apply::approve_command(job, plan)));
  }
  report::print_plan(invocation.output, plan);
  const std::string question =
      fmt::format("Approve {} on {}?", report::describe_size(plan), job.wanted.environment);
  if (!invocation.output.ask(question)) {
    throw Error(ErrorKind::policy, "not agreed to: nothing was approved");
  }
}

void record(const plan::Approval& approval, Target& target, Invocation& invocation) {
  record_under_lock(target, invocation,
                    [&](const history::Snapshot&, const apply::Identity& identity) {
                      history::Row row = plan::row_of(approval);
                      row.run_id = identity.run_id;
                      row.runner = identity.runner;
                      row.user = identity.user;
                      row.version = identity.version;
                      row.started_at = to_string(target.clock.now());
                      row.finished_at = row.started_at;
                      return std::vector<history::Row>{row};
                    });
}

void run(const Flags& flags, Invocation& invocation) {
  Target target = open_target(invocation);
  report::LiveRun unused(invocation.output);
  apply::Job job = job_of(target, invocation, unused, true);
  if (flags.rollback) job.direction = plan::Direction::down;
  set_limits(flags.limits, job.wanted);
  invocation.output.line(head_line(target));
  const apply::Prepared prepared = apply::examine(job);
  nlohmann::json document = {{"schema_version", 1}, {"command", "approve"}};
  document["target"] = report::target_document(target.environment, target.server->name());
  plan::Approval approval{.digest = prepared.plan.digest};
  if (prepared.plan.empty()) {
    invocation.output.line("nothing to approve: nothing is pending");
  } else {
    approval.classes = classes_to_approve(flags, prepared.plan);
    agree(flags, job, prepared.plan, invocation);
    record(approval, target, invocation);
    invocation.output.line(fmt::format("approved  {}  class {}  digest {}",
                                       report::describe_size(prepared.plan),
                                       plan::words_of(approval.classes), approval.digest));
  }
  document["digest"] = approval.digest;
  document["classes"] = nlohmann::json::array();
  for (const ChangeClass change : approval.classes) {
    document["classes"].push_back(plan::to_string(change));
  }
  invocation.output.document(document);
}

}  // namespace

void add_approve(CLI::App& program, Invocation& invocation) {
  CLI::App& command = add_target_command(program, invocation, "approve",
                                         "let one plan, as it is now, be run by others");
  const auto flags = std::make_shared<Flags>();
  command.add_option("--digest", flags->digest, "the plan's digest, as plan shows it");
  command.add_option("--class", flags->classes,
                     "only steps of this class (again for more); all without it");
  command.add_flag("--rollback", flags->rollback, "the plan of rollback, not that of apply");
  add_limit_flags(command, flags->limits, "up to and with this version, as for plan");
  command.callback([flags, &invocation] {
    if (flags->rollback) demand_limit(flags->limits);
    run(*flags, invocation);
  });
}

}  // namespace godwit::cli
