#include "godwit/migrations/directive.hpp"

#include "godwit/base/text.hpp"
#include "support/thrown.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

namespace godwit::migrations {
namespace {

using test::thrown_by;

TEST(Directive, EveryRowIsFoundByItsNameAndSaysWhatItMeans) {
  std::set<std::string_view> names;
  for (const DirectiveRow& row : directive_rows()) {
    const Source source("a.sql", fmt::format("-- godwit:{}{}", row.name,
                                             row.takes_arguments ? " some arguments" : ""));
    const auto directive = parse_directive(source, source.text());
    ASSERT_TRUE(directive) << row.name;
    EXPECT_EQ(directive->row, &row);
    EXPECT_EQ(directive->text, source.text());
    EXPECT_EQ(directive->arguments, row.takes_arguments ? "some arguments" : "");
    EXPECT_FALSE(row.meaning.empty()) << row.name;
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " has two rows";
    // rows are indexed by nobody, but read by people: in the order of the words
    EXPECT_EQ(&directive_rows()[static_cast<std::size_t>(row.word)], &row) << row.name;
  }
}

TEST(Directive, EveryRowRefusesTheWrongNumberOfArguments) {
  for (const DirectiveRow& row : directive_rows()) {
    const Source source(
        "a.sql", fmt::format("-- godwit:{}{}", row.name, row.takes_arguments ? "  " : " more"));
    EXPECT_EQ(thrown_by([&] { return parse_directive(source, source.text()); }),
              fmt::format("usage a.sql:1:11: 'godwit:{}' takes {} / {}", row.name,
                          row.takes_arguments ? "arguments" : "no arguments", row.meaning));
  }
}

// clang-format off
constexpr std::string_view kNone[] = {
    "-- a comment", "--", "-- godwit", "-- godwit raw", "-- see godwit:raw", "# godwit:raw",
    "/* godwit:raw */", "// godwit:raw", "-- Godwit:raw",
};

constexpr std::pair<std::string_view, std::string_view> kGood[] = {
    {"-- godwit:raw",                  "raw()"},
    {"--godwit:raw",                   "raw()"},
    {"--   godwit:raw  \t",            "raw()"},
    {"-- godwit:raw\r",                "raw()"},
    {"-- godwit:settings a=1",         "settings(a=1)"},
    {"-- godwit:settings\ta=1, b=2  ", "settings(a=1, b=2)"},
};

constexpr std::pair<std::string_view, std::string_view> kBad[] = {
    {"-- godwit:rwa",       "usage a.sql:1:11: unknown directive 'godwit:rwa' / did you mean 'raw'?"},
    {"-- godwit:setting x", "usage a.sql:1:11: unknown directive 'godwit:setting' / did you mean 'settings'?"},
    {"-- godwit:RAW",       "usage a.sql:1:11: unknown directive 'godwit:RAW' / did you mean 'raw'?"},
    {"-- godwit:",          "usage a.sql:1:11: unknown directive 'godwit:' / one of: allow, down, empty, envs, raw, secret, settings, wait"},
    {"-- godwit: raw",      "usage a.sql:1:11: unknown directive 'godwit:' / one of: allow, down, empty, envs, raw, secret, settings, wait"},
};
// clang-format on

TEST(Directive, OtherCommentsAreNone) {
  for (const std::string_view text : kNone) {
    const Source source("a.sql", std::string(text));
    EXPECT_FALSE(parse_directive(source, source.text())) << text;
  }
}

TEST(Directive, TheGoodOnesAreRead) {
  for (const auto& [text, expected] : kGood) {
    const Source source("a.sql", std::string(text));
    const auto directive = parse_directive(source, source.text());
    ASSERT_TRUE(directive) << text;
    EXPECT_EQ(fmt::format("{}({})", directive->row->name, directive->arguments), expected);
  }
}

TEST(Directive, TheBadOnesAreRefusedWithPlaceAndHint) {
  for (const auto& [text, expected] : kBad) {
    const Source source("a.sql", std::string(text));
    EXPECT_EQ(thrown_by([&] { return parse_directive(source, source.text()); }), expected);
  }
}

std::string names_in(std::string_view text) {
  const Source source("a.sql", std::string(text));
  std::string names;
  for (const Directive& directive : parse_directives(source, source.text())) {
    names += fmt::format("{}{}", names.empty() ? "" : " ", directive.row->name);
  }
  return names;
}

// clang-format off
constexpr std::pair<std::string_view, std::string_view> kBetween[] = {
    {"",                                                    ""},
    {"\n-- what it is for\n\n",                             ""},
    {"-- godwit:raw\n",                                     "raw"},
    {"\xEF\xBB\xBF-- godwit:raw\n",                         "raw"},
    {" \t-- godwit:raw\n-- why\n  -- godwit:secret",        "raw secret"},
    {"\r\n-- godwit:raw\r\n-- godwit:wait none\r\n",        "raw wait"},
    {"/* -- godwit:raw */\n-- godwit:secret\n",             "secret"},
    {"# -- godwit:raw\n",                                   ""},
};

constexpr std::pair<std::string_view, std::string_view> kShared[] = {
    {"; -- godwit:raw\n",             "usage a.sql:1:3: a directive needs a line of its own / move it to the line before the statement"},
    {"\n/* x */ -- godwit:raw\n",     "usage a.sql:2:9: a directive needs a line of its own / move it to the line before the statement"},
};
// clang-format on

TEST(Directive, AreFoundAmongComments) {
  for (const auto& [text, expected] : kBetween) EXPECT_EQ(names_in(text), expected) << text;
}

TEST(Directive, OneThatSharesItsLineIsRefused) {
  for (const auto& [text, expected] : kShared) {
    EXPECT_EQ(thrown_by([text = text] { return names_in(text); }), expected);
  }
}

std::string dump(const Settings& settings) {
  std::string text;
  for (const auto& [name, value] : settings) {
    text += fmt::format("{}{}=[{}]", text.empty() ? "" : " ", name, value);
  }
  return text;
}

std::string settings_in(std::string_view arguments) {
  const Source source("a.sql", fmt::format("-- godwit:settings {}", arguments));
  const auto directive = parse_directive(source, source.text());
  return dump(parse_settings(source, directive.value()));
}

// clang-format off
constexpr std::pair<std::string_view, std::string_view> kSettings[] = {
    {"a=1",             "a=[1]"},
    {"a=1 b=2",         "a=[1] b=[2]"},
    {"a=1,b=2",         "a=[1] b=[2]"},
    {"a=1 ,\t b=2",     "a=[1] b=[2]"},
    {"a=",              "a=[]"},
    {"a=b=c",           "a=[b=c]"},
    {"a=1 b=2 a=3",     "a=[3] b=[2]"},
};

constexpr std::pair<std::string_view, std::string_view> kBadSettings[] = {
    {"a",        "usage a.sql:1:20: 'a' is no setting / write name=value, several separated by blanks"},
    {"a=1 b",    "usage a.sql:1:24: 'b' is no setting / write name=value, several separated by blanks"},
    {"a = 1",    "usage a.sql:1:20: 'a' is no setting / write name=value, several separated by blanks"},
    {"a=1 =2",   "usage a.sql:1:24: '=2' is no setting / write name=value, several separated by blanks"},
};

constexpr std::pair<std::string_view, std::string_view> kSets[] = {
    {"SET a = 1",                        "a=[1]"},
    {"set a=1",                          "a=[1]"},
    {"SET a",                            "a=[1]"},
    {"SET a, b = 2",                     "a=[1] b=[2]"},
    {"SET a = 1, b = 'x y', a = 2",      "a=[2] b=[x y]"},
    {"SET a = -1",                       "a=[-1]"},
    {"SET a = 0.5e3",                    "a=[0.5e3]"},
    {"SET a = true",                     "a=[true]"},
    {"SET a = 'it''s \\'x\\' \\\\'",     "a=[it's 'x' \\]"},
    {"SET a = ''",                       "a=[]"},
    {"SET `a b` = 1, \"c\" = 2",         "a b=[1] c=[2]"},
    {"SET a = /* why */ 1 -- because\n", "a=[1]"},
    {"SET TIME ZONE 'Europe/Berlin'",    "session_timezone=[Europe/Berlin]"},
    {"set time zone = 'UTC'",            "session_timezone=[UTC]"},
};

constexpr std::string_view kSetHint = "this SET cannot be carried by a request / write SET name = literal, several separated by commas, or -- godwit:settings";
constexpr std::pair<std::string_view, std::string_view> kBadSets[] = {
    {"SET",               "1:1"},
    {"SET a =",           "1:1"},
    {"SET a = 1,",        "1:1"},
    {"SET 1 = 2",         "1:5"},
    {"SET a = 1 + 1",     "1:11"},
    {"SET a = [1, 2]",    "1:9"},
    {"SET a = map(1, 2)", "1:9"},
    {"SET a = DEFAULT",   "1:9"},
    {"SET a = 1\n  b = 2","2:3"},
    {"SET a = 1, = 2",    "1:12"},
    {"SET TIME ZONE UTC", "1:15"},
};
// clang-format on

TEST(Directive, SettingsAreRead) {
  for (const auto& [text, expected] : kSettings) EXPECT_EQ(settings_in(text), expected) << text;
}

TEST(Directive, WhatIsNoSettingIsRefused) {
  for (const auto& [text, expected] : kBadSettings) {
    EXPECT_EQ(thrown_by([text = text] { return settings_in(text); }), expected);
  }
}

// clang-format off
constexpr std::pair<std::string_view, std::string_view> kAllows[] = {
    {"-- godwit:allow no-engine reason=\"the default is Replicated here\"", "no-engine: the default is Replicated here"},
    {"-- godwit:allow no-engine  reason='it''s ours'",                      "no-engine: it's ours"},
    {"-- godwit:allow no-engin reason=\"x\"", "usage a.sql:1:17: unknown rule 'no-engin' / did you mean 'no-engine'?"},
    {"-- godwit:allow no-engine",             "usage a.sql:1:17: 'godwit:allow no-engine' needs a reason / write -- godwit:allow <rule> reason=\"why\""},
    {"-- godwit:allow no-engine reason=x",    "usage a.sql:1:27: 'godwit:allow no-engine' needs a reason / write -- godwit:allow <rule> reason=\"why\""},
    {"-- godwit:allow no-engine reason=\" \"", "usage a.sql:1:27: 'godwit:allow no-engine' needs a reason / write -- godwit:allow <rule> reason=\"why\""},
    {"-- godwit:allow no-engine because",     "usage a.sql:1:27: 'godwit:allow no-engine' needs a reason / write -- godwit:allow <rule> reason=\"why\""},
};
// clang-format on

TEST(Directive, AllowNeedsARuleAndAReason) {
  for (const auto& [text, expected] : kAllows) {
    const Source source("a.sql", std::string(text));
    const Directive directive = parse_directive(source, source.text()).value();
    std::string seen;
    const std::string error = thrown_by([&] {
      const Allowance allowance = parse_allow(source, directive);
      return seen = fmt::format("{}: {}", allowance.rule, allowance.reason);
    });
    EXPECT_EQ(error == "none" ? seen : error, expected) << text;
  }
}

TEST(Directive, SetIsRead) {
  for (const auto& [text, expected] : kSets) {
    const Source source("a.sql", std::string(text));
    EXPECT_EQ(dump(parse_set(source, source.text())), expected) << text;
  }
}

TEST(Directive, ASetThatNoRequestCarriesIsRefused) {
  for (const auto& [text, place] : kBadSets) {
    const Source source("a.sql", std::string(text));
    EXPECT_EQ(thrown_by([&] { return parse_set(source, source.text()); }),
              fmt::format("usage a.sql:{}: {}", place, kSetHint))
        << text;
  }
}

}  // namespace
}  // namespace godwit::migrations
