#pragma once

#include "godwit/hcl/syntax.hpp"
#include "godwit/hcl/value.hpp"

#include <string>
#include <string_view>

namespace godwit::hcl {

/// The tree of a text on one line: attributes, then blocks, each ended by ';'. An expression is
/// (kind part part ...); a chain of operators is written as it stands, in parentheses.
std::string dump_tree(std::string_view text);

/// A value as HCL would write it, with '!' behind what is sensitive.
std::string dump(const Value& value);

/// "line:column: message" of the Error that reading `text` throws, or "no error". Reading is
/// parsing it and evaluating every attribute in a Scope that has only the built-in functions.
std::string error_of(std::string_view text);

}  // namespace godwit::hcl
