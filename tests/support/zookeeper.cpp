// The Debian package `zookeeper`, in the foreground: its jars under /usr/share/java and Java's own
// launcher. It serves when it answers `srvr` with its mode: until then it takes connections and
// answers that it does not serve.

#include "support/zookeeper.hpp"

#include "godwit/base/error.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace godwit::test {

namespace {

constexpr std::chrono::seconds kPatience{60};
constexpr int kBetweenLooks = 20;  // milliseconds

[[noreturn]] void fail(std::string_view what) {
  throw Error(ErrorKind::failed,
              fmt::format("{}: {}", what, std::generic_category().message(errno)));
}

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

class Socket {
 public:
  Socket() : number_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (number_ < 0) fail("socket");
    const timeval patience{.tv_sec = 1, .tv_usec = 0};
    ::setsockopt(number_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~Socket() { ::close(number_); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  [[nodiscard]] int get() const { return number_; }

 private:
  int number_;
};

// Reading has a limit (Socket): ZooKeeper never answers some of the connections that it takes while
// it starts. The next one is asked then.
bool serves(int port) {
  constexpr std::string_view kQuestion = "srvr";
  const Socket socket;
  const sockaddr_in address = loopback(port);
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::send(socket.get(), kQuestion.data(), kQuestion.size(), MSG_NOSIGNAL) < 0) {
    return false;
  }
  std::string answer;
  std::array<char, 512> bytes{};
  for (ssize_t size = 0; (size = ::read(socket.get(), bytes.data(), bytes.size())) > 0;) {
    answer.append(bytes.data(), static_cast<std::size_t>(size));
  }
  return answer.find("Mode: ") != std::string::npos;
}

void write_config(const std::filesystem::path& directory, int port) {
  write_file(directory / "zoo.cfg", fmt::format("tickTime=500\n"
                                                "dataDir={}\n"
                                                "clientPort={}\n"
                                                "clientPortAddress=127.0.0.1\n"
                                                "admin.enableServer=false\n"
                                                "4lw.commands.whitelist=srvr\n",
                                                (directory / "data").string(), port));
}

/// In the child between fork and exec: only what is safe there.
[[noreturn]] void become_zookeeper(const char* config, int log, pid_t parent,
                                   const SweptDirectory& directory) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // it died before the line above
  ::setpgid(0, 0);                        // a Ctrl-C is for the program that started it
  directory.hold();
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  ::execlp("java", "java", "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
           "/usr/share/java/*", "org.apache.zookeeper.server.ZooKeeperServerMain", config,
           static_cast<char*>(nullptr));
  ::_exit(127);
}

}  // namespace

ZooKeeper::ZooKeeper() {
  write_config(directory_.path(), port_.number());
  start();
}

ZooKeeper::~ZooKeeper() { stop(); }

void ZooKeeper::stop() {
  if (id_ < 0) return;
  ::kill(id_, SIGKILL);
  ::waitpid(id_, nullptr, 0);
  id_ = -1;
}

void ZooKeeper::signal(int number) const {
  if (id_ > 0) ::kill(id_, number);
}

bool ZooKeeper::remove(const std::string& path) const {
  const std::string command = fmt::format(
      "java -Xmx128m -XX:TieredStopAtLevel=1 -cp '/usr/share/java/*' "
      "org.apache.zookeeper.ZooKeeperMain -server 127.0.0.1:{} deleteall '{}' >'{}' 2>&1",
      port_.number(), path, (directory_.path() / "client.log").string());
  return std::system(command.c_str()) == 0;  // NOLINT: the shell's redirection is wanted
}

void ZooKeeper::start() {
  if (!try_start()) throw does_not_start();
}

bool ZooKeeper::try_start() {
  const std::string config = (directory_.path() / "zoo.cfg").string();
  const std::string log_path = (directory_.path() / "log").string();
  const int log = ::open(log_path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const pid_t parent = ::getpid();
  id_ = ::fork();
  if (id_ == 0) become_zookeeper(config.c_str(), log, parent, directory_);
  ::close(log);
  if (id_ < 0) fail("fork");
  const auto give_up = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < give_up) {
    const bool answered = serves(port());
    if (::waitpid(id_, nullptr, WNOHANG) == id_) {
      id_ = -1;
      return false;
    }
    if (answered) return true;
    ::poll(nullptr, 0, kBetweenLooks);  // nothing tells when it will serve
  }
  stop();
  return false;
}

Error ZooKeeper::does_not_start() const {
  return {ErrorKind::failed,
          fmt::format("ZooKeeper does not start: {}", read_file(directory_.path() / "log")),
          {},
          "apt-get install zookeeper"};
}

void write_engine_config(const std::filesystem::path& path, int zookeeper_port) {
  write_file(path, fmt::format("<clickhouse>\n"
                               "  <zookeeper>\n"
                               "    <node><host>127.0.0.1</host><port>{}</port></node>\n"
                               "  </zookeeper>\n"
                               "  <keeper_map_path_prefix>/keeper_map</keeper_map_path_prefix>\n"
                               "  <tcp_port>9000</tcp_port>\n"
                               "  <remote_servers><default><shard><replica>\n"
                               "    <host>127.0.0.1</host><port>9000</port>\n"
                               "  </replica></shard></default></remote_servers>\n"
                               "</clickhouse>\n",
                               zookeeper_port));
}

}  // namespace godwit::test
