// Starting and ending godwit-engine.
//
// The engine holds the read end of a pipe whose write end exists only here, close-on-exec: when
// this process ends, in whatever way, the kernel closes it and the engine ends too. It runs in a
// process group of its own, so that Ctrl-C reaches this process alone, which then decides.

#include "godwit/server/engine_process.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

extern char** environ;

namespace godwit::server {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::string_view kProgram = "godwit-engine";
constexpr std::string_view kReady = "ready ";
constexpr std::size_t kMaxSocketPath = 100;  // sockaddr_un holds 104 bytes on macOS, 108 on Linux
constexpr int kLifeDescriptor = 3;           // what the engine calls its end of the pipe
constexpr std::chrono::seconds kStartLimit{60};
constexpr std::chrono::seconds kInUseLimit{3};
constexpr std::chrono::seconds kEndLimit{3};
constexpr std::chrono::milliseconds kRetry{100};

std::string system_reason() { return std::strerror(errno); }

fs::path running_executable() {
#ifdef __APPLE__
  std::array<char, 4096> path{};
  std::uint32_t size = path.size();
  return _NSGetExecutablePath(path.data(), &size) == 0 ? fs::path(path.data()) : fs::path();
#else
  std::error_code failed;
  return fs::read_symlink("/proc/self/exe", failed);
#endif
}

bool is_program(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed) && ::access(path.c_str(), X_OK) == 0;
}

std::pair<FileDescriptor, FileDescriptor> make_pipe() {
  std::array<int, 2> ends{};
#ifdef __APPLE__
  const bool made = ::pipe(ends.data()) == 0 && ::fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 &&
                    ::fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
#else
  const bool made = ::pipe2(ends.data(), O_CLOEXEC) == 0;
#endif
  if (!made) throw Error(ErrorKind::failed, fmt::format("no pipe: {}", system_reason()));
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

// What posix_spawn needs, freed at the end. Its functions fail only for want of memory.
struct SpawnPlan {
  SpawnPlan() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};
};

// Waits until there is something to read, or `deadline`.
bool wait_readable(int descriptor, Clock::time_point deadline) {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd wait{descriptor, POLLIN, 0};
    const int ready = ::poll(&wait, 1, static_cast<int>(left));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

// The next piece of what the engine prints; empty at its end.
std::string read_piece(int descriptor) {
  std::array<char, 512> buffer{};
  for (;;) {
    const ssize_t length = ::read(descriptor, buffer.data(), buffer.size());
    if (length >= 0) return {buffer.data(), static_cast<std::size_t>(length)};
    if (errno != EINTR) return {};
  }
}

/// Why an engine does not start because of another one, and what to do about that.
struct RefusalRow {
  std::string_view words;    // the engine's
  std::string_view message;  // {} is where it was to listen; empty: the engine's words
  std::string_view hint;
};

// clang-format off
constexpr RefusalRow kRefusals[] = {
    // the engine says         godwit says                         and
    {"Address already in use", "{} is taken by another program", "end it, or choose another port"},
    {"in use",                 "",                               "end the other godwit, or use another path"},
};
// clang-format on

const RefusalRow* find_refusal(std::string_view words) {
  const auto* const row =
      std::find_if(std::begin(kRefusals), std::end(kRefusals), [&](const RefusalRow& refusal) {
        return words.find(refusal.words) != std::string_view::npos;
      });
  return row == std::end(kRefusals) ? nullptr : row;
}

// The engine's command line.
std::vector<std::string> words_for(const fs::path& program, const EngineStart& start,
                                   const fs::path& socket, const fs::path& data_path) {
  std::vector<std::string> words = {program.string(), "--path", data_path.string()};
  const auto add = [&](std::string_view option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {std::string(option), value});
  };
  add("--listen", start.listen);
  add("--socket", start.listen.empty() ? socket.string() : "");
  add("--config", start.config.string());
  add("--user", start.user);
  add("--password-file", start.password_file.string());
  add("--parent-fd", std::to_string(kLifeDescriptor));
  return words;
}

Error does_not_start(const std::string& words, const RefusalRow* refusal,
                     const std::string& listen) {
  std::string message = words.empty() ? "godwit-engine ended before it was ready" : words;
  if (refusal != nullptr && !refusal->message.empty()) {
    message = fmt::format(fmt::runtime(refusal->message), listen);
  }
  return {ErrorKind::failed, message, {}, std::string(refusal == nullptr ? "" : refusal->hint)};
}

}  // namespace

fs::path find_engine() {
  if (const char* named = std::getenv("GODWIT_ENGINE"); named != nullptr && *named != '\0') {
    if (is_program(named)) return named;
    throw Error(ErrorKind::failed, fmt::format("GODWIT_ENGINE names no program: {}", named), {},
                "let it name the executable godwit-engine, or unset it");
  }
  std::vector<fs::path> directories = {running_executable().parent_path()};
  if (const char* path = std::getenv("PATH"); path != nullptr) {
    for (const std::string_view directory : split(path, ':')) directories.emplace_back(directory);
  }
  for (const fs::path& directory : directories) {
    if (!directory.empty() && is_program(directory / kProgram)) return directory / kProgram;
  }
  throw Error(ErrorKind::failed, "the embedded engine, godwit-engine, is not installed", {},
              "put godwit-engine beside godwit or into PATH, or name it in GODWIT_ENGINE; to use a "
              "server instead, give --url http://HOST:8123");
}

SocketDirectory::SocketDirectory() {
  std::vector<std::string> parents;
  if (const char* runtime = std::getenv("XDG_RUNTIME_DIR"); runtime != nullptr) {
    parents.emplace_back(runtime);
  }
  parents.emplace_back("/tmp");
  for (const std::string& parent : parents) {
    std::string name = parent + "/godwit-XXXXXX";
    if (parent.empty() || name.size() + std::string_view("/engine.sock").size() > kMaxSocketPath) {
      continue;
    }
    if (::mkdtemp(name.data()) == nullptr) continue;
    path_ = name;
    return;
  }
  throw Error(ErrorKind::failed,
              fmt::format("no private directory for the engine's socket: {}", system_reason()), {},
              "make /tmp writable, or name a short writable directory in XDG_RUNTIME_DIR");
}

SocketDirectory::~SocketDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

EngineProcess::EngineProcess(const Connection& connection)
    : EngineProcess(
          EngineStart{.data_path = connection.data_path, .config = connection.engine_config}) {}

EngineProcess::EngineProcess(const EngineStart& start)
    : socket_(directory_.path() / "engine.sock"), errors_(directory_.path() / "errors") {
  const fs::path program = find_engine();
  if (start.data_path.empty()) throwaway_.emplace("godwit-data");
  data_path_ = throwaway_ ? throwaway_->path() : start.data_path;
  std::error_code failed;
  fs::create_directories(data_path_, failed);
  if (failed) {
    throw Error(ErrorKind::failed,
                fmt::format("cannot create {}: {}", data_path_.string(), failed.message()));
  }
  const auto deadline = Clock::now() + kInUseLimit;
  for (;;) {
    this->start(program, start);
    if (wait_until_ready()) return;
    stop();
    std::error_code unreadable;
    const std::string words =
        fs::exists(errors_, unreadable) ? std::string(trim(read_file(errors_))) : "";
    const RefusalRow* const refusal = find_refusal(words);
    if (refusal == nullptr || Clock::now() >= deadline) {
      throw does_not_start(words, refusal, start.listen);
    }
    std::this_thread::sleep_for(kRetry);  // there is no event: the other engine is not our child
  }
}

EngineProcess::~EngineProcess() { stop(); }

void EngineProcess::start(const fs::path& program, const EngineStart& start) {
  auto [life_read, life_write] = make_pipe();
  auto [output_read, output_write] = make_pipe();
  std::vector<std::string> words = words_for(program, start, socket_, data_path_);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  SpawnPlan plan;
  // Output first: its descriptor may be 3, which the pipe's end then takes.
  posix_spawn_file_actions_adddup2(&plan.actions, output_write.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&plan.actions, life_read.get(), kLifeDescriptor);
  posix_spawn_file_actions_addopen(&plan.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&plan.actions, STDERR_FILENO, errors_.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawnattr_setflags(&plan.attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&plan.attributes, 0);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&plan.attributes, &defaults);
  const int failed = ::posix_spawn(&id_, program.c_str(), &plan.actions, &plan.attributes,
                                   arguments.data(), environ);
  if (failed != 0) {
    id_ = -1;
    throw Error(ErrorKind::failed,
                fmt::format("cannot start {}: {}", program.string(), std::strerror(failed)));
  }
  life_ = std::move(life_write);
  output_ = std::move(output_read);
}

bool EngineProcess::wait_until_ready() {
  const auto deadline = Clock::now() + kStartLimit;
  std::string line;
  while (line.find('\n') == std::string::npos) {
    if (!wait_readable(output_.get(), deadline)) {
      stop();
      throw Error(ErrorKind::failed,
                  fmt::format("godwit-engine is not ready after {} s", kStartLimit.count()));
    }
    const std::string piece = read_piece(output_.get());
    if (piece.empty()) return false;
    line += piece;
  }
  if (!line.starts_with(kReady)) return false;
  url_ = line.substr(kReady.size(), line.find('\n') - kReady.size());
  return true;
}

std::string EngineProcess::last_words() const {
  std::error_code unreadable;
  if (!fs::exists(errors_, unreadable)) return {};
  const std::string text = read_file(errors_);
  const std::string_view trimmed = trim(text);
  return std::string(trimmed.substr(trimmed.rfind('\n') + 1));
}

// Asks it to end by closing the pipe, and waits for the end of its output, which is the event that
// shows that it is gone; then collects it, so that no zombie stays.
void EngineProcess::stop() {
  if (id_ < 0) return;
  life_.close();
  const auto deadline = Clock::now() + kEndLimit;
  bool ended = false;
  while (!ended && wait_readable(output_.get(), deadline))
    ended = read_piece(output_.get()).empty();
  if (!ended) ::kill(id_, SIGKILL);
  collect();
  output_.close();
}

int EngineProcess::collect() {
  int status = 0;
  while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  id_ = -1;
  return status;
}

std::optional<std::string> EngineProcess::read_end() {
  if (id_ > 0 && !read_piece(output_.get()).empty()) return std::nullopt;
  const int status = id_ > 0 ? collect() : 0;
  const std::string how =
      WIFSIGNALED(status)
          ? fmt::format("killed by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)))
          : fmt::format("ended with exit code {}", WEXITSTATUS(status));
  const std::string words = last_words();
  return words.empty() ? how : fmt::format("{}; its last words: {}", how, words);
}

}  // namespace godwit::server
