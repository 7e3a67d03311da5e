#include "godwit/hcl/number.hpp"

#include <algorithm>
#include <charconv>

// A Number is its text. To compare it or to fit it into a machine type the text is brought into a
// normal form first, so that nothing ever passes through a double but as_double().

namespace godwit::hcl {

namespace {

constexpr std::size_t kExponentDigits = 4;
constexpr std::int64_t kDigitsOfUint64 = 20;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// 0.<digits> * 10^exponent; digits begin and end with a non-zero, and are empty for zero.
struct Decimal {
  bool negative;
  std::string digits;
  std::int64_t exponent;
};

Decimal decimal(std::string_view text) {
  Decimal result{text.starts_with('-'), {}, 0};
  if (result.negative) text.remove_prefix(1);
  const std::size_t mark = text.find_first_of("eE");
  if (mark != std::string_view::npos) {
    std::string_view exponent = text.substr(mark + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), result.exponent);
  }
  text = text.substr(0, mark);
  const std::size_t point = std::min(text.find('.'), text.size());
  result.exponent += static_cast<std::int64_t>(point);
  result.digits.assign(text.substr(0, point));
  if (point < text.size()) result.digits.append(text.substr(point + 1));

  const std::size_t first = result.digits.find_first_not_of('0');
  if (first == std::string::npos) return {false, {}, 0};
  result.digits.erase(0, first);
  result.exponent -= static_cast<std::int64_t>(first);
  result.digits.erase(result.digits.find_last_not_of('0') + 1);
  return result;
}

bool is_whole(const Decimal& number) {
  return number.exponent >= static_cast<std::int64_t>(number.digits.size());
}

template <class Integer>
std::optional<Integer> as_integer(const Decimal& number) {
  if (number.digits.empty()) return Integer{0};
  if (!is_whole(number) || number.exponent > kDigitsOfUint64) return std::nullopt;
  std::string text = (number.negative ? "-" : "") + number.digits;
  text.append(static_cast<std::size_t>(number.exponent) - number.digits.size(), '0');
  Integer value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

}  // namespace

Number::Number(std::int64_t number) : text_(std::to_string(number)) {}

std::optional<Number> Number::parse(std::string_view text) {
  std::string_view rest = text;
  if (rest.starts_with('-')) rest.remove_prefix(1);
  if (take_digits(rest).empty()) return std::nullopt;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    if (take_digits(rest).empty()) return std::nullopt;
  }
  if (rest.starts_with('e') || rest.starts_with('E')) {
    rest.remove_prefix(1);
    if (rest.starts_with('+') || rest.starts_with('-')) rest.remove_prefix(1);
    const std::string_view exponent = take_digits(rest);
    if (exponent.empty() || exponent.size() > kExponentDigits) return std::nullopt;
  }
  if (!rest.empty()) return std::nullopt;
  return Number(std::string(text));
}

bool Number::whole() const {
  const Decimal number = decimal(text_);
  return number.digits.empty() || is_whole(number);
}

std::optional<std::int64_t> Number::as_int64() const {
  return as_integer<std::int64_t>(decimal(text_));
}

std::optional<std::uint64_t> Number::as_uint64() const {
  return as_integer<std::uint64_t>(decimal(text_));
}

std::optional<double> Number::as_double() const {
  double value = 0;
  const auto [end, problem] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
  if (problem != std::errc()) return std::nullopt;
  return value;
}

Number Number::negated() const {
  return Number(text_.starts_with('-') ? text_.substr(1) : "-" + text_);
}

std::strong_ordering operator<=>(const Number& a, const Number& b) {
  const Decimal x = decimal(a.text_);
  const Decimal y = decimal(b.text_);
  const auto sign = [](const Decimal& n) { return n.digits.empty() ? 0 : (n.negative ? -1 : 1); };
  if (sign(x) != sign(y)) return sign(x) <=> sign(y);
  const Decimal& lesser = x.negative ? y : x;  // if its size is the lesser
  const Decimal& greater = x.negative ? x : y;
  if (x.exponent != y.exponent) return lesser.exponent <=> greater.exponent;
  return lesser.digits <=> greater.digits;
}

}  // namespace godwit::hcl
