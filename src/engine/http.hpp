#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::engine {

using Fields = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  std::string method;
  std::string path;
  Fields parameters;  // of the URL, decoded, in their order
  Fields headers;
  std::string body;

  /// The first header or parameter of that name, "" where there is none. Header names in any case.
  [[nodiscard]] std::string_view header(std::string_view name) const;
  [[nodiscard]] std::string_view parameter(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  Fields headers;
  std::string body;
};

/// Called from many threads at once. Must not throw.
using Handler = std::function<HttpResponse(HttpRequest)>;

/// An HTTP/1.1 server: a thread a connection, which is kept alive between requests.
class HttpServer {
 public:
  /// Serves on a listening socket, which it then owns. Throws StartError.
  HttpServer(int listening_socket, Handler handler);

  /// Takes no new connection, and waits until every answer has been sent, at most so long. True
  /// where all are. Connections that stay open end with the process.
  bool finish(std::chrono::milliseconds patience);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace godwit::engine
