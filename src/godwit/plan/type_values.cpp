// Which values a type has, as ranges of whole numbers and as digits behind the point, and which of
// them another type has as well. Dates are days or seconds in a range of their own.

#include "godwit/plan/type_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace godwit::plan {

namespace {

using sql::Type;

int number_at(const Type& type, std::size_t index) {
  int number = 0;
  if (index < type.literals.size()) {
    const std::string& text = type.literals[index];
    std::from_chars(text.data(), text.data() + text.size(), number);
  }
  return number;
}

// Whole numbers with this many bits, and a sign; `exact` of them are exact in a float.
struct Whole {
  std::string_view name;
  int bits;
  bool sign;
};

constexpr auto kWhole = std::to_array<Whole>({
    {"Bool", 1, false},
    {"UInt8", 8, false},
    {"UInt16", 16, false},
    {"UInt32", 32, false},
    {"UInt64", 64, false},
    {"UInt128", 128, false},
    {"UInt256", 256, false},
    {"Int8", 7, true},
    {"Int16", 15, true},
    {"Int32", 31, true},
    {"Int64", 63, true},
    {"Int128", 127, true},
    {"Int256", 255, true},
});

// Decimal digits that a number of so many bits has at most: 8 bits have 3.
int digits_of(int bits) { return static_cast<int>(bits * 0.30103) + 1; }

struct Float {
  std::string_view name;
  int bits;  // whole numbers of so many are exact
};

constexpr auto kFloats = std::to_array<Float>({{"BFloat16", 8}, {"Float32", 24}, {"Float64", 53}});

template <typename Rows>
const auto* find(const Rows& rows, std::string_view name) {
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const auto& each) { return each.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

bool whole_keeps(const Whole& from, const Type& to) {
  if (const Whole* wide = find(kWhole, to.name)) {
    return from.bits <= wide->bits && (wide->sign || !from.sign) && wide->bits != 1;
  }
  if (const Float* real = find(kFloats, to.name)) return from.bits <= real->bits;
  if (to.name == "Decimal") {
    return digits_of(from.bits) <= number_at(to, 0) - number_at(to, 1);
  }
  return (from.name == "UInt32" && (to.name == "DateTime" || to.name == "IPv4")) ||
         (from.name == "UInt16" && to.name == "Date");
}

bool decimal_keeps(const Type& from, const Type& to) {
  if (to.name != "Decimal") return false;
  const int scale = number_at(to, 1);
  return scale >= number_at(from, 1) &&
         number_at(to, 0) - scale >= number_at(from, 0) - number_at(from, 1);
}

// Pairs of which all values survive, whatever the arguments.
constexpr auto kKept = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"Float32", "Float64"},
    {"BFloat16", "Float32"},
    {"BFloat16", "Float64"},
    {"Date", "Date32"},
    {"Date", "UInt16"},
    {"Date", "UInt32"},
    {"DateTime", "UInt32"},
    {"DateTime", "UInt64"},
    {"DateTime", "Int64"},
    {"IPv4", "UInt32"},
    {"IPv4", "UInt64"},
    {"IPv4", "IPv6"},
});

bool enum_keeps(const Type& from, const Type& to) {
  if (to.name == "Enum8" || to.name == "Enum16") {
    return std::all_of(from.values.begin(), from.values.end(), [&](const auto& value) {
      return std::find(to.values.begin(), to.values.end(), value) != to.values.end();
    });
  }
  const Whole* whole = find(kWhole, to.name);
  return whole != nullptr && whole->sign && whole->bits < 64 &&
         whole->bits >= (from.name == "Enum8" ? 7 : 15);
}

bool elements_keep(const Type& from, const Type& to) {
  if (from.arguments.size() > to.arguments.size()) return false;
  for (std::size_t i = 0; i < from.arguments.size(); ++i) {
    if (from.arguments[i].label != to.arguments[i].label) return false;
    if (!keeps_values(from.arguments[i], to.arguments[i])) return false;
  }
  return true;
}

bool is_text(const Type& type) { return type.name == "String"; }

}  // namespace

int number_of(const Type& type) { return number_at(type, 0); }

int decimal_bytes(const Type& type) {
  const int precision = number_at(type, 0);
  if (precision <= 9) return 4;
  if (precision <= 18) return 8;
  return precision <= 38 ? 16 : 32;
}

bool keeps_values(const Type& from, const Type& to) {
  if (from.name == "LowCardinality") return keeps_values(from.arguments.front(), to);
  if (to.name == "LowCardinality") return keeps_values(from, to.arguments.front());
  if (to.name == "Nullable") {
    return keeps_values(from.name == "Nullable" ? from.arguments.front() : from,
                        to.arguments.front());
  }
  if (from.name == "Nullable") return false;
  if (to.name == "Dynamic") return true;
  if (from.name == "Dynamic") return false;
  if (is_text(to)) return from.name != "AggregateFunction" && from.name != "JSON";
  if (to.name == "Variant") {
    if (from.name == "FixedString") return false;  // its zero bytes
    const std::size_t count = from.name == "Variant" ? from.arguments.size() : 1;
    return count <= to.arguments.size();  // else there is no conversion
  }
  if (const Whole* whole = find(kWhole, from.name)) return whole_keeps(*whole, to);
  if (from.name == "Decimal") return decimal_keeps(from, to);
  if (from.name == "Enum8" || from.name == "Enum16") return enum_keeps(from, to);
  if (from.name == "FixedString" && to.name == "FixedString") {
    return number_of(from) <= number_of(to);
  }
  if (from.name == "DateTime64" && to.name == "DateTime64") {
    return number_of(from) <= number_of(to) && number_of(to) < 9;  // from 9 on, only to 2262
  }
  if (from.name == to.name) {
    return from.arguments.empty() ? from.literals == to.literals || from.name == "DateTime"
                                  : elements_keep(from, to);
  }
  return std::find(kKept.begin(), kKept.end(),
                   std::pair<std::string_view, std::string_view>(from.name, to.name)) !=
         kKept.end();
}

}  // namespace godwit::plan
