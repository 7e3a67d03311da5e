#pragma once

#include "godwit/sql/type.hpp"

#include <cstdint>
#include <string_view>

namespace godwit::plan {

/// What MODIFY COLUMN makes of the values of a column when its type changes.
enum class TypeEffect : std::uint8_t {
  none,      // the same type, perhaps by another name
  metadata,  // the stored bytes stay as they are
  rewrite,   // a mutation converts every part
  refused,   // no conversion: the ALTER fails at once and changes nothing
  unknown,   // godwit does not know one of the types
};

struct TypeChange {
  TypeEffect effect;
  // Whether some value has no equal in the new type: it becomes another one, or it does not convert
  // and the mutation stops there.
  bool lossy;
};

/// What the server does with a column outside keys. `has_default` is whether the command gives the
/// column a DEFAULT, which takes the place of NULL where the new type has none. The rules are those
/// of ClickHouse 26.7, asked for every pair of types in tests/engine/type_change_test.cpp.
TypeChange classify_type_change(const sql::Type& from, const sql::Type& to, bool has_default);

/// Whether a column of a sorting, primary or sampling key may have the change; else 524.
bool is_safe_in_key(const sql::Type& from, const sql::Type& to);

std::string_view to_string(TypeEffect effect);

}  // namespace godwit::plan
