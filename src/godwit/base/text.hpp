#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace godwit {

/// ASCII only, as keywords and keys are.
bool equal_ignoring_case(std::string_view a, std::string_view b);
std::string lower(std::string_view text);
std::string upper(std::string_view text);

/// Without spaces, tabs and line ends at both ends. A view into `text`.
std::string_view trim(std::string_view text);

/// The pieces between separators, empty ones included; always at least one.
std::vector<std::string_view> split(std::string_view text, char separator);

std::string join(std::span<const std::string> pieces, std::string_view separator);

/// `text` with every `from` replaced by `to`; `from` must not be empty.
std::string replace_all(std::string text, std::string_view from, std::string_view to);

/// Each line of `text` behind `margin`, without a line feed at the end.
std::string indent(std::string_view text, std::string_view margin);

/// The word of `words` that `word` was most likely meant to be: the smallest edit distance
/// (insert, delete, change, swap neighbours; case ignored), if at most a third of its length + 1.
std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> words);

/// "did you mean 'x'?", or "one of: a, b, c" where no word is near.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> words);

/// A window of at most `width` characters of a long line, and where `column` (characters, from 0)
/// is in it. Tabs become one space, so that a caret below stands right.
struct Excerpt {
  std::string text;
  std::size_t column;
};
Excerpt excerpt(std::string_view line, std::size_t column, std::size_t width);

/// One line of a longer text for a table or a message: white space folded, at most `width`
/// characters, "…" where it was cut.
std::string one_line(std::string_view text, std::size_t width);

/// How %C3 is written: with capitals, or as %c3.
enum class HexDigits : std::uint8_t { capital, small };

/// `text` for a place in a URL: all but letters, digits and -._~ as %XX.
std::string percent_encoded(std::string_view text, HexDigits digits = HexDigits::capital);

/// The inverse, once. Nothing where a % is not followed by two hex digits.
std::optional<std::string> percent_decoded(std::string_view text);

/// Decimal digits to a number; nothing else, and nothing that does not fit.
std::optional<unsigned long long> parse_digits(std::string_view text);

/// A duration such as "180s", "2m", "500ms", "1h" in milliseconds; bare digits are refused.
std::optional<unsigned long long> parse_duration_ms(std::string_view text);

}  // namespace godwit
