#include "godwit/base/text.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace godwit {
namespace {

TEST(Text, CaseIsAsciiOnly) {
  EXPECT_EQ(lower("AZ@[Ä9"), "az@[Ä9");
  EXPECT_EQ(upper("az`{ä9"), "AZ`{ä9");
  EXPECT_TRUE(equal_ignoring_case("Select", "sELECT"));
  EXPECT_FALSE(equal_ignoring_case("select", "selec"));
  EXPECT_FALSE(equal_ignoring_case("selec", "select"));
  EXPECT_FALSE(equal_ignoring_case("ä", "Ä"));
  EXPECT_FALSE(equal_ignoring_case("@", "`"));
  EXPECT_TRUE(equal_ignoring_case("", ""));
}

TEST(Text, TrimTakesBlanksFromBothEnds) {
  constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
      {"", ""}, {" ", ""}, {" \t\r\n", ""}, {" a b ", "a b"}, {"a", "a"}, {"\na\n\n", "a"}};
  for (const auto& [text, expected] : kPairs) EXPECT_EQ(trim(text), expected);
}

TEST(Text, SplitGivesEveryPieceAndJoinPutsThemTogether) {
  const std::vector<std::pair<std::string_view, std::vector<std::string_view>>> pairs = {
      {"", {""}},
      {",", {"", ""}},
      {"a", {"a"}},
      {"a,b", {"a", "b"}},
      {",a,,b,", {"", "a", "", "b", ""}}};
  for (const auto& [text, expected] : pairs) {
    EXPECT_EQ(split(text, ','), expected) << text;
    const std::vector<std::string> pieces(expected.begin(), expected.end());
    EXPECT_EQ(join(pieces, ","), text);
  }
  EXPECT_EQ(join({}, ","), "");
}

struct ReplaceCase {
  std::string_view text;
  std::string_view from;
  std::string_view to;
  std::string_view expected;
};

constexpr ReplaceCase kReplacements[] = {
    {"", "a", "b", ""},       {"aaa", "a", "b", "bbb"},
    {"aaa", "aa", "b", "ba"}, {"a'b'", "'", "''", "a''b''"},
    {"abc", "b", "", "ac"},   {"abab", "ab", "ab", "abab"},
};

TEST(Text, ReplaceAllLooksAtWhatWasThereOnly) {
  for (const auto& [text, from, to, expected] : kReplacements) {
    EXPECT_EQ(replace_all(std::string(text), from, to), expected);
  }
}

TEST(Text, IndentPutsAMarginBeforeEachLine) {
  EXPECT_EQ(indent("a", "  "), "  a");
  EXPECT_EQ(indent("a\nb", "  "), "  a\n  b");
  EXPECT_EQ(indent("a\n\nb", "> "), "> a\n> \n> b");
}

constexpr std::array<std::string_view, 5> kWords{"single", "cluster", "replicated", "cloud", "on"};

struct NearCase {
  std::string_view word;
  std::string_view nearest;  // empty: none
};

// clang-format off
constexpr NearCase kNear[] = {
    {"cluster",  "cluster"},
    {"CLUSTER",  "cluster"},
    {"clutser",  "cluster"},   // two neighbours swapped
    {"clusterr", "cluster"},   // one more
    {"clstr",    "cluster"},   // two less
    {"klaster",  "cluster"},   // two changed
    {"singel",   "single"},
    {"cloudy",   "cloud"},
    {"no",       "on"},
    {"replikat", "replicated"},
    {"banana",   ""},
    {"x",        ""},
    {"",         ""},
};
// clang-format on

TEST(Text, TheNearestWordIsTheOneThatWasMeant) {
  for (const auto& [word, expected] : kNear) {
    EXPECT_EQ(nearest(word, kWords).value_or(""), expected) << word;
    const std::string hint = expected.empty() ? "one of: single, cluster, replicated, cloud, on"
                                              : "did you mean '" + std::string(expected) + "'?";
    EXPECT_EQ(did_you_mean(word, kWords), hint) << word;
  }
  EXPECT_EQ(nearest("a", {}), std::nullopt);
}

struct ExcerptCase {
  std::string_view line;
  std::size_t column;
  std::size_t width;
  std::string_view text;
  std::size_t shown_column;
};

constexpr ExcerptCase kExcerpts[] = {
    {"abc", 1, 10, "abc", 1},
    {"0123456789", 5, 4, "3456", 2},
    {"0123456789", 0, 4, "0123", 0},
    {"0123456789", 9, 4, "6789", 3},
    {"0123456789", 10, 4, "6789", 4},
    {"abc", 99, 10, "abc", 3},
    {"a\tb\tc", 2, 10, "a b c", 2},
    {"äöüÄÖÜ", 3, 2, "üÄ", 1},
    {"", 0, 4, "", 0},
};

TEST(Text, AnExcerptShowsThePlace) {
  for (const auto& [line, column, width, text, shown_column] : kExcerpts) {
    const Excerpt shown = excerpt(line, column, width);
    EXPECT_EQ(shown.text, text) << line << ' ' << column;
    EXPECT_EQ(shown.column, shown_column) << line << ' ' << column;
  }
}

TEST(Text, OneLineFoldsAndCuts) {
  EXPECT_EQ(one_line("  SELECT\n\t 1,\r\n 2 ", 80), "SELECT 1, 2");
  EXPECT_EQ(one_line("abcdef", 6), "abcdef");
  EXPECT_EQ(one_line("abcdef", 5), "abcd…");
  EXPECT_EQ(one_line("äöüßäö", 5), "äöüß…");
  EXPECT_EQ(one_line("", 5), "");
  EXPECT_EQ(one_line(" \n ", 5), "");
}

struct NumberCase {
  std::string_view text;
  std::optional<unsigned long long> value;
};

constexpr NumberCase kDigits[] = {
    {"0", 0},
    {"007", 7},
    {"20261130090807", 20261130090807},
    {"18446744073709551615", 18446744073709551615ULL},
    {"", {}},
    {"-1", {}},
    {"+1", {}},
    {" 1", {}},
    {"1 ", {}},
    {"1a", {}},
    {"0x1", {}},
    {"18446744073709551616", {}},
};

constexpr NumberCase kDurations[] = {
    {"180s", 180'000}, {"2m", 120'000}, {"500ms", 500}, {"1h", 3'600'000}, {"0s", 0},
    {"180", {}},       {"s", {}},       {"", {}},       {"-1s", {}},       {"1.5s", {}},
    {"1 s", {}},       {"1S", {}},      {"1d", {}},     {"1m30s", {}},     {"99999999999h", {}},
};

TEST(Text, DigitsAreDigitsThatFit) {
  for (const auto& [text, value] : kDigits) EXPECT_EQ(parse_digits(text), value) << text;
}

TEST(Text, ADurationHasAUnit) {
  for (const auto& [text, value] : kDurations) EXPECT_EQ(parse_duration_ms(text), value) << text;
}

TEST(Text, PercentEncodingIsUndoneOnce) {
  for (const std::string_view text : {"", "a", "a/b c%41\n\xff", "100%"}) {
    EXPECT_EQ(percent_decoded(percent_encoded(text)), text);
    EXPECT_EQ(percent_decoded(percent_encoded(text, HexDigits::small)), text);
  }
  EXPECT_EQ(percent_decoded("a%2541"), "a%41");
  for (const std::string_view text : {"%", "%4", "a%", "%g1", "%1g", "%-1", "%+1", "% 1"}) {
    EXPECT_FALSE(percent_decoded(text)) << text;
  }
}

}  // namespace
}  // namespace godwit
