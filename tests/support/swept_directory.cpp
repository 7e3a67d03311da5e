// A signal at the parent's death (PR_SET_PDEATHSIG) ends its children, but nobody removes their
// files. A pipe tells: its end comes when the last process that has the other side is gone, so the
// directory is removed when nobody writes into it any more. The sweeper is a shell, which a fork of
// a test with threads may become, and in its own session neither Ctrl-C nor the end of the test's
// process group reaches it.

#include "support/swept_directory.hpp"

#include "godwit/base/error.hpp"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace godwit::test {

namespace {

constexpr const char* kSweep = R"(cat >/dev/null; exec rm -rf -- "$0")";

/// In the child between fork and exec: only what is safe there.
[[noreturn]] void become_sweeper(int watched, const char* directory) {
  ::setsid();
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ::dup2(watched, STDIN_FILENO);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
  ::execl("/bin/sh", "sh", "-c", kSweep, directory, static_cast<char*>(nullptr));
  ::_exit(127);
}

}  // namespace

SweptDirectory::SweptDirectory(std::string_view prefix) : directory_(prefix) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw Error(ErrorKind::failed, "no pipe to a sweeper");
  const FileDescriptor watched(ends[0]);
  held_ = FileDescriptor(ends[1]);
  const std::string directory = path().string();
  sweeper_ = ::fork();
  if (sweeper_ == 0) become_sweeper(watched.get(), directory.c_str());
  if (sweeper_ < 0) throw Error(ErrorKind::failed, "no sweeper");
}

SweptDirectory::~SweptDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path(), ignored);  // killed here, the sweeper does the rest
  ::kill(sweeper_, SIGKILL);
  ::waitpid(sweeper_, nullptr, 0);
}

void SweptDirectory::hold() const { ::fcntl(held_.get(), F_SETFD, 0); }

}  // namespace godwit::test
