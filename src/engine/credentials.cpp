// The engine knows one user, whom it was started for: libchdb can make none.

#include "engine/credentials.hpp"

#include "engine/exception.hpp"
#include "engine/text.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

namespace godwit::engine {

namespace {

std::string decode_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) break;
    bits = (bits << 6U) | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    result += static_cast<char>((bits >> count) & 0xFFU);
  }
  return result;
}

/// Equal in a time that does not tell where they differ.
bool same_secret(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0U : 1U;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

Credentials credentials_of(const HttpRequest& request) {
  const std::string_view basic = request.header("Authorization");
  if (lower(basic.substr(0, 6)) == "basic ") {
    const std::string pair = decode_base64(basic.substr(6));
    const std::size_t colon = pair.find(':');
    return {pair.substr(0, colon), colon == std::string::npos ? "" : pair.substr(colon + 1)};
  }
  std::string_view user = request.header("X-ClickHouse-User");
  std::string_view password = request.header("X-ClickHouse-Key");
  if (user.empty()) user = request.parameter("user");
  if (password.empty()) password = request.parameter("password");
  return {user.empty() ? "default" : std::string(user), std::string(password)};
}

}  // namespace

void authenticate(const HttpRequest& request, const Credentials& expected) {
  const Credentials given = credentials_of(request);
  const bool same = same_secret(given.password, expected.password);
  if (given.user == expected.user && same) return;
  throw Exception{516, fmt::format("{}: Authentication failed: password is incorrect, or there is "
                                   "no user with such name. (AUTHENTICATION_FAILED)",
                                   given.user)};
}

}  // namespace godwit::engine
