#pragma once

#include "godwit/base/file.hpp"

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::test {

using UrlParameters = std::vector<std::pair<std::string, std::string>>;

/// An HTTP answer; status 0 where there was none (`body` is then the reason).
struct EngineAnswer {
  long status = 0;
  std::string body;
  std::map<std::string, std::string> headers;  // names in lower case
};

/// A request. `url` is what the engine printed behind "ready ": unix:PATH or http://HOST:PORT.
struct HttpCall {
  std::string url;
  std::string path = "/";
  UrlParameters parameters = {};
  std::optional<std::string> body = {};   // sent by POST; nothing: GET
  std::vector<std::string> headers = {};  // "Name: value"
  std::string method = {};                // another one than that
  std::string decodes = {};               // the encoding that is asked for, and undone
  std::chrono::milliseconds limit{};      // no answer within that is none; 0 waits for ever
};

EngineAnswer http_request(const HttpCall& call);

/// Sends `body` by POST, or nothing by GET where it is null.
EngineAnswer http_request(const std::string& url, const std::string& path,
                          const UrlParameters& parameters, const std::string* body,
                          std::chrono::milliseconds limit = {});

/// How a program ended that was run to its end.
struct ProgramEnd {
  int code = -1;
  std::string output;
  std::string errors;
};

/// A started program. Ended by SIGKILL where it still runs when the value ends.
class Program {
 public:
  /// `environment` adds to this process's; `directory` "" is this process's.
  Program(const std::vector<std::string>& arguments,
          const std::vector<std::pair<std::string, std::string>>& environment = {},
          const std::filesystem::path& directory = {});
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// The next line of its output; "" where it ended without one.
  std::string read_line();

  void signal(int number) const;

  /// Waits for its end.
  ProgramEnd wait();

  [[nodiscard]] int pid() const { return pid_; }

 private:
  int pid_ = -1;
  int output_ = -1;
  std::filesystem::path errors_;
  TemporaryDirectory folder_{"godwit-test-"};
};

/// The program that is tested.
std::string engine_program();

/// The libchdb.so it loads: GODWIT_CHDB, or the one that ./test installs.
std::string engine_library();

/// A godwit-engine that takes requests.
class EngineProcess {
 public:
  /// Starts one on a unix socket, on `data` or else on a data path of its own.
  explicit EngineProcess(const std::filesystem::path& data = {},
                         const std::vector<std::string>& more_arguments = {});

  /// POST of a query.
  EngineAnswer query(const std::string& text, const UrlParameters& parameters = {}) const;

  /// The body of a query that must succeed, without its last line feed.
  std::string value(const std::string& text) const;

  /// Returns once system.processes shows a query of this id; false where it does not within 20 s.
  [[nodiscard]] bool wait_until_running(const std::string& query_id) const;

  /// SIGTERM and SIGKILL, and the end.
  ProgramEnd stop();
  void kill();

  [[nodiscard]] const std::string& url() const { return url_; }
  [[nodiscard]] const std::filesystem::path& data() const { return data_; }
  [[nodiscard]] int pid() const { return program_.pid(); }

 private:
  TemporaryDirectory folder_{"godwit-engine-"};
  std::filesystem::path data_;
  Program program_;
  std::string url_;
};

}  // namespace godwit::test
