#include "godwit/cli/signals.hpp"

#include <atomic>
#include <csignal>

namespace godwit::cli {

namespace {

// A signal handler can reach nothing else.
std::atomic<int> g_count{0};
static_assert(std::atomic<int>::is_always_lock_free);

void count(int /*signal*/) { ++g_count; }

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

}  // namespace godwit::cli
