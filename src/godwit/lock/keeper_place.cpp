// A password that is written raw may hold a slash or an @, so whatever stands before the last @ is
// user and password, as redact_url() has it too. A path therefore holds no @, and no more than
// needs no quoting in Keeper's own shell.

#include "godwit/lock/keeper_place.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace godwit::lock {

namespace {

constexpr std::string_view kScheme = "keeper://";
constexpr std::string_view kPathCharacters = "-_.~:+";
constexpr std::string_view kHostCharacters = "-_.";
constexpr std::string_view kIpv6Characters = "0123456789abcdefABCDEF:.";
constexpr std::string_view kEncode =
    "keeper://USER:PASSWORD@HOST:2181/PATH; in user and password % is written %25, : is %3A";

bool is_word(char c, std::string_view more) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         more.find(c) != std::string_view::npos;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

class Parser {
 public:
  Parser(std::string_view url, Secrets& secrets, const Where& where)
      : url_(url), secrets_(secrets), where_(where) {}

  KeeperPlace parse() {
    if (!url_.starts_with(kScheme)) fail("keeper: is not followed by //", kKeeperForm);
    std::string_view rest = url_.substr(kScheme.size());
    const std::size_t at = rest.rfind('@');
    if (at != std::string_view::npos) {
      read_user(rest.substr(0, at));
      rest.remove_prefix(at + 1);
    }
    const std::size_t slash = rest.find('/');
    for (const std::string_view host : split(rest.substr(0, slash), ',')) read_host(host);
    read_path(slash == std::string_view::npos ? std::string_view() : rest.substr(slash));
    return std::move(place_);
  }

 private:
  [[noreturn]] void fail(std::string_view reason, std::string_view hint) const {
    throw Error(ErrorKind::usage, fmt::format("lock '{}': {}", redact_url(url_), reason), where_,
                std::string(hint));
  }

  [[nodiscard]] std::string decode(std::string_view text) const {
    const auto decoded = percent_decoded(text);
    if (!decoded) fail("a % is not followed by two hex digits", kEncode);
    if (std::any_of(decoded->begin(), decoded->end(), is_control)) {
      fail("it holds a control character", kEncode);
    }
    return *decoded;
  }

  void read_user(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) fail("its user has no password", kEncode);
    const std::string_view password = text.substr(colon + 1);
    secrets_.add(password);
    place_.password = decode(password);
    secrets_.add(place_.password);
    place_.user = decode(text.substr(0, colon));
    if (place_.user.empty() || place_.password.empty()) {
      fail("its user or its password is empty", kEncode);
    }
    if (place_.user.find(':') != std::string::npos) fail("its user holds a colon", kEncode);
  }

  void read_host(std::string_view text) {
    KeeperHost host;
    std::string_view after;
    if (text.starts_with('[')) {
      const std::size_t bracket = text.find(']');
      if (bracket == std::string_view::npos) fail("a [ is not closed", "keeper://[::1]:2181/PATH");
      host.name = text.substr(1, bracket - 1);
      after = text.substr(bracket + 1);
      if (host.name.find_first_not_of(kIpv6Characters) != std::string::npos) {
        fail("no IPv6 address is in the brackets", "keeper://[::1]:2181/PATH");
      }
    } else {
      const std::size_t colon = std::min(text.find(':'), text.size());
      host.name = text.substr(0, colon);
      after = text.substr(colon);
      for (const char c : host.name) {
        if (!is_word(c, kHostCharacters)) fail("a host's name is not valid", kKeeperForm);
      }
    }
    if (host.name.empty()) fail("a host has no name", kKeeperForm);
    if (!after.empty()) host.port = read_port(after);
    place_.hosts.push_back(std::move(host));
  }

  // Without the URL: what is no port may be a password whose @ is missing.
  [[nodiscard]] int read_port(std::string_view text) const {
    const auto port = text.front() == ':' ? parse_digits(text.substr(1)) : std::nullopt;
    if (port && *port > 0 && *port <= 65535) return static_cast<int>(*port);
    throw Error(ErrorKind::usage, "lock: a port is not a number from 1 to 65535", where_,
                fmt::format("{}, or keeper://[::1]:2181/PATH", kKeeperForm));
  }

  void read_path(std::string_view path) {
    if (path.ends_with('/')) path.remove_suffix(1);
    if (path.empty()) fail("it has no path", kKeeperForm);
    for (const std::string_view name : split(path.substr(1), '/')) {
      if (name.empty() || name == "." || name == "..") {
        fail("a name in its path is empty or dots", kKeeperForm);
      }
      for (const char c : name) {
        if (!is_word(c, kPathCharacters)) {
          fail("its path holds more than letters, digits and -_.~:+", kKeeperForm);
        }
      }
    }
    place_.path = path;
  }

  std::string_view url_;
  Secrets& secrets_;
  const Where& where_;
  KeeperPlace place_;
};

}  // namespace

KeeperPlace parse_keeper_place(std::string_view url, Secrets& secrets, const Where& where) {
  return Parser(url, secrets, where).parse();
}

std::string describe_hosts(const KeeperPlace& place) {
  std::string text;
  for (const KeeperHost& host : place.hosts) {
    const bool ipv6 = host.name.find(':') != std::string::npos;
    text += fmt::format("{}{}{}{}:{}", text.empty() ? "" : ",", ipv6 ? "[" : "", host.name,
                        ipv6 ? "]" : "", host.port);
  }
  return text;
}

}  // namespace godwit::lock
