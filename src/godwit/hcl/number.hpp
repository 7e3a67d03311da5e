#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace godwit::hcl {

/// A decimal number exactly as it was written, whatever its size: ClickHouse's UInt64 and UInt256
/// settings fit no machine type.
class Number {
 public:
  explicit Number(std::int64_t number);

  /// digits [. digits] [e [+-] digits], with a minus before it or not. Nothing for anything else,
  /// and for an exponent beyond +-9999.
  static std::optional<Number> parse(std::string_view text);

  /// The digits as written.
  [[nodiscard]] const std::string& text() const { return text_; }

  /// Whether it has no fraction: 1, 1.0 and 1e3 have none.
  [[nodiscard]] bool whole() const;

  /// The same number in a machine type; nothing where that could not hold it exactly.
  [[nodiscard]] std::optional<std::int64_t> as_int64() const;
  [[nodiscard]] std::optional<std::uint64_t> as_uint64() const;

  /// The nearest double; nothing where it is too large or too small for one.
  [[nodiscard]] std::optional<double> as_double() const;

  /// The number with its sign turned, exactly.
  [[nodiscard]] Number negated() const;

  /// By value and exact: 1.0 equals 1e0, and no two large numbers become equal by rounding.
  friend std::strong_ordering operator<=>(const Number& a, const Number& b);
  friend bool operator==(const Number& a, const Number& b) { return std::is_eq(a <=> b); }

 private:
  explicit Number(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

}  // namespace godwit::hcl
