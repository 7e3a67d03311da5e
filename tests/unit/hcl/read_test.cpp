#include "godwit/hcl/read.hpp"

#include "godwit/base/error.hpp"
#include "godwit/hcl/parse.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace godwit::hcl {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr std::string_view kAttributes[] = {"url", "lock", "timeout", "size", "topology", "vars"};
constexpr BlockRow kBlocks[] = {{"topology", 0}, {"environment", 1}, {"raw", 2}, {"defaults", 0}};
constexpr BodyRows kRows{kAttributes, kBlocks};

// A text with all that reading it needs.
struct Reading {
  explicit Reading(std::string text) : source("godwit.hcl", std::move(text)) {
    scope.environment = [](const std::string& /*name*/) { return "s3cret"; };
  }

  [[nodiscard]] BodyReader reader() const { return {body, kRows, source, scope}; }

  Source source;
  Body body = parse(source);
  Scope scope;
};

std::string message(const Error& error) {
  return fmt::format("{}:{}: {} ({})", error.where.line, error.where.column, error.what(),
                     error.hint);
}

// "line:column: message (hint)" of what `read` throws.
template <class Read>
std::string error_of(const std::string& text, Read read) {
  try {
    const Reading reading(text);
    read(reading.reader());
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::usage);
    return message(error);
  }
  return "no error";
}

TEST(Read, EachTypeAsWritten) {
  const Reading reading(
      "url = \"a\"\nlock = true\ntimeout = \"3m\"\nsize = 18446744073709551615\n"
      "vars = { b = \"x\", a = 1 }\ntopology = [\"c\", 2, false]");
  const BodyReader reader = reading.reader();
  EXPECT_EQ(reader.string("url"), "a");
  EXPECT_EQ(reader.boolean("lock"), true);
  EXPECT_EQ(reader.duration("timeout"), std::chrono::minutes(3));
  EXPECT_EQ(reader.number("size")->text(), "18446744073709551615");
  EXPECT_THAT(reader.string_map("vars").value(), ElementsAre(Pair("a", "1"), Pair("b", "x")));
  EXPECT_THAT(reader.strings("topology").value(), ElementsAre("c", "2", "false"));
}

TEST(Read, ScalarsAreConverted) {
  const Reading reading("url = 5\nlock = \"false\"\nsize = \"-12\"");
  EXPECT_EQ(reading.reader().string("url"), "5");
  EXPECT_EQ(reading.reader().boolean("lock"), false);
  EXPECT_EQ(reading.reader().int64("size"), -12);
}

TEST(Read, WhatIsNotSetOrNullIsNothing) {
  const Reading reading("lock = null");
  const BodyReader reader = reading.reader();
  EXPECT_EQ(reader.string("url"), std::nullopt);
  EXPECT_EQ(reader.boolean("lock"), std::nullopt);
  EXPECT_EQ(reader.string_map("vars"), std::nullopt);
  EXPECT_EQ(reader.block("defaults"), nullptr);
}

TEST(Read, ARequiredAttributeIsMissedAtTheHeadOfItsBody) {
  const auto read = [](const BodyReader& reader) { (void)reader.required("url"); };
  EXPECT_EQ(error_of("url = \"a\"", read), "no error");
  EXPECT_EQ(error_of("", read), "1:1: 'url' is not set (write url = ...)");
  EXPECT_EQ(error_of("url = null", read), "1:1: 'url' is not set (write url = ...)");

  const Reading reading("\nenvironment \"dev\" {\n}");
  const BodyReader inner(reading.body.blocks[0].body, kRows, reading.source, reading.scope);
  try {
    (void)inner.required("url");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(message(error), "2:1: 'url' is not set (write url = ...)");
  }
}

struct TypeRow {
  std::string_view text;  // of the attribute that `read` reads
  void (*read)(const BodyReader& reader);
  std::string_view expected;
};

constexpr auto kString = [](const BodyReader& reader) { (void)reader.string("url"); };
constexpr auto kBool = [](const BodyReader& reader) { (void)reader.boolean("lock"); };
constexpr auto kNumber = [](const BodyReader& reader) { (void)reader.number("size"); };
constexpr auto kInt64 = [](const BodyReader& reader) { (void)reader.int64("size"); };
constexpr auto kDuration = [](const BodyReader& reader) { (void)reader.duration("timeout"); };
constexpr auto kStrings = [](const BodyReader& reader) { (void)reader.strings("topology"); };
constexpr auto kStringMap = [](const BodyReader& reader) { (void)reader.string_map("vars"); };

constexpr TypeRow kTypeErrors[] = {
    {"url = [\"a\"]", kString, "1:7: expected a string, found a list ()"},
    {"url = {}", kString, "1:7: expected a string, found an object ()"},
    {"lock = 1", kBool, "1:8: expected a bool, found a number ()"},
    {"lock = \"yes\"", kBool, "1:8: expected true or false, found 'yes' ()"},
    {"lock = env(\"X\")", kBool,
     "1:8: expected true or false, found another text, which may be secret ()"},
    {"size = \"5 MB\"", kNumber, "1:8: expected a number, found '5 MB' ()"},
    {"size = true", kNumber, "1:8: expected a number, found a bool ()"},
    {"size = 1.5", kInt64, "1:8: expected a whole number of at most 64 bits, found '1.5' ()"},
    {"size = 9223372036854775808", kInt64,
     "1:8: expected a whole number of at most 64 bits, found '9223372036854775808' ()"},
    {"timeout = \"soon\"", kDuration,
     "1:11: expected a duration such as \"180s\", \"2m\" or \"500ms\", found 'soon' ()"},
    {"timeout = 180", kDuration,
     "1:11: expected a duration such as \"180s\", \"2m\" or \"500ms\", found '180' ()"},
    {"timeout = []", kDuration,
     "1:11: expected a duration such as \"180s\", \"2m\" or \"500ms\", found a list ()"},
    {"topology = \"a\"", kStrings, "1:12: expected a list of strings, found a string ()"},
    {"topology = [\"a\",\n  []]", kStrings, "2:3: expected a string, found a list ()"},
    {"vars = []", kStringMap, "1:8: expected a map of strings, found a list ()"},
    {"vars = {\n  a = null\n}", kStringMap, "2:7: expected a string, found null ()"},
};

TEST(Read, AWrongTypeIsToldAtTheValue) {
  for (const TypeRow& row : kTypeErrors) {
    EXPECT_EQ(error_of(std::string(row.text), row.read), row.expected) << row.text;
  }
}

TEST(Read, WhatNoRowHasIsRefusedWithTheNearest) {
  constexpr std::pair<std::string_view, std::string_view> kUnknown[] = {
      {"url = 1\nlokc = 1", "2:1: unknown attribute 'lokc' (did you mean 'lock'?)"},
      {"enviroment \"a\" {}", "1:1: unknown block 'enviroment' (did you mean 'environment'?)"},
      {"xyzzy = 1",
       "1:1: unknown attribute 'xyzzy' (one of: url, lock, timeout, size, topology, vars, "
       "environment, raw, defaults)"},
      {"defaults = 1", "1:1: 'defaults' is a block, not an attribute (write defaults { ... })"},
      {"environment = 1",
       "1:1: 'environment' is a block, not an attribute (write environment \"...\" { ... })"},
      {"vars {}", "1:1: 'vars' is an attribute, not a block (write vars = ...)"},
      {"topology = \"a\"\ntopology {}", "no error"},
  };
  for (const auto& [text, expected] : kUnknown) {
    EXPECT_EQ(error_of(std::string(text), [](const BodyReader&) {}), expected) << text;
  }
}

TEST(Read, ABlockHasAsManyLabelsAsItsRow) {
  constexpr std::pair<std::string_view, std::string_view> kLabels[] = {
      {"environment {}",
       "1:1: a block 'environment' has 1 label, found 0 (write environment \"...\" { ... })"},
      {"environment a b {}",
       "1:15: a block 'environment' has 1 label, found 2 (write environment \"...\" { ... })"},
      {"defaults \"a\" {}",
       "1:10: a block 'defaults' has 0 labels, found 1 (write defaults { ... })"},
      {"raw a {}", "1:1: a block 'raw' has 2 labels, found 1 (write raw \"...\" \"...\" { ... })"},
      {"raw a \"b\" {}", "no error"},
  };
  for (const auto& [text, expected] : kLabels) {
    EXPECT_EQ(error_of(std::string(text), [](const BodyReader&) {}), expected) << text;
  }
}

TEST(Read, BlocksInTheirOrderAndASingleOneOnlyOnce) {
  const Reading reading("raw b x {}\ndefaults {}\nraw a x {}");
  const auto raw = reading.reader().blocks("raw");
  ASSERT_EQ(raw.size(), 2U);
  EXPECT_EQ(raw[0]->labels[0].text, "b");
  EXPECT_EQ(raw[1]->labels[0].text, "a");
  EXPECT_NE(reading.reader().block("defaults"), nullptr);
  EXPECT_EQ(error_of("defaults {}\n\ndefaults {}",
                     [](const BodyReader& reader) { (void)reader.block("defaults"); }),
            "3:1: there is a block 'defaults' on line 1 already ()");
}

TEST(Read, TwoBlocksOfTheSameHeadAreRefused) {
  const Reading different("raw a b {}\nraw a c {}\nraw \"a b\" \"\" {}");
  EXPECT_NO_THROW(refuse_repeated(different.reader().blocks("raw"), different.source));
  const Reading same("raw a b {}\nraw b a {}\nraw a \"b\" {}");
  try {
    refuse_repeated(same.reader().blocks("raw"), same.source);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(message(error), "3:7: there is a block 'raw a \"b\"' on line 1 already ()");
  }
}

TEST(Read, WhereANameStands) {
  const Reading reading("\nlock = 1\n  topology {}\n");
  EXPECT_EQ(to_string(reading.reader().where("lock")), "godwit.hcl:2:1");
  EXPECT_EQ(to_string(reading.reader().where("topology")), "godwit.hcl:3:3");
  EXPECT_EQ(to_string(reading.reader().where("url")), "godwit.hcl:1:1");
}

TEST(Read, AValueStillSaysThatItIsSensitive) {
  const Reading reading("url = env(\"X\")");
  EXPECT_TRUE(reading.reader().required("url").sensitive);
}

}  // namespace
}  // namespace godwit::hcl
