// Statements ON CLUSTER, host by host.

#include "godwit/apply/on_cluster.hpp"

#include "godwit/base/text.hpp"
#include "support/hand_clock.hpp"
#include "support/scripted_server.hpp"
#include "support/thrown.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace godwit::apply {
namespace {

using server::Failed;
using server::InDoubt;
using server::Outcome;
using Rows = std::vector<server::Row>;

struct RepeatCase {
  std::string_view statement;
  std::string_view codes;  // "never" where it must not be sent again
};

// clang-format off
constexpr RepeatCase kRepeats[] = {
    {"CREATE TABLE t (a Int8) ENGINE = Log",              "57"},
    {"CREATE DATABASE d",                                 "82"},
    {"CREATE VIEW v AS SELECT 1",                         "57"},
    {"CREATE FUNCTION f AS x -> x",                       "609"},
    {"CREATE USER u",                                     "493"},
    {"DROP TABLE t",                                      "60"},
    {"DROP DATABASE d",                                   "81"},
    {"ALTER TABLE t ADD COLUMN a Int8",                   "44 15"},
    {"ALTER TABLE t MODIFY COLUMN a Int16",               ""},
    {"OPTIMIZE TABLE t FINAL",                            ""},
    {"GRANT SELECT ON t TO u",                            ""},
    {"ALTER TABLE t ADD COLUMN a Int8, ADD COLUMN b Int8","never"},
    {"ALTER TABLE t UPDATE a = a + 1 WHERE 1",            "never"},
    {"ALTER TABLE t DELETE WHERE a",                      "never"},
    {"ALTER TABLE t ATTACH PARTITION 1 FROM s",           "never"},
    {"EXCHANGE TABLES a AND b",                           "never"},
    {"RENAME TABLE a TO b",                               "never"},
    {"TRUNCATE TABLE t",                                  "never"},
    {"DROP TABLE a PARALLEL WITH DROP TABLE b",           "never"},
    {"FROB t",                                            "never"},
};
// clang-format on

TEST(Repeat, HasTheCodesOfWhoHasDoneIt) {
  for (const RepeatCase& row : kRepeats) {
    const auto codes = codes_of_repeat(sql::parse_statement(row.statement));
    std::vector<std::string> words;
    for (const int code : codes.value_or(std::vector<int>{})) words.push_back(std::to_string(code));
    EXPECT_EQ(codes ? join(words, " ") : "never", row.codes) << row.statement;
  }
}

const HostAnswer kDone{"a:1", HostState::done};
const HostAnswer kExists{"b:1", HostState::failed, 57, "exists"};
const HostAnswer kBroken{"c:1", HostState::failed, 62, "syntax"};
const HostAnswer kWaiting{"d:1"};
const HostAnswer kWorking{"e:1", HostState::working};

std::string text_of(const Outcome& outcome) {
  if (const auto* failed = std::get_if<Failed>(&outcome)) {
    return fmt::format("failed {}: {}", failed->code, failed->message);
  }
  if (const auto* doubt = std::get_if<InDoubt>(&outcome)) return "in doubt: " + doubt->reason;
  return "done";
}

TEST(OutcomeOfHosts, IsDoneWhereAllAre) {
  using Hosts = std::vector<HostAnswer>;
  EXPECT_EQ(text_of(outcome_of(Hosts{kDone})), "done");
  EXPECT_EQ(text_of(outcome_of(Hosts{kDone, kExists, kBroken})),
            "failed 57: 2 of 3 hosts failed:\n  b:1: code 57: exists\n  c:1: code 62: syntax");
  // As long as one is missing nothing may be sent again, whatever the others said.
  EXPECT_EQ(text_of(outcome_of(Hosts{kDone, kExists, kWaiting, kWorking})),
            "in doubt: 1 of 4 hosts have done it; failed on b:1; running on e:1; waiting for d:1");
}

TEST(Forgive, OnlyWhoHasDoneItBeforeAndSaysSo) {
  std::vector<HostAnswer> hosts{kDone, kExists, kBroken};
  forgive(hosts, {{"c:1"}, {57}});
  EXPECT_EQ(hosts[1].state, HostState::failed);
  EXPECT_EQ(hosts[2].state, HostState::failed);
  forgive(hosts, {{"b:1"}, {57}});
  EXPECT_EQ(hosts[1].state, HostState::done);
  EXPECT_EQ(hosts[1].code, 0);
}

TEST(Follow, AsksUntilAllHaveFinished) {
  test::ScriptedServer server;
  const server::Row a{"query-1", "a", "1", "Finished", "0", ""};
  const auto b = [](const char* status) {
    return server::Row{"query-1", "b", "1", status, "0", ""};
  };
  server.expect("distributed_ddl_queue", Rows{a, b("Inactive")})
      .expect("distributed_ddl_queue", Outcome(Failed{999, "Session expired"}))
      .expect("distributed_ddl_queue", Rows{a, b("Active")})
      .expect("distributed_ddl_queue", Rows{a, b("Finished")});
  test::HandClock clock;
  DdlQueue queue(server);
  std::vector<std::string> shown;
  const QueueSearch search = follow(queue, {"id", "SELECT 1", "", ""},
                                    {clock, std::chrono::minutes(3), {}, [&](const auto& hosts) {
                                       shown.push_back(describe(hosts));
                                     }});
  ASSERT_TRUE(search.entry);
  EXPECT_EQ(
      join(shown, " | "),
      "1 of 2 hosts have done it; waiting for b:1 | 1 of 2 hosts have done it; running on b:1 | "
      "2 of 2 hosts have done it");
}

TEST(Follow, EndsWithTheLimit) {
  test::ScriptedServer server;
  server.always("distributed_ddl_queue", Rows{{"query-1", "a", "1", "Inactive", "0", ""}});
  test::HandClock clock;
  DdlQueue queue(server);
  const TimePoint begun = clock.now();
  const QueueSearch search =
      follow(queue, {"id", "SELECT 1", "", ""}, {clock, std::chrono::seconds(10), {}, {}});
  EXPECT_TRUE(search.entry);
  EXPECT_LT(clock.now() - begun, std::chrono::seconds(13));
  test::ScriptedServer silent;
  silent.always("distributed_ddl_queue", Outcome(Failed{999, "Session expired"}));
  DdlQueue gone(silent);
  EXPECT_NE(test::thrown_by([&] {
              return follow(gone, {"id", "SELECT 1", "", ""},
                            {clock, std::chrono::seconds(2), {}, {}}),
                     0;
            }),
            "none");
}

TEST(QueueNote, ComesBackFromTheNote) {
  EXPECT_EQ(newest_in("topology=cluster:c" + queue_note("query-0000000012")), "query-0000000012");
  EXPECT_EQ(newest_in("topology=cluster:c" + queue_note("query-") + "; found out: x"), "query-");
  EXPECT_EQ(queue_note(""), "");
  EXPECT_EQ(newest_in("topology=single"), "");
}

}  // namespace
}  // namespace godwit::apply
