#include "godwit/report/plan.hpp"

#include "godwit/cli/commands.hpp"
#include "godwit/cli/target.hpp"
#include "godwit/report/target.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace godwit::cli {

namespace {

struct Flags {
  std::optional<std::string> to;
  std::optional<std::size_t> steps;
  bool exit_code = false;
};

void run(const Flags& flags, Invocation& invocation) {
  Target target = open_target(invocation);
  report::LiveRun live(invocation.output);
  apply::Job job = job_of(target, invocation, live, true);
  job.wanted.to = flags.to;
  job.wanted.steps = flags.steps;
  invocation.output.line(head_line(target));
  const apply::Prepared prepared = apply::prepare(job);
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
  command.add_option("--to", flags->to, "up to and with this version");
  command.add_option("--steps", flags->steps, "at most this many migrations");
  command.add_flag("--exit-code", flags->exit_code, "end with 3 when something is pending");
  command.callback([flags, &invocation] { run(*flags, invocation); });
}

}  // namespace godwit::cli
