#include "godwit/cli/flags.hpp"

#include "godwit/base/error.hpp"

namespace godwit::cli {

void add_limit_flags(CLI::App& command, Limits& limits, const char* to) {
  command.add_option("--to", limits.to, to);
  command.add_option("--steps", limits.steps, "at most this many migrations");
}

void demand_limit(const Limits& limits) {
  if (limits.to || limits.steps) return;
  throw Error(ErrorKind::usage, "rollback how far?", {}, "--to VERSION (it stays) or --steps N");
}

void set_limits(const Limits& limits, plan::Wanted& wanted) {
  wanted.to = limits.to;
  wanted.steps = limits.steps;
}

void add_exit_code_flag(CLI::App& command, bool& exit_code) {
  command.add_flag("--exit-code", exit_code, "end with 3 when something is pending");
}

void add_yes_flag(CLI::App& command, bool& yes) { command.add_flag("-y,--yes", yes, "do not ask"); }

}  // namespace godwit::cli
