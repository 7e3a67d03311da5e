// A run's output goes to files, so that nothing can block and what it printed so far can be read
// at any time; or to a pseudo-terminal, whose foreground program it is, so that Ctrl-C reaches it
// as it reaches a user's. posix_spawn and not fork: tests have threads.

#include "support/program.hpp"

#include "godwit/base/text.hpp"
#include "support/arguments.hpp"
#include "support/engine_process.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace godwit::test {

namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kLimit{60};
constexpr std::chrono::seconds kConditionLimit{20};

std::string file_or_nothing(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// A folder that changes while it is read is shown as far as it stays.
std::map<std::string, std::string> files_below(const fs::path& folder) {
  std::map<std::string, std::string> files;
  std::error_code gone;
  auto entry = fs::recursive_directory_iterator(folder, gone);
  for (; !gone && entry != fs::end(entry); entry.increment(gone)) {
    std::error_code ignored;
    if (entry->is_directory(ignored)) continue;
    const bool readable = entry->is_regular_file(ignored);
    files[fs::relative(entry->path(), folder, ignored).string()] =
        readable ? file_or_nothing(entry->path()) : "";
  }
  return files;
}

int wait_for(pid_t id) {
  int status = 0;
  while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Running::Running(const Call& call, const fs::path& directory,
                 const std::vector<std::pair<std::string, std::string>>& environment,
                 Streams streams) {
  write_file(folder_.path() / "input", call.input);
  if (streams == Streams::terminal) {
    terminal_ = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    std::array<char, 64> name{};
    if (terminal_ < 0 || ::grantpt(terminal_) != 0 || ::unlockpt(terminal_) != 0 ||
        ::ptsname_r(terminal_, name.data(), name.size()) != 0) {
      throw std::runtime_error("no pseudo-terminal");
    }
    terminal_name_ = name.data();
    const winsize size{50, 200, 0, 0};
    ::ioctl(terminal_, TIOCSWINSZ, &size);
  }
  start(call, directory, environment);
  end_ = std::async(std::launch::async, wait_for, id_);
}

Running::~Running() {
  if (!waited_) {
    signal(SIGKILL);
    end_.wait();
  }
  if (terminal_ >= 0) ::close(terminal_);
}

void Running::start(const Call& call, const fs::path& directory,
                    const std::vector<std::pair<std::string, std::string>>& environment) {
  std::vector<std::string> words = {GODWIT_BINARY_DIR "/godwit"};
  words.insert(words.end(), call.arguments.begin(), call.arguments.end());
  std::map<std::string, std::string> variables(environment.begin(), environment.end());
  for (const auto& [name, value] : call.environment) variables[name] = value;
  std::vector<std::string> settings;
  settings.reserve(variables.size());
  for (const auto& [name, value] : variables) settings.push_back(fmt::format("{}={}", name, value));

  const bool on_terminal = terminal_ >= 0;
  const auto stream = [&](const char* name) {
    return on_terminal ? terminal_name_ : (folder_.path() / name).string();
  };
  constexpr int kWrite = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  // The first terminal that the leader of a session opens is the session's.
  if (on_terminal) posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  const int input_flags = on_terminal ? O_RDWR : O_RDONLY;
  posix_spawn_file_actions_addopen(&actions, 0, stream("input").c_str(), input_flags, 0);
  posix_spawn_file_actions_addopen(&actions, 1, stream("output").c_str(), kWrite, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, stream("errors").c_str(), kWrite, 0600);
  posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
  const int failed = ::posix_spawn(&id_, words[0].c_str(), &actions, &attributes,
                                   pointers_to(words).data(), pointers_to(settings).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failed != 0) throw std::runtime_error(fmt::format("cannot start {}", words[0]));
}

void Running::signal(int number) const {
  if (!waited_) ::kill(id_, number);
}

void Running::type(std::string_view text) const {
  ASSERT_EQ(::write(terminal_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

// The next piece that the terminal shows; false at the end of the run.
bool Running::read_terminal() {
  pollfd wait{terminal_, POLLIN, 0};
  constexpr int kLimitMs = std::chrono::milliseconds(kLimit).count();
  if (::poll(&wait, 1, kLimitMs) <= 0) return false;
  std::array<char, 4096> piece{};
  const ssize_t size = ::read(terminal_, piece.data(), piece.size());
  if (size <= 0) return false;  // EIO: nobody has the other end open any more
  shown_.append(piece.data(), static_cast<std::size_t>(size));
  return true;
}

bool Running::shows(std::string_view text) {
  while (shown_.find(text) == std::string::npos) {
    if (!read_terminal()) return false;
  }
  return true;
}

Ended Running::wait() {
  while (terminal_ >= 0 && read_terminal()) {
  }
  if (end_.wait_for(kLimit) != std::future_status::ready) {
    ADD_FAILURE() << "it does not end";
    signal(SIGKILL);
  }
  Ended ended;
  ended.code = end_.get();
  waited_ = true;
  ended.output = terminal_ >= 0 ? shown_ : file_or_nothing(folder_.path() / "output");
  ended.errors = file_or_nothing(folder_.path() / "errors");
  return ended;
}

pid_t Running::engine_id() const {
  const std::string children = file_or_nothing(fmt::format("/proc/{0}/task/{0}/children", id_));
  const auto id = parse_digits(trim(children));
  return id ? static_cast<pid_t>(*id) : -1;
}

Project::Project(std::string_view example) {
  if (example.empty()) return;
  fs::copy(fs::path(GODWIT_SOURCE_DIR) / "examples" / example, path(), fs::copy_options::recursive);
  fs::remove_all(path() / ".godwit");  // of somebody who tried the example where it is
}

void Project::write(const fs::path& name, std::string_view text) const {
  fs::create_directories((path() / name).parent_path());
  write_file(path() / name, text);
}

std::string Project::read(const fs::path& name) const { return read_file(path() / name); }

void Project::replace(const fs::path& name, std::string_view from, std::string_view to) const {
  const std::string text = read(name);
  const std::string replaced = replace_all(text, from, to);
  ASSERT_NE(text, replaced) << name << " does not hold " << from;
  write(name, replaced);
}

Ended Project::run(const std::vector<std::string>& arguments) const {
  return run(Call{arguments, {}, {}});
}

Ended Project::run(const Call& call) const { return start(call).wait(); }

Running Project::start(const Call& call, Streams streams) const {
  return {call, path(), environment(), streams};
}

std::vector<std::pair<std::string, std::string>> Project::environment() const {
  const std::string temporary = temporary_.path().string();
  return {{"PATH", "/usr/bin:/bin"},      {"HOME", temporary}, {"TMPDIR", temporary},
          {"XDG_RUNTIME_DIR", temporary}, {"TERM", "xterm"},   {"GODWIT_CHDB", engine_library()}};
}

std::map<std::string, std::string> Project::files() const {
  std::map<std::string, std::string> files = files_below(path());
  for (auto& [name, bytes] : temporary_files()) files["(temporary)/" + name] = bytes;
  return files;
}

std::map<std::string, std::string> Project::temporary_files() const {
  return files_below(temporary_.path());
}

bool eventually(const std::function<bool()>& condition) {
  const auto until = steady_clock::now() + kConditionLimit;
  while (!condition()) {
    if (steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace godwit::test
