// The shell reads its commands from a pipe. Behind each of them it prints a line that no program
// prints, with the command's status; what was read before that line is the command's output.

#include "support/docs_shell.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "support/arguments.hpp"
#include "support/engine_process.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace godwit::test {

namespace {

namespace fs = std::filesystem;

constexpr int kPatience = 120'000;  // milliseconds without a sign of life
constexpr char kEnd = '\x1e';       // record separator

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// XDG_RUNTIME_DIR is where the embedded engine's socket is made.
std::vector<std::string> environment_of(const fs::path& runtime) {
  return {
      fmt::format("PATH={}:{}", GODWIT_BINARY_DIR, variable("PATH")),
      fmt::format("HOME={}", variable("HOME")),
      fmt::format("USER={}", variable("USER")),
      fmt::format("GODWIT_CHDB={}", engine_library()),
      fmt::format("XDG_RUNTIME_DIR={}", runtime.string()),
      "LC_ALL=C.UTF-8",
      "TERM=dumb",
  };
}

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw Error(ErrorKind::failed, "no pipe");
  return ends;
}

}  // namespace

DocsShell::DocsShell() : directory_("godwit-docs-"), folder_(directory_.path() / "page") {
  const fs::path runtime = directory_.path() / "run";
  fs::create_directory(folder_);
  fs::create_directory(runtime);
  const auto [input_read, input_write] = make_pipe();
  const auto [output_read, output_write] = make_pipe();
  std::vector<std::string> words = {"bash", "--noprofile", "--norc"};
  std::vector<std::string> variables = environment_of(runtime);

  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addchdir_np(&actions, folder_.c_str());
  posix_spawn_file_actions_adddup2(&actions, input_read, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output_write, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output_write, STDERR_FILENO);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int problem = ::posix_spawn(&id_, "/bin/bash", &actions, &attributes,
                                    pointers_to(words).data(), pointers_to(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  ::close(input_read);
  ::close(output_write);
  input_ = input_write;
  output_ = output_read;
  if (problem != 0) throw Error(ErrorKind::failed, "cannot start /bin/bash");
}

DocsShell::~DocsShell() {
  ::close(input_);
  ::close(output_);
  ::kill(-id_, SIGKILL);  // the shell and the jobs it has left
  while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

Printed DocsShell::run(const std::string& command) {
  const std::string text = fmt::format(
      "{{ {}\n}} </dev/null\n"
      "__status=$?; printf '\\036%d\\036' \"$__status\"; (exit \"$__status\")\n",
      command);
  if (::write(input_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    throw Error(ErrorKind::failed, fmt::format("the shell ended before '{}'", command));
  }
  std::string read;
  for (;;) {
    const std::size_t begin = read.find(kEnd);
    const std::size_t end = begin == std::string::npos ? begin : read.find(kEnd, begin + 1);
    if (end != std::string::npos) {
      const auto status = parse_digits(std::string_view(read).substr(begin + 1, end - begin - 1));
      return {read.substr(0, begin), static_cast<int>(status.value_or(255))};
    }
    pollfd wait{output_, POLLIN, 0};
    std::array<char, 4096> bytes{};
    if (::poll(&wait, 1, kPatience) <= 0) {
      throw Error(ErrorKind::failed, fmt::format("'{}' does not end; so far:\n{}", command, read));
    }
    const ssize_t length = ::read(output_, bytes.data(), bytes.size());
    if (length <= 0) {
      throw Error(ErrorKind::failed, fmt::format("'{}' ended the shell:\n{}", command, read));
    }
    read.append(bytes.data(), static_cast<std::size_t>(length));
  }
}

}  // namespace godwit::test
