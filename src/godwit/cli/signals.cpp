#include "godwit/cli/signals.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <sys/select.h>

namespace godwit::cli {

namespace {

// A signal handler can reach nothing else.
std::atomic<int> g_count{0};
static_assert(std::atomic<int>::is_always_lock_free);

void count(int /*signal*/) { ++g_count; }

/// Keeps both signals back while it lives, so that none comes between a look at the count and the
/// wait, which lets them in.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  ~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

  [[nodiscard]] const sigset_t& before() const { return before_; }

 private:
  sigset_t before_{};
};

}  // namespace

void count_signals() {
  struct sigaction action {};
  action.sa_handler = count;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

int interruptions() { return g_count.load(); }

std::optional<std::size_t> wait_readable_or_interrupted(std::span<const int> descriptors) {
  const SignalsHeld held;
  while (interruptions() == 0) {
    fd_set readable;
    FD_ZERO(&readable);
    int highest = -1;
    for (const int descriptor : descriptors) {
      FD_SET(descriptor, &readable);
      highest = std::max(highest, descriptor);
    }
    if (::pselect(highest + 1, &readable, nullptr, nullptr, nullptr, &held.before()) <= 0) continue;
    for (std::size_t i = 0; i < descriptors.size(); ++i) {
      if (FD_ISSET(descriptors[i], &readable)) return i;
    }
  }
  return std::nullopt;
}

}  // namespace godwit::cli
