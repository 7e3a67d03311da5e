#pragma once

#include "godwit/server/server.hpp"
#include "godwit/sql/statement.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace godwit::apply {

/// The one number that a query answers. Throws Error(failed) for anything else.
std::size_t read_count(server::Server& server, std::string_view query);

/// The database of a name, unquoted; `default_database` where it names none.
std::string database_of(const sql::ObjectName& name, const std::string& default_database);

}  // namespace godwit::apply
