#include "godwit/base/time.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string_view>

namespace godwit {
namespace {

struct StampCase {
  long long ms;  // since 1970
  std::string_view text;
  std::string_view version;
};

constexpr StampCase kStamps[] = {
    {0, "1970-01-01 00:00:00.000", "19700101000000"},
    {1, "1970-01-01 00:00:00.001", "19700101000000"},
    {951'825'599'999, "2000-02-29 11:59:59.999", "20000229115959"},
    {1'796'029'687'006, "2026-11-30 09:08:07.006", "20261130090807"},
    {4'102'444'800'050, "2100-01-01 00:00:00.050", "21000101000000"},
};

TEST(Time, IsPrintedInUtcWithMilliseconds) {
  for (const auto& [ms, text, version] : kStamps) {
    const TimePoint time{std::chrono::milliseconds(ms)};
    EXPECT_EQ(to_string(time), text);
    EXPECT_EQ(version_stamp(time), version);
  }
}

constexpr std::pair<long long, std::string_view> kDurations[] = {
    {0, "0 ms"},
    {12, "12 ms"},
    {999, "999 ms"},
    {1000, "1.0 s"},
    {3456, "3.4 s"},
    {59'999, "59.9 s"},
    {60'000, "1 min 00 s"},
    {306'000, "5 min 06 s"},
    {3'599'999, "59 min 59 s"},
    {3'600'000, "1 h 00 min"},
    {7'380'000, "2 h 03 min"},
    {360'000'000, "100 h 00 min"},
};

TEST(Time, ADurationIsToldInTheUnitThatMatters) {
  for (const auto& [ms, text] : kDurations) {
    EXPECT_EQ(describe_duration(std::chrono::milliseconds(ms)), text);
  }
}

TEST(Time, TheClockIsTheMachines) {
  const SystemClock clock;
  const auto before =
      std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const TimePoint now = clock.now();
  EXPECT_LE(before, now);
  EXPECT_LE(now, std::chrono::system_clock::now());
}

}  // namespace
}  // namespace godwit
