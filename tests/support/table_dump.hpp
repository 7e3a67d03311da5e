#pragma once

#include "godwit/sql/table.hpp"

#include <string>

namespace godwit::test {

/// What a table is made of, terse and complete: names without their quotes, all else as it is
/// written. Two definitions are the same where their dumps are.
std::string dump(const sql::TableDefinition& table);

}  // namespace godwit::test
