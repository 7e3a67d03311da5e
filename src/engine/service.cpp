// What a request may carry is a row of kParameters; a parameter without a row is a setting, as it
// is for a server. What this engine cannot do as a server would is refused, never ignored.

#include "engine/service.hpp"

#include "engine/compression.hpp"
#include "engine/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <optional>
#include <random>

namespace godwit::engine {

namespace {

enum class Use { query, database, format, id, credential, session, ignored, refused };

struct ParameterRow {
  std::string_view name;
  Use use;
  std::string_view reason;  // of a refusal
};

// clang-format off
constexpr ParameterRow kParameters[] = {
    // name                use              why it is refused
    {"query",              Use::query,      ""},
    {"database",           Use::database,   ""},
    {"default_format",     Use::format,     ""},
    {"query_id",           Use::id,         ""},
    {"user",               Use::credential, ""},
    {"password",           Use::credential, ""},
    {"wait_end_of_query",  Use::ignored,    ""},  // an answer is always sent whole
    {"buffer_size",        Use::ignored,    ""},
    {"quota_key",          Use::ignored,    ""},
    {"stacktrace",         Use::ignored,    ""},
    {"session_id",         Use::session,    ""},
    {"session_timeout",    Use::session,    ""},
    {"session_check",      Use::session,    ""},
    {"close_session",      Use::session,    ""},
    {"role",               Use::refused,    "the embedded engine has no roles"},
    {"compress",           Use::refused,    "the embedded engine does not compress"},
    {"decompress",         Use::refused,    "the embedded engine does not decompress"},
};

struct ContentTypeRow {
  std::string_view format;  // or how its name begins
  std::string_view type;
};

constexpr ContentTypeRow kContentTypes[] = {
    // The first row that the format's name begins with.
    {"TabSeparated",     "text/tab-separated-values; charset=UTF-8"},
    {"TSV",              "text/tab-separated-values; charset=UTF-8"},
    {"CSVWithNames",     "text/csv; charset=UTF-8; header=present"},
    {"CSV",              "text/csv; charset=UTF-8; header=absent"},
    {"JSONEachRow",      "application/x-ndjson; charset=UTF-8"},
    {"JSONCompactEachRow", "application/x-ndjson; charset=UTF-8"},
    {"JSONStringsEachRow", "application/x-ndjson; charset=UTF-8"},
    {"JSON",             "application/json; charset=UTF-8"},
    {"XML",              "application/xml; charset=UTF-8"},
    {"Native",           "application/octet-stream"},
    {"RowBinary",        "application/octet-stream"},
    {"Parquet",          "application/octet-stream"},
    {"Arrow",            "application/octet-stream"},
    {"ORC",              "application/octet-stream"},
    {"Avro",             "application/octet-stream"},
    {"MsgPack",          "application/octet-stream"},
    {"BSONEachRow",      "application/octet-stream"},
};
// clang-format on

constexpr std::string_view kPlainText = "text/plain; charset=UTF-8";
constexpr std::string_view kDefaultFormat = "TabSeparated";
constexpr int kMaxSessionTimeout = 3600;  // seconds, a server's default
constexpr std::string_view kParameterPrefix = "param_";

std::string_view content_type(std::string_view format) {
  for (const ContentTypeRow& row : kContentTypes) {
    if (format.starts_with(row.format)) return row.type;
  }
  return kPlainText;
}

const ParameterRow* find_row(std::string_view name) {
  const auto* row = std::find_if(std::begin(kParameters), std::end(kParameters),
                                 [&](const ParameterRow& row) { return row.name == name; });
  return row == std::end(kParameters) ? nullptr : row;
}

/// A version 4 UUID.
std::string new_id() {
  thread_local std::mt19937_64 generator{std::random_device{}()};
  const std::uint64_t a = generator();
  const std::uint64_t b = generator();
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}", a >> 32U, (a >> 16U) & 0xFFFFU,
                     a & 0xFFFU, ((b >> 48U) & 0x3FFFU) | 0x8000U, b & 0xFFFFFFFFFFFFU);
}

/// The format a query names at its end ("... FORMAT JSON"), or "".
std::string_view named_format(std::string_view text) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  const std::size_t last = text.find_last_not_of(" \t\r\n;");
  if (last == std::string_view::npos) return {};
  std::size_t name = last + 1;
  while (name > 0 && is_word(text[name - 1])) --name;
  const std::size_t word = text.substr(0, name).find_last_not_of(" \t\r\n");
  if (word == std::string_view::npos || word < 6) return {};
  if (lower(text.substr(word - 5, 6)) != "format" || is_word(text[word - 6])) return {};
  return text.substr(name, last + 1 - name);
}

void check_setting_name(std::string_view name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  });
  if (!plain || name.empty()) {
    throw Exception{115, fmt::format("Unknown setting '{}'. (UNKNOWN_SETTING)", name)};
  }
}

/// Puts one parameter of the URL where it belongs.
void take(Query& query, const std::string& name, const std::string& value) {
  if (name.starts_with(kParameterPrefix)) {
    query.parameters.emplace_back(name.substr(kParameterPrefix.size()), value);
    return;
  }
  const ParameterRow* row = find_row(name);
  if (row == nullptr) {
    check_setting_name(name);
    query.settings.emplace_back(name, value);
    if (name == "log_queries" && (value == "0" || value == "false")) {
      query.logging = Logging::left_out;
    }
    return;
  }
  switch (row->use) {
    case Use::database:
      query.database = value;
      break;
    case Use::format:
      query.format = value;
      break;
    case Use::refused:
      // A client that says "no" asks for nothing.
      if (value != "0" && !value.empty()) {
        throw Exception{36, fmt::format("{}, so the parameter {} is refused. (BAD_ARGUMENTS)",
                                        row->reason, name)};
      }
      break;
    case Use::query:  // these are read on their own
    case Use::id:
    case Use::credential:
    case Use::session:
    case Use::ignored:
      break;
  }
}

/// Seconds, as the parameter session_timeout says them.
std::chrono::seconds parse_timeout(std::string_view text) {
  int seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || seconds < 0) {
    throw Exception{374,
                    fmt::format("Invalid session timeout: '{}' (INVALID_SESSION_TIMEOUT)", text)};
  }
  if (seconds > kMaxSessionTimeout) {
    throw Exception{374, fmt::format("Session timeout '{}' is larger than max_session_timeout: {}. "
                                     "(INVALID_SESSION_TIMEOUT)",
                                     text, kMaxSessionTimeout)};
  }
  return std::chrono::seconds(seconds);
}

std::optional<SessionRequest> session_of(const HttpRequest& request) {
  SessionRequest session;
  session.id = request.parameter("session_id");
  if (session.id.empty()) return std::nullopt;
  const std::string_view timeout = request.parameter("session_timeout");
  if (!timeout.empty()) session.timeout = parse_timeout(timeout);
  session.must_exist = request.parameter("session_check") == "1";
  session.closes = request.parameter("close_session") == "1";
  return session;
}

/// What the answer is compressed with: as on a server, only where the client asks twice.
Encoding encoding_for(const HttpRequest& request) {
  const std::string_view wanted = request.parameter("enable_http_compression");
  if (wanted != "1" && wanted != "true") return Encoding::none;
  return choose_encoding(request.header("Accept-Encoding"));
}

/// The query is the parameter, or the body, or both: what begins in the one goes on in the other.
std::string query_text(HttpRequest& request) {
  request.body = decompress(std::move(request.body), request.header("Content-Encoding"));
  std::string text(request.parameter("query"));
  if (text.empty()) return std::move(request.body);
  if (request.body.empty()) return text;
  return text + "\n" + request.body;
}

std::string summary(const Answer& answer) {
  const Result& result = answer.result;
  return fmt::format(
      R"({{"read_rows":"{}","read_bytes":"{}","written_rows":"{}","written_bytes":"{}",)"
      R"("total_rows_to_read":"0","result_rows":"{}","result_bytes":"{}","elapsed_ns":"{}"}})",
      result.read_rows, result.read_bytes, result.written_rows, result.written_bytes,
      result.result_rows, result.data.size(), answer.elapsed.count());
}

HttpResponse plain(int status, std::string body) {
  return {status, {{"Content-Type", std::string(kPlainText)}}, std::move(body)};
}

void compress_body(HttpResponse& response, Encoding encoding) {
  if (encoding == Encoding::none) return;
  response.body = compress(response.body, encoding);
  response.headers.emplace_back("Content-Encoding", to_string(encoding));
}

}  // namespace

HttpResponse Service::refuse(const Exception& exception) const {
  HttpResponse response =
      plain(http_status(exception.code), describe(exception, identity_.version) + "\n");
  response.headers.emplace_back("X-ClickHouse-Exception-Code", std::to_string(exception.code));
  return response;
}

HttpResponse Service::respond(const Query& query, Answer answer) const {
  HttpResponse response;
  if (answer.exception) {
    response = refuse(*answer.exception);
  } else {
    const std::string_view named = named_format(query.text);
    const std::string format(named.empty() ? query.format : named);
    response.headers = {{"Content-Type", std::string(content_type(format))},
                        {"X-ClickHouse-Format", format}};
  }
  response.headers.emplace_back("X-ClickHouse-Summary", summary(answer));
  response.headers.emplace_back("X-ClickHouse-Query-Id", query.id);
  response.headers.emplace_back("X-ClickHouse-Timezone", identity_.timezone);
  response.headers.emplace_back("X-ClickHouse-Server-Display-Name", identity_.host);
  if (!answer.exception) response.body = std::move(answer.result.data);
  return response;
}

// Replicated tables of this engine are all read-only, and those a server does not count as late.
HttpResponse Service::replicas_status(const HttpRequest& request) {
  if (request.parameter("verbose") != "1") return plain(200, "Ok.\n");
  Query query;
  query.id = new_id();
  query.text =
      "SELECT concat(database, '.', table, ':\tis readonly. ') FROM system.replicas ORDER BY 1";
  query.format = "TSVRaw";
  query.logging = Logging::left_out;
  Answer answer = runner_.run(query);
  if (answer.exception) return refuse(*answer.exception);
  return plain(200, std::move(answer.result.data));
}

HttpResponse Service::answer(HttpRequest request) try {
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!reads && request.method != "POST") return plain(501, "only GET, HEAD and POST\n");
  if (reads && request.path == "/ping") return plain(200, "Ok.\n");
  if (reads && request.path == "/replicas_status") return replicas_status(request);
  if (request.path != "/") {
    return plain(404, fmt::format("There is no handle {}\n", request.path));
  }
  if (reads && request.parameter("query").empty()) return plain(200, "Ok.\n");
  if (closed_) throw Exception{236, "The engine is shutting down. (ABORTED)"};
  authenticate(request, credentials_);

  Query query;
  query.id = request.parameter("query_id");
  if (query.id.empty()) query.id = request.header("X-ClickHouse-Query-Id");
  if (query.id.empty()) query.id = new_id();
  query.database = request.header("X-ClickHouse-Database");
  query.format = request.header("X-ClickHouse-Format");
  query.readonly = reads;
  for (const auto& [name, value] : request.parameters) take(query, name, value);
  if (query.format.empty()) query.format = kDefaultFormat;
  query.session = session_of(request);
  query.text = query_text(request);
  HttpResponse response = respond(query, runner_.run(query));
  compress_body(response, encoding_for(request));
  return response;
} catch (const Exception& exception) {
  return refuse(exception);
} catch (const std::exception& error) {
  return refuse({1001, fmt::format("{} (STD_EXCEPTION)", error.what())});
}

}  // namespace godwit::engine
