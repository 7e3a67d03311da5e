#pragma once

#include "godwit/config/config.hpp"
#include "godwit/report/output.hpp"

#include <string>

namespace godwit::cli {

/// The version of this program.
inline constexpr std::string_view kVersion = GODWIT_VERSION;

/// What every command is handed: where to print, and the flags that are the same everywhere.
struct Invocation {
  Secrets& secrets;
  report::Output& output;
  config::Flags flags;
  std::string command;  // the verb, for --json
};

/// An environment variable of this process.
std::optional<std::string> read_variable(const std::string& name);

}  // namespace godwit::cli
