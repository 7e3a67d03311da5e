#include "godwit/sql/type.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::sql {
namespace {

std::string dump(const Type& type) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : type.values) parts.push_back(fmt::format("{}={}", name, value));
  for (const std::string& literal : type.literals) parts.push_back(literal);
  for (const Type& argument : type.arguments) parts.push_back(dump(argument));
  return fmt::format("{}{}{}{}", type.label.empty() ? "" : type.label + ":", type.name,
                     parts.empty() ? "" : "/", fmt::join(parts, ","));
}

struct Row {
  std::string_view text;
  std::string_view type;
};

constexpr auto kRows = std::to_array<Row>({
    {"Int32", "Int32"},
    {" integer ", "Int32"},
    {"int  unsigned", "UInt32"},
    {"INT(11) UNSIGNED", "UInt32/11"},
    {"double precision", "Float64"},
    {"VARCHAR(255)", "String"},
    {"BINARY(4)", "FixedString/4"},
    {"uint8", "uint8"},  // no alias of anything, and no name either
    {"Decimal", "Decimal/10,0"},
    {"NUMERIC(12)", "Decimal/12,0"},
    {"Decimal64(4)", "Decimal/18,4"},
    {"DateTime64", "DateTime64/3"},
    {"DateTime64(6, 'UTC')", "DateTime64/6,'UTC'"},
    {"Enum('a', 'b' = 5, 'c')", "Enum8/a=1,b=5,c=6"},
    {"Enum('a' = 300)", "Enum16/a=300"},
    {"Enum8('it\\'s' = -128)", "Enum8/it's=-128"},
    {"Array(Nullable(Int8))", "Array/Nullable/Int8"},
    {"Map(String, Array(UInt64))", "Map/String,Array/UInt64"},
    {"Tuple(a Int32, `b c` String)", "Tuple/a:Int32,b c:String"},
    {"Tuple(Int32, DOUBLE PRECISION)", "Tuple/Int32,Float64"},
    {"Tuple(x double precision)", "Tuple/x:Float64"},
    {"Nested(a Int8, b String)", "Array/Tuple/a:Int8,b:String"},
    {"SimpleAggregateFunction(sum, UInt64)", "UInt64"},
    {"AggregateFunction(quantiles(0.5, 0.9), Float64)",
     "AggregateFunction/quantiles(0.5, 0.9),Float64"},
    {"Point", "Tuple/Float64,Float64"},
    {"Polygon", "Array/Array/Tuple/Float64,Float64"},
    {"JSON(a.b Int32, SKIP c)", "JSON/a.b Int32,SKIP c"},
    {"LowCardinality(Nullable(String))", "LowCardinality/Nullable/String"},
    {"", ""},
    {"what is (this", "what is ( this"},
});

TEST(Type, IsReadAsTheServerTakesIt) {
  for (const Row& row : kRows) EXPECT_EQ(dump(parse_type(row.text)), row.type) << row.text;
}

TEST(Type, ThatNestsTooDeepIsNone) {
  std::string text;
  for (int depth = 0; depth < 100'000; ++depth) text += "Array(";
  text.append(100'000, ')');
  EXPECT_EQ(parse_type(text).name, text);
}

}  // namespace
}  // namespace godwit::sql
