#pragma once

#include "godwit/cli/invocation.hpp"

#include <CLI/App.hpp>

#include <span>
#include <string_view>

namespace godwit::cli {

// One function a command, each in a file of its own. It adds the verb with its flags to `program`;
// the callback parses, calls the library, prints.
void add_apply(CLI::App& program, Invocation& invocation);
void add_approve(CLI::App& program, Invocation& invocation);
void add_baseline(CLI::App& program, Invocation& invocation);
void add_completion(CLI::App& program, Invocation& invocation);
void add_emulator(CLI::App& program, Invocation& invocation);
void add_init(CLI::App& program, Invocation& invocation);
void add_new(CLI::App& program, Invocation& invocation);
void add_plan(CLI::App& program, Invocation& invocation);
void add_render(CLI::App& program, Invocation& invocation);
void add_repair(CLI::App& program, Invocation& invocation);
void add_resolve(CLI::App& program, Invocation& invocation);
void add_rollback(CLI::App& program, Invocation& invocation);
void add_split(CLI::App& program, Invocation& invocation);
void add_status(CLI::App& program, Invocation& invocation);
void add_unlock(CLI::App& program, Invocation& invocation);
void add_version(CLI::App& program, Invocation& invocation);

/// Adds the verb with the positional ENV that all commands with a target have.
CLI::App& add_target_command(CLI::App& program, Invocation& invocation, const char* verb,
                             const char* summary);

/// Splits the words of "[ENV] VERSION": a word of digits is the version. Throws Error(usage).
std::string take_version(Invocation& invocation, std::span<const std::string> words);

}  // namespace godwit::cli
