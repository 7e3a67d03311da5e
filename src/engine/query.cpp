// libchdb knows no query id, no database and no settings of a single query; a session has them all.
// So a query gets a session (0.1 ms), which is made ready by USE and one SET. The query id becomes
// the session's log_comment, which is how system.processes shows it.

#include "engine/query.hpp"

#include "engine/statement.hpp"
#include "engine/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace godwit::engine {

namespace {

using SystemClock = std::chrono::system_clock;

/// Holds a query's id while it runs.
class Claim {
 public:
  Claim(std::mutex& mutex, std::set<std::string, std::less<>>& running, const std::string& id)
      : mutex_(mutex), running_(running), id_(id) {
    const std::lock_guard lock(mutex_);
    if (!running_.insert(id).second) {
      throw Exception{216, fmt::format("Query with id = {} is already running. "
                                       "(QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING)",
                                       id)};
    }
  }
  ~Claim() {
    const std::lock_guard lock(mutex_);
    running_.erase(id_);
  }
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

 private:
  std::mutex& mutex_;
  std::set<std::string, std::less<>>& running_;
  const std::string& id_;
};

void require(const Result& result) {
  if (!result.error.empty()) throw read_exception(result.error);
}

bool has_setting(const Query& query, std::string_view name) {
  return std::any_of(query.settings.begin(), query.settings.end(),
                     [&](const auto& setting) { return setting.first == name; });
}

std::string log_comment(const Query& query) {
  for (const auto& [name, value] : query.settings) {
    if (name == "log_comment") return value;
  }
  return query.id;
}

/// One SET for all, so that a query runs with every setting or not at all.
std::string set_statement(const Query& query) {
  std::string text = "SET log_comment = " + string_literal(log_comment(query));
  if (!has_setting(query, "implicit_select")) text += ", implicit_select = 0";  // as a server
  if (query.readonly && !has_setting(query, "readonly")) text += ", readonly = 2";
  for (const auto& [name, value] : query.settings) {
    if (name != "log_comment") text += fmt::format(", {} = {}", name, string_literal(value));
  }
  return text;
}

Shape prepare(Connection& connection, const Query& query) {
  const Shape shape = examine(connection, query.text);
  if (!query.database.empty()) {
    require(connection.query("USE " + identifier(query.database), "TSV"));
  }
  require(connection.query(set_statement(query), "TSV"));
  return shape;
}

Result execute(Connection& connection, const Query& query, const Shape& shape) {
  if (const auto* insert = std::get_if<InlineInsert>(&shape)) {
    return connection.insert(insert->head, insert->format, insert->data, query.parameters);
  }
  return connection.query(query.text, query.format, query.parameters);
}

}  // namespace

Answer Runner::run(const Query& query) {
  const auto started = SystemClock::now();
  const std::string comment = log_comment(query);
  const std::string database = query.database.empty() ? "default" : query.database;
  LogEntry entry{.started = started,
                 .now = started,
                 .query_id = query.id,
                 .query = query.text,
                 .exception = {},
                 .log_comment = comment,
                 .database = database};
  const auto log = [&](LogType type) {
    entry.type = type;
    entry.now = SystemClock::now();
    if (query.logging == Logging::kept) log_.append(entry);
  };
  Answer answer;
  try {
    const Claim claim(mutex_, running_, query.id);
    entry.type = LogType::exception_before_start;
    Connection connection = library_.connect();
    const Shape shape = prepare(connection, query);
    log(LogType::query_start);
    answer.result = execute(connection, query, shape);
    entry.type = LogType::exception_while_processing;
    require(answer.result);
  } catch (const Exception& exception) {
    answer.exception = exception;
  } catch (const StartError& error) {
    answer.exception = Exception{1001, error.what()};
  }
  entry.read_rows = answer.result.read_rows;
  entry.read_bytes = answer.result.read_bytes;
  entry.written_rows = answer.result.written_rows;
  if (answer.exception) {
    entry.exception_code = answer.exception->code;
    entry.exception = answer.exception->message;
  }
  try {
    log(answer.exception ? entry.type : LogType::query_finish);
  } catch (const Exception&) {
    // The query has ended and its answer is true; the start alone stays in the log.
  }
  answer.elapsed = SystemClock::now() - started;
  return answer;
}

void Runner::kill_all() {
  Connection connection = library_.connect();
  connection.query("KILL QUERY WHERE 1 ASYNC", "TSV");
}

}  // namespace godwit::engine
