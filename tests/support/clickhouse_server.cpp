#include "support/clickhouse_server.hpp"

#include "godwit/base/error.hpp"
#include "support/engine_process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace godwit::test {

namespace {

constexpr std::chrono::seconds kPatience{60};
constexpr timeval kOrderPatience{.tv_sec = 10, .tv_usec = 0};
constexpr int kBetweenLooks = 20;  // milliseconds
constexpr std::chrono::seconds kAnswer{5};
constexpr std::size_t kLastWords = 3000;

struct Start {
  std::string config;   // --config-file=...
  std::string preload;  // LD_PRELOAD=...
  std::string orders;   // GODWIT_CUT_OFF_SOCKET=...
  std::string held;     // GODWIT_CUT_OFF_HELD=...
  int log = -1;
  int order_socket = -1;
  pid_t parent = ::getpid();
};

/// In the child between fork and exec: only what is safe there. In a process group of its own: a
/// Ctrl-C on the terminal is for the program that started it.
[[noreturn]] void become_server(const Start& start, const SweptDirectory& swept) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != start.parent) ::_exit(1);  // it died before the line above
  ::setpgid(0, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  swept.hold();
  ::fcntl(start.order_socket, F_SETFD, 0);
  ::dup2(start.log, STDOUT_FILENO);
  ::dup2(start.log, STDERR_FILENO);
  std::array<const char*, 3> words{"clickhouse-server", start.config.c_str(), nullptr};
  std::array<const char*, 6> environment{start.preload.c_str(),
                                         start.orders.c_str(),
                                         start.held.c_str(),
                                         "PATH=/usr/bin:/bin",
                                         "TZ=UTC",
                                         nullptr};
  ::execve("/usr/sbin/clickhouse-server", const_cast<char* const*>(words.data()),
           const_cast<char* const*>(environment.data()));
  ::_exit(127);
}

}  // namespace

ClickHouseServer::ClickHouseServer(const SweptDirectory& swept, std::filesystem::path directory)
    : swept_(swept), directory_(std::move(directory)) {}

ClickHouseServer::~ClickHouseServer() { kill(); }

void ClickHouseServer::start() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw Error(ErrorKind::failed, "no socket to cut a server off by");
  }
  orders_ = FileDescriptor(ends[0]);
  const FileDescriptor theirs(ends[1]);
  ::setsockopt(orders_.get(), SOL_SOCKET, SO_RCVTIMEO, &kOrderPatience, sizeof kOrderPatience);
  const FileDescriptor log(
      ::open((directory_ / "output").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  Start start;
  start.config = "--config-file=" + (directory_ / "config.xml").string();
  start.preload = "LD_PRELOAD=" GODWIT_CUT_OFF_LIBRARY;
  start.orders = fmt::format("GODWIT_CUT_OFF_SOCKET={}", theirs.get());
  start.held = fmt::format("GODWIT_CUT_OFF_HELD={}", swept_.held());
  start.log = log.get();
  start.order_socket = theirs.get();
  const std::filesystem::path lines = directory_ / "log";
  log_begin_ = std::filesystem::exists(lines) ? std::filesystem::file_size(lines) : 0;
  id_ = ::fork();
  if (id_ == 0) become_server(start, swept_);
  if (id_ < 0) throw Error(ErrorKind::failed, "no process for a server");
}

void ClickHouseServer::wait_until_up() {
  wait_for([this] { return http_request(url(), "/ping", {}, nullptr, kAnswer).body == "Ok.\n"; });
}

void ClickHouseServer::wait_until_it_takes_tasks() {
  wait_for([this] {
    return read_file(directory_ / "log").find("DDLWorker: Processing tasks", log_begin_) !=
           std::string::npos;
  });
}

void ClickHouseServer::wait_for(const std::function<bool()>& event) {
  const auto give_up = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < give_up) {
    if (event()) return;
    if (::waitpid(id_, nullptr, WNOHANG) == id_) {
      id_ = -1;
      break;
    }
    ::poll(nullptr, 0, kBetweenLooks);  // nothing tells when it will be so
  }
  throw Error(ErrorKind::failed, fmt::format("clickhouse-server does not start: {}", last_words()),
              {}, "apt-get install clickhouse-server");
}

void ClickHouseServer::kill() {
  if (id_ < 0) return;
  ::kill(id_, SIGKILL);
  ::waitpid(id_, nullptr, 0);
  id_ = -1;
}

void ClickHouseServer::stop() const {
  ::kill(id_, SIGSTOP);
  ::waitpid(id_, nullptr, WUNTRACED);
}

void ClickHouseServer::cont() const {
  ::kill(id_, SIGCONT);
  ::waitpid(id_, nullptr, WCONTINUED);
}

void ClickHouseServer::order(char what) const {
  char answer = 0;
  if (::send(orders_.get(), &what, 1, MSG_NOSIGNAL) != 1 ||
      ::recv(orders_.get(), &answer, 1, 0) != 1 || answer != what) {
    throw Error(ErrorKind::failed, "the server cannot be cut off or connected: it does not run");
  }
}

std::string ClickHouseServer::url() const {
  return fmt::format("http://127.0.0.1:{}", http_port());
}

std::string ClickHouseServer::last_words() const {
  std::string words;
  for (const char* const name : {"output", "errors"}) {
    if (!std::filesystem::exists(directory_ / name)) continue;
    const std::string text = read_file(directory_ / name);
    words += text.substr(text.size() - std::min(text.size(), kLastWords));
  }
  return words;
}

}  // namespace godwit::test
