#include "godwit/hcl/scanner.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

// Tokens are not kept: peek() finds the next one afresh each time, so that the parser may change
// the meaning of line ends, or step into a template, between any two tokens.

namespace godwit::hcl {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kShownCharacters = 40;

// The longer of two with the same beginning comes first.
constexpr std::string_view kSymbols[] = {"&&", "||", "==", "!=", "<=", ">=", "...", "{", "}",
                                         "[",  "]",  "(",  ")",  "=",  ":",  ",",   ".", "?",
                                         "<",  ">",  "+",  "-",  "*",  "/",  "%",   "!"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Every character outside ASCII may be in a name; HCL2 asks Unicode's ID_Start and ID_Continue.
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80U;
}
bool continues_name(char c) { return begins_name(c) || is_digit(c) || c == '-'; }

std::size_t name_length(std::string_view text) {
  if (text.empty() || !begins_name(text.front())) return 0;
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), continues_name) -
                                  text.begin());
}

std::size_t digits_length(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) -
                                  text.begin());
}

std::size_t number_length(std::string_view text) {
  std::size_t length = digits_length(text);
  if (length == 0) return 0;
  if (text.substr(length).starts_with('.')) {
    const std::size_t fraction = digits_length(text.substr(length + 1));
    if (fraction > 0) length += 1 + fraction;
  }
  std::string_view rest = text.substr(length);
  if (rest.starts_with('e') || rest.starts_with('E')) {
    const std::size_t sign = rest.size() > 1 && (rest[1] == '+' || rest[1] == '-') ? 1 : 0;
    const std::size_t exponent = digits_length(rest.substr(1 + sign));
    if (exponent > 0) length += 1 + sign + exponent;
  }
  return length;
}

std::size_t heredoc_length(std::string_view text) {
  if (!text.starts_with("<<")) return 0;
  const std::size_t mark = text.starts_with("<<-") ? 3 : 2;
  const std::size_t name = name_length(text.substr(mark));
  return name == 0 ? 0 : mark + name;
}

std::size_t line_end_length(std::string_view text) {
  if (text.starts_with("\r\n")) return 2;
  return text.starts_with('\n') ? 1 : 0;
}

std::size_t symbol_length(std::string_view text) {
  for (const std::string_view symbol : kSymbols) {
    if (text.starts_with(symbol)) return symbol.size();
  }
  return 0;
}

struct TokenRow {
  TokenKind kind;
  std::size_t (*length)(std::string_view text);  // 0 where the text does not begin with one
};

constexpr TokenRow kTokenRows[] = {
    {TokenKind::line_end, line_end_length},
    {TokenKind::quote, [](std::string_view t) -> std::size_t { return t.starts_with('"'); }},
    {TokenKind::identifier, name_length},
    {TokenKind::number, number_length},
    {TokenKind::heredoc, heredoc_length},
    {TokenKind::symbol, symbol_length},
};

// The length of the well-formed UTF-8 character that `text` begins with (RFC 3629), or 0.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = first == 0xED && byte(1) > 0x9F;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool overlong = first == 0xF0 && byte(1) < 0x90;
    const bool too_large = first == 0xF4 && byte(1) > 0x8F;
    return follows(1) && follows(2) && follows(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::string describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::quote:
      return "a string";
    case TokenKind::heredoc:
      return "a heredoc";
    case TokenKind::line_end:
      return "the end of the line";
    case TokenKind::end:
      return "the end of the file";
    case TokenKind::stray:
      if (static_cast<unsigned char>(token.text.front()) < 0x20U || token.text.front() == '\x7F') {
        return fmt::format("the control character 0x{:02X}", static_cast<int>(token.text.front()));
      }
      [[fallthrough]];
    case TokenKind::identifier:
    case TokenKind::number:
    case TokenKind::symbol:
      return fmt::format("'{}'", one_line(token.text, kShownCharacters));
  }
  return {};
}

Scanner::Scanner(const Source& source) : source_(source), text_(source.text()) {
  if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  // Checked once and for all: what is read from here may end in JSON, and a name may hold any
  // character outside ASCII.
  for (std::size_t i = at_; i < text_.size();) {
    const std::size_t length = character_length(text_.substr(i));
    if (length == 0) {
      fail(text_.substr(i, 1),
           fmt::format("byte 0x{:02X} is not UTF-8", static_cast<unsigned char>(text_[i])));
    }
    i += length;
  }
}

Token Scanner::peek() const {
  const std::size_t start = token_start();
  const std::string_view rest = text_.substr(start);
  if (rest.empty()) return {TokenKind::end, rest};
  for (const TokenRow& row : kTokenRows) {
    const std::size_t length = row.length(rest);
    if (length > 0) return {row.kind, rest.substr(0, length)};
  }
  return {TokenKind::stray, rest.substr(0, 1)};
}

Token Scanner::take() {
  const Token token = peek();
  at_ = static_cast<std::size_t>(token.text.data() - text_.data()) + token.text.size();
  return token;
}

std::string_view Scanner::skip(std::size_t bytes) {
  const std::string_view skipped = text_.substr(at_, bytes);
  at_ += skipped.size();
  return skipped;
}

std::string_view Scanner::since(std::string_view first) const {
  return {first.data(), static_cast<std::size_t>(text_.data() + at_ - first.data())};
}

LineEnds Scanner::set_line_ends(LineEnds line_ends) { return std::exchange(line_ends_, line_ends); }

void Scanner::fail(std::string_view place, const std::string& message, std::string hint) const {
  throw Error(ErrorKind::usage, message, source_.where(place), std::move(hint));
}

// A carriage return alone is space; before a line feed it belongs to it.
std::size_t Scanner::token_start() const {
  std::size_t at = at_;
  for (;;) {
    const std::string_view rest = text_.substr(at);
    if (rest.empty()) return at;
    const char c = rest.front();
    const std::size_t line_end = line_end_length(rest);
    if (line_end > 0) {
      if (line_ends_ == LineEnds::matter) return at;
      at += line_end;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at;
    } else if (c == '#' || rest.starts_with("//") || rest.starts_with("/*")) {
      at = comment_end(at);
    } else {
      return at;
    }
  }
}

std::size_t Scanner::comment_end(std::size_t start) const {
  if (text_.substr(start).starts_with("/*")) {
    const std::size_t end = text_.find("*/", start + 2);
    if (end == std::string_view::npos) {
      fail(text_.substr(start, 2), "this comment is never closed", "end it with */");
    }
    return end + 2;
  }
  const std::size_t end = std::min(text_.find('\n', start), text_.size());
  return text_[end - 1] == '\r' ? end - 1 : end;
}

}  // namespace godwit::hcl
