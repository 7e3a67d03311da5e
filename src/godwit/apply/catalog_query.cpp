#include "godwit/apply/catalog_query.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

namespace godwit::apply {

std::size_t read_count(server::Server& server, std::string_view query) {
  const auto rows = server::read_rows(server, query);
  const auto count =
      rows.size() == 1 && rows[0].size() == 1 ? parse_digits(rows[0][0]) : std::nullopt;
  if (!count) {
    throw Error(ErrorKind::failed,
                fmt::format("the server does not answer with a number: {}", query));
  }
  return static_cast<std::size_t>(*count);
}

std::string database_of(const sql::ObjectName& name, const std::string& default_database) {
  return name.database.empty() ? default_database : sql::unquote_name(name.database);
}

}  // namespace godwit::apply
