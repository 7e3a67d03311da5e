#pragma once

#include "godwit/base/source.hpp"
#include "godwit/hcl/value.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::hcl {

struct Scope;

/// A call whose arguments are evaluated; their number is one that the function's row allows.
struct FunctionCall {
  std::vector<Value> arguments;
  std::string_view place;  // the call's
  const Source& source;
  const Scope& scope;
};

inline constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

struct FunctionRow {
  std::string_view name;
  std::size_t least;  // arguments
  std::size_t most;
  bool sensitive;  // its result is; else it is where an argument is
  Value (*call)(const FunctionCall& call);
  std::string_view summary;  // how it is written, and what it gives
};

/// env, file, upper, lower, join, concat.
///
/// file() takes its path from the folder of the source's file, and gives the file's text without
/// the one line end that it may end with, since a file that holds a secret usually does.
std::span<const FunctionRow> built_in_functions();

}  // namespace godwit::hcl
