#pragma once

#include "godwit/base/source.hpp"
#include "godwit/sql/statement.hpp"

namespace godwit::migrations {

/// Throws Error(usage) at a statement that has a meaning in a session only (USE, temporary tables,
/// SET ROLE, transactions), saying what to write instead.
void refuse_session(const Source& source, const sql::Statement& statement);

}  // namespace godwit::migrations
