#pragma once

#include "godwit/plan/plan.hpp"

#include <CLI/App.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace godwit::cli {

// Flags that several commands have, and that say the same for each.

/// How far a run goes.
struct Limits {
  std::optional<std::string> to;
  std::optional<std::size_t> steps;
};

/// Adds --to, whose help is `to`, and --steps.
void add_limit_flags(CLI::App& command, Limits& limits, const char* to);

/// Throws Error(usage) where a way back has no limit.
void demand_limit(const Limits& limits);

/// Puts the limits into what is wanted of a plan.
void set_limits(const Limits& limits, plan::Wanted& wanted);

/// Adds --exit-code, with which a command ends by Error(policy) when something is pending.
void add_exit_code_flag(CLI::App& command, bool& exit_code);

/// Adds -y, --yes: consent given beforehand.
void add_yes_flag(CLI::App& command, bool& yes);

}  // namespace godwit::cli
