#include "godwit/hcl/number.hpp"

#include <gtest/gtest.h>

namespace godwit::hcl {
namespace {

Number number(std::string_view text) { return Number::parse(text).value(); }

TEST(Number, TakesDigitsFractionAndExponent) {
  for (const std::string_view text : {"0", "12", "-12", "007", "1.50", "1e3", "1E+3", "2.5e-3"}) {
    const auto parsed = Number::parse(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(parsed->text(), text);
  }
}

TEST(Number, RefusesAnythingElse) {
  for (const std::string_view text :
       {"", "-", "+1", "1.", ".5", "1e", "1e+", "0x10", "1_000", " 1", "1 ", "--1", "1e10000"}) {
    EXPECT_FALSE(Number::parse(text)) << text;
  }
}

struct MachineRow {
  std::string_view text;
  std::optional<std::int64_t> int64;
  std::optional<std::uint64_t> uint64;
  bool whole;
};

constexpr MachineRow kMachineRows[] = {
    {"0", 0, 0, true},
    {"-0", 0, 0, true},
    {"007", 7, 7, true},
    {"1.0", 1, 1, true},
    {"1e3", 1000, 1000, true},
    {"1200e-2", 12, 12, true},
    {"-5", -5, std::nullopt, true},
    {"1.5", std::nullopt, std::nullopt, false},
    {"0.001", std::nullopt, std::nullopt, false},
    {"9223372036854775807", INT64_MAX, INT64_MAX, true},
    {"-9223372036854775808", INT64_MIN, std::nullopt, true},
    {"9223372036854775808", std::nullopt, 9223372036854775808U, true},
    {"18446744073709551615", std::nullopt, UINT64_MAX, true},
    {"18446744073709551616", std::nullopt, std::nullopt, true},
    {"1e9999", std::nullopt, std::nullopt, true},
};

TEST(Number, FitsAMachineTypeExactlyOrNotAtAll) {
  for (const MachineRow& row : kMachineRows) {
    EXPECT_EQ(number(row.text).as_int64(), row.int64) << row.text;
    EXPECT_EQ(number(row.text).as_uint64(), row.uint64) << row.text;
    EXPECT_EQ(number(row.text).whole(), row.whole) << row.text;
  }
}

TEST(Number, IsADoubleWhereOneCanHoldIt) {
  EXPECT_EQ(number("2.5e-3").as_double(), 0.0025);
  EXPECT_EQ(number("-0.5").as_double(), -0.5);
  EXPECT_EQ(number("1e9999").as_double(), std::nullopt);
}

TEST(Number, OrdersByValueAndNeverRounds) {
  constexpr std::string_view kAscending[] = {"-1e20",
                                             "-18446744073709551615",
                                             "-18446744073709551614",
                                             "-10",
                                             "-9.5",
                                             "-0.01",
                                             "0",
                                             "0.0009",
                                             "0.001",
                                             "0.0101",
                                             "9",
                                             "10",
                                             "18446744073709551614",
                                             "18446744073709551615",
                                             "1e20"};
  for (std::size_t i = 0; i < std::size(kAscending); ++i) {
    for (std::size_t j = 0; j < std::size(kAscending); ++j) {
      EXPECT_EQ(number(kAscending[i]) <=> number(kAscending[j]), i <=> j)
          << kAscending[i] << " and " << kAscending[j];
    }
  }
  EXPECT_EQ(number("1.0"), number("10e-1"));
  EXPECT_EQ(number("-0"), number("0.0"));
}

TEST(Number, NegatesItsText) {
  EXPECT_EQ(number("18446744073709551615").negated().text(), "-18446744073709551615");
  EXPECT_EQ(number("-1.50").negated().text(), "1.50");
}

}  // namespace
}  // namespace godwit::hcl
