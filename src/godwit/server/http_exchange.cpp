// One POST through libcurl.
//
// Never twice. When a kept connection turns out to be dead, libcurl sends the request again on a
// fresh one if no byte of an answer has come, and offers no option against it. A statement could
// run twice that way: a server that takes it and dies has also answered nothing. So the body is
// given by a callback that cannot be rewound: libcurl may open a fresh connection as long as no
// byte of the statement has left (a server runs nothing before it has the body), and must fail
// otherwise. So that servers that close idle connections are no reason for doubt, a connection
// that has been idle for two seconds is not used again (ClickHouse keeps one for three or more),
// and libcurl itself looks whether one has been closed before it uses it.

#include "godwit/server/http_exchange.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace godwit::server {

namespace {

constexpr std::size_t kKeptBytes = 65536;
constexpr long kOk = 200;
constexpr long kMaxIdleSeconds = 2;
constexpr long kKeepAliveIdleSeconds = 30;
constexpr long kKeepAliveIntervalSeconds = 15;

struct EndRow {
  CURLcode code;
  HttpEnd end;
};

// clang-format off
constexpr EndRow kEnds[] = {
    {CURLE_OK,                       HttpEnd::whole},
    {CURLE_COULDNT_RESOLVE_HOST,     HttpEnd::no_host},
    {CURLE_COULDNT_CONNECT,          HttpEnd::no_connection},
    {CURLE_SSL_CONNECT_ERROR,        HttpEnd::no_tls},
    {CURLE_PEER_FAILED_VERIFICATION, HttpEnd::untrusted},
    {CURLE_SSL_CACERT_BADFILE,       HttpEnd::untrusted},
    {CURLE_SSL_CERTPROBLEM,          HttpEnd::untrusted},
    {CURLE_UNSUPPORTED_PROTOCOL,     HttpEnd::not_http},
    {CURLE_WEIRD_SERVER_REPLY,       HttpEnd::not_http},
    {CURLE_GOT_NOTHING,              HttpEnd::empty},
    {CURLE_OPERATION_TIMEDOUT,       HttpEnd::late},
};
// clang-format on

HttpEnd end_of(CURLcode code) {
  const auto* const row = std::find_if(std::begin(kEnds), std::end(kEnds),
                                       [&](const EndRow& each) { return each.code == code; });
  return row == std::end(kEnds) ? HttpEnd::cut : row->end;
}

std::string base_url(const Connection& connection) {
  if (!connection.unix_socket.empty()) return "http://localhost/";
  const bool ipv6 = connection.host.find(':') != std::string::npos;
  return fmt::format("{}://{}{}{}:{}/", connection.scheme == Scheme::https ? "https" : "http",
                     ipv6 ? "[" : "", connection.host, ipv6 ? "]" : "", connection.port);
}

std::string header_line(std::string_view name, std::string_view value) {
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
  if (std::any_of(value.begin(), value.end(), control)) {
    throw Error(ErrorKind::usage,
                "user and password must not hold line breaks or control characters", {},
                "a password file may end in one line feed, and no more");
  }
  return fmt::format("{}: {}", name, value);
}

}  // namespace

HttpExchange::HttpExchange(const Connection& connection) : base_url_(base_url(connection)) {
  handle_.reset(curl().easy_init());
  if (!handle_) throw Error(ErrorKind::failed, "libcurl cannot be started");
  set_once(connection);
}

template <typename Value>
void HttpExchange::set(CURLoption option, Value value) {
  const CURLcode code = curl().easy_setopt(handle_.get(), option, value);
  if (code != CURLE_OK) {
    throw Error(ErrorKind::failed,
                fmt::format("libcurl refuses option {}: {}", static_cast<int>(option),
                            curl().easy_strerror(code)));
  }
}

void HttpExchange::set_once(const Connection& connection) {
  // "Expect:" without a value: no 100-continue round trip before a long statement.
  std::vector<std::string> lines = {"Expect:", "Content-Type: text/plain; charset=utf-8"};
  if (!connection.user.empty() || !connection.password.empty()) {
    // A password alone belongs to the default user; with an empty name servers refuse it.
    const std::string& user = connection.user;
    lines.push_back(header_line("X-ClickHouse-User", user.empty() ? "default" : user));
    if (!connection.password.empty()) {
      lines.push_back(header_line("X-ClickHouse-Key", connection.password));
    }
  }
  for (const std::string& line : lines) {
    curl_slist* const longer = curl().slist_append(headers_.get(), line.c_str());
    if (longer == nullptr) throw Error(ErrorKind::failed, "libcurl is out of memory");
    (void)headers_.release();
    headers_.reset(longer);
  }
  set(CURLOPT_HTTPHEADER, headers_.get());
  set(CURLOPT_ERRORBUFFER, static_cast<char*>(reason_));
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PROXY, "");  // clickhouse-client takes no http_proxy from the environment either
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set(CURLOPT_USERAGENT, "godwit");
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(connection.connect_timeout.count()));
  set(CURLOPT_MAXAGE_CONN, kMaxIdleSeconds);
  set(CURLOPT_TCP_KEEPALIVE, 1L);
  set(CURLOPT_TCP_KEEPIDLE, kKeepAliveIdleSeconds);
  set(CURLOPT_TCP_KEEPINTVL, kKeepAliveIntervalSeconds);
  set(CURLOPT_READFUNCTION, &HttpExchange::read_body);
  set(CURLOPT_READDATA, this);
  set(CURLOPT_SEEKFUNCTION, &HttpExchange::refuse_rewind);
  set(CURLOPT_SEEKDATA, this);
  set(CURLOPT_HEADERFUNCTION, &HttpExchange::take_header);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &HttpExchange::take_body);
  set(CURLOPT_WRITEDATA, this);
  const auto set_path = [&](CURLoption option, const std::filesystem::path& path) {
    if (!path.empty()) set(option, path.c_str());
  };
  set_path(CURLOPT_UNIX_SOCKET_PATH, connection.unix_socket);
  set_path(CURLOPT_CAINFO, connection.ca_file);
  set_path(CURLOPT_SSLCERT, connection.cert_file);
  set_path(CURLOPT_SSLKEY, connection.key_file);
  set(CURLOPT_SSL_VERIFYPEER, connection.verify_tls ? 1L : 0L);
  set(CURLOPT_SSL_VERIFYHOST, connection.verify_tls ? 2L : 0L);
}

std::string HttpExchange::url() const {
  std::string result = base_url_;
  char separator = '?';
  for (const auto& [name, value] : request_->parameters) {
    result += fmt::format("{}{}={}", separator, percent_encoded(name), percent_encoded(value));
    separator = '&';
  }
  return result;
}

void HttpExchange::start(const HttpRequest& request) {
  request_ = &request;
  sent_ = 0;
  headers_ended_ = false;
  response_ = {};
  progress_.reset();
  thrown_ = nullptr;
  reason_[0] = '\0';
  set(CURLOPT_URL, url().c_str());
  set(CURLOPT_POST, 1L);
  set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(request.time_limit.count()));
}

HttpResponse HttpExchange::finish(CURLcode code) {
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  response_.end = end_of(code);
  // "Operation timed out" while nothing was sent is the connect timeout: nobody is there.
  if (response_.end == HttpEnd::late && !response_.body_sent)
    response_.end = HttpEnd::no_connection;
  // libcurl takes a connection that ends between two headers for the end of an empty answer.
  if (code == CURLE_OK && !headers_ended_) {
    response_.end = HttpEnd::cut;
    response_.reason = "the connection was cut";
  }
  if (code != CURLE_OK)
    response_.reason = reason_[0] != '\0' ? reason_ : curl().easy_strerror(code);
  // With the statement sent, these tell of libcurl's second try, which refuse_rewind() forbids.
  const bool second_try = code == CURLE_SEND_FAIL_REWIND || code == CURLE_COULDNT_CONNECT;
  if (second_try && response_.body_sent) response_.reason = "the connection was cut";
  curl().easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &response_.status);
  return std::move(response_);
}

HttpResponse HttpExchange::abandon() {
  response_.end = HttpEnd::abandoned;
  response_.reason = "stopped waiting";
  return std::move(response_);
}

std::size_t HttpExchange::read_body(char* buffer, std::size_t size, std::size_t count, void* self) {
  auto& exchange = *static_cast<HttpExchange*>(self);
  const std::string_view rest = exchange.request_->body.substr(exchange.sent_);
  const std::size_t length = std::min(rest.size(), size * count);
  std::memcpy(buffer, rest.data(), length);
  exchange.sent_ += length;
  if (length > 0) exchange.response_.body_sent = true;
  return length;
}

int HttpExchange::refuse_rewind(void* self, curl_off_t offset, int /*origin*/) {
  const auto& exchange = *static_cast<const HttpExchange*>(self);
  const bool nothing_to_undo = offset == 0 && exchange.sent_ == 0;
  return nothing_to_undo ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL;
}

std::size_t HttpExchange::take_header(char* bytes, std::size_t size, std::size_t count,
                                      void* self) {
  static_cast<HttpExchange*>(self)->header(std::string_view(bytes, size * count));
  return size * count;
}

void HttpExchange::header(std::string_view line) {
  if (line.starts_with("HTTP/")) headers_ended_ = false;
  if (trim(line).empty()) headers_ended_ = true;
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string name = lower(line.substr(0, colon));
  const std::string_view value = trim(line.substr(colon + 1));
  if (name == "x-clickhouse-exception-code" && value.size() <= 6) {
    const auto code = parse_digits(value);
    if (code && *code != 0) response_.exception_code = static_cast<int>(*code);
  } else if (name == "x-clickhouse-exception-tag") {
    response_.exception_tag = value;
  } else if (name == "x-clickhouse-progress") {
    progress_ = value;
  } else if (name == "location") {
    response_.location = value;
  }
}

std::size_t HttpExchange::take_body(char* bytes, std::size_t size, std::size_t count, void* self) {
  auto& exchange = *static_cast<HttpExchange*>(self);
  const std::string_view piece(bytes, size * count);
  exchange.keep(piece);
  if (!exchange.request_->on_body || exchange.response_.status != kOk) return piece.size();
  // No exception may pass through libcurl, which is C.
  try {
    exchange.request_->on_body(piece);
  } catch (...) {
    exchange.thrown_ = std::current_exception();
    return 0;
  }
  return piece.size();
}

void HttpExchange::keep(std::string_view bytes) {
  curl().easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &response_.status);
  std::string& text = response_.text;
  if (response_.status != kOk) {
    text += bytes.substr(0, kKeptBytes - std::min(text.size(), kKeptBytes));
    return;
  }
  text += bytes;
  if (text.size() > 2 * kKeptBytes) text.erase(0, text.size() - kKeptBytes);
}

}  // namespace godwit::server
