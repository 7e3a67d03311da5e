#pragma once

#include "godwit/base/time.hpp"

#include <functional>
#include <vector>

namespace godwit::test {

/// A clock that is moved by hand: it starts at 2026-01-02 03:04:05.006, each look moves it by
/// `tick`, and a sleep lasts no time but is remembered.
class HandClock final : public Clock {
 public:
  [[nodiscard]] TimePoint now() const override {
    const TimePoint seen = now_;
    now_ += tick;
    return seen;
  }

  void sleep(std::chrono::milliseconds duration) override {
    now_ += duration;
    sleeps.push_back(duration);
    if (while_asleep) while_asleep();
  }

  std::chrono::milliseconds tick{0};
  std::vector<std::chrono::milliseconds> sleeps;
  std::function<void()> while_asleep;  // what happens meanwhile; may be empty

 private:
  mutable TimePoint now_{std::chrono::milliseconds(1'767'323'045'006)};
};

}  // namespace godwit::test
