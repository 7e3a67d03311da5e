// ClickHouse's lexer, byte for byte in its borders: what it takes for one token is one here, also
// where the text is wrong (a wrong number, an unknown character), so that a position in
// ClickHouse's error message is a position here. tests/engine/lexer_test.cpp asks ClickHouse's
// tokenizeQuery().
//
// The first byte names a class, and the class a function that runs to the token's end. Only a dot
// and digits depend on what stood before, and only heredocs on what follows.
#include "godwit/sql/lexer.hpp"

#include "godwit/sql/bytes.hpp"

#include <cstdint>
#include <cstring>

namespace godwit::sql {

namespace {

bool starts(const char* at, const char* end, std::string_view with) {
  return static_cast<std::size_t>(end - at) >= with.size() &&
         std::memcmp(at, with.data(), with.size()) == 0;
}

// Digits with single '_' between them; `may_join` is whether a '_' may come first.
const char* skip_digits(const char* at, const char* end, std::uint8_t digit, bool may_join) {
  while (at != end) {
    const bool joins = may_join && *at == '_' && end - at > 1 && has(at[1], digit);
    if (!joins && !has(*at, digit)) break;
    ++at;
    may_join = true;
  }
  return at;
}

// At an 'e' (or 'p'); like ClickHouse, takes it only if the text does not end there.
const char* skip_exponent(const char* at, const char* end, char letter) {
  if (end - at < 2 || (*at | 0x20) != letter) return at;
  ++at;
  if (end - at > 1 && (*at == '-' || *at == '+')) ++at;
  return skip_digits(at, end, kDigit, false);
}

const char* skip_number(const char* at, const char* end) {
  std::uint8_t digit = kDigit;
  const char base = end - at > 2 && *at == '0' ? static_cast<char>(at[1] | 0x20) : ' ';
  if ((base == 'x' && has(at[2], kHex)) || (base == 'b' && (at[2] == '0' || at[2] == '1'))) {
    if (base == 'x') digit = kHex;
    at += 2;
  } else {
    ++at;
  }
  at = skip_digits(at, end, digit, true);
  if (at != end && *at == '.') at = skip_digits(at + 1, end, digit, false);
  return skip_exponent(at, end, digit == kHex ? 'p' : 'e');
}

// `at` is behind the opening quote. False where it is never closed.
bool skip_quoted(const char*& at, const char* end, char quote) {
  while (true) {
    while (at != end && *at != quote && *at != '\\') ++at;
    if (at == end) return false;
    if (*at == '\\') {
      if (++at == end) return false;
      ++at;
      continue;
    }
    if (++at == end || *at != quote) return true;
    ++at;
  }
}

// `at` is behind the first "/*".
bool skip_block_comment(const char*& at, const char* end) {
  for (std::size_t depth = 1; end - at >= 2;) {
    if (at[0] == '/' && at[1] == '*') {
      at += 2;
      ++depth;
    } else if (at[0] == '*' && at[1] == '/') {
      at += 2;
      if (--depth == 0) return true;
    } else {
      ++at;
    }
  }
  return false;
}

const char* line_end(const char* at, const char* end) {
  const void* const found = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
  return found != nullptr ? static_cast<const char*>(found) : end;
}

TokenKind symbol_of(const char*& at, std::ptrdiff_t length) {
  at += length;
  return TokenKind::symbol;
}

// One character, or what is left of one.
TokenKind take_unknown(const char*& at, const char* end) {
  for (++at; at != end && (static_cast<unsigned char>(*at) & 0xC0U) == 0x80U;) ++at;
  return TokenKind::symbol;
}

bool begins_line_comment(char first, char second) {
  switch (first) {
    case '-':
    case '/':
      return second == first;
    case '#':
      return second == ' ' || second == '!';
    default:
      return false;
  }
}

bool are_one_operator(char first, char second) {
  switch (first) {
    case '-':
      return second == '>';
    case '<':
      return second == '=' || second == '>';
    case '=':
    case '!':
    case '>':
      return second == '=';
    case ':':
    case '|':
    case '@':
      return second == first;
    case '\\':
      return second == 'G';
    default:
      return false;
  }
}

TokenKind take_compound(const char*& at, const char* end) {
  if (end - at < 2) return symbol_of(at, 1);
  if (begins_line_comment(at[0], at[1])) {
    at = line_end(at, end);
    return TokenKind::comment;
  }
  if (starts(at, end, "/*")) {
    at += 2;
    return skip_block_comment(at, end) ? TokenKind::comment : TokenKind::unclosed;
  }
  if (starts(at, end, "<=>")) return symbol_of(at, 3);
  return symbol_of(at, are_one_operator(at[0], at[1]) ? 2 : 1);
}

// x'41' and b'01': a digit of another kind leaves the string unclosed, as in ClickHouse.
TokenKind take_digit_string(const char*& at, const char* end) {
  const bool hex = (*at | 0x20) == 'x';
  at += 2;
  while (at != end && (hex ? has(*at, kHex) : (*at == '0' || *at == '1'))) ++at;
  if (at == end || *at != '\'') return TokenKind::unclosed;
  ++at;
  return TokenKind::string;
}

TokenKind take_word(const char*& at, const char* end) {
  const char first = static_cast<char>(*at | 0x20);
  if ((first == 'x' || first == 'b') && end - at > 2 && at[1] == '\'') {
    return take_digit_string(at, end);
  }
  at = skip_word(at + 1, end);
  return TokenKind::word;
}

// $tag$...$tag$ if it is closed; else '$' is a letter of a word, or a symbol.
TokenKind take_dollar(const char*& at, const char* end, HeredocFinder& heredocs) {
  const std::size_t length = heredocs.length({at, static_cast<std::size_t>(end - at)});
  if (length != 0) {
    at += length;
    return TokenKind::string;
  }
  if (end - at < 2 || !has(at[1], kWord)) return symbol_of(at, 1);
  return take_word(at, end);
}

// The length of a white space character beyond ASCII, or 0.
std::ptrdiff_t wide_space(const char* at, const char* end) {
  static constexpr std::string_view kTwoBytes[] = {"\xC2\x85", "\xC2\xA0"};
  static constexpr std::string_view kThreeBytes[] = {"\xE1\xA0\x8E", "\xE2\x80\xA8", "\xE2\x80\xA9",
                                                     "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE2\x81\xA0",
                                                     "\xE3\x80\x80", "\xEF\xBB\xBF"};
  for (const std::string_view space : kTwoBytes) {
    if (starts(at, end, space)) return 2;
  }
  for (const std::string_view space : kThreeBytes) {
    if (starts(at, end, space)) return 3;
  }
  // U+2000 to U+200D
  if (end - at > 2 && starts(at, end, "\xE2\x80") && static_cast<unsigned char>(at[2]) >= 0x80 &&
      static_cast<unsigned char>(at[2]) <= 0x8D)
    return 3;
  return 0;
}

// ‘...’ and “...”; no escapes.
TokenKind take_typographic(const char*& at, const char* end) {
  const bool is_string = at[2] == '\x98';
  const std::string_view close = is_string ? "\xE2\x80\x99" : "\xE2\x80\x9D";
  const std::string_view text(at, static_cast<std::size_t>(end - at));
  const std::size_t found = text.find(close, 3);
  if (found == std::string_view::npos) return TokenKind::unclosed;
  at += found + close.size();
  return is_string ? TokenKind::string : TokenKind::quoted_identifier;
}

TokenKind take_high(const char*& at, const char* end) {
  if (starts(at, end, "\xE2\x88\x92")) return symbol_of(at, 3);  // U+2212, a minus
  // An opening mark that the text leaves no room to close is an unknown character.
  if (end - at > 5 && (starts(at, end, "\xE2\x80\x98") || starts(at, end, "\xE2\x80\x9C"))) {
    return take_typographic(at, end);
  }
  const char* const begin = at;
  while (at != end) {
    const std::ptrdiff_t length = has(*at, kSpace) ? 1 : wide_space(at, end);
    if (length == 0) break;
    at += length;
  }
  if (at != begin) return TokenKind::space;
  return take_unknown(at, end);
}

// A number, a word that begins like one (1a), or neither (1.5a), which is an error in ClickHouse.
TokenKind take_digits(const char*& at, const char* end, bool behind_dot) {
  const char* const begin = at;
  at = behind_dot ? skip_digits(at, end, kDigit, false) : skip_number(at, end);
  const char* const tail = skip_run(at, end, kWord);
  if (tail == at) return TokenKind::number;
  at = tail;
  return skip_run(begin, tail, kWord) == tail ? TokenKind::word : TokenKind::symbol;
}

TokenKind take_quote(const char*& at, const char* end) {
  const char quote = *at++;
  if (!skip_quoted(at, end, quote)) return TokenKind::unclosed;
  return quote == '\'' ? TokenKind::string : TokenKind::quoted_identifier;
}

}  // namespace

// Every class says itself what it is to a dot that follows: a second look at each token would cost
// as much as the first.
TokenKind Lexer::keep(Previous previous, TokenKind kind) {
  previous_ = previous;
  return kind;
}

// The digits behind a dot are a number's fraction unless a name stands before it: t.1 is a name.
TokenKind Lexer::take_dot(const char*& at) {
  // A text that begins with a dot begins with a number, says ClickHouse, even without digits.
  const bool fraction = end_ - at > 1 && has(at[1], kDigit) && previous_ != Previous::operand;
  if (at != begin_ && !fraction) {
    return keep(Previous::dot, symbol_of(at, 1));
  }
  at = skip_exponent(skip_digits(at + 1, end_, kDigit, false), end_, 'e');
  return keep(Previous::operand, TokenKind::number);
}

TokenKind Lexer::take(const char*& at) {
  switch (row_of(*at).byte_class) {
    case ByteClass::space:
      at = skip_run(at + 1, end_, kSpace);
      return TokenKind::space;
    case ByteClass::word: {
      const TokenKind kind = take_word(at, end_);
      return keep(kind == TokenKind::word ? Previous::operand : Previous::other, kind);
    }
    case ByteClass::symbol:
      return keep(Previous::other, symbol_of(at, 1));
    case ByteClass::closing:
      return keep(Previous::operand, symbol_of(at, 1));
    case ByteClass::compound: {
      const TokenKind kind = take_compound(at, end_);
      return kind == TokenKind::comment ? kind : keep(Previous::other, kind);
    }
    case ByteClass::digit: {
      const TokenKind kind = take_digits(at, end_, previous_ == Previous::dot);
      return keep(kind == TokenKind::symbol ? Previous::other : Previous::operand, kind);
    }
    case ByteClass::dot:
      return take_dot(at);
    case ByteClass::quote: {
      const TokenKind kind = take_quote(at, end_);
      return keep(kind == TokenKind::quoted_identifier ? Previous::operand : Previous::other, kind);
    }
    case ByteClass::dollar: {
      const TokenKind kind = take_dollar(at, end_, heredocs_);
      return keep(kind == TokenKind::word ? Previous::operand : Previous::other, kind);
    }
    case ByteClass::high: {
      const TokenKind kind = take_high(at, end_);
      if (kind == TokenKind::space) return kind;
      return keep(kind == TokenKind::quoted_identifier ? Previous::operand : Previous::other, kind);
    }
    case ByteClass::unknown:
      break;
  }
  return keep(Previous::other, take_unknown(at, end_));
}

void Lexer::read(Token& token) {
  const char* at = at_;
  token.kind = take(at);
  if (token.kind == TokenKind::unclosed) at = end_;
  token.text = {at_, static_cast<std::size_t>(at - at_)};
  at_ = at;
}

bool Lexer::read_significant(Token& token) {
  for (;;) {
    // Nearly all space is ASCII, and there is some before every second token.
    at_ = skip_run(at_, end_, kSpace);
    if (at_ == end_) return false;
    read(token);
    if (is_significant(token)) return true;
  }
}

std::vector<Token> lex(std::string_view text) {
  std::vector<Token> tokens;
  for (Lexer lexer(text); !lexer.at_end();) lexer.read(tokens.emplace_back());
  return tokens;
}

}  // namespace godwit::sql
