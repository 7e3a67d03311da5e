// Two questions of the server's, in its order: are the stored bytes the same (then only metadata
// change), and is there a conversion (then a mutation runs). The second is a table of families,
// asked for the elements where a type is made of others. A third is godwit's own: can a value get
// lost. Codes of refusals differ with the pair: 43, 48, 53, 70, 131.

#include "godwit/plan/type_change.hpp"

#include "godwit/plan/type_values.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace godwit::plan {

namespace {

using sql::Type;

// clang-format off
enum class Family : std::uint8_t {
  signed_number, small_unsigned, unsigned_number, wide_signed, wide_unsigned, boolean,
  real, brain_real, decimal, date, date32, datetime, datetime64, time, time64,
  string, fixed_string, uuid, ipv4, ipv6, enumeration, interval, aggregate,
  array, map, tuple, json, dynamic, variant, unknown,
};
// clang-format on

struct FamilyRow {
  Family family;
  std::string_view names;  // between bars
  // Whether the server has a conversion to each family, in the order of Family up to json: r, or a
  // dot. Within one family it has, but for the arguments below.
  std::string_view converts;
};

// clang-format off
constexpr auto kFamilies = std::to_array<FamilyRow>({
    {Family::signed_number,   "|Int8|Int16|Int32|Int64|",     "rrrrrrrrrrrrrrrr....rr....."},
    {Family::small_unsigned,  "|UInt8|UInt16|",               "rrrrrrrrrrrrrrrr..r.rr....."},
    {Family::unsigned_number, "|UInt32|UInt64|",              "rrrrrrrrrrrrrrrr..r.rr....."},
    {Family::wide_signed,     "|Int128|Int256|",              "rrrrrrrr.rrr.r.r.....r....."},
    {Family::wide_unsigned,   "|UInt128|UInt256|",            "rrrrrrrr.rrr.r.r.....r....."},
    {Family::boolean,         "|Bool|",                       "rrrrrrrrrrrrrrrrr.r.rr....."},
    {Family::real,            "|Float32|Float64|",            "rrrrrrrrrrrrrrrr....rr....."},
    {Family::brain_real,      "|BFloat16|",                   "rrrrrrrr.rrrrrrr.....r....."},
    {Family::decimal,         "|Decimal|",                    "rrrrrrrrr...r.rr..........."},
    {Family::date,            "|Date|",                       "rrrrrrrr.rrrrrrr.....r....."},
    {Family::date32,          "|Date32|",                     "rrrrrrrr.rrrrrrr.....r....."},
    {Family::datetime,        "|DateTime|",                   "rrrrrrrr.rrrrrrr.....r....."},
    {Family::datetime64,      "|DateTime64|",                 "rrrrrrrrrrrrrrrr.....r....."},
    {Family::time,            "|Time|",                       "rrrrrrrr.rrrrrrr.....r....."},
    {Family::time64,          "|Time64|",                     "rrrrrrrrrrrrrrrr.....r....."},
    {Family::string,          "|String|",                     "rrrrrrrrrrrrrrrrrrrrrrrr.rr"},
    {Family::fixed_string,    "|FixedString|",                "rrrrrrrrrrrrrrrrrr.rrr....."},
    {Family::uuid,            "|UUID|",                       ".....r.........r.r........."},
    {Family::ipv4,            "|IPv4|",                       "..r.rr.........r..rr......."},
    {Family::ipv6,            "|IPv6|",                       ".....r.........r..rr......."},
    {Family::enumeration,     "|Enum8|Enum16|",               "rrrrrrrr.rrr.r.rr...rr....."},
    {Family::interval,        "|IntervalNanosecond|IntervalMicrosecond|IntervalMillisecond|IntervalSecond|IntervalMinute|IntervalHour|IntervalDay|IntervalWeek|IntervalMonth|IntervalQuarter|IntervalYear|",
                                                              "rrrrrrrr.rrr.r.r.....r....."},
    {Family::aggregate,       "|AggregateFunction|",          "...............r......r...."},
    {Family::array,           "|Array|",                      "...............r.......r..."},
    {Family::map,             "|Map|",                        "...............r........r.r"},
    {Family::tuple,           "|Tuple|",                      "...............r.........rr"},
    {Family::json,            "|JSON|",                       "...............r..........r"},
    {Family::dynamic,         "|Dynamic|", ""},
    {Family::variant,         "|Variant|", ""},
});
// clang-format on

// Conversions of single types that their families do not have.
constexpr auto kAlsoConvert = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"UInt128", "IPv6"},
    {"IPv6", "UInt128"},
    {"UUID", "UInt128"},
});

bool is_pair(const auto& rows, const Type& from, const Type& to) {
  return std::find(rows.begin(), rows.end(),
                   std::pair<std::string_view, std::string_view>(from.name, to.name)) != rows.end();
}

const FamilyRow* row_of(const Type& type) {
  const std::string name = "|" + type.name + "|";
  const auto found = std::find_if(kFamilies.begin(), kFamilies.end(), [&](const FamilyRow& row) {
    return row.names.find(name) != std::string_view::npos;
  });
  return found == kFamilies.end() ? nullptr : &*found;
}

Family family_of(const Type& type) {
  const FamilyRow* row = row_of(type);
  return row == nullptr ? Family::unknown : row->family;
}

// The type inside Nullable or LowCardinality.
const Type& inside(const Type& type, std::string_view wrapper) {
  return type.name == wrapper && type.arguments.size() == 1 ? type.arguments.front() : type;
}

// How many types a type must be made of; any number where no row says so.
constexpr auto kMadeOf = std::to_array<std::pair<std::string_view, std::size_t>>(
    {{"Array", 1}, {"Nullable", 1}, {"LowCardinality", 1}, {"Map", 2}});

bool is_known(const Type& type) {
  const bool wraps = type.name == "Nullable" || type.name == "LowCardinality";
  const bool complete = std::all_of(kMadeOf.begin(), kMadeOf.end(), [&](const auto& row) {
    return row.first != type.name || row.second == type.arguments.size();
  });
  return (wraps || family_of(type) != Family::unknown) && complete &&
         std::all_of(type.arguments.begin(), type.arguments.end(), is_known);
}

// Values of the same number are the same on disk, whatever their names.
bool has_values_of(const Type& wide, const Type& narrow) {
  return std::all_of(narrow.values.begin(), narrow.values.end(), [&](const auto& value) {
    return std::any_of(wide.values.begin(), wide.values.end(),
                       [&](const auto& each) { return each.second == value.second; });
  });
}

bool is_same(const Type& from, const Type& to);

// One family's types with other arguments whose bytes are the same.
bool has_same_arguments(const Type& from, const Type& to) {
  switch (family_of(from)) {
    case Family::datetime:  // a zone is a way to print
      return true;
    case Family::datetime64:
      return from.literals.front() == to.literals.front();
    case Family::decimal:
      return decimal_bytes(from) == decimal_bytes(to) && from.literals[1] == to.literals[1];
    default:
      return from.literals == to.literals &&
             std::equal(from.arguments.begin(), from.arguments.end(), to.arguments.begin(),
                        to.arguments.end(), [](const Type& a, const Type& b) {
                          return a.label == b.label && is_same(a, b);
                        });
  }
}

// What the server calls equal types: Bool is UInt8 with another text.
bool is_same(const Type& from, const Type& to) {
  const auto plain = [](const Type& type) {
    return type.name == "Bool" ? std::string_view("UInt8") : std::string_view(type.name);
  };
  if (plain(from) != plain(to)) return false;
  if (family_of(from) == Family::enumeration) return from.values == to.values;
  return has_same_arguments(from, to);
}

constexpr auto kSameBytes = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"Enum8", "Int8"},
    {"Enum16", "Int16"},
    {"DateTime", "UInt32"},
    {"UInt32", "DateTime"},
    {"Date", "UInt16"},
    {"UInt16", "Date"},
});

bool has_same_bytes(const Type& from, const Type& to) {
  if (is_same(from, to)) return true;
  if (from.name == to.name && family_of(from) == Family::enumeration) {
    return has_values_of(to, from);
  }
  if (from.name == to.name && (from.name == "Array" || from.name == "Nullable")) {
    return has_same_bytes(from.arguments.front(), to.arguments.front());
  }
  return is_pair(kSameBytes, from, to);
}

bool converts(const Type& from, const Type& to);

bool elements_convert(const Type& from, const Type& to) {
  for (std::size_t i = 0; i < from.arguments.size(); ++i) {
    if (!converts(from.arguments[i], to.arguments[i])) return false;
  }
  return true;
}

// Elements with names are found by them, and may be more or fewer.
bool tuple_converts(const Type& from, const Type& to) {
  const bool named = !from.arguments.empty() && !from.arguments.front().label.empty() &&
                     !to.arguments.empty() && !to.arguments.front().label.empty();
  if (!named) return from.arguments.size() == to.arguments.size() && elements_convert(from, to);
  return std::all_of(from.arguments.begin(), from.arguments.end(), [&](const Type& element) {
    const auto found = std::find_if(to.arguments.begin(), to.arguments.end(),
                                    [&](const Type& each) { return each.label == element.label; });
    return found == to.arguments.end() || converts(element, *found);
  });
}

Type pairs_of(const Type& map) {
  Type tuple;
  tuple.name = "Tuple";
  tuple.arguments = map.arguments;
  return tuple;
}

bool is_alternative(const Type& type, const Type& variant) {
  return std::any_of(variant.arguments.begin(), variant.arguments.end(), [&](const Type& each) {
    return is_same(type, each) || (type.name == "FixedString" && each.name == "String");
  });
}

bool variant_converts(const Type& from, const Type& to) {
  const bool both = from.name == to.name;
  return std::all_of(from.arguments.begin(), from.arguments.end(), [&](const Type& alternative) {
    return both ? is_alternative(alternative, to) : converts(alternative, to);
  });
}

// Names of one value in both types must not have two numbers.
bool enum_converts(const Type& from, const Type& to) {
  return std::all_of(from.values.begin(), from.values.end(), [&](const auto& value) {
    const auto found = std::find_if(to.values.begin(), to.values.end(),
                                    [&](const auto& each) { return each.first == value.first; });
    return found == to.values.end() || found->second == value.second;
  });
}

// How many arrays are inside each other.
std::size_t depth_of(const Type& type) {
  return type.name == "Array" ? 1 + depth_of(type.arguments.front()) : 0;
}

bool converts_within(Family family, const Type& from, const Type& to) {
  switch (family) {
    case Family::enumeration:
      return enum_converts(from, to);
    case Family::fixed_string:
      return number_of(from) <= number_of(to);
    case Family::aggregate:
      return from.literals == to.literals;
    case Family::array:
      return depth_of(from) == depth_of(to) && elements_convert(from, to);
    case Family::map:
      return elements_convert(from, to);
    case Family::tuple:
      return tuple_converts(from, to);
    default:
      return true;
  }
}

bool families_convert(const Type& from, const Type& to) {
  const FamilyRow* row = row_of(from);
  const Family target = family_of(to);
  if (row->family == Family::array && target == Family::map) {
    return from.arguments.front().name == "Tuple" && converts(from.arguments.front(), pairs_of(to));
  }
  if (row->family == Family::map && target == Family::array) {
    return converts(pairs_of(from), to.arguments.front());
  }
  if (is_pair(kAlsoConvert, from, to)) return true;
  if (row->converts.at(static_cast<std::size_t>(target)) != 'r') return false;
  return row->family != target || converts_within(target, from, to);
}

// Between types as elements of others: NULL is no matter there.
bool converts(const Type& whole_from, const Type& whole_to) {
  const Type& from = inside(inside(whole_from, "LowCardinality"), "Nullable");
  const Type& to = inside(inside(whole_to, "LowCardinality"), "Nullable");
  if (is_same(from, to)) return true;
  if (family_of(from) == Family::dynamic || family_of(to) == Family::dynamic) return true;
  if (family_of(from) == Family::variant) return variant_converts(from, to);
  if (family_of(to) == Family::variant) return is_alternative(from, to);
  return families_convert(from, to);
}

bool is_nullable(const Type& type) { return inside(type, "LowCardinality").name == "Nullable"; }

}  // namespace

TypeChange classify_type_change(const Type& from, const Type& to, bool has_default) {
  if (!is_known(from) || !is_known(to)) return {TypeEffect::unknown, true};
  const bool loses_null = is_nullable(from) && !is_nullable(to);
  if (loses_null && !has_default) return {TypeEffect::refused, false};
  if (is_same(from, to)) {
    const bool to_bool = to.name == "Bool" && from.name != to.name;  // 255 reads as true
    const bool same = from.name == to.name && from.aggregates == to.aggregates;
    return {same ? TypeEffect::none : TypeEffect::metadata, to_bool};
  }
  const bool lossy = loses_null || !keeps_values(from, to);
  if (has_same_bytes(from, to)) return {TypeEffect::metadata, lossy};
  return converts(from, to) ? TypeChange{TypeEffect::rewrite, lossy}
                            : TypeChange{TypeEffect::refused, false};
}

bool is_safe_in_key(const Type& from, const Type& to) {
  if (to.aggregates || !is_known(from) || !is_known(to)) return false;  // the first: in no key
  return has_same_bytes(from, to) || is_same(inside(from, "LowCardinality"), to) ||
         is_same(from, inside(to, "LowCardinality"));
}

std::string_view to_string(TypeEffect effect) {
  switch (effect) {
    case TypeEffect::none:
      return "none";
    case TypeEffect::metadata:
      return "metadata";
    case TypeEffect::rewrite:
      return "rewrite";
    case TypeEffect::refused:
      return "refused";
    case TypeEffect::unknown:
      break;
  }
  return "unknown";
}

}  // namespace godwit::plan
