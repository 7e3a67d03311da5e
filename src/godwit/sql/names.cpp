// Quoted names and string literals back to what they mean.

#include "godwit/sql/statement.hpp"

#include <array>
#include <utility>

namespace godwit::sql {

namespace {

constexpr std::string_view kOpenQuote = "\xE2\x80\x98";        // ‘
constexpr std::string_view kOpenDoubleQuote = "\xE2\x80\x9C";  // “

// ClickHouse's single-letter escapes; any other escaped character stands for itself.
constexpr std::array<std::pair<char, char>, 9> kEscapes{{{'n', '\n'},
                                                         {'t', '\t'},
                                                         {'r', '\r'},
                                                         {'0', '\0'},
                                                         {'a', '\a'},
                                                         {'b', '\b'},
                                                         {'f', '\f'},
                                                         {'v', '\v'},
                                                         {'e', '\x1B'}}};

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string unescape(std::string_view inner, char quote) {
  std::string result;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    const char c = inner[i];
    const bool has_next = i + 1 < inner.size();
    if (c == quote && has_next && inner[i + 1] == quote) ++i;  // '' is '
    if (c != '\\' || !has_next) {
      result += c;
      continue;
    }
    const char escaped = inner[++i];
    if (escaped == 'x' && i + 2 < inner.size() && hex_value(inner[i + 1]) >= 0 &&
        hex_value(inner[i + 2]) >= 0) {
      result += static_cast<char>(hex_value(inner[i + 1]) * 16 + hex_value(inner[i + 2]));
      i += 2;
      continue;
    }
    char meant = escaped;
    for (const auto& [letter, character] : kEscapes) {
      if (letter == escaped) meant = character;
    }
    result += meant;
  }
  return result;
}

}  // namespace

std::string unquote_name(std::string_view name) {
  if (name.starts_with(kOpenDoubleQuote) && name.size() >= 6) {
    return std::string(name.substr(3, name.size() - 6));
  }
  if (name.size() < 2 || (name.front() != '`' && name.front() != '"')) return std::string(name);
  return unescape(name.substr(1, name.size() - 2), name.front());
}

std::string unquote_string(std::string_view literal) {
  if (literal.starts_with(kOpenQuote) && literal.size() >= 6) {
    return std::string(literal.substr(3, literal.size() - 6));
  }
  if (literal.starts_with('$')) {
    const std::size_t tag = literal.find('$', 1) + 1;
    return std::string(literal.substr(tag, literal.size() - 2 * tag));
  }
  if (literal.size() < 2 || literal.front() != '\'') return std::string(literal);
  return unescape(literal.substr(1, literal.size() - 2), '\'');
}

}  // namespace godwit::sql
