#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace godwit {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// The byte offset of each character of UTF-8 text, and the end.
std::vector<std::size_t> character_offsets(std::string_view text) {
  std::vector<std::size_t> offsets;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) offsets.push_back(i);
  }
  offsets.push_back(text.size());
  return offsets;
}

// Optimal string alignment distance, case ignored.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1;
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + change});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1])) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower(c);
  return result;
}

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = upper(c);
  return result;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const std::size_t end = text.find(separator);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

std::string join(std::span<const std::string> pieces, std::string_view separator) {
  return fmt::format("{}", fmt::join(pieces, separator));
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string indent(std::string_view text, std::string_view margin) {
  std::string result;
  for (const std::string_view line : split(text, '\n')) {
    if (!result.empty()) result += '\n';
    result += margin;
    result += line;
  }
  return result;
}

std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> words) {
  std::optional<std::string_view> best;
  std::size_t best_distance = word.size() / 3 + 2;  // one more than is still near
  for (const std::string_view candidate : words) {
    const std::size_t d = distance(word, candidate);
    if (d < best_distance) {
      best = candidate;
      best_distance = d;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> words) {
  if (const auto near = nearest(word, words)) return fmt::format("did you mean '{}'?", *near);
  return fmt::format("one of: {}", fmt::join(words, ", "));
}

Excerpt excerpt(std::string_view line, std::size_t column, std::size_t width) {
  const std::vector<std::size_t> offsets = character_offsets(line);
  const std::size_t characters = offsets.size() - 1;
  column = std::min(column, characters);
  std::size_t first = 0;
  if (characters > width && column > width / 2) {
    first = std::min(column - width / 2, characters - width);
  }
  const std::size_t last = std::min(characters, first + width);
  std::string text(line.substr(offsets[first], offsets[last] - offsets[first]));
  std::replace(text.begin(), text.end(), '\t', ' ');
  return {std::move(text), column - first};
}

std::string one_line(std::string_view text, std::size_t width) {
  std::string folded;
  for (const char c : trim(text)) {
    if (is_blank(c)) {
      if (folded.back() != ' ') folded += ' ';
    } else {
      folded += c;
    }
  }
  const std::vector<std::size_t> offsets = character_offsets(folded);
  if (offsets.size() - 1 > width) folded = folded.substr(0, offsets[width - 1]) + "…";
  return folded;
}

std::string percent_encoded(std::string_view text, HexDigits digits) {
  std::string result;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.' || c == '_' || c == '~';
    const auto byte = static_cast<unsigned char>(c);
    if (plain) {
      result += c;
    } else {
      result += digits == HexDigits::capital ? fmt::format("%{:02X}", byte)
                                             : fmt::format("%{:02x}", byte);
    }
  }
  return result;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    const std::string_view digits = text.substr(i + 1, 2);
    unsigned char byte = 0;
    const auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (problem != std::errc() || end - digits.data() != 2) return std::nullopt;
    result += static_cast<char>(byte);
    i += 2;
  }
  return result;
}

std::optional<unsigned long long> parse_digits(std::string_view text) {
  unsigned long long value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || problem != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

std::optional<unsigned long long> parse_duration_ms(std::string_view text) {
  struct Unit {
    std::string_view suffix;
    unsigned long long ms;
  };
  static constexpr std::array<Unit, 4> kUnits{
      {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}}};
  for (const auto& [suffix, ms] : kUnits) {
    if (!text.ends_with(suffix)) continue;
    const auto count = parse_digits(text.substr(0, text.size() - suffix.size()));
    if (count && *count <= 1'000'000'000) return *count * ms;
  }
  return std::nullopt;
}

}  // namespace godwit
