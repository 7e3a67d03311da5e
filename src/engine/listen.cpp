// The sockets are made here and not by libmicrohttpd, which can neither make unix sockets nor say
// why it cannot listen. Loopback only: who reaches the engine may read and change its data, and
// there is no TLS.

#include "engine/listen.hpp"

#include "engine/library.hpp"

#include <fmt/format.h>

#include <arpa/inet.h>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace godwit::engine {

namespace {

constexpr int kBacklog = 128;

[[noreturn]] void fail(int socket, const std::string& what, int error) {
  if (socket >= 0) close(socket);
  throw StartError(fmt::format("{}: {}", what, std::strerror(error)));
}

int new_socket(int family) {
  const int made = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0) fail(-1, "socket", errno);
  return made;
}

/// Whether somebody takes connections there.
bool answers(const sockaddr_un& address) {
  const int probe = new_socket(AF_UNIX);
  const int result = connect(probe, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  close(probe);
  return result == 0;
}

}  // namespace

Listener listen_on_unix(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(address.sun_path)) {
    throw StartError(fmt::format("--socket {}: a socket's path has 1 to {} bytes, this one has {}",
                                 path, sizeof(address.sun_path) - 1, path.size()));
  }
  path.copy(address.sun_path, path.size());
  struct stat there {};
  if (lstat(path.c_str(), &there) == 0) {
    if (!S_ISSOCK(there.st_mode)) {
      throw StartError(fmt::format("--socket {}: a file that is not a socket is there", path));
    }
    if (answers(address)) {
      throw StartError(fmt::format("--socket {}: in use by another process", path));
    }
    unlink(path.c_str());
  }
  const int socket = new_socket(AF_UNIX);
  const mode_t mask = umask(0177);
  const int bound = bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  const int error = errno;
  umask(mask);
  if (bound != 0) fail(socket, "--socket " + path, error);
  if (listen(socket, kBacklog) != 0) fail(socket, "--socket " + path, errno);
  return {socket, "unix:" + path};
}

Listener listen_on_tcp(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  const std::string host = address.substr(0, colon);
  std::uint16_t port = 0;
  const char* const end = address.data() + address.size();
  const char* const digits = colon == std::string::npos ? end : address.data() + colon + 1;
  const auto [stopped, error] = std::from_chars(digits, end, port);
  sockaddr_in where{};
  where.sin_family = AF_INET;
  const bool named =
      inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host.c_str(), &where.sin_addr) == 1;
  if (error != std::errc() || stopped != end || !named) {
    throw StartError(fmt::format("--listen {}: expected 127.0.0.1:PORT", address));
  }
  if (ntohl(where.sin_addr.s_addr) >> 24U != 127) {
    throw StartError(fmt::format(
        "--listen {}: not a loopback address; the engine listens on 127.0.0.1 only", address));
  }
  where.sin_port = htons(port);
  const int socket = new_socket(AF_INET);
  const int yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  socklen_t size = sizeof(where);
  auto* const raw = reinterpret_cast<sockaddr*>(&where);
  if (bind(socket, raw, size) != 0 || listen(socket, kBacklog) != 0 ||
      getsockname(socket, raw, &size) != 0) {
    fail(socket, "--listen " + address, errno);
  }
  char text[INET_ADDRSTRLEN] = {};
  inet_ntop(AF_INET, &where.sin_addr, text, sizeof(text));
  return {socket, fmt::format("http://{}:{}", text, ntohs(where.sin_port))};
}

}  // namespace godwit::engine
