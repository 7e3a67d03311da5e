// ClickHouse over HTTP: what is asked of a server, and how its answer is read.
//
// Failures come in five places, and an older or newer server uses others: the header
// X-ClickHouse-Exception-Code (whatever the status), the body of an HTTP error, the tail of a 200
// (an ON CLUSTER failure, ClickHouse#46234), that tail marked with a tag (25.11), and a connection
// that ends too early. wait_end_of_query=1 asks the server to answer only when it is done, so that
// a failure finds its way into the status; the tail is read all the same.
//
// Progress headers also keep proxies from cutting an idle connection. They are all part of one
// header block, which libcurl takes up to 300 KB of: at 230 bytes each and one every 30 seconds
// that is ten hours, while one a second would cut a statement after twenty minutes. What a person
// sees is asked for on a second connection instead, from system.processes.

#include "godwit/server/http_server.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/base/time.hpp"
#include "godwit/server/exception.hpp"
#include "godwit/server/progress.hpp"
#include "godwit/server/tab_separated.hpp"
#include "godwit/server/unreachable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace godwit::server {

namespace {

using std::chrono::milliseconds;

constexpr long kOk = 200;
constexpr long kMultipleChoices = 300;
constexpr long kUnauthorized = 401;
constexpr long kRequestTimeout = 408;
constexpr long kInternalError = 500;
constexpr milliseconds kProbeLimit{10000};
constexpr std::chrono::seconds kProgressPeriod{1};
constexpr milliseconds kFirstDelay{250};
constexpr milliseconds kLongestDelay{4000};
constexpr std::string_view kHeaderPeriodMs = "30000";

std::optional<Failed> exception_in(const HttpResponse& response) {
  std::optional<Failed> failed = response.status == kOk
                                     ? find_exception(response.text, response.exception_tag)
                                     : parse_exception(response.text);
  if (!response.exception_code) return failed;
  if (!failed) {
    const std::string_view text = trim(response.text);
    failed = Failed{0, text.empty() ? fmt::format("HTTP {}", response.status) : std::string(text)};
  }
  failed->code = *response.exception_code;
  return failed;
}

std::vector<Row> rows_of(const HttpResponse& response) {
  std::vector<Row> rows;
  RowReader reader([&](const Row& row) { rows.push_back(row); });
  reader.add(response.text);
  reader.finish();
  return rows;
}

}  // namespace

HttpServer::HttpServer(Connection connection)
    : connection_(std::move(connection)), transport_(connection_) {}

std::string HttpServer::name() const { return describe(connection_); }

const Capabilities& HttpServer::capabilities() {
  if (!capabilities_) probe();
  return *capabilities_;
}

// No parameter at all: what a server knows is not known yet, and the URL's database may not exist.
void HttpServer::probe() {
  const std::string query = fmt::format(
      "SELECT version(), hostName(), (SELECT count() FROM system.databases WHERE name = {})",
      quote(connection_.database));
  const HttpResponse response = transport_.exchange({.body = query, .time_limit = kProbeLimit});
  if (const auto failed = exception_in(response)) {
    if (refuses_user(failed->code)) {
      throw refused_user(connection_, fmt::format("code {}", failed->code));
    }
    throw Error(ErrorKind::failed, fmt::format("{} does not tell its version: code {}: {}", name(),
                                               failed->code, failed->message));
  }
  if (response.status == kUnauthorized) throw refused_user(connection_, "HTTP 401");
  const std::vector<Row> rows = rows_of(response);
  const bool told = rows.size() == 1 && rows[0].size() == 3;
  if (response.end != HttpEnd::whole || response.status != kOk || !told) {
    throw unreachable(connection_, response);
  }
  const Row& row = rows[0];
  capabilities_ = Capabilities{row[0], parse_version(row[0]), row[1]};
  database_exists_ = row[2] != "0";
}

// A database that is there is taken to stay; one that is not may come with the next statement.
bool HttpServer::database_exists() {
  if (connection_.database.empty()) return false;
  if (!database_exists_) {
    const std::string query = fmt::format("SELECT count() FROM system.databases WHERE name = {}",
                                          quote(connection_.database));
    const HttpResponse response = transport_.exchange({.body = query, .time_limit = kProbeLimit});
    database_exists_ = response.end == HttpEnd::whole && trim(response.text) == "1";
  }
  return database_exists_;
}

// As long as nobody takes the connection. The limit counts from the first refusal, so that a server
// that does not come back is waited for once, and not by every question about it.
HttpResponse HttpServer::exchange(const HttpRequest& request, const std::function<bool()>& tick) {
  HttpResponse response = transport_.exchange(request, tick);
  for (milliseconds delay = kFirstDelay; tries_again(response, delay);
       delay = std::min(2 * delay, kLongestDelay)) {
    if (reconnecting_.waits) reconnecting_.waits(delay);
    std::this_thread::sleep_for(delay);
    response = transport_.exchange(request, tick);
  }
  return response;
}

bool HttpServer::tries_again(const HttpResponse& response, milliseconds delay) {
  const bool is_refused = response.end == HttpEnd::no_connection && !response.body_sent;
  if (!is_refused) {
    refused_since_.reset();
    return false;
  }
  const auto now = std::chrono::steady_clock::now();
  if (!refused_since_) refused_since_ = now;
  if (reconnecting_.stop && reconnecting_.stop()) return false;
  return now - *refused_since_ + delay <= reconnecting_.limit;
}

Outcome HttpServer::execute(const Request& request) {
  capabilities();
  HttpRequest http;
  http.body = request.statement;
  if (!request.query_id.empty()) http.parameters.emplace_back("query_id", request.query_id);
  if (request.needs_database && !connection_.database.empty()) {
    http.parameters.emplace_back("database", connection_.database);
  }
  http.parameters.emplace_back("wait_end_of_query", "1");
  http.parameters.emplace_back("send_progress_in_http_headers", "1");
  http.parameters.emplace_back("http_headers_progress_interval_ms", kHeaderPeriodMs);
  for (const auto& setting : request.settings) http.parameters.push_back(setting);

  auto told = std::chrono::steady_clock::now();
  const auto tick = [&] {
    if (request.stop_waiting && request.stop_waiting()) return true;
    if (!request.on_progress) return false;
    const auto now = std::chrono::steady_clock::now();
    if (const auto header = transport_.take_progress()) {
      if (const auto progress = parse_progress(*header)) request.on_progress(*progress);
      told = now;
    } else if (now - told >= kProgressPeriod && !transport_.busy_beside()) {
      ask_for_progress(request);
      told = now;
    }
    return false;
  };
  return outcome(exchange(http, tick));
}

void HttpServer::ask_for_progress(const Request& request) {
  if (request.query_id.empty() || progress_refused_) return;
  const auto query =
      std::make_shared<const std::string>(progress_query(request.query_id, *capabilities_));
  const auto done = [this, &request, query](const HttpResponse& response) {
    // A server that cannot or may not tell is not asked again.
    progress_refused_ = response.end != HttpEnd::whole || response.status != kOk;
    if (progress_refused_) return;
    for (const Row& row : rows_of(response)) {
      if (const auto progress = parse_progress_row(row)) request.on_progress(*progress);
    }
  };
  transport_.start_beside({.body = *query, .time_limit = kProbeLimit}, done);
}

Outcome HttpServer::try_select(std::string_view query,
                               const std::function<void(const Row&)>& each) {
  capabilities();
  RowReader reader(each);
  HttpRequest http;
  http.body = query;
  http.on_body = [&](std::string_view bytes) { reader.add(bytes); };
  if (database_exists()) http.parameters.emplace_back("database", connection_.database);
  http.parameters.emplace_back("default_format", "TabSeparated");
  http.parameters.emplace_back("wait_end_of_query", "1");
  const HttpResponse response = exchange(http);
  // A query changes nothing, so an exception is the plain answer, whatever its code leaves open.
  if (const auto failed = exception_in(response)) return *failed;
  Outcome result = outcome(response);
  if (std::holds_alternative<Done>(result)) reader.finish();
  return result;
}

Outcome HttpServer::outcome(const HttpResponse& response) const {
  if (const auto failed = exception_in(response)) {
    const bool is_cut = response.end != HttpEnd::whole;
    if (!(is_cut ? may_leave_doubt(*failed) : leaves_doubt(*failed))) return *failed;
    return InDoubt{fmt::format("code {}: {}", failed->code, failed->message)};
  }
  if (response.end == HttpEnd::abandoned) return InDoubt{response.reason};
  if (response.end != HttpEnd::whole) {
    // Without its statement a request does nothing: here alone it is certain that nothing ran.
    if (!response.body_sent) throw unreachable(connection_, response);
    return InDoubt{fmt::format("no answer: {}", response.reason)};
  }
  if (response.status >= kOk && response.status < kMultipleChoices) return Done{};
  // Somebody between here and ClickHouse answers. A redirect or a refusal (4xx) was not passed
  // on; a 5xx or a 408 says only that no answer came back.
  const bool refused = response.status >= kMultipleChoices && response.status < kInternalError &&
                       response.status != kRequestTimeout;
  if (refused) throw unreachable(connection_, response);
  return InDoubt{fmt::format("no answer from ClickHouse, but HTTP {}: {}", response.status,
                             one_line(response.text, 120))};
}

}  // namespace godwit::server
