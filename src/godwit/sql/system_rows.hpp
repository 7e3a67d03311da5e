#pragma once

#include "godwit/sql/statement.hpp"

#include <span>

namespace godwit::sql {

/// The rows of SYSTEM, by where ON CLUSTER goes. Part of statement_rows().
std::span<const StatementRow> system_rows();

}  // namespace godwit::sql
