#include "godwit/base/error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace godwit {
namespace {

struct DescribeCase {
  std::string_view what;  // the case
  Error error;
  std::string expected;
};

std::string x(std::size_t count) { return std::string(count, 'x'); }

std::vector<DescribeCase> cases() {
  const auto failed = ErrorKind::failed;
  const auto usage = ErrorKind::usage;
  return {
      {"a message alone", {failed, "the disk is full"}, "godwit: the disk is full\n"},
      {"a hint",
       {usage, "no target", {}, "godwit apply --url URL"},
       "godwit: no target\n    godwit apply --url URL\n"},
      {"a hint of two lines",
       {usage, "two", {}, "first\nsecond"},
       "godwit: two\n    first\n    second\n"},
      {"a file", {usage, "is empty", {"a.sql", 0, 0, {}}}, "godwit: a.sql: is empty\n"},
      {"a line", {usage, "is odd", {"a.sql", 3, 0, "odd"}}, "godwit: a.sql:3: is odd\n"},
      {"a place",
       {usage,
        "unknown topology 'clutser'",
        {"godwit.hcl", 12, 15, "  topology = \"clutser:main\""},
        "did you mean 'cluster'?"},
       "godwit: godwit.hcl:12:15: unknown topology 'clutser'\n"
       "        topology = \"clutser:main\"\n"
       "                    ^\n"
       "    did you mean 'cluster'?\n"},
      {"the first column",
       {usage, "m", {"a", 1, 1, "abc"}},
       "godwit: a:1:1: m\n      abc\n      ^\n"},
      {"behind the end",
       {usage, "m", {"a", 1, 4, "abc"}},
       "godwit: a:1:4: m\n      abc\n         ^\n"},
      {"an empty line has no caret", {usage, "m", {"a", 1, 1, ""}}, "godwit: a:1:1: m\n"},
      {"a tab is one blank",
       {usage, "m", {"a", 1, 3, "\t\tb"}},
       "godwit: a:1:3: m\n        b\n        ^\n"},
      {"a character is one column",
       {usage, "m", {"a", 1, 4, "äö b"}},
       "godwit: a:1:4: m\n      äö b\n         ^\n"},
      // 120 characters are shown; the place is in the middle, or as near to it as the ends allow.
      {"the start of a long line",
       {usage, "m", {"a", 1, 2, x(500)}},
       "godwit: a:1:2: m\n      " + x(120) + "\n       ^\n"},
      {"the middle of a long line",
       {usage, "m", {"a", 1, 251, x(250) + "y" + x(250)}},
       "godwit: a:1:251: m\n      " + x(60) + "y" + x(59) + "\n      " + std::string(60, ' ') +
           "^\n"},
      {"the end of a long line",
       {usage, "m", {"a", 1, 500, x(499) + "y"}},
       "godwit: a:1:500: m\n      " + x(119) + "y\n      " + std::string(119, ' ') + "^\n"},
      {"a line of just 120",
       {usage, "m", {"a", 1, 120, x(119) + "y"}},
       "godwit: a:1:120: m\n      " + x(119) + "y\n      " + std::string(119, ' ') + "^\n"},
  };
}

TEST(Error, IsToldWithItsPlaceItsLineAndItsHint) {
  for (const DescribeCase& each : cases())
    EXPECT_EQ(describe(each.error), each.expected) << each.what;
}

TEST(Error, TheKindIsTheExitCodeAndHasAWord) {
  constexpr std::pair<ErrorKind, std::pair<int, std::string_view>> kKinds[] = {
      {ErrorKind::failed, {1, "failed"}},
      {ErrorKind::usage, {2, "usage"}},
      {ErrorKind::policy, {3, "policy"}},
      {ErrorKind::lock_held, {4, "lock_held"}},
      {ErrorKind::interrupted, {130, "interrupted"}},
  };
  for (const auto& [kind, expected] : kKinds) {
    EXPECT_EQ(static_cast<int>(kind), expected.first);
    EXPECT_EQ(to_string(kind), expected.second);
  }
}

}  // namespace
}  // namespace godwit
