// Ports and schemes mixed up are the commonest reason for a server that "does not work", and each
// mix-up has its own face: a native port answers HTTP with a plain sentence (or hangs up), a TLS
// port answers with alert bytes or nothing, a plain port makes the TLS handshake fail. All of them
// show at once, in the first exchange, before a statement is sent.

#include "godwit/server/unreachable.hpp"

#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace godwit::server {

namespace {

constexpr long kBadRequest = 400;

struct PortRow {
  int port;
  std::string_view what;
  Scheme scheme;  // the one that reaches this server's HTTP interface
  int http_port;
};

// clang-format off
constexpr PortRow kPorts[] = {
    // port  what ClickHouse uses it for                  the URL that was meant
    {9000, "ClickHouse's native protocol",               Scheme::http,  8123},
    {9440, "ClickHouse's native protocol with TLS",      Scheme::https, 8443},
    {9009, "the exchange between replicas",              Scheme::http,  8123},
    {9010, "the exchange between replicas, with TLS",    Scheme::https, 8443},
    {9004, "MySQL's protocol",                           Scheme::http,  8123},
    {9005, "PostgreSQL's protocol",                      Scheme::http,  8123},
    {9181, "ClickHouse Keeper",                          Scheme::http,  8123},
    {2181, "ZooKeeper",                                  Scheme::http,  8123},
    {8443, "HTTP with TLS",                              Scheme::https, 8443},
    {8123, "HTTP without TLS",                           Scheme::http,  8123},
};
// clang-format on

std::string url(const Connection& connection, Scheme scheme, int port) {
  Connection other;
  other.scheme = scheme;
  other.host = connection.host;
  other.port = port;
  other.database = connection.database;
  return describe(other);
}

// What answered was not HTTP (or not TLS): the URL that would be right.
std::string likely_url(const Connection& connection) {
  const auto* const row = std::find_if(std::begin(kPorts), std::end(kPorts), [&](const auto& each) {
    return each.port == connection.port;
  });
  const bool same =
      row != std::end(kPorts) && row->port == row->http_port && row->scheme == connection.scheme;
  if (row != std::end(kPorts) && !same) {
    return fmt::format("port {} is usually for {}; try {}", row->port, row->what,
                       url(connection, row->scheme, row->http_port));
  }
  const Scheme other = connection.scheme == Scheme::http ? Scheme::https : Scheme::http;
  return fmt::format("{} TLS on this port? try {}", other == Scheme::https ? "perhaps" : "no",
                     url(connection, other, connection.port));
}

// "Port 9000 is for clickhouse-client program\r\nYou must use port 8123 for HTTP."
std::optional<std::string> native_port_hint(const Connection& connection,
                                            const HttpResponse& response) {
  static constexpr std::string_view kUse = "You must use port ";
  if (response.text.find("is for clickhouse-client") == std::string::npos) return std::nullopt;
  const std::size_t begin = response.text.find(kUse);
  if (begin == std::string::npos) return likely_url(connection);
  const std::string_view rest = std::string_view(response.text).substr(begin + kUse.size());
  const auto port = parse_digits(rest.substr(0, rest.find_first_not_of("0123456789")));
  if (!port || *port > 65535) return likely_url(connection);
  return fmt::format("try {}", url(connection, Scheme::http, static_cast<int>(*port)));
}

struct Cause {
  std::string reason;
  std::string hint;
};

Cause cause_of_status(const Connection& connection, const HttpResponse& response) {
  if (auto hint = native_port_hint(connection, response)) {
    return {"this is ClickHouse's native port, which does not speak HTTP", std::move(*hint)};
  }
  if (!response.location.empty()) {
    return {
        fmt::format("it redirects (HTTP {}) to {}", response.status, redact_url(response.location)),
        "give the URL it redirects to"};
  }
  const std::string answer = one_line(response.text, 120);
  if (response.status == kBadRequest && connection.scheme == Scheme::http &&
      lower(answer).find("https") != std::string::npos) {
    return {fmt::format("it wants TLS: HTTP {}: {}", response.status, answer),
            likely_url(connection)};
  }
  return {fmt::format("it does not answer as ClickHouse does: HTTP {}{}{}", response.status,
                      answer.empty() ? "" : ": ", answer),
          "is this the address of ClickHouse's HTTP interface, and does a proxy let it through?"};
}

Cause cause_of(const Connection& connection, const HttpResponse& response) {
  const bool local = !connection.unix_socket.empty();
  switch (response.end) {
    case HttpEnd::whole:
      return cause_of_status(connection, response);
    case HttpEnd::no_host:
      return {"the host's name is not known", "check the host in the URL"};
    case HttpEnd::no_connection:
      return {local ? "the embedded engine has ended" : response.reason,
              local ? "run the command again"
                    : "does ClickHouse listen there? its HTTP interface is on port "
                      "8123, with TLS on 8443"};
    case HttpEnd::no_tls:
      return {fmt::format("no TLS connection: {}", response.reason), likely_url(connection)};
    case HttpEnd::untrusted:
      return {fmt::format("its certificate is refused: {}", response.reason),
              "name the authority's certificate with ca_file=PATH"};
    case HttpEnd::not_http:
      return {"what listens there does not speak HTTP", likely_url(connection)};
    case HttpEnd::empty:
      return {"the connection was closed without an answer", likely_url(connection)};
    case HttpEnd::late:
      return {"it took the connection and did not answer", likely_url(connection)};
    case HttpEnd::cut:
    case HttpEnd::abandoned:
      break;
  }
  return {response.reason, local ? "" : likely_url(connection)};
}

}  // namespace

Error unreachable(const Connection& connection, const HttpResponse& response) {
  Cause cause = cause_of(connection, response);
  return {ErrorKind::failed,
          fmt::format("cannot reach {}: {}", describe(connection), cause.reason),
          {},
          std::move(cause.hint)};
}

bool refuses_user(int code) {
  static constexpr int kCodes[] = {
      192,  // UNKNOWN_USER
      193,  // WRONG_PASSWORD
      194,  // REQUIRED_PASSWORD
      516,  // AUTHENTICATION_FAILED
  };
  return std::find(std::begin(kCodes), std::end(kCodes), code) != std::end(kCodes);
}

Error refused_user(const Connection& connection, std::string_view answer) {
  return {
      ErrorKind::failed,
      fmt::format("{} refuses user '{}' ({}): unknown user or wrong password", describe(connection),
                  connection.user.empty() ? "default" : connection.user, answer),
      {},
      "check --user and --password-file, or what the environment's user and password say "
      "(env(\"CH_USER\"), env(\"CH_PASSWORD\"))"};
}

}  // namespace godwit::server
