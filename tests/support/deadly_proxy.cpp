// One connection a request: the answer says "Connection: close", so its end is the end of the
// stream, and no length or chunk has to be understood. godwit uses one connection at a time, so
// one thread serves all.

#include "support/deadly_proxy.hpp"

#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <arpa/inet.h>
#include <array>
#include <fcntl.h>
#include <mutex>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace godwit::test {

namespace {

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

int new_socket() {
  const int made = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0) throw std::runtime_error("no socket for the proxy");
  return made;
}

void send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;  // the sender has died, as it should
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

// Appends what comes next; false at the end.
bool receive(int socket, std::string& bytes) {
  std::array<char, 65536> buffer{};
  const ssize_t got = ::recv(socket, buffer.data(), buffer.size(), 0);
  if (got <= 0) return false;
  bytes.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

std::size_t content_length(std::string_view head) {
  for (const std::string_view line : split(head, '\n')) {
    if (!lower(line).starts_with("content-length:")) continue;
    return parse_digits(trim(line.substr(line.find(':') + 1))).value_or(0);
  }
  return 0;
}

// A whole request, asking for a connection of its own; empty where none comes any more.
std::string read_request(int socket) {
  std::string bytes;
  std::size_t head = std::string::npos;
  while ((head = bytes.find("\r\n\r\n")) == std::string::npos) {
    if (!receive(socket, bytes)) return {};
  }
  const std::size_t whole = head + 4 + content_length(std::string_view(bytes).substr(0, head));
  while (bytes.size() < whole) {
    if (!receive(socket, bytes)) return {};
  }
  return bytes.insert(head, "\r\nConnection: close");
}

std::string ask(int port, const std::string& request) {
  const int server = new_socket();
  const sockaddr_in address = loopback(port);
  std::string answer;
  if (::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) {
    send_all(server, request);
    while (receive(server, answer)) {
    }
  }
  ::close(server);
  return answer;
}

}  // namespace

const char* to_string(Side side) { return side == Side::before ? "before" : "after"; }

struct DeadlyProxy::State {
  explicit State(int to);
  ~State();

  void serve_all();
  void serve(int client);

  int server_port;
  int listener = new_socket();
  int port = 0;
  std::array<int, 2> stop{};
  std::mutex mutex;  // of what follows
  int armed = 0;
  int count = 0;
  bool killed = false;
  Side side = Side::before;
  std::function<void()> kill;
  std::thread serving;
};

DeadlyProxy::State::State(int to) : server_port(to) {
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof(address);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener, generic, size) != 0 || ::listen(listener, 16) != 0 ||
      ::getsockname(listener, generic, &size) != 0 || ::pipe2(stop.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error("the proxy cannot listen");
  }
  port = ntohs(address.sin_port);
  serving = std::thread([this] { serve_all(); });
}

DeadlyProxy::State::~State() {
  ::close(stop[1]);
  serving.join();
  ::close(stop[0]);
  ::close(listener);
}

void DeadlyProxy::State::serve_all() {
  for (;;) {
    std::array<pollfd, 2> waits{{{listener, POLLIN, 0}, {stop[0], POLLIN, 0}}};
    if (::poll(waits.data(), waits.size(), -1) < 0) continue;
    if (waits[1].revents != 0) return;
    const int client = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) continue;
    serve(client);
    ::close(client);
  }
}

void DeadlyProxy::State::serve(int client) {
  const std::string request = read_request(client);
  if (request.empty()) return;
  const std::lock_guard lock(mutex);
  const bool dies = ++count == armed;
  const std::string answer = dies && side == Side::before ? "" : ask(server_port, request);
  if (dies) {
    killed = true;
    kill();
  } else {
    send_all(client, answer);
  }
}

DeadlyProxy::DeadlyProxy(const std::string& server_url)
    : state_(std::make_unique<State>(
          static_cast<int>(parse_digits(server_url.substr(server_url.rfind(':') + 1)).value()))) {}

DeadlyProxy::~DeadlyProxy() = default;

void DeadlyProxy::arm(int number, Side side, std::function<void()> kill) {
  const std::lock_guard lock(state_->mutex);
  state_->armed = number;
  state_->count = 0;
  state_->killed = false;
  state_->side = side;
  state_->kill = std::move(kill);
}

int DeadlyProxy::requests() const {
  const std::lock_guard lock(state_->mutex);
  return state_->count;
}

bool DeadlyProxy::has_killed() const {
  const std::lock_guard lock(state_->mutex);
  return state_->killed;
}

std::string DeadlyProxy::url() const { return fmt::format("http://127.0.0.1:{}", state_->port); }

}  // namespace godwit::test
