// Connection URLs. A URL is read left to right into a Draft, which remembers what was *said*;
// settle() then decides TLS and port, because each depends on the other. Errors never show more of
// the URL than redact_url() leaves.

#include "godwit/server/connection.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace godwit::server {

namespace {

constexpr int kPlainPort = 8123;
constexpr int kTlsPort = 8443;
constexpr int kNativePort = 9000;
constexpr int kNativeTlsPort = 9440;

constexpr std::string_view kEncodeHint =
    "write special characters of user and password percent-encoded (@ is %40, / is %2F, # is %23, "
    "% is %25), or give them by --user and --password-file";

struct SchemeRow {
  std::string_view word;
  bool tls;
  bool maps_native_ports;
};

// clang-format off
constexpr SchemeRow kSchemes[] = {
    // word              TLS    may name a native port
    {"http",             false, false},
    {"https",            true,  false},
    {"clickhouse",       false, true},
    {"clickhouse+http",  false, true},
    {"clickhouse+https", true,  true},
};
// clang-format on

struct Draft {
  Connection connection;
  bool tls = false;
  bool maps_native_ports = false;
  std::optional<bool> secure;  // as the parameter says it
  std::optional<int> port;
};

class UrlParser {
 public:
  UrlParser(std::string_view url, Secrets& secrets) : url_(url), secrets_(secrets) {}

  Connection parse();

 private:
  [[noreturn]] void fail(std::string_view reason, std::string hint) const {
    // A raw & in a password makes a parameter of its second half, which redact_url() cannot know;
    // so where a password is among the parameters, none of them is shown.
    const std::size_t question = url_.find('?');
    const bool whole = question == std::string_view::npos ||
                       lower(url_.substr(question)).find("password") == std::string::npos;
    const std::string shown =
        whole ? redact_url(url_)
              : fmt::format("{}?{}", redact_url(url_.substr(0, question)), kRedacted);
    throw Error(ErrorKind::usage, fmt::format("URL '{}': {}", shown, reason), {}, std::move(hint));
  }

  void read_scheme(std::string_view word);
  void read_authority(std::string_view authority);
  void read_user(std::string_view user_information);
  void read_port(std::string_view digits);
  void read_path(std::string_view path);
  void read_parameters(std::string_view query);
  void read_parameter(std::string_view name, std::string_view value);
  bool read_bool(std::string_view name, std::string_view value) const;
  std::string decode(std::string_view text) const;
  Connection settle();

  std::string_view url_;
  Secrets& secrets_;
  Draft draft_;
};

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// A control character in a header or a host name would let one value become two.
bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

std::string UrlParser::decode(std::string_view text) const {
  const auto decoded = percent_decoded(text);
  if (!decoded) fail("a % is not followed by two hex digits", std::string(kEncodeHint));
  if (std::any_of(decoded->begin(), decoded->end(), is_control)) {
    fail("it holds a control character", std::string(kEncodeHint));
  }
  return *decoded;
}

void UrlParser::read_scheme(std::string_view word) {
  for (const SchemeRow& row : kSchemes) {
    if (!equal_ignoring_case(row.word, word)) continue;
    draft_.tls = row.tls;
    draft_.maps_native_ports = row.maps_native_ports;
    return;
  }
  std::vector<std::string_view> words;
  for (const SchemeRow& row : kSchemes) words.push_back(row.word);
  words.emplace_back("chdb");
  fail(fmt::format("unknown scheme '{}'", word), did_you_mean(word, words));
}

void UrlParser::read_user(std::string_view user_information) {
  const std::size_t colon = user_information.find(':');
  draft_.connection.user = decode(user_information.substr(0, colon));
  if (colon == std::string_view::npos) return;
  const std::string_view password = user_information.substr(colon + 1);
  secrets_.add(password);
  draft_.connection.password = decode(password);
  secrets_.add(draft_.connection.password);
}

void UrlParser::read_port(std::string_view digits) {
  const auto port = parse_digits(digits);
  if (!port || *port == 0 || *port > 65535) {
    fail("the port is not a number from 1 to 65535", std::string(kEncodeHint));
  }
  draft_.port = static_cast<int>(*port);
}

void UrlParser::read_authority(std::string_view authority) {
  const std::size_t at = authority.rfind('@');
  if (at != std::string_view::npos) {
    read_user(authority.substr(0, at));
    authority.remove_prefix(at + 1);
  }
  std::string_view host = authority;
  std::string_view after;
  if (!authority.empty() && authority.front() == '[') {
    const std::size_t bracket = authority.find(']');
    if (bracket == std::string_view::npos) fail("a [ is not closed", "http://[::1]:8123");
    host = authority.substr(1, bracket - 1);
    after = authority.substr(bracket + 1);
    const auto bad = [](char c) { return hex_digit(c) < 0 && c != ':' && c != '.'; };
    if (std::any_of(host.begin(), host.end(), bad))
      fail("no IPv6 address is in the brackets", "http://[::1]:8123");
  } else {
    const std::size_t colon = authority.find(':');
    host = authority.substr(0, colon);
    if (colon != std::string_view::npos) after = authority.substr(colon);
    const auto bad = [](char c) {
      return is_control(c) || std::string_view(" \"<>\\^`{|}%[]").find(c) != std::string_view::npos;
    };
    if (std::any_of(host.begin(), host.end(), bad))
      fail("the host name is not valid", std::string(kEncodeHint));
  }
  if (host.empty()) fail("it names no host", "http://HOST:8123/DATABASE");
  draft_.connection.host = lower(host);
  if (after.empty()) return;
  if (after.front() != ':') fail("text follows the host", "http://[::1]:8123");
  read_port(after.substr(1));
}

void UrlParser::read_path(std::string_view path) {
  if (!path.empty()) path.remove_prefix(1);  // the slash
  if (!path.empty() && path.back() == '/') path.remove_suffix(1);
  if (path.find('/') != std::string_view::npos || path.find('@') != std::string_view::npos) {
    fail("the path is more than one database name", std::string(kEncodeHint));
  }
  draft_.connection.database = decode(path);
}

bool UrlParser::read_bool(std::string_view name, std::string_view value) const {
  const std::string word = lower(value);
  if (word == "true" || word == "1") return true;
  if (word == "false" || word == "0") return false;
  fail(fmt::format("{} is neither true nor false", name), fmt::format("{}=true", name));
}

void UrlParser::read_parameter(std::string_view name, std::string_view value) {
  static constexpr std::string_view kNames[] = {"user",    "password",  "database", "secure",
                                                "ca_file", "cert_file", "key_file", "skip_verify"};
  Connection& connection = draft_.connection;
  if (name == "user") {
    connection.user = decode(value);
  } else if (name == "password") {
    secrets_.add(value);
    connection.password = decode(value);
    secrets_.add(connection.password);
  } else if (name == "database") {
    connection.database = decode(value);
  } else if (name == "secure") {
    draft_.secure = read_bool(name, value);
  } else if (name == "skip_verify") {
    connection.verify_tls = !read_bool(name, value);
  } else if (name == "ca_file") {
    connection.ca_file = decode(value);
  } else if (name == "cert_file") {
    connection.cert_file = decode(value);
  } else if (name == "key_file") {
    connection.key_file = decode(value);
  } else {
    // An unknown name may be half a password with a raw & in it, so it is shown only where it is
    // near a known one.
    const auto near = nearest(name, kNames);
    fail(near ? fmt::format("unknown parameter '{}'", name) : "unknown parameter",
         near ? fmt::format("did you mean '{}'?", *near)
              : "parameters: user, password, database, secure, skip_verify, ca_file, cert_file, "
                "key_file; settings go into the configuration");
  }
}

void UrlParser::read_parameters(std::string_view query) {
  for (const std::string_view parameter : split(query, '&')) {
    if (parameter.empty()) continue;
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos || parameter.find('@') != std::string_view::npos) {
      fail("what follows the ? is not name=value", std::string(kEncodeHint));
    }
    read_parameter(parameter.substr(0, equals), parameter.substr(equals + 1));
  }
}

Connection UrlParser::settle() {
  Connection& connection = draft_.connection;
  const bool cloud = connection.host.ends_with(".clickhouse.cloud");
  const bool tls_port =
      draft_.maps_native_ports && (draft_.port == kNativeTlsPort || draft_.port == kTlsPort);
  const bool implied = draft_.tls || cloud || tls_port;
  if (draft_.secure == false && implied) {
    fail("secure=false contradicts the scheme, host or port", "leave secure out, or use http://");
  }
  const bool tls = implied || draft_.secure.value_or(false);
  const int default_port = tls ? kTlsPort : kPlainPort;
  const bool native = draft_.maps_native_ports || cloud;
  const int port = draft_.port.value_or(default_port);
  const bool mapped =
      (native && (port == kNativePort || port == kNativeTlsPort)) || (cloud && port == kPlainPort);
  connection.scheme = tls ? Scheme::https : Scheme::http;
  connection.port = mapped ? default_port : port;
  if (connection.cert_file.empty() != connection.key_file.empty()) {
    fail("cert_file and key_file go together", "give both, or neither");
  }
  return std::move(connection);
}

Connection UrlParser::parse() {
  if (lower(url_.substr(0, 5)) == "chdb:") {
    std::string_view path = url_.substr(5);
    if (!path.empty() && !path.starts_with("//")) {
      fail("a path follows chdb: without //", fmt::format("chdb://{}", path));
    }
    draft_.connection.scheme = Scheme::chdb;
    if (!path.empty()) draft_.connection.data_path = path.substr(2);
    return std::move(draft_.connection);
  }
  const std::size_t colon = url_.find("://");
  if (colon == std::string_view::npos) {
    fail("it has no scheme",
         "http://HOST:8123/DATABASE, https://HOST:8443/DATABASE or chdb://PATH");
  }
  read_scheme(url_.substr(0, colon));
  const std::string_view rest = url_.substr(colon + 3);
  if (rest.find('#') != std::string_view::npos)
    fail("a # has no meaning in it", std::string(kEncodeHint));
  const std::size_t question = rest.find('?');
  const std::string_view before = rest.substr(0, question);
  const std::size_t slash = before.find('/');
  read_authority(before.substr(0, slash));
  if (slash != std::string_view::npos) read_path(before.substr(slash));
  if (question != std::string_view::npos) read_parameters(rest.substr(question + 1));
  return settle();
}

}  // namespace

Connection parse_url(std::string_view url, Secrets& secrets) {
  return UrlParser(url, secrets).parse();
}

std::string describe(const Connection& connection) {
  if (connection.scheme == Scheme::chdb) {
    const std::string path = connection.data_path.string();
    return path.empty() ? "chdb:" : fmt::format("chdb://{}", path);
  }
  if (!connection.unix_socket.empty())
    return fmt::format("unix:{}", connection.unix_socket.string());
  const bool ipv6 = connection.host.find(':') != std::string::npos;
  return fmt::format("{}://{}{}{}:{}{}{}", connection.scheme == Scheme::https ? "https" : "http",
                     ipv6 ? "[" : "", connection.host, ipv6 ? "]" : "", connection.port,
                     connection.database.empty() ? "" : "/", connection.database);
}

}  // namespace godwit::server
