#include "godwit/apply/apply.hpp"

#include "godwit/apply/examine.hpp"
#include "godwit/cli/commands.hpp"
#include "godwit/cli/flags.hpp"
#include "godwit/cli/signals.hpp"
#include "godwit/cli/target.hpp"
#include "godwit/report/plan.hpp"
#include "godwit/report/target.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace godwit::cli {

namespace {

struct Flags {
  Limits limits;
  bool yes = false;
  bool dry_run = false;
  bool wait = false;
  bool allow_destructive = false;
};

nlohmann::json document_of(const Invocation& invocation, const Target& target,
                           const nlohmann::json& migrations) {
  nlohmann::json document = {{"schema_version", 1}, {"command", invocation.command}};
  document["target"] = report::target_document(target.environment, target.server->name());
  document["migrations"] = migrations;
  return document;
}

// A run that ends with an error has run something before: the document says both.
plan::Plan run_and_tell(const apply::Job& job, Invocation& invocation, const Target& target,
                        const report::LiveRun& live) {
  try {
    return apply::run_job(job);
  } catch (const Error& error) {
    nlohmann::json document = document_of(invocation, target, live.document());
    document["error"] = report::error_document(error);
    invocation.output.document(document);
    throw;
  }
}

// apply and rollback differ in direction and in one word.
void run(const Flags& flags, plan::Direction direction, Invocation& invocation) {
  Target target = open_target(invocation);
  report::LiveRun live(invocation.output);
  apply::Job job = job_of(target, invocation, live, flags.yes);
  job.direction = direction;
  job.waits_for_hosts = flags.wait;
  job.policy.allow_destructive = flags.allow_destructive;
  set_limits(flags.limits, job.wanted);
  invocation.output.line(head_line(target));
  if (flags.dry_run) {
    const apply::Prepared prepared = apply::examine(job);
    report::print_plan(invocation.output, prepared.plan);
    nlohmann::json document = document_of(invocation, target, {});
    document.update(report::plan_document(prepared.plan));
    document["dry_run"] = true;
    invocation.output.document(document);
    return;
  }
  count_signals();
  const plan::Plan plan = run_and_tell(job, invocation, target, live);
  for (const std::string& warning : plan.warnings) invocation.output.remark("warning: " + warning);
  if (plan.empty()) {
    invocation.output.line("nothing to do");
  } else {
    invocation.output.line(
        fmt::format("{} {}", report::describe_size(plan),
                    direction == plan::Direction::up ? "applied" : "taken back"));
  }
  invocation.output.document(document_of(invocation, target, live.document()));
}

void add_run_flags(CLI::App& command, Flags& flags, const char* to) {
  add_limit_flags(command, flags.limits, to);
  add_yes_flag(command, flags.yes);
  command.add_flag("--dry-run", flags.dry_run, "show what would be done, and do nothing");
  command.add_flag("--allow-destructive", flags.allow_destructive,
                   "run steps that are destructive or lossy, approved or not");
  command.add_flag("--wait", flags.wait,
                   "wait for hosts of the cluster that are away, and for what they have not done");
}

}  // namespace

void add_apply(CLI::App& program, Invocation& invocation) {
  CLI::App& command = add_target_command(program, invocation, "apply",
                                         "run what is pending, from where the last run came to");
  const auto flags = std::make_shared<Flags>();
  add_run_flags(command, *flags, "up to and with this version");
  command.callback([flags, &invocation] { run(*flags, plan::Direction::up, invocation); });
}

void add_rollback(CLI::App& program, Invocation& invocation) {
  CLI::App& command = add_target_command(program, invocation, "rollback",
                                         "run down statements, the newest migration first");
  const auto flags = std::make_shared<Flags>();
  add_run_flags(command, *flags, "down to this version, which stays (0: take back all)");
  command.callback([flags, &invocation] {
    demand_limit(flags->limits);
    run(*flags, plan::Direction::down, invocation);
  });
}

}  // namespace godwit::cli
