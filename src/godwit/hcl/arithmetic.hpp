#pragma once

#include "godwit/hcl/number.hpp"
#include "godwit/hcl/syntax.hpp"

#include <string>
#include <variant>

namespace godwit::hcl {

/// Why there is no result: "division by zero".
struct NoResult {
  std::string reason;
};

/// Internal to hcl/: a op b for add, subtract, multiply, divide and remainder. Exact where both are
/// whole and the result is and fits 64 bits; of doubles otherwise.
std::variant<Number, NoResult> compute(BinaryOperator op, const Number& a, const Number& b);

}  // namespace godwit::hcl
