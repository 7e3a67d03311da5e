#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::sql {

/// A data type: what the server makes of it, not how it is written. Aliases are resolved (INTEGER
/// is Int32), and so is what is only another name for a type made of others: Nested(a T) is
/// Array(Tuple(a T)), Point is Tuple(Float64, Float64), SimpleAggregateFunction(f, T) is T, Bool is
/// itself, since its text is another than UInt8's.
/// https://clickhouse.com/docs/sql-reference/data-types
struct Type {
  std::string name;                   // of the family: Decimal, Enum8, Array
  std::vector<Type> arguments;        // the types it is made of
  std::vector<std::string> literals;  // its other arguments as they are written, filled up where
                                      // they may be left out: Decimal(10) has 10 and 0
  std::vector<std::pair<std::string, int>> values;  // of an Enum
  std::string label;                                // of an element of a Tuple: its name
  bool aggregates = false;                          // written as SimpleAggregateFunction
};

/// Reads a type. Total: what is not a type, or nests too deep, has its whole text as its name.
Type parse_type(std::string_view text);

}  // namespace godwit::sql
