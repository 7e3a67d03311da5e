#include "godwit/base/redact.hpp"

#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace godwit {

namespace {

constexpr std::array<std::string_view, 5> kSecretWords{"password", "passwd", "token", "secret",
                                                       "key"};

bool speaks_of_secret(std::string_view text) {
  const std::string name = lower(text);
  return std::any_of(kSecretWords.begin(), kSecretWords.end(),
                     [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

std::string redact_parameters(std::string_view query) {
  std::string result;
  for (const std::string_view parameter : split(query, '&')) {
    if (!result.empty()) result += '&';
    const std::size_t equals = parameter.find('=');
    const bool secret = speaks_of_secret(parameter.substr(0, equals));
    if (secret && equals != std::string_view::npos) {
      result += parameter.substr(0, equals + 1);
      result += kRedacted;
    } else {
      result += parameter;
    }
  }
  return result;
}

}  // namespace

void Secrets::add(std::string_view secret) {
  if (secret.size() < 3) return;
  for (const std::string& form : {std::string(secret), percent_encoded(secret, HexDigits::capital),
                                  percent_encoded(secret, HexDigits::small)}) {
    if (std::find(forms_.begin(), forms_.end(), form) == forms_.end()) forms_.push_back(form);
  }
  std::stable_sort(forms_.begin(), forms_.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
}

std::string Secrets::redact(std::string text) const {
  for (const std::string& form : forms_) text = replace_all(std::move(text), form, kRedacted);
  return text;
}

std::string redact_url(std::string_view url) {
  const std::size_t scheme_end = url.find("://");
  const std::size_t authority = scheme_end == std::string_view::npos ? 0 : scheme_end + 3;
  // The last @ of the whole text, not of the authority: a password may hold a bare '/' or '?'.
  const std::size_t at = url.rfind('@');
  std::string result(url.substr(0, authority));
  std::string_view rest = url.substr(authority);
  if (at != std::string_view::npos && at >= authority) {
    result += fmt::format("{}@", kRedacted);
    rest = url.substr(at + 1);
  }
  const std::size_t question = rest.find('?');
  result += rest.substr(0, question);
  if (question != std::string_view::npos) {
    result += '?';
    result += redact_parameters(rest.substr(question + 1));
  }
  return result;
}

std::string redact_line(std::string_view line) {
  const bool has_user =
      line.find("://") != std::string_view::npos && line.find('@') != std::string_view::npos;
  // "pasword" and the like are the very lines that are shown.
  const bool misspelt = lower(line).find("pas") != std::string::npos;
  if (!has_user && !misspelt && !speaks_of_secret(line)) return std::string(line);
  std::string result;
  for (std::string_view rest = line; !rest.empty();) {
    const std::size_t open = rest.find('"');
    const std::size_t close = open == std::string_view::npos ? open : rest.find('"', open + 1);
    result += rest.substr(0, open == std::string_view::npos ? open : open + 1);
    if (open == std::string_view::npos) break;
    result += kRedacted;
    if (close == std::string_view::npos) break;
    result += '"';
    rest.remove_prefix(close + 1);
  }
  return result;
}

}  // namespace godwit
