// What every Server shares: reading all rows, and writing names and strings into a statement.

#include "godwit/server/server.hpp"

#include "godwit/base/error.hpp"

#include <fmt/format.h>

namespace godwit::server {

namespace {

// How ClickHouse itself writes a literal or a quoted name: C escapes, so that the text stays on
// one line and survives being quoted again.
std::string escaped(std::string_view text, char quotation_mark) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '\b':
        result += "\\b";
        break;
      case '\f':
        result += "\\f";
        break;
      case '\n':
        result += "\\n";
        break;
      case '\r':
        result += "\\r";
        break;
      case '\t':
        result += "\\t";
        break;
      case '\0':
        result += "\\0";
        break;
      default:
        if (c == quotation_mark || c == '\\') result += '\\';
        result += c;
    }
  }
  return result;
}

std::string quoted(std::string_view text, char mark) { return mark + escaped(text, mark) + mark; }

}  // namespace

void Server::select(std::string_view query, const std::function<void(const Row&)>& each) {
  const Outcome outcome = try_select(query, each);
  if (const auto* failed = std::get_if<Failed>(&outcome)) {
    throw Error(ErrorKind::failed,
                fmt::format("{}: code {}: {}", name(), failed->code, failed->message));
  }
  if (const auto* in_doubt = std::get_if<InDoubt>(&outcome)) {
    throw Error(ErrorKind::failed, fmt::format("{}: {}", name(), in_doubt->reason));
  }
}

std::vector<Row> read_rows(Server& server, std::string_view query) {
  std::vector<Row> rows;
  server.select(query, [&](const Row& row) { rows.push_back(row); });
  return rows;
}

std::string quote(std::string_view text) { return quoted(text, '\''); }

std::string quote_name(std::string_view name) { return quoted(name, '`'); }

std::string escape_field(std::string_view text) { return escaped(text, '\\'); }

}  // namespace godwit::server
