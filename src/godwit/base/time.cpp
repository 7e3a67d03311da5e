#include "godwit/base/time.hpp"

#include "godwit/base/error.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdio>
#include <ctime>
#include <thread>

namespace godwit {

namespace {

std::tm utc(TimePoint time) { return fmt::gmtime(std::chrono::system_clock::to_time_t(time)); }

}  // namespace

TimePoint SystemClock::now() const {
  return std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

void SystemClock::sleep(std::chrono::milliseconds duration) {
  std::this_thread::sleep_for(duration);
}

std::string to_string(TimePoint time) {
  const auto since = time.time_since_epoch();
  const auto ms = (since - std::chrono::floor<std::chrono::seconds>(since)).count();
  return fmt::format("{:%Y-%m-%d %H:%M:%S}.{:03}", utc(time), ms);
}

TimePoint parse_time(std::string_view text) {
  std::tm parts{};
  int ms = 0;
  const std::string copy(text);
  const int read =
      std::sscanf(copy.c_str(), "%4d-%2d-%2d %2d:%2d:%2d.%3d", &parts.tm_year, &parts.tm_mon,
                  &parts.tm_mday, &parts.tm_hour, &parts.tm_min, &parts.tm_sec, &ms);
  if (read < 6) throw Error(ErrorKind::failed, fmt::format("'{}' is no time", text));
  parts.tm_year -= 1900;
  parts.tm_mon -= 1;
  return TimePoint(std::chrono::seconds(::timegm(&parts)) + std::chrono::milliseconds(ms));
}

std::string version_stamp(TimePoint time) { return fmt::format("{:%Y%m%d%H%M%S}", utc(time)); }

std::string describe_duration(std::chrono::milliseconds duration) {
  const auto ms = duration.count();
  if (ms < 1000) return fmt::format("{} ms", ms);
  if (ms < 60'000) return fmt::format("{}.{} s", ms / 1000, ms % 1000 / 100);
  const auto seconds = ms / 1000;
  if (seconds < 3600) return fmt::format("{} min {:02} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {:02} min", seconds / 3600, seconds % 3600 / 60);
}

}  // namespace godwit
