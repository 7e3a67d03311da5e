#include "godwit/cli/program.hpp"

#include "godwit/base/text.hpp"
#include "godwit/cli/commands.hpp"
#include "support/thrown.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::cli {
namespace {

using test::thrown_by;
using ::testing::Contains;
using ::testing::HasSubstr;

struct Ran {
  int code;
  std::string out;
  std::string err;
};

Ran run(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "godwit");
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const int code = run_program(static_cast<int>(arguments.size()), arguments.data());
  std::string out = ::testing::internal::GetCapturedStdout();
  return {code, std::move(out), ::testing::internal::GetCapturedStderr()};
}

std::set<std::string> found(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::set<std::string> words;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
    words.insert((*at)[1]);
  }
  return words;
}

// From the program's own help: what a user can type.
std::set<std::string> verbs() {
  const std::string help = run({"--help"}).out;
  return found(help.substr(help.find("Subcommands:")), "\n  ([a-z]+) ");
}

std::set<std::string> flags(const std::string& verb) {
  return found(verb.empty() ? run({"--help"}).out : run({verb.c_str(), "--help"}).out,
               "\n  (?:-[a-z],)?--([a-z][a-z-]*)");
}

struct WordsCase {
  std::vector<std::string> words;
  std::string_view result;  // "VERSION in ENV", or the error
};

TEST(Program, AVersionIsTheWordOfDigits) {
  const WordsCase cases[] = {
      {{"1"}, "1 in "},
      {{"0001"}, "0001 in "},
      {{"prod", "2"}, "2 in prod"},
      {{"2", "prod"}, "2 in prod"},
      {{"20261130090807", "prod-eu"}, "20261130090807 in prod-eu"},
      {{"v1", "2"}, "2 in v1"},
      {{}, "usage which migration? / godwit resolve [ENV] VERSION"},
      {{"prod"}, "usage which migration? / godwit resolve [ENV] VERSION"},
      {{"1x"}, "usage which migration? / godwit resolve [ENV] VERSION"},
      {{"1", "2"}, "usage which migration, 1 or 2? / godwit resolve [ENV] VERSION"},
  };
  for (const auto& [words, expected] : cases) {
    Secrets secrets;
    report::Output output(secrets);
    Invocation invocation{secrets, output, {}, "resolve"};
    std::string result;
    const std::string error = thrown_by([&, &words = words] {
      const std::string version = take_version(invocation, words);
      return result = fmt::format("{} in {}", version, invocation.flags.environment);
    });
    EXPECT_EQ(error == "none" ? result : error, expected);
  }
}

TEST(Program, HelpNamesTheVerbs) {
  const std::set<std::string> all = verbs();
  EXPECT_GE(all.size(), 14U);
  for (const char* verb : {"apply", "completion", "plan", "rollback", "status", "version"}) {
    EXPECT_THAT(all, Contains(verb));
  }
  EXPECT_THAT(flags("plan"), Contains("exit-code"));
}

TEST(Program, BashAndZshCompleteEveryVerbAndFlag) {
  for (const char* shell : {"bash", "zsh"}) {
    const std::string script = run({"completion", shell}).out;
    const std::set<std::string> common =
        found(script.substr(script.find("words=\"$words")), "--([a-z][a-z-]*)");
    for (const std::string& flag : flags("")) EXPECT_THAT(common, Contains(flag)) << shell;
    for (const std::string& verb : verbs()) {
      EXPECT_THAT(found(script, "\"\"\\) words=\"[^\"]*\\b(" + verb + ")\\b"), Contains(verb));
      const std::size_t line = script.find("    " + verb + ") words=");
      ASSERT_NE(line, std::string::npos) << verb;
      const std::set<std::string> words =
          found(script.substr(line, script.find('\n', line) - line), "--([a-z][a-z-]*)");
      for (const std::string& flag : flags(verb)) EXPECT_THAT(words, Contains(flag)) << verb;
    }
  }
}

TEST(Program, FishCompletesEveryVerbAndFlag) {
  const std::string script = run({"completion", "fish"}).out;
  for (const std::string& verb : verbs()) {
    EXPECT_THAT(script, HasSubstr(fmt::format("__fish_use_subcommand -a {} ", verb)));
    for (const std::string& flag : flags(verb)) {
      EXPECT_THAT(script,
                  HasSubstr(fmt::format("'__fish_seen_subcommand_from {}' -l {} ", verb, flag)));
    }
  }
  for (const std::string& flag : flags("")) {
    EXPECT_THAT(script, HasSubstr(fmt::format("complete -c godwit -l {} ", flag)));
  }
}

struct UsageCase {
  std::vector<const char*> arguments;
  std::string_view error;
};

TEST(Program, WhatIsMisspeltGetsTheNearestWord) {
  const UsageCase cases[] = {
      {{"statsu"}, "godwit: unknown command 'statsu'\n    did you mean 'status'?\n"},
      {{"completion", "bsh"}, "godwit: unknown shell 'bsh'\n    did you mean 'bash'?\n"},
      {{"completion", "powershell"},
       "godwit: unknown shell 'powershell'\n    one of: bash, zsh, fish\n"},
  };
  for (const auto& [arguments, error] : cases) {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err, error);
  }
  const Ran flag = run({"version", "--frob"});
  EXPECT_EQ(flag.code, 2);
  EXPECT_THAT(flag.err, HasSubstr("    godwit version --help\n"));
  EXPECT_EQ(run({}).code, 2);
}

TEST(Program, TheVersionIsALineOrADocument) {
  EXPECT_EQ(run({"version"}).out, fmt::format("godwit {}\n", kVersion));
  for (const std::vector<const char*>& arguments :
       {std::vector<const char*>{"--json", "version"}, {"version", "--json"}}) {
    EXPECT_EQ(
        nlohmann::json::parse(run(arguments).out),
        (nlohmann::json{{"schema_version", 1}, {"command", "version"}, {"version", kVersion}}));
  }
}

TEST(Program, WithJsonAnErrorIsADocumentToo) {
  const Ran ran = run({"--json", "completion", "powershell"});
  EXPECT_EQ(ran.code, 2);
  const auto document = nlohmann::json::parse(ran.out);
  EXPECT_EQ(document["command"], "completion");
  EXPECT_EQ(document["error"]["exit_code"], 2);
}

}  // namespace
}  // namespace godwit::cli
