#include "godwit/hcl/arithmetic.hpp"

#include <fmt/format.h>

#include <cmath>

// Whole numbers never pass through a double: one that does not fit 64 bits is refused, since
// a setting that is wrong in its last digits is worse than an error.

namespace godwit::hcl {

namespace {

using Whole = std::int64_t;

std::optional<Whole> add(Whole a, Whole b) {
  Whole result = 0;
  return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
}
std::optional<Whole> subtract(Whole a, Whole b) {
  Whole result = 0;
  return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
}
std::optional<Whole> multiply(Whole a, Whole b) {
  Whole result = 0;
  return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
}
// Dividing by -1 is the one division of whole numbers that can overflow.
std::optional<Whole> divide(Whole a, Whole b) { return b == -1 ? subtract(0, a) : a / b; }
std::optional<Whole> remainder(Whole a, Whole b) { return b == -1 ? 0 : a % b; }

struct ArithmeticRow {
  BinaryOperator op;
  std::optional<Whole> (*whole)(Whole a, Whole b);
  double (*real)(double a, double b);
};

constexpr ArithmeticRow kRows[] = {
    {BinaryOperator::add, add, [](double a, double b) { return a + b; }},
    {BinaryOperator::subtract, subtract, [](double a, double b) { return a - b; }},
    {BinaryOperator::multiply, multiply, [](double a, double b) { return a * b; }},
    {BinaryOperator::divide, divide, [](double a, double b) { return a / b; }},
    {BinaryOperator::remainder, remainder, [](double a, double b) { return std::fmod(a, b); }},
};

std::variant<Number, NoResult> compute_real(const ArithmeticRow& row, const Number& a,
                                            const Number& b) {
  const auto x = a.as_double();
  const auto y = b.as_double();
  const double result = x && y ? row.real(*x, *y) : NAN;
  auto number = std::isfinite(result) ? Number::parse(fmt::format("{}", result)) : std::nullopt;
  if (!number) return NoResult{"the numbers are too large to compute with"};
  return std::move(*number);
}

}  // namespace

std::variant<Number, NoResult> compute(BinaryOperator op, const Number& a, const Number& b) {
  const bool divides = op == BinaryOperator::divide || op == BinaryOperator::remainder;
  if (divides && b == Number(0)) return NoResult{"division by zero"};
  for (const ArithmeticRow& row : kRows) {
    if (row.op != op) continue;
    if (!a.whole() || !b.whole()) return compute_real(row, a, b);
    const auto x = a.as_int64();
    const auto y = b.as_int64();
    if (x && y && op == BinaryOperator::divide && *y != -1 && *x % *y != 0) {
      return compute_real(row, a, b);
    }
    const auto result = x && y ? row.whole(*x, *y) : std::nullopt;
    if (!result) return NoResult{"whole numbers are computed in 64 bits, and this does not fit"};
    return Number(*result);
  }
  return NoResult{"not an arithmetic operator"};
}

}  // namespace godwit::hcl
