#pragma once

#include "godwit/base/source.hpp"
#include "godwit/hcl/functions.hpp"
#include "godwit/hcl/syntax.hpp"
#include "godwit/hcl/value.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace godwit::hcl {

/// What an expression may name and ask. Of a Scope as it is made, that is the built-in functions
/// alone, and env() and file() are refused.
struct Scope {
  std::map<std::string, Value, std::less<>> variables;
  std::span<const FunctionRow> functions = built_in_functions();

  /// An environment variable; nothing where it is not set.
  std::function<std::optional<std::string>(const std::string& name)> environment;

  /// The bytes of a file; throws Error with the path and the reason.
  std::function<std::string(const std::filesystem::path& path)> read_file;
};

/// What an expression of `source` comes to.
///
/// Whole numbers are computed exactly in 64 bits, others as doubles; what would lose digits is an
/// error. && and || look at the right side, and a conditional at the branch not taken, only where
/// they must. Throws Error(usage) at the place of the part that cannot be computed.
Value evaluate(const Expression& expression, const Source& source, const Scope& scope);

}  // namespace godwit::hcl
