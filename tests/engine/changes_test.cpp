// Every rule of a change, put to the engine: does it refuse with the rule's code, is there a
// mutation where the class says so, are rows and values other ones where the flags say so.

#include "godwit/plan/classify.hpp"
#include "support/change_cases.hpp"
#include "support/classified.hpp"
#include "support/engine_process.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::plan {
namespace {

using test::ChangeCase;
using test::EngineAnswer;
using test::Seen;

class ChangeRules : public testing::Test {
 protected:
  // The table and what the case has before it.
  void prepare(const std::vector<std::string>& statements) {
    for (const char* const database : {"c", "c2"}) {
      (void)engine_.value(fmt::format("DROP DATABASE IF EXISTS {}", database));
    }
    (void)engine_.query("DROP NAMED COLLECTION IF EXISTS change_n");
    (void)engine_.value("CREATE DATABASE c");
    for (const std::string& text : statements) {
      const EngineAnswer answer = engine_.query(text, kWaits);
      EXPECT_EQ(answer.status, 200) << text << "\n" << answer.body;
    }
  }

  std::string mutations() {
    return engine_.query("SELECT count() FROM system.mutations WHERE database = 'c'").body;
  }

  // What a query shows; its error where it has one.
  std::string shown(std::string_view watch) { return engine_.query(std::string(watch)).body; }

  static int code_of(const EngineAnswer& answer) {
    const auto found = answer.headers.find("x-clickhouse-exception-code");
    return found == answer.headers.end() ? 0 : std::stoi(found->second);
  }

  test::EngineProcess engine_;
  const test::UrlParameters kWaits = {{"mutations_sync", "2"}, {"alter_sync", "2"}};
};

void expect_code(const ChangeRule& rule, int code, std::string_view what) {
  if (rule.code == -1) {
    EXPECT_NE(code, 0) << what;
  } else {
    EXPECT_EQ(code, rule.code) << what;
  }
}

TEST_F(ChangeRules, AreWhatTheEngineDoes) {
  for (const ChangeCase& each : test::change_cases()) {
    const std::string what = fmt::format("{}: {}", each.rule, each.statement);
    if (each.seen == Seen::not_here) continue;
    const std::vector<std::string> texts = test::statements_before(each);
    prepare(texts);
    const Change change = test::classified(texts, each.statement);
    const ChangeRule& rule = *change.rule;
    EXPECT_EQ(rule.id, each.rule) << what << " " << change.detail;
    const std::string mutations_before = mutations();
    const std::string before = shown(each.watch);

    const EngineAnswer answer = engine_.query(std::string(each.statement), kWaits);
    expect_code(rule, code_of(answer), what + "\n" + answer.body);

    const bool mutates =
        rule.change == ChangeClass::mutation && rule.code == 0 && each.seen == Seen::as_classed;
    EXPECT_EQ(mutations() != mutations_before, mutates) << what;
    if (each.seen == Seen::later) continue;
    const bool loses = rule.code == 0 && (rule.flags & (kDestructive | kLossy)) != 0;
    EXPECT_EQ(shown(each.watch) != before, loses) << what << "\n" << before << shown(each.watch);
  }
}

TEST_F(ChangeRules, HaveACaseEach) {
  std::set<std::string_view> with_case;
  for (const ChangeCase& each : test::change_cases()) with_case.insert(each.rule);
  for (const ChangeRule& rule : change_rules()) {
    EXPECT_TRUE(with_case.contains(rule.id)) << rule.id;
  }
}

}  // namespace
}  // namespace godwit::plan
