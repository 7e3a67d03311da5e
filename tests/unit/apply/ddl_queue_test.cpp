// The DDL queue as old and new servers show it.

#include "godwit/apply/ddl_queue.hpp"

#include "godwit/base/text.hpp"
#include "support/scripted_server.hpp"
#include "support/thrown.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::apply {
namespace {

using server::Failed;
using server::Outcome;
using server::Row;
using test::ScriptedServer;
using test::thrown_by;

using Rows = std::vector<Row>;

constexpr std::array<std::string_view, 4> kStates{"waiting", "working", "done", "failed"};
constexpr std::string_view kHosts =
    "hosts: ['127%2E0%2E0%2E1:9001','ch-2:9000']\ninitiator: vm:9001\n";

std::string text_of(const std::vector<HostAnswer>& hosts) {
  std::string text;
  for (const HostAnswer& host : hosts) {
    text += fmt::format("{} {}{} ", host.host, kStates.at(static_cast<std::size_t>(host.state)),
                        host.code == 0 ? "" : fmt::format(" {} {}", host.code, host.message));
  }
  return text;
}

std::string node(std::string_view escaped_query) {
  return fmt::format("version: 1\nquery: {}\n{}", escaped_query, kHosts);
}

TEST(ParseEntry, QueriesAreUnescapedAndHostsDecoded) {
  const EntryText entry =
      parse_entry(node(R"(CREATE TABLE d.t ON CLUSTER c (a String DEFAULT \'it\\\'s\'))"));
  EXPECT_EQ(entry.query, R"(CREATE TABLE d.t ON CLUSTER c (a String DEFAULT 'it\'s'))");
  EXPECT_EQ(join(entry.hosts, " "), "127.0.0.1:9001 ch-2:9000");
}

TEST(ParseEntry, WhatIsNoEntryHasNothing) {
  for (const std::string_view text : {"", "query", "hosts: ['a", "hosts: [%", "query: \\"}) {
    EXPECT_TRUE(parse_entry(text).hosts.empty()) << text;
  }
  EXPECT_EQ(join(parse_entry("hosts: ['%zz%2','%41']").hosts, " "), "%zz%2 A");
}

struct OldQueue {
  ScriptedServer server{"18.16.1"};

  OldQueue& nodes(const Rows& rows) {
    server.expect("path = '/clickhouse/task_queue/ddl' ORDER BY name", rows);
    return *this;
  }
  OldQueue& answers(const std::string& entry, const Rows& finished, const Rows& active) {
    server.expect(fmt::format("path = '/clickhouse/task_queue/ddl/{}/finished'", entry), finished);
    server.expect(fmt::format("path = '/clickhouse/task_queue/ddl/{}/active'", entry), active);
    return *this;
  }
  std::string find(
      const std::string& after,
      const std::string& statement = "CREATE TABLE t ON CLUSTER `c` (a Int8) ENGINE = Log") {
    std::string found;
    const std::string error = thrown_by([&] {
      const QueueSearch search = DdlQueue(server).find({"id", statement, after, "shop"});
      found = search.entry ? fmt::format("{}: {}", search.entry->name, text_of(search.entry->hosts))
              : search.surely_absent ? "never queued"
                                     : "not there";
      return 0;
    });
    return error == "none" ? found : error;
  }
};

const std::string kOurs = node("CREATE TABLE shop.t ON CLUSTER c ( a Int8) ENGINE = Log");
const std::string kOther = node("DROP TABLE shop.t ON CLUSTER c");

TEST(DdlQueue, AnOldEntryIsFoundByWhatItDoes) {
  OldQueue queue;
  queue
      .nodes(
          {{"query-0000000003", kOurs}, {"query-0000000004", kOther}, {"query-0000000005", kOurs}})
      .answers("query-0000000005",
               {{"127%2E0%2E0%2E1:9001",
                 "57\nCode: 57, e.displayText() = DB::Exception: Table exists, e.what() = "
                 "DB::Exception"}},
               {{"ch-2:9000", ""}});
  EXPECT_EQ(queue.find("query-0000000003"),
            "query-0000000005: 127.0.0.1:9001 failed 57 Table exists ch-2:9000 working ");
}

TEST(DdlQueue, AHostThatHasNotTakenItIsWaitedFor) {
  OldQueue queue;
  queue.nodes({{"query-0000000000", kOurs}})
      .answers("query-0000000000", {{"127%2E0%2E0%2E1:9001", "0\n"}}, {});
  EXPECT_EQ(queue.find("query-"), "query-0000000000: 127.0.0.1:9001 done ch-2:9000 waiting ");
}

// What was cleaned away may have been it, and what was sent to another host may still come.
TEST(DdlQueue, AnAbsenceProvesSomethingWhereTheQueueReachesBackOnTheHostThatHadIt) {
  struct Case {
    Rows nodes;
    std::string after;
    bool asks_who_it_is;
    std::string_view found;
  };
  const Case cases[] = {
      {{}, "query-@ch-1:9000", true, "never queued"},
      {{{"query-0000000000", kOther}}, "query-@ch-1:9000", true, "never queued"},
      {{{"query-0000000004", kOther}, {"query-0000000005", kOther}},
       "query-0000000004@ch-1:9000",
       true,
       "never queued"},
      {{{"query-0000000007", kOther}}, "query-0000000004@ch-1:9000", false, "not there"},
      {{{"query-0000000007", kOther}}, "query-@ch-1:9000", false, "not there"},
      {{}, "query-@ch-2:9000", true, "not there"},
      {{}, "query-@", false, "not there"},
      {{}, "query-", false, "not there"},
  };
  for (const Case& row : cases) {
    OldQueue queue;
    queue.nodes(row.nodes);
    if (row.asks_who_it_is) {
      queue.server.expect("FROM system.clusters WHERE is_local", Rows{{"ch-1", "9000"}});
    }
    EXPECT_EQ(queue.find(row.after), row.found) << row.after;
  }
}

TEST(DdlQueue, OfSeveralTheOneWithTheSameWordsIsIt) {
  const std::string wider = node("CREATE TABLE shop.t ON CLUSTER c ( a Int16) ENGINE = Log");
  OldQueue queue;
  queue.nodes({{"query-0000000000", wider}, {"query-0000000001", kOurs}})
      .answers("query-0000000001", {}, {});
  EXPECT_EQ(queue.find("query-", "CREATE TABLE shop.t ON CLUSTER `c` (a Int8) ENGINE = Log"),
            "query-0000000001: 127.0.0.1:9001 waiting ch-2:9000 waiting ");
  OldQueue both;
  both.nodes({{"query-0000000000", kOurs}, {"query-0000000001", kOurs}});
  EXPECT_EQ(
      both.find("query-"),
      "failed the DDL queue holds several that may be it: query-0000000000, query-0000000001");
}

TEST(DdlQueue, WithoutABeginningAnOldEntryCannotBeFound) {
  OldQueue queue;
  EXPECT_EQ(queue.find(""), "failed where the DDL queue was before it was sent is not known");
}

TEST(DdlQueue, TheNewestEntryIsKeptWhereEntriesDoNotNameTheirStatement) {
  ScriptedServer old("18.16.1");
  old.expect("SELECT max(name) FROM system.zookeeper", Rows{{"query-0000000012"}})
      .expect("FROM system.clusters WHERE is_local", Rows{{"ch-1", "9000"}})
      .expect("SELECT max(name)", Rows{{""}})
      .expect("SELECT max(name)", Outcome(Failed{999, "No node"}));
  DdlQueue queue(old);
  EXPECT_EQ(queue.newest(), "query-0000000012@ch-1:9000");
  EXPECT_EQ(queue.newest(), "query-@ch-1:9000");
  EXPECT_NE(thrown_by([&] { return queue.newest(), 0; }), "none");
  ScriptedServer today;
  today.expect("SELECT entry FROM system.distributed_ddl_queue LIMIT 1", Rows{});
  EXPECT_EQ(DdlQueue(today).newest(), "");
}

TEST(DdlQueue, UnfinishedEntriesAreTheNewestOnes) {
  ScriptedServer old("18.16.1");
  old.expect("ORDER BY name", Rows{{"query-0000000000", kOther},
                                   {"query-0000000001", kOurs},
                                   {"query-0000000002", kOurs}})
      .expect("query-0000000002/finished", Rows{})
      .expect("query-0000000002/active", Rows{})
      .expect("query-0000000001/finished",
              Rows{{"127%2E0%2E0%2E1:9001", "0\n"}, {"ch-2:9000", "0\n"}})
      .expect("query-0000000001/active", Rows{});
  const auto entries = DdlQueue(old).unfinished();
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].name, "query-0000000002");
  ScriptedServer today;
  today.expect(
      "FROM system.distributed_ddl_queue ORDER BY",
      Rows{{"query-0000000001", "a", "9000", "Finished", "0", ""},
           {"query-0000000002", "a", "9000", "Finished", "60", "Code: 60. DB::Exception: no t"},
           {"query-0000000002", "b", "9000", "Active", "\\N", "\\N"}});
  const auto now = DdlQueue(today).unfinished();
  ASSERT_EQ(now.size(), 1U);
  EXPECT_EQ(text_of(now[0].hosts), "a:9000 failed 60 no t b:9000 working ");
}

}  // namespace
}  // namespace godwit::apply
