// A type's name is one word or several (DOUBLE PRECISION), its arguments are types, literals, or
// pairs of a name and one of these. Which arguments are types is a row for each family that has
// any.

#include "godwit/sql/type.hpp"

#include "godwit/base/text.hpp"
#include "godwit/sql/cursor.hpp"
#include "godwit/sql/elements.hpp"
#include "godwit/sql/statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace godwit::sql {

namespace {

// Every name that stands for a family, in capitals.
struct Names {
  std::string_view name;
  std::string_view aliases;  // between bars
};

constexpr auto kAliases = std::to_array<Names>({
    {"Bool", "BOOL|BOOLEAN"},
    {"DateTime", "TIMESTAMP|DATETIME|DATETIME32"},
    {"Date", "DATE"},
    {"Date32", "DATE32"},
    {"DateTime64", "DATETIME64"},
    {"Time", "TIME"},
    {"Time64", "TIME64"},
    {"JSON", "JSON"},
    {"Decimal", "DECIMAL|FIXED|DEC|NUMERIC"},
    {"Enum", "ENUM"},
    {"FixedString", "BINARY"},
    {"Float32", "SINGLE|REAL|FLOAT"},
    {"Float64", "DOUBLE PRECISION|DOUBLE"},
    {"IPv4", "INET4"},
    {"IPv6", "INET6"},
    {"Int8", "BYTE|TINYINT|INT1|INT1 SIGNED|TINYINT SIGNED"},
    {"Int16", "SMALLINT|SMALLINT SIGNED"},
    {"Int32", "INTEGER|INTEGER SIGNED|INT SIGNED|MEDIUMINT|INT|MEDIUMINT SIGNED"},
    {"Int64", "SIGNED|BIGINT|BIGINT SIGNED"},
    {"UInt8", "INT1 UNSIGNED|TINYINT UNSIGNED"},
    {"UInt16", "SMALLINT UNSIGNED|YEAR"},
    {"UInt32", "INTEGER UNSIGNED|MEDIUMINT UNSIGNED|INT UNSIGNED"},
    {"UInt64", "BIT|SET|BIGINT UNSIGNED|UNSIGNED"},
    {"String",
     "NATIONAL CHAR VARYING|BINARY VARYING|NCHAR LARGE OBJECT|NATIONAL CHARACTER VARYING|NATIONAL "
     "CHARACTER LARGE OBJECT|NATIONAL CHAR|CHAR LARGE OBJECT|CHARACTER VARYING|NATIONAL "
     "CHARACTER|LONGBLOB|CHAR VARYING|MEDIUMBLOB|CLOB|LONGTEXT|MEDIUMTEXT|TINYTEXT|NVARCHAR|"
     "TINYBLOB|CHARACTER|CHAR|VARCHAR|CHARACTER LARGE OBJECT|BLOB|VARCHAR2|TEXT|NCHAR|NCHAR "
     "VARYING|BINARY LARGE OBJECT|VARBINARY|BYTEA"},
});

// Types that are another type with a name of their own.
constexpr auto kMadeOf = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"Point", "Tuple(Float64, Float64)"},
    {"Ring", "Array(Point)"},
    {"LineString", "Array(Point)"},
    {"MultiLineString", "Array(LineString)"},
    {"Polygon", "Array(Ring)"},
    {"MultiPolygon", "Array(Polygon)"},
    {"Decimal32", "Decimal(9, )"},
    {"Decimal64", "Decimal(18, )"},
    {"Decimal128", "Decimal(38, )"},
    {"Decimal256", "Decimal(76, )"},
});

// Which arguments are types.
enum class Arguments : std::uint8_t { types, labelled, behind_function };

struct Compound {
  std::string_view name;
  Arguments arguments;
};

constexpr auto kCompounds = std::to_array<Compound>({
    {"Array", Arguments::types},
    {"Nullable", Arguments::types},
    {"LowCardinality", Arguments::types},
    {"Map", Arguments::types},
    {"Variant", Arguments::types},
    {"Tuple", Arguments::labelled},
    {"Nested", Arguments::labelled},
    {"SimpleAggregateFunction", Arguments::behind_function},
});

// What an argument is that is left out: Decimal is Decimal(10, 0).
struct Defaults {
  std::string_view name;
  std::array<std::string_view, 2> literals;
};

constexpr auto kDefaults = std::to_array<Defaults>(
    {{"Decimal", {"10", "0"}}, {"DateTime64", {"3", ""}}, {"Time64", {"3", ""}}});

Type read_type(std::string_view text);

std::string folded(std::string_view words) {
  std::string name;
  for (Cursor cursor(words); !cursor.at_end(); cursor.advance()) {
    name += name.empty() ? "" : " ";
    name += cursor.peek().text;
  }
  return name;
}

std::string family_of(std::string_view words) {
  std::string name = folded(words);
  const std::string capitals = upper(name);
  for (const Names& row : kAliases) {
    for (const std::string_view alias : split(row.aliases, '|')) {
      if (alias == capitals) return std::string(row.name);
    }
  }
  return name;
}

// 'a' = 1, 'b': a value that is not written is one more than that before it, the first is 1.
std::vector<std::pair<std::string, int>> enum_values(std::span<const std::string_view> arguments) {
  std::vector<std::pair<std::string, int>> values;
  int next = 1;
  for (const std::string_view argument : arguments) {
    Cursor cursor(argument);
    const std::string name = unquote_string(cursor.peek().text);
    cursor.advance();
    if (cursor.take_symbol("=")) {
      const bool negative = cursor.take_symbol("-");
      const std::string_view digits = cursor.peek().text;
      std::from_chars(digits.data(), digits.data() + digits.size(), next);
      if (negative) next = -next;
    }
    values.emplace_back(name, next++);
  }
  return values;
}

bool fits_eight_bits(const Type& type) {
  return std::all_of(type.values.begin(), type.values.end(), [](const auto& each) {
    return each.second >= std::numeric_limits<std::int8_t>::min() &&
           each.second <= std::numeric_limits<std::int8_t>::max();
  });
}

// a T, or only T. A type of several words is one that all of the text is read as.
Type parse_labelled(std::string_view text) {
  Cursor cursor(text);
  const std::string_view label = take_identifier(cursor);
  Cursor whole(text);
  take_type(whole);
  if (label.empty() || whole.at_end() || !is_identifier(cursor.peek())) return read_type(text);
  Type type =
      read_type(text.substr(static_cast<std::size_t>(cursor.peek().text.data() - text.data())));
  type.label = unquote_name(label);
  return type;
}

void read_arguments(Type& type, std::span<const std::string_view> arguments) {
  const auto compound = std::find_if(kCompounds.begin(), kCompounds.end(),
                                     [&](const Compound& each) { return each.name == type.name; });
  if (type.name.starts_with("Enum")) {
    type.values = enum_values(arguments);
  } else if (compound == kCompounds.end()) {
    type.literals.assign(arguments.begin(), arguments.end());
  } else {
    const bool labelled = compound->arguments == Arguments::labelled;
    const bool behind = compound->arguments == Arguments::behind_function && !arguments.empty();
    for (const std::string_view argument : arguments.subspan(behind ? 1 : 0)) {
      type.arguments.push_back(labelled ? parse_labelled(argument) : read_type(argument));
    }
  }
}

void fill_up(Type& type) {
  for (const Defaults& row : kDefaults) {
    if (row.name != type.name) continue;
    for (std::size_t i = type.literals.size(); i < 2 && !row.literals.at(i).empty(); ++i) {
      type.literals.emplace_back(row.literals.at(i));
    }
  }
}

// The type behind a name that only stands for it.
Type resolve(Type type) {
  if (type.name == "Enum") type.name = fits_eight_bits(type) ? "Enum8" : "Enum16";
  if (type.name == "String") type.literals.clear();  // VARCHAR(255)
  if (type.name == "SimpleAggregateFunction" && type.arguments.size() == 1) {
    Type argument = std::move(type.arguments.front());
    argument.aggregates = true;
    return argument;
  }
  if (type.name == "Nested") {
    type.name = "Tuple";
    Type array;
    array.name = "Array";
    array.arguments.push_back(std::move(type));
    return array;
  }
  for (const auto& [name, made_of] : kMadeOf) {
    if (name != type.name) continue;
    Type made = read_type(made_of);
    if (made.name == "Decimal") {
      made.literals.resize(1);
      made.literals.emplace_back(type.literals.empty() ? "0" : type.literals.front());
    }
    return made;
  }
  return type;
}

Type read_type(std::string_view text) {
  text = trim(text);
  const std::size_t open = text.find('(');
  Type type;
  // A suffix behind the brackets (INT(11) UNSIGNED) belongs to the name.
  const std::size_t close = open == std::string_view::npos ? open : text.rfind(')');
  if (close == std::string_view::npos || close < open) {
    type.name = family_of(text);
  } else {
    type.name = family_of(fmt::format("{} {}", text.substr(0, open), text.substr(close + 1)));
    read_arguments(type, split_arguments(text.substr(open, close + 1 - open)));
  }
  fill_up(type);
  return resolve(std::move(type));
}

// The server reads no deeper either (max_parser_depth), and nor does the stack of this program.
bool is_too_deep(std::string_view text) {
  constexpr int kDeepest = 200;
  int depth = 0;
  return std::any_of(text.begin(), text.end(), [&](char c) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    return depth > kDeepest;
  });
}

}  // namespace

Type parse_type(std::string_view text) {
  if (!is_too_deep(text)) return read_type(text);
  Type type;
  type.name = text;
  return type;
}

}  // namespace godwit::sql
