#pragma once

#include "godwit/sql/alter.hpp"

#include <string_view>

namespace godwit::plan {

/// The rule of a command of ALTER where nothing is known of the table.
std::string_view alter_rule(sql::AlterKind kind);

/// Whether tables of an engine have a command; true for engines that no row tells of.
/// https://clickhouse.com/docs/sql-reference/statements/alter
bool engine_has(std::string_view engine, sql::AlterKind kind);

}  // namespace godwit::plan
