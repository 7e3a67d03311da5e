#pragma once

#include "godwit/server/connection.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::server {

/// One POST. What it views must live until it has ended.
struct HttpRequest {
  std::vector<std::pair<std::string, std::string>> parameters = {};  // of the URL, not yet encoded
  std::string_view body;
  std::function<void(std::string_view)> on_body = {};  // the body of a 200, in pieces; may be empty
  std::chrono::milliseconds time_limit{0};             // for the whole exchange; 0: none
};

/// How an exchange ended.
enum class HttpEnd {
  whole,          // the answer is complete
  cut,            // something went wrong after the connection was there
  no_host,        // the name is not known
  no_connection,  // nobody listens, or not in time
  no_tls,         // the TLS handshake failed
  untrusted,      // the certificate was refused
  not_http,       // something answered, in another protocol
  empty,          // the connection was closed without a byte
  late,           // the time limit
  abandoned,      // the caller stopped waiting
};

struct HttpResponse {
  HttpEnd end = HttpEnd::whole;
  std::string reason;      // libcurl's, where end is not whole
  bool body_sent = false;  // a byte of the request's body may have left
  long status = 0;
  std::string text;  // of a 200 the last 64 KB of its body, else the first 64 KB
  std::optional<int> exception_code;
  std::string exception_tag;
  std::string location;
};

/// HTTP to one server: connections are kept and used again, one exchange waits at a time, and a
/// second may run beside it. Nothing is ever sent twice.
class HttpTransport {
 public:
  /// Throws Error(usage) where user or password cannot be sent in a header.
  explicit HttpTransport(const Connection& connection);
  ~HttpTransport();
  HttpTransport(const HttpTransport&) = delete;
  HttpTransport& operator=(const HttpTransport&) = delete;

  /// Sends the request and waits. `tick` is called about five times a second meanwhile; when it
  /// returns true the connection is dropped and the response says abandoned. What `tick` or
  /// on_body throw ends the exchange and passes through.
  HttpResponse exchange(const HttpRequest& request, const std::function<bool()>& tick = {});

  /// Starts a request beside the waiting one, on a connection of its own; for `tick`. Its answer
  /// goes to `done` before the waiting exchange ends, or nowhere. One at a time.
  void start_beside(HttpRequest request, std::function<void(const HttpResponse&)> done);
  [[nodiscard]] bool busy_beside() const;

  /// The newest X-ClickHouse-Progress header of the waiting exchange, once.
  std::optional<std::string> take_progress();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace godwit::server
