// session_id: what one request leaves for the next one, and what it does not.

#include "support/engine_process.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace godwit::test {

namespace {

EngineProcess& engine() {
  static EngineProcess shared;
  return shared;
}

/// A request of a session; its body, or "code N" where it is refused.
std::string in_session(const std::string& session, const std::string& text,
                       UrlParameters parameters = {}) {
  parameters.emplace_back("session_id", session);
  EngineAnswer answer = engine().query(text, parameters);
  const auto code = answer.headers.find("x-clickhouse-exception-code");
  if (code != answer.headers.end()) return "code " + code->second;
  if (answer.body.ends_with('\n')) answer.body.pop_back();
  return answer.body;
}

std::string get_in_session(const std::string& session, const std::string& text,
                           UrlParameters parameters = {}) {
  parameters.emplace_back("query", text);
  parameters.emplace_back("session_id", session);
  const EngineAnswer answer = http_request(engine().url(), "/", parameters, nullptr);
  const auto code = answer.headers.find("x-clickhouse-exception-code");
  return code == answer.headers.end() ? answer.body : "code " + code->second;
}

}  // namespace

TEST(EngineSession, KeepsSettingsDatabaseAndTemporaryTables) {
  EXPECT_EQ(in_session("keeps", "SET max_threads = 3"), "");
  EXPECT_EQ(in_session("keeps", "USE system"), "");
  EXPECT_EQ(in_session("keeps", "CREATE TEMPORARY TABLE t (a String)"), "");
  EXPECT_EQ(in_session("keeps", "INSERT INTO t VALUES ('x;''y')"), "");
  EXPECT_EQ(in_session("keeps", "SELECT a, getSetting('max_threads'), currentDatabase() FROM t"),
            "x;\\'y\t3\tsystem");
  EXPECT_EQ(in_session("another", "SELECT * FROM t"), "code 60");
  EXPECT_EQ(in_session("another", "SELECT currentDatabase()"), "default");
  EXPECT_EQ(engine().value("SELECT getSetting('max_threads') = 3"), "0");
}

TEST(EngineSession, WhatTheUrlSetsEndsWithTheRequest) {
  in_session("url", "SET max_threads = 3, log_comment = 'it''s \\\\ mine'");
  EXPECT_EQ(in_session("url",
                       "SELECT getSetting('max_threads'), getSetting('max_block_size'), "
                       "currentDatabase(), getSetting('log_comment')",
                       {{"max_threads", "5"},
                        {"max_block_size", "7"},
                        {"database", "system"},
                        {"query_id", "url-1"}}),
            "5\t7\tsystem\turl-1");
  EXPECT_EQ(in_session("url",
                       "SELECT getSetting('max_threads'), getSetting('max_block_size') = 7, "
                       "currentDatabase()"),
            "3\t0\tdefault");
  EXPECT_EQ(in_session("url", "SELECT value FROM system.settings WHERE name = 'log_comment'",
                       {{"log_comment", "for once"}}),
            "for once");
  EXPECT_EQ(in_session("url", "USE system", {{"database", "default"}}), "");
  EXPECT_EQ(in_session("url", "SELECT currentDatabase()"), "system");
  EXPECT_EQ(in_session("url", "SELECT 1", {{"no_such", "1"}}), "code 115");
  EXPECT_EQ(in_session("url", "SELECT getSetting('max_threads')"), "3");
}

TEST(EngineSession, GetOnlyReadsAndSets) {
  in_session("get", "CREATE TEMPORARY TABLE t (a UInt8)");
  EXPECT_EQ(get_in_session("get", "SET max_threads = 2"), "");
  EXPECT_EQ(get_in_session("get", "SELECT count(), getSetting('max_threads') FROM t"), "0\t2\n");
  for (const char* const text :
       {"INSERT INTO t VALUES (1)", "DROP TABLE t", "CREATE TABLE get_t (a UInt8) ENGINE = Log",
        "SELECT 1; DROP TABLE t", "SET max_threads = 1; DROP TABLE t"}) {
    EXPECT_EQ(get_in_session("get", text).substr(0, 4), "code") << text;
  }
  EXPECT_EQ(in_session("get", "INSERT INTO t VALUES (1)", {{"readonly", "1"}}), "code 164");
  EXPECT_EQ(in_session("get", "INSERT INTO t VALUES (1)"), "");
  EXPECT_EQ(in_session("get", "SELECT count(), getSetting('max_threads') FROM t"), "1\t2");
  EXPECT_EQ(engine().value("EXISTS get_t"), "0");
}

TEST(EngineSession, GoesOnWhereItMadeItselfReadonly) {
  EXPECT_EQ(in_session("locked", "SET readonly = 1"), "");
  EXPECT_EQ(in_session("locked", "SELECT getSetting('readonly')"), "1");
  EXPECT_EQ(in_session("locked", "SELECT 1", {{"max_threads", "1"}}), "code 164");
  EXPECT_EQ(in_session("locked", "CREATE TEMPORARY TABLE t (a UInt8)"), "code 164");
}

TEST(EngineSession, IsUsedByOneRequestAtATime) {
  std::thread first([] {
    in_session("busy",
               "SELECT sum(sleepEachRow(0.05)) FROM numbers(100000) SETTINGS "
               "max_block_size = 1, max_threads = 1, "
               "function_sleep_max_microseconds_per_block = 0",
               {{"query_id", "busy"}});
  });
  EXPECT_TRUE(engine().wait_until_running("busy"));
  const EngineAnswer second = engine().query("SELECT 1", {{"session_id", "busy"}});
  EXPECT_EQ(in_session("idle", "SELECT 1"), "1");
  engine().value("KILL QUERY WHERE Settings['log_comment'] = 'busy' ASYNC FORMAT Null");
  first.join();
  EXPECT_TRUE(
      second.body.starts_with("Code: 373. DB::Exception: Session busy is locked by a "
                              "concurrent client"))
      << second.body;
  EXPECT_EQ(in_session("busy", "SELECT 2"), "2");
}

TEST(EngineSession, EndsAfterItsTimeoutOrWhenItIsClosed) {
  const UrlParameters check = {{"session_check", "1"}};
  EXPECT_EQ(in_session("lives", "SELECT 1", check), "code 372");
  EXPECT_EQ(in_session("lives", "SELECT 1"), "1");
  EXPECT_EQ(in_session("lives", "SELECT 1", check), "1");
  EXPECT_EQ(in_session("lives", "SELECT 2", {{"close_session", "1"}}), "2");
  EXPECT_EQ(in_session("lives", "SELECT 1", check), "code 372");
  EXPECT_EQ(in_session("short", "SELECT 1", {{"session_timeout", "0"}}), "1");
  EXPECT_EQ(in_session("short", "SELECT 1", check), "code 372");
}

}  // namespace godwit::test
