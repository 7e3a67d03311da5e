#pragma once

#include <string>

namespace godwit::engine {

/// A listening socket, and how a client names it.
struct Listener {
  int socket;
  std::string url;  // "unix:PATH" or "http://127.0.0.1:PORT"
};

/// Listens on a unix socket (mode 0600). A file that a dead engine left there is replaced; one that
/// somebody answers on is not. Throws StartError.
Listener listen_on_unix(const std::string& path);

/// Listens on HOST:PORT, of the loopback interface only; port 0 takes a free one. Throws
/// StartError.
Listener listen_on_tcp(const std::string& address);

}  // namespace godwit::engine
