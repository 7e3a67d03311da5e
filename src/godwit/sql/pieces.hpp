#pragma once

#include "godwit/sql/cursor.hpp"
#include "godwit/sql/head.hpp"
#include "godwit/sql/statement.hpp"

namespace godwit::sql {

/// Steps over one piece of grammar and adds what it names to the statement. False where it does
/// not stand here; the cursor may then be anywhere.
bool take_piece(Piece piece, Cursor& cursor, Statement& statement);

}  // namespace godwit::sql
