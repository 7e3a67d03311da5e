// A thread of its own watches two pipes: one that the signal handler writes to, and one that only
// ever says that the parent is gone (its end closes with the parent, also by SIGKILL, on every
// POSIX system, which a parent-death signal does not). The thread does not end with main: it is the
// one that enforces the limit.
//
// SIGINT goes to everything on the terminal. Under a parent it is ignored: the parent decides
// whether a statement is finished or given up.

#include "engine/lifetime.hpp"

#include "engine/library.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace godwit::engine {

namespace {

constexpr std::chrono::seconds kLimitAsked{4};
constexpr std::chrono::milliseconds kLimitOrphaned{1900};

int signal_pipe[2] = {-1, -1};

void on_signal(int /*signal*/) {
  const int error = errno;
  const char byte = 0;
  (void)!write(signal_pipe[1], &byte, 1);
  errno = error;
}

void make_pipe(int (&ends)[2]) {
  if (pipe(ends) != 0) throw StartError(fmt::format("pipe: {}", std::strerror(errno)));
  for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

/// Blocks until one of the two pipes speaks. Bytes from the parent mean nothing; its end does.
Ending next_sign(int signals, std::optional<int> parent) {
  pollfd both[2] = {{signals, POLLIN, 0}, {parent.value_or(-1), POLLIN, 0}};
  while (true) {
    if (poll(both, 2, -1) < 0) continue;  // EINTR
    char bytes[64];
    if (both[1].revents != 0) {
      const ssize_t size = read(*parent, bytes, sizeof(bytes));
      if (size == 0 || (size < 0 && errno != EINTR && errno != EAGAIN)) return Ending::orphaned;
    }
    if (both[0].revents != 0) return Ending::asked;
  }
}

}  // namespace

Lifetime::Lifetime(std::optional<int> parent) {
  if (parent && fcntl(*parent, F_SETFD, FD_CLOEXEC) != 0) {
    throw StartError(fmt::format("--parent-fd {}: {}", *parent, std::strerror(errno)));
  }
  make_pipe(signal_pipe);
  make_pipe(announced_);
  handle(SIGPIPE, SIG_IGN);
  handle(SIGTERM, on_signal);
  handle(SIGINT, parent ? SIG_IGN : on_signal);
  handle(SIGHUP, parent ? SIG_IGN : on_signal);
  std::thread([this, parent] { watch(parent); }).detach();
}

void Lifetime::watch(std::optional<int> parent) {
  const Ending ending = next_sign(signal_pipe[0], parent);
  {
    const std::lock_guard lock(mutex_);
    ending_ = ending;
  }
  const char byte = 0;
  (void)!write(announced_[1], &byte, 1);
  std::this_thread::sleep_for(ending == Ending::asked ? kLimitAsked : kLimitOrphaned);
  end(0);
}

Ending Lifetime::wait() {
  char byte = 0;
  while (read(announced_[0], &byte, 1) < 0 && errno == EINTR) {
  }
  const std::lock_guard lock(mutex_);
  return ending_.value_or(Ending::asked);
}

void Lifetime::remove_at_end(std::string path) {
  const std::lock_guard lock(mutex_);
  path_ = std::move(path);
}

void Lifetime::end(int code) {
  const std::lock_guard lock(mutex_);
  if (!path_.empty()) unlink(path_.c_str());
  _exit(code);
}

}  // namespace godwit::engine
