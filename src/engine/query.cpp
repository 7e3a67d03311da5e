// libchdb knows no query id, no database and no settings of a single query; a session has them all.
// So a query gets a session (0.1 ms), which is made ready by USE and one SET. The query id becomes
// the session's log_comment, which is how system.processes shows it.
//
// A session that a request names goes on after it (sessions.hpp), but what the request's URL sets
// is for this request alone. So before the SET the engine is asked for the statements that put
// everything back. `readonly` could not be put back (it forbids that too), so there the statement
// is looked at instead.

#include "engine/query.hpp"

#include "engine/statement.hpp"
#include "engine/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

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

bool is_readonly(const Query& query) {
  return query.readonly ||
         std::any_of(query.settings.begin(), query.settings.end(), [](const auto& setting) {
           return setting.first == "readonly" && setting.second != "0";
         });
}

/// One SET for all, so that a query runs with every setting or not at all.
std::string set_statement(const Query& query) {
  std::string text = "SET log_comment = " + string_literal(log_comment(query));
  if (!has_setting(query, "implicit_select")) text += ", implicit_select = 0";  // as a server
  const bool in_session = query.session.has_value();
  if (query.readonly && !in_session && !has_setting(query, "readonly")) text += ", readonly = 2";
  for (const auto& [name, value] : query.settings) {
    if (name == "log_comment" || (in_session && name == "readonly")) continue;
    text += fmt::format(", {} = {}", name, string_literal(value));
  }
  return text;
}

/// A value as the engine prints it raw.
std::string read_value(Connection& connection, const std::string& query) {
  Result result = connection.query(query, "TSVRaw");
  require(result);
  if (result.data.ends_with('\n')) result.data.pop_back();
  return result.data;
}

bool begins_with_word(std::string_view text, std::string_view word) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  text.remove_prefix(first);
  return text.size() > word.size() && lower(text.substr(0, word.size())) == word &&
         std::isspace(static_cast<unsigned char>(text[word.size()])) != 0;
}

/// Where a query runs: in its session, or on a connection that ends with it.
class Place {
 public:
  Place(const Library& library, Sessions& sessions, const Query& query) {
    if (query.session) {
      lease_.emplace(sessions, *query.session);
    } else {
      own_.emplace(library.connect());
    }
  }

  [[nodiscard]] Connection& connection() { return lease_ ? lease_->connection() : *own_; }

 private:
  std::optional<Sessions::Lease> lease_;
  std::optional<Connection> own_;
};

/// What a request changes in a session that goes on after it, put back at its end.
class Loan {
 public:
  Loan(Connection& connection, const Query& query) : connection_(connection) {
    if (!query.session) return;
    if (is_readonly(query) && !connection.only_reads(query.text) &&
        !begins_with_word(query.text, "set") && !begins_with_word(query.text, "use")) {
      throw Exception{164,
                      "Cannot execute query in readonly mode. In a session GET only reads; "
                      "send what changes something by POST. (READONLY)"};
    }
    is_locked_ = read_value(connection, "SELECT getSetting('readonly') = 1") == "1";
    std::string names = "'log_comment', 'implicit_select'";
    for (const auto& setting : query.settings) names += ", " + string_literal(setting.first);
    // The engine writes the SET, with its own quotes round each value.
    set_back_ = read_value(
        connection,
        fmt::format(
            "SELECT concat('SET ', arrayStringConcat(groupArray(concat(name, ' = ', "
            "if(changed, concat('\\'', replaceAll(replaceAll(value, '\\\\', '\\\\\\\\'), "
            "'\\'', '\\\\\\''), '\\''), 'DEFAULT'))), ', ')) FROM system.settings WHERE name "
            "IN ({}) AND name != 'readonly'",
            names));
    if (!query.database.empty()) {
      database_ = query.database;
      use_back_ = "USE " + identifier(read_value(connection, "SELECT currentDatabase()"));
    }
  }
  ~Loan() {
    if (!set_back_.empty()) connection_.query(set_back_, "TSV");
    if (use_back_.empty()) return;
    // A statement USE has the last word.
    const Result now = connection_.query("SELECT currentDatabase()", "TSVRaw");
    if (now.data == database_ + "\n") connection_.query(use_back_, "TSV");
  }
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;

  /// Whether the session has forbidden itself every SET, by `SET readonly = 1`.
  [[nodiscard]] bool is_locked() const { return is_locked_; }

 private:
  Connection& connection_;
  std::string database_;
  std::string set_back_;
  std::string use_back_;
  bool is_locked_ = false;
};

Shape prepare(Connection& connection, const Query& query, const Loan& loan) {
  const Shape shape = examine(connection, query.text);
  if (!query.database.empty()) {
    require(connection.query("USE " + identifier(query.database), "TSV"));
  }
  if (!loan.is_locked() || !query.settings.empty()) {
    require(connection.query(set_statement(query), "TSV"));
  }
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
    Place place(library_, sessions_, query);
    const Loan loan(place.connection(), query);
    const Shape shape = prepare(place.connection(), query, loan);
    log(LogType::query_start);
    answer.result = execute(place.connection(), query, shape);
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
