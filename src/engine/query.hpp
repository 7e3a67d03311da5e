#pragma once

#include "engine/exception.hpp"
#include "engine/library.hpp"
#include "engine/query_log.hpp"
#include "engine/sessions.hpp"

#include <chrono>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::engine {

enum class Logging { kept, left_out };

/// What one HTTP request asks the engine.
struct Query {
  std::string id;
  std::string text;
  std::string database;  // "" = default
  std::string format;    // of the result, where the text names none
  std::vector<std::pair<std::string, std::string>> settings;
  Parameters parameters;
  bool readonly = false;  // GET: settings may change, data may not
  Logging logging = Logging::kept;
  std::optional<SessionRequest> session;
};

struct Answer {
  Result result;                       // without its error
  std::optional<Exception> exception;  // why there is no result
  std::chrono::nanoseconds elapsed{};
};

/// Runs queries, each on a connection of its own or in its session, any number at once.
class Runner {
 public:
  Runner(const Library& library, QueryLog& log)
      : library_(library), log_(log), sessions_(library) {}

  /// Runs one query and waits for its end. Before the query is run its start is in the log; if that
  /// cannot be written, or a query of this id is running (216), or its session is in use (373), it
  /// is not run.
  Answer run(const Query& query);

  /// Asks every running query to stop, and returns without waiting for it.
  void kill_all();

 private:
  const Library& library_;
  QueryLog& log_;
  Sessions sessions_;
  std::mutex mutex_;
  std::set<std::string, std::less<>> running_;
};

}  // namespace godwit::engine
