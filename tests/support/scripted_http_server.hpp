#pragma once

#include <future>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::test {

/// A request as it came.
struct RecordedRequest {
  std::map<std::string, std::string> parameters = {};  // of the URL, decoded
  std::map<std::string, std::string> headers = {};     // names in lower case
  std::string body = {};
  int connection = 0;  // which one it came on, from 0
};

/// What the server does with a request.
struct HttpAnswer {
  enum class Ending {
    whole,
    cut_before_answer,  // reads the request, then closes
    cut_in_headers,     // closes after the status line and the first headers
    cut_in_body,        // closes before the last chunk
    raw,                // sends `body` as it is, without HTTP round it, and closes
    close,              // answers whole, then closes the connection without having said so
  };

  int status = 200;
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::vector<std::string> progress = {};  // X-ClickHouse-Progress headers, sent at once
  Ending ending = Ending::whole;
  std::shared_future<void> release = {};  // if valid: what follows the first headers waits for it
};

/// A small real HTTP server on a loopback port, for what no ClickHouse here can show. Each
/// request's body must hold the text of the next line; one that is out of turn, and a line that is
/// never asked for, fail the test. Any number of connections at a time.
class ScriptedHttpServer {
 public:
  /// On a port of the system's choice, or on one that was another's before.
  explicit ScriptedHttpServer(int port = 0);
  ~ScriptedHttpServer();
  ScriptedHttpServer(const ScriptedHttpServer&) = delete;
  ScriptedHttpServer& operator=(const ScriptedHttpServer&) = delete;

  ScriptedHttpServer& expect(std::string part, HttpAnswer answer = {});

  /// An answer to every request that holds `part` and is not the next line, however often.
  ScriptedHttpServer& always(std::string part, HttpAnswer answer);

  /// The next line is the question for the version, answered as by a server of that version.
  ScriptedHttpServer& expect_probe(std::string_view version = "26.7.3.1",
                                   std::string_view database_exists = "0");

  [[nodiscard]] int port() const;
  [[nodiscard]] std::string url(std::string_view scheme = "http") const;  // "http://127.0.0.1:PORT"

  [[nodiscard]] std::vector<RecordedRequest> requests() const;
  [[nodiscard]] int connections() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A loopback port on which nobody listens.
int unused_port();

}  // namespace godwit::test
