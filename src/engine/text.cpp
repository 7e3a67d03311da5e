// ClickHouse undoes the same escapes in TabSeparated fields, string literals and quoted
// identifiers, so one table serves all three.

#include "engine/text.hpp"

#include <cctype>

namespace godwit::engine {

namespace {

std::string escape(std::string_view text, char quote) {
  std::string result;
  result.reserve(text.size() + 2);
  for (const char c : text) {
    const bool plain = c != '\\' && c != '\n' && c != '\t' && c != '\r' && c != '\0';
    if (!plain || (quote != '\0' && c == quote)) result += '\\';
    switch (c) {
      case '\n':
        result += 'n';
        break;
      case '\t':
        result += 't';
        break;
      case '\r':
        result += 'r';
        break;
      case '\0':
        result += '0';
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace

std::string tsv_field(std::string_view text) { return escape(text, '\0'); }

std::string string_literal(std::string_view text) { return "'" + escape(text, '\'') + "'"; }

std::string identifier(std::string_view text) { return "`" + escape(text, '`') + "`"; }

std::string_view cut(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  const auto inside = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  std::size_t end = limit;
  while (end > 0 && limit - end < 4 && inside(text[end])) --end;
  return text.substr(0, end);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

}  // namespace godwit::engine
