#include "godwit/base/redact.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace godwit {
namespace {

struct RedactCase {
  std::string_view secret;
  std::string_view text;
  std::string_view expected;
};

// clang-format off
constexpr RedactCase kTexts[] = {
    {"hunter2", "no secret",            "no secret"},
    {"hunter2", "hunter2",              "[redacted]"},
    {"hunter2", "a hunter2, hunter2!",  "a [redacted], [redacted]!"},
    {"hunter2", "xhunter2x",            "x[redacted]x"},
    {"hunter2", "Hunter2",              "Hunter2"},
    // Percent-encoded, with capital and with small digits; the letters keep their case.
    {"P@ss/W?", "u:P%40ss%2FW%3F@h",    "u:[redacted]@h"},
    {"P@ss/W?", "u:P%40ss%2fW%3f@h",    "u:[redacted]@h"},
    {"pä ss",   "p%C3%A4%20ss",         "[redacted]"},
    // Too short to hide anything but the text.
    {"ab",      "about",                "about"},
    {"",        "about",                "about"},
    {"abc",     "abcd",                 "[redacted]d"},
};
// clang-format on

TEST(Redact, ASecretIsReplacedWhereverAndHoweverItStands) {
  for (const auto& [secret, text, expected] : kTexts) {
    Secrets secrets;
    secrets.add(secret);
    EXPECT_EQ(secrets.redact(std::string(text)), expected) << secret;
  }
}

TEST(Redact, NoSecretHidesHalfOfAnother) {
  for (const bool short_first : {true, false}) {
    Secrets secrets;
    secrets.add(short_first ? "pass" : "password1");
    secrets.add(short_first ? "password1" : "pass");
    EXPECT_EQ(secrets.redact("password1 pass"), "[redacted] [redacted]");
  }
}

// clang-format off
constexpr std::pair<std::string_view, std::string_view> kUrls[] = {
    {"http://host:8123/db",                  "http://host:8123/db"},
    {"http://host:8123/db?secure=true",      "http://host:8123/db?secure=true"},
    {"http://u:p@host:8123/db",              "http://[redacted]@host:8123/db"},
    {"http://u@host",                        "http://[redacted]@host"},
    {"https://host/?user=u&password=p&x=1",  "https://host/?user=u&password=[redacted]&x=1"},
    {"https://host/?PassWord=p",             "https://host/?PassWord=[redacted]"},
    {"https://host/?access_token=p&key=q",   "https://host/?access_token=[redacted]&key=[redacted]"},
    {"https://host/?secret",                 "https://host/?secret"},
    {"https://u:p@host/?password=q",         "https://[redacted]@host/?password=[redacted]"},
    // What is no URL hides no less.
    {"u:p@host",                             "[redacted]@host"},
    {"http:/u:p@host",                       "[redacted]@host"},
    {"http://u:p@ss@host",                   "http://[redacted]@host"},
    {"http://u:p/a?b#c@host/db",             "http://[redacted]@host/db"},
    {"http://u:p%40@[::1",                   "http://[redacted]@[::1"},
    {"http://u:p@",                          "http://[redacted]@"},
    {"clickhuose://u:p@host?password=q",     "clickhuose://[redacted]@host?password=[redacted]"},
    {"://",                                  "://"},
    {"",                                     ""},
};
// clang-format on

TEST(Redact, AUrlLosesItsUserAndItsSecretsWellFormedOrNot) {
  for (const auto& [url, expected] : kUrls) EXPECT_EQ(redact_url(url), expected);
}

}  // namespace
}  // namespace godwit
