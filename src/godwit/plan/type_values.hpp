#pragma once

#include "godwit/sql/type.hpp"

namespace godwit::plan {

/// Whether every value of a type has an equal in another one, to which the server's conversion
/// takes it: UInt8 to Int16, but not to Int8; any type to String. Types must be known ones.
bool keeps_values(const sql::Type& from, const sql::Type& to);

/// The bytes in which a Decimal is stored, which its precision decides: 4, 8, 16 or 32.
int decimal_bytes(const sql::Type& type);

/// A type's first argument as a number: the length of a FixedString. 0 where it is none.
int number_of(const sql::Type& type);

}  // namespace godwit::plan
