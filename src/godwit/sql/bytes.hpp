#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace godwit::sql {

/// What the first byte of a token says about the rest.
enum class ByteClass : std::uint8_t {
  unknown,  // in no token of ClickHouse's: an error there, a symbol here
  symbol,   // one byte that no other byte joins
  closing,  // ) and ]: a dot behind them is no number's
  space,
  word,
  digit,
  dot,
  quote,
  dollar,
  compound,  // the first byte of -> -- // /* == != <= <> <=> >= :: || @@ \G "# " #!
  high,      // the first byte of a character beyond ASCII
};

// What a byte may be inside a longer token.
inline constexpr std::uint8_t kSpace = 1;
inline constexpr std::uint8_t kDigit = 2;
inline constexpr std::uint8_t kHex = 4;
inline constexpr std::uint8_t kWord = 8;  // a letter, a digit, '_'
inline constexpr std::uint8_t kDollar =
    16;  // goes on in a bare word, but not in one that begins as a number

struct Byte {
  ByteClass byte_class = ByteClass::unknown;
  std::uint8_t traits = 0;
};

constexpr void mark(std::array<Byte, 256>& bytes, std::string_view which, ByteClass byte_class,
                    std::uint8_t traits) {
  for (const char byte : which) {
    Byte& row = bytes.at(static_cast<unsigned char>(byte));
    row.byte_class = byte_class;
    row.traits = static_cast<std::uint8_t>(row.traits | traits);
  }
}

inline constexpr std::array<Byte, 256> kBytes = [] {
  std::array<Byte, 256> bytes{};
  mark(bytes, " \t\n\r\f\v", ByteClass::space, kSpace);
  mark(bytes, "abcdefABCDEF", ByteClass::word, kWord | kHex);
  mark(bytes, "ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ_", ByteClass::word, kWord);
  mark(bytes, "0123456789", ByteClass::digit, kWord | kDigit | kHex);
  mark(bytes, ".", ByteClass::dot, 0);
  mark(bytes, "'\"`", ByteClass::quote, 0);
  mark(bytes, "$", ByteClass::dollar, kDollar);
  mark(bytes, "([{},;+*%?^", ByteClass::symbol, 0);
  mark(bytes, ")]", ByteClass::closing, 0);
  mark(bytes, "-/#=!<>:|@\\", ByteClass::compound, 0);
  for (std::size_t byte = 0x80; byte < bytes.size(); ++byte) {
    bytes.at(byte).byte_class = ByteClass::high;
  }
  return bytes;
}();

inline const Byte& row_of(char byte) { return kBytes[static_cast<unsigned char>(byte)]; }
inline bool has(char byte, std::uint8_t traits) { return (row_of(byte).traits & traits) != 0; }

/// The end of a run of bytes that have one of the traits.
inline const char* skip_run(const char* at, const char* end, std::uint8_t traits) {
  while (at != end && has(*at, traits)) ++at;
  return at;
}

#if defined(__SSE2__)
/// Which of sixteen bytes are in a range, both ends included: all bits of those bytes.
inline __m128i in_range(__m128i bytes, char first, char last) {
  const __m128i moved = _mm_sub_epi8(bytes, _mm_set1_epi8(static_cast<char>(first - 128)));
  return _mm_cmplt_epi8(moved, _mm_set1_epi8(static_cast<char>(last - first + 1 - 128)));
}

inline __m128i are_word(__m128i bytes) {
  const __m128i letter = in_range(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 'z');
  const __m128i digit = in_range(bytes, '0', '9');
  const __m128i sign = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('_')),
                                    _mm_cmpeq_epi8(bytes, _mm_set1_epi8('$')));
  return _mm_or_si128(_mm_or_si128(letter, digit), sign);
}

/// Sixteen bytes at a time: where a word ends cannot be foretold, and one wrong guess for each
/// token is what lexing would cost most.
inline const char* skip_word(const char* at, const char* end) {
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto in_word = static_cast<std::uint32_t>(_mm_movemask_epi8(are_word(bytes)));
    if (in_word != 0xFFFFU) return at + std::countr_one(in_word);
  }
  return skip_run(at, end, kWord | kDollar);
}
#else
inline const char* skip_word(const char* at, const char* end) {
  return skip_run(at, end, kWord | kDollar);
}
#endif

}  // namespace godwit::sql
