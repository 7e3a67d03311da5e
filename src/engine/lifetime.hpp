#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace godwit::engine {

/// Why the engine ends.
enum class Ending { asked, orphaned };

/// When this process ends: at SIGTERM (or SIGINT and SIGHUP where it has no parent to decide), and
/// when the parent is gone. One a process, made before any other thread.
///
/// From the ending's first sign there is a limit, 4 s when asked and 2 s when orphaned, after which
/// the process is gone whatever its other threads do, also while it still starts.
class Lifetime {
 public:
  /// `parent` is the read end of a pipe whose write end only the parent holds.
  explicit Lifetime(std::optional<int> parent);
  Lifetime(const Lifetime&) = delete;
  Lifetime& operator=(const Lifetime&) = delete;
  ~Lifetime() = delete;  // ends with the process

  /// Blocks until the engine is to end.
  Ending wait();

  /// The socket's file, removed by end().
  void remove_at_end(std::string path);

  /// Ends the process at once: no destructors, no exit handlers.
  [[noreturn]] void end(int code);

 private:
  void watch(std::optional<int> parent);

  int announced_[2] = {-1, -1};
  std::mutex mutex_;
  std::string path_;
  std::optional<Ending> ending_;
};

}  // namespace godwit::engine
