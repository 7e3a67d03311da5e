#include "godwit/report/plan.hpp"

#include "godwit/apply/examine.hpp"
#include "godwit/cli/commands.hpp"
#include "godwit/cli/flags.hpp"
#include "godwit/cli/plan_all.hpp"
#include "godwit/cli/target.hpp"
#include "godwit/report/target.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace godwit::cli {

namespace {

struct Flags {
  Limits limits;
  bool exit_code = false;
  bool all_environments = false;
};

void run(const Flags& flags, Invocation& invocation) {
  if (flags.all_environments) return run_plan_of_all(invocation);
  Target target = open_target(invocation);
  report::LiveRun live(invocation.output);
  apply::Job job = job_of(target, invocation, live, true);
  set_limits(flags.limits, job.wanted);
  invocation.output.line(head_line(target));
  const apply::Prepared prepared = apply::examine(job);
  report::print_plan(invocation.output, prepared.plan);
  nlohmann::json document = {{"schema_version", 1}, {"command", "plan"}};
  document["target"] = report::target_document(target.environment, target.server->name());
  document.update(report::plan_document(prepared.plan));
  invocation.output.document(document);
  if (flags.exit_code && !prepared.plan.empty()) {
    throw Error(ErrorKind::policy, fmt::format("{} pending", report::describe_size(prepared.plan)),
                {}, fmt::format("godwit apply {}", target.environment.words));
  }
}

}  // namespace

void add_plan(CLI::App& program, Invocation& invocation) {
  CLI::App& command = add_target_command(program, invocation, "plan",
                                         "what apply would send, statement by statement");
  const auto flags = std::make_shared<Flags>();
  add_limit_flags(command, flags->limits, "up to and with this version");
  add_exit_code_flag(command, flags->exit_code);
  command.add_flag("--all-environments", flags->all_environments,
                   "what is left in each environment, side by side");
  command.callback([flags, &invocation] { run(*flags, invocation); });
}

}  // namespace godwit::cli
