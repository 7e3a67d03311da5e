#pragma once

#include "godwit/sql/statement.hpp"

#include <string>
#include <string_view>

namespace godwit::test {

/// A statement as a parser test writes it: the kind, then the text with {} round the ON CLUSTER
/// clause (or at its place) and <> round each engine clause.
std::string dump(std::string_view sql);

/// `sql` with ` ON CLUSTER main` written where the parser found its place; unchanged without one.
std::string with_cluster(std::string_view sql, std::string_view cluster);

/// The significant tokens, joined by one blank: equal for texts that differ in layout alone.
std::string tokens_of(std::string_view sql);

/// A statement and those that it holds (PARALLEL WITH, EXECUTE AS), in the order of the text.
std::vector<const sql::Statement*> with_parts(const sql::Statement& statement);

}  // namespace godwit::test
