#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace godwit {

using TimePoint = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

/// Reads and waits: the only way time enters. Tests move theirs by hand.
class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual TimePoint now() const = 0;
  virtual void sleep(std::chrono::milliseconds duration) = 0;
};

/// The machine's clock.
class SystemClock final : public Clock {
 public:
  [[nodiscard]] TimePoint now() const override;
  void sleep(std::chrono::milliseconds duration) override;
};

/// "2026-11-30 09:08:07.006" in UTC: how ClickHouse prints and takes a DateTime64(3, 'UTC').
std::string to_string(TimePoint time);

/// The inverse; the fraction may be missing. Throws Error(failed) for anything else.
TimePoint parse_time(std::string_view text);

/// "20261130090807" in UTC: a migration's version.
std::string version_stamp(TimePoint time);

/// "12 ms", "3.4 s", "5 min 06 s", "2 h 03 min".
std::string describe_duration(std::chrono::milliseconds duration);

}  // namespace godwit
