// The witnesses, in their order: each case is what a server answers to their questions.

#include "godwit/apply/find_out.hpp"

#include "godwit/base/text.hpp"
#include "support/hand_clock.hpp"
#include "support/scripted_server.hpp"
#include "support/thrown.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
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
using test::HandClock;
using test::ScriptedServer;
using test::thrown_by;

using Rows = std::vector<Row>;

constexpr std::array<std::string_view, 4> kWords{"done", "failed", "not begun", "unknown"};

const sql::Statement kStatement = sql::parse_statement("CREATE TABLE t (a Int8)");

struct Asking {
  std::string_view version = "26.7.3.1";
  const sql::Statement& statement = kStatement;
  std::string started_at = "2026-01-02 03:03:05.006";  // a minute before the clock's now
  bool on_cluster = false;
  bool is_logged = true;
  std::string queue_before = {};
  std::function<bool()> stop = {};
  ScriptedServer server = ScriptedServer(version);
  HandClock clock = {};
  std::vector<std::string> seen = {};

  std::string find() {
    const Doubt doubt{statement,    "id",       "id-record",
                      started_at,   "shop",     false,
                      is_logged,    on_cluster, std::string(statement.text),
                      queue_before, {}};
    const FoundOut found =
        find_out(server, doubt,
                 {clock, stop, [&](const server::Progress& progress) {
                    seen.push_back(fmt::format("{} {} {}", progress.read_rows, progress.read_bytes,
                                               progress.elapsed.count()));
                  }});
    return fmt::format("{}{}: {}", kWords.at(static_cast<std::size_t>(found.verdict)),
                       found.code == 0 ? "" : fmt::format(" {} {}", found.code, found.message),
                       join(found.said, "; "));
  }

  void expect_not_running() { server.expect("FROM system.processes", Rows{}); }
  void expect_no_log() { server.expect("name = 'query_log'", Rows{}); }
  void expect_log(const std::string& engine, const Rows& lines) {
    server.expect("name = 'query_log'", Rows{{engine}});
    server.expect("SYSTEM FLUSH LOGS");
    server.expect("query_id = 'id' ", lines);
  }
  void expect_queue(const Rows& rows) {
    server.expect("FROM system.distributed_ddl_queue WHERE settings['log_comment'] = 'id'", rows);
  }
  void expect_catalog(const std::string& count) {
    server.expect("FROM system.tables WHERE (database, name)", Rows{{count}});
  }
};

constexpr std::string_view kNotRunning = "system.processes: it is not running";
constexpr std::string_view kNoLog = "system.query_log: not kept on this server";

TEST(FindOut, AQueryThatRunsIsWaitedFor) {
  Asking asking;
  asking.server
      .expect(
          "SELECT read_rows, read_bytes, toUInt64(elapsed * 1000) FROM system.processes WHERE "
          "query_id = 'id' OR Settings['log_comment'] = 'id'",
          Rows{{"10", "100", "1000"}})
      .expect("FROM system.processes", Rows{{"20", "200", "1500"}})
      .expect("FROM system.processes", Rows{});
  asking.expect_log("SystemLog", {{"QueryStart", ""}, {"QueryFinish", ""}});
  EXPECT_EQ(asking.find(),
            "done: system.processes: it was running, and ended; system.query_log: it finished");
  EXPECT_EQ(join(asking.seen, ", "), "10 100 1000, 20 200 1500");
  EXPECT_EQ(asking.clock.sleeps.size(), 2U);
}

TEST(FindOut, AnOldServerIsAskedByQueryIdAlone) {
  Asking asking{.version = "18.16.1"};
  asking.expect_not_running();
  asking.expect_no_log();
  asking.expect_catalog("1");
  EXPECT_EQ(asking.find().substr(0, 5), "done:");
  EXPECT_EQ(asking.server.queries().at(0).find("log_comment"), std::string::npos);
}

TEST(FindOut, WhoIsAskedToStopDoesNotWait) {
  Asking asking{.stop = [] { return true; }};
  asking.server.expect("FROM system.processes", Rows{{"1", "1", "1"}});
  EXPECT_EQ(asking.find(), "unknown: system.processes: it is still running");
  EXPECT_TRUE(asking.clock.sleeps.empty());
}

struct LogCase {
  Rows lines;
  std::string_view found;
};

TEST(FindOut, TheQueryLogKnowsTheEnd) {
  const LogCase cases[] = {
      {{{"QueryStart", ""}, {"QueryFinish", ""}}, "done: {}; system.query_log: it finished"},
      {{{"QueryFinish", ""}}, "done: {}; system.query_log: it finished"},
      {{{"QueryStart", ""}, {"ExceptionWhileProcessing", "Code: 241. DB::Exception: Memory limit"}},
       "failed 241 Memory limit: {}; system.query_log: it failed: Memory limit"},
      {{{"1", ""}, {"2", ""}}, "done: {}; system.query_log: it finished"},
      {{{"3",
         "Code: 60, e.displayText() = DB::Exception: Unknown table, e.what() = DB::Exception"}},
       "failed 60 Unknown table: {}; system.query_log: it failed: Unknown table"},
  };
  for (const LogCase& row : cases) {
    Asking asking;
    asking.expect_not_running();
    asking.expect_log("SystemLog", row.lines);
    EXPECT_EQ(asking.find(), fmt::format(fmt::runtime(row.found), kNotRunning));
  }
}

struct QueueCase {
  Rows hosts;  // of a server that names the entry's settings
  std::string_view found;
};

TEST(FindOut, TheQueueHasEveryHostsAnswer) {
  const Row done{"query-0000000007", "a", "9000", "Finished", "0", ""};
  const Row failed{"query-0000000007", "b", "9000", "Finished", "57", "Table exists"};
  const Row waiting{"query-0000000007", "b", "9000", "Inactive", "\\N", "\\N"};
  const QueueCase cases[] = {
      {{done}, "done: {}; DDL queue: query-0000000007: 1 of 1 hosts have done it"},
      {{done, failed},
       "failed 57 1 of 2 hosts failed:\n  b:9000: code 57: Table exists: {}; DDL queue: "
       "query-0000000007: 1 of 2 hosts have done it; failed on b:9000"},
      {{done, waiting},
       "unknown: {}; DDL queue: query-0000000007: 1 of 2 hosts have done it; waiting for b:9000"},
  };
  for (const QueueCase& row : cases) {
    Asking asking{.on_cluster = true};
    asking.expect_not_running();
    asking.expect_queue(row.hosts);
    EXPECT_EQ(asking.find(), fmt::format(fmt::runtime(row.found), kNotRunning));
  }
}

// The other hosts may have done it, or still do.
TEST(FindOut, AWaitThatEndedInTheLogIsNoFailure) {
  Asking asking{.on_cluster = true};
  asking.expect_not_running();
  asking.expect_queue({});
  asking.expect_log("SystemLog",
                    {{"QueryStart", ""},
                     {"ExceptionWhileProcessing", "Code: 159. DB::Exception: Timeout exceeded"}});
  asking.expect_catalog("1");
  EXPECT_THAT(asking.find(), ::testing::StartsWith("unknown: "));
}

TEST(FindOut, OneHostsCatalogSaysNothingOfACluster) {
  for (const char* count : {"0", "1"}) {
    Asking asking{.on_cluster = true};
    asking.expect_not_running();
    asking.expect_queue({});
    asking.expect_no_log();
    asking.expect_catalog(count);
    EXPECT_THAT(asking.find(),
                ::testing::EndsWith("catalog: this host's; what the others of the cluster did it "
                                    "does not show"));
  }
}

TEST(FindOut, ABeginningWithoutAnEndLeavesItToTheCatalog) {
  Asking asking;
  asking.expect_not_running();
  asking.expect_log("SystemLog", {{"QueryStart", ""}});
  asking.server.expect("query_id = 'id' ", Rows{{"QueryStart", ""}});
  asking.expect_catalog("1");
  EXPECT_EQ(asking.find(), fmt::format("done: {}; system.query_log: it began, and its end is not "
                                       "there; catalog: what it creates is there",
                                       kNotRunning));
}

struct CatalogCase {
  std::string_view statement;
  std::string_view answer;  // empty: nothing is asked
  std::string_view found;
};

TEST(FindOut, WithoutALogTheCatalogDecides) {
  const CatalogCase cases[] = {
      {"CREATE TABLE t (a Int8)", "1", "done: {}; {}; catalog: what it creates is there"},
      {"CREATE TABLE t (a Int8)", "0", "not begun: {}; {}; catalog: what it creates is not there"},
      {"OPTIMIZE TABLE t", "", "not begun: {}; {}; catalog: running it again changes nothing"},
      {"INSERT INTO t SELECT 1", "",
       "unknown: {}; {}; catalog: the catalog does not show what it does"},
  };
  for (const CatalogCase& row : cases) {
    const sql::Statement statement = sql::parse_statement(row.statement);
    Asking asking{.statement = statement};
    asking.expect_not_running();
    asking.expect_no_log();
    if (!row.answer.empty()) asking.expect_catalog(std::string(row.answer));
    EXPECT_EQ(asking.find(), fmt::format(fmt::runtime(row.found), kNotRunning, kNoLog));
  }
}

TEST(FindOut, AMutationIsWaitedFor) {
  const sql::Statement statement = sql::parse_statement("ALTER TABLE t DELETE WHERE a");
  Asking asking{.statement = statement};
  asking.expect_not_running();
  asking.expect_no_log();
  for (const char* open : {"2", "1", "0"}) {
    asking.server.expect("SELECT countIf(NOT is_done) FROM system.mutations", Rows{{open}});
  }
  asking.server.expect("SELECT count() FROM system.mutations", Rows{{"1"}});
  asking.server.expect("(position(", Rows{{"1"}});
  asking.server.expect("SELECT countIf(NOT is_done) FROM system.mutations", Rows{{"0"}});
  EXPECT_EQ(asking.find().substr(0, 5), "done:");
  EXPECT_EQ(asking.clock.sleeps.size(), 2U);
}

struct AbsenceCase {
  std::string_view engine;
  std::string_view uptime;  // seconds; the step was sent a minute ago
  bool is_logged;
  bool record_is_there;
  std::string_view unlike;  // settings that keep lines out of the log
  bool told;
};

// clang-format off
constexpr AbsenceCase kAbsence[] = {
    // engine     uptime logged record unlike told
    {"SystemLog", "900", true,  true,  "0", true},
    {"File",      "900", true,  true,  "0", true},
    {"SystemLog", "900", true,  false, "0", false},  // the log lost lines
    {"SystemLog", "900", true,  true,  "1", false},  // not every query is logged
    {"SystemLog", "900", false, true,  "0", false},  // nor is this one
    {"SystemLog", "100", true,  true,  "0", false},  // the server may have started again since
    {"File",      "1",   true,  true,  "0", true},   // but its log is written before
};
// clang-format on

TEST(FindOut, NoLineInTheLogProvesSomethingOnlyWhereOneWouldBeThere) {
  for (const AbsenceCase& row : kAbsence) {
    Asking asking{.is_logged = row.is_logged};
    asking.expect_not_running();
    asking.expect_log(std::string(row.engine), {});
    asking.server.expect("query_id = 'id' ", Rows{});
    if (row.is_logged) {
      asking.server.expect("query_id = 'id-record' ",
                           row.record_is_there ? Rows{{"QueryStart", ""}} : Rows{});
      if (row.record_is_there) {
        asking.server.expect("FROM system.settings", Rows{{std::string(row.unlike)}});
        if (row.unlike == "0" && row.engine != "File") {
          asking.server.expect("SELECT uptime()", Rows{{std::string(row.uptime)}});
        }
      }
    }
    if (!row.told) asking.expect_catalog("1");
    EXPECT_EQ(
        asking.find(),
        fmt::format(
            "{}: {}; system.query_log: {}", row.told ? "not begun" : "done", kNotRunning,
            row.told ? "it never began" : "has no line of it; catalog: what it creates is there"))
        << row.engine << " " << row.uptime;
  }
}

TEST(FindOut, ALogThatCannotBeFlushedProvesNothingByAbsence) {
  Asking asking;
  asking.expect_not_running();
  asking.server.expect("name = 'query_log'", Rows{{"SystemLog"}});
  asking.server.expect("SYSTEM FLUSH LOGS", Outcome(Failed{497, "Not enough privileges"}));
  asking.server.expect("query_id = 'id' ", Rows{}).expect("query_id = 'id' ", Rows{});
  asking.expect_catalog("0");
  EXPECT_EQ(asking.find(), fmt::format("not begun: {}; system.query_log: has no line of it; "
                                       "catalog: what it creates is not there",
                                       kNotRunning));
}

TEST(FindOut, AWitnessThatCannotBeAskedIsPassedOver) {
  Asking asking;
  asking.expect_not_running();
  asking.server.expect("name = 'query_log'", Outcome(Failed{497, "Not enough privileges"}));
  asking.expect_catalog("1");
  const std::string found = asking.find();
  EXPECT_EQ(found.substr(0, 5), "done:");
  EXPECT_NE(found.find("system.query_log: cannot be asked: "), std::string::npos) << found;
}

TEST(FindOut, WhatMayStillRunIsNeverSaidNotToHaveBegun) {
  Asking asking;
  asking.server.expect("FROM system.processes", Outcome(Failed{497, "Not enough privileges"}));
  asking.expect_no_log();
  asking.expect_catalog("0");  // its effect is not there, or not there yet
  EXPECT_EQ(asking.find().substr(0, 8), "unknown:");
}

}  // namespace
}  // namespace godwit::apply
