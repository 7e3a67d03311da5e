#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace godwit {

/// What stands where a secret stood.
inline constexpr std::string_view kRedacted = "[redacted]";

/// The secrets of one run, and the gate that every sink passes its text through: terminal, JSON,
/// errors, the history.
class Secrets {
 public:
  /// From here on `secret` is replaced in every text, also where it is percent-encoded. Secrets of
  /// fewer than 3 characters are not looked for: replacing every "a" would hide the text instead.
  void add(std::string_view secret);

  [[nodiscard]] std::string redact(std::string text) const;

 private:
  std::vector<std::string> forms_;  // longest first, so that no secret hides half of another
};

/// `url` with user information and every query parameter whose name speaks of a secret replaced,
/// whether or not the URL is well formed. For errors about a URL that could not be parsed.
std::string redact_url(std::string_view url);

/// A line of a config file with what stands in double quotes replaced, if the line speaks of a
/// secret or holds a URL with user information; as it is otherwise. For the line under an error.
std::string redact_line(std::string_view line);

}  // namespace godwit
