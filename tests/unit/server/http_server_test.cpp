// What an engine here cannot show: cut connections, 159, proxies, failures inside a 200. A real
// HTTP client against a scripted HTTP server.

#include "godwit/server/http_server.hpp"

#include "godwit/base/error.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <string>
#include <vector>

#include "unit/server/scripted.hpp"

namespace godwit::server {
namespace {

Outcome run(Server& server, const std::string& statement) {
  return server.execute({.statement = statement, .query_id = "q1"});
}

std::string text(const Outcome& outcome) {
  if (const auto* failed = std::get_if<Failed>(&outcome)) {
    return fmt::format("failed {}: {}", failed->code, failed->message);
  }
  if (const auto* in_doubt = std::get_if<InDoubt>(&outcome)) {
    return fmt::format("in doubt: {}", in_doubt->reason);
  }
  return "done";
}

struct Case {
  std::string name;
  HttpAnswer answer;
  std::string outcome;  // a part of its text
};

const std::string kNew = "Code: 60. DB::Exception: No t. (UNKNOWN_TABLE) (version 26.7.1.1)\n";
const std::string kOld =
    "Code: 60, e.displayText() = DB::Exception: No t, e.what() = DB::Exception\n";
const std::string kTimeout = "Code: 159. DB::Exception: 1 host is late. (TIMEOUT_EXCEEDED)\n";

std::vector<Case> cases() {
  return {
      {"an empty 200", {}, "done"},
      {"a 200 with rows", {.body = "h1\t9000\t0\t\t0\t0\n"}, "done"},
      {"code in a header",
       {.status = 404, .body = kNew, .headers = {{"X-ClickHouse-Exception-Code", "60"}}},
       "failed 60: No t. (UNKNOWN_TABLE)"},
      {"code in a header of a 200",
       {.body = "x", .headers = {{"x-clickhouse-exception-code", "60"}}},
       "failed 60: x"},
      {"code in a header alone",
       {.status = 500, .headers = {{"X-ClickHouse-Exception-Code", "60"}}},
       "failed 60: HTTP 500"},
      {"18.16's text", {.status = 404, .body = kOld}, "failed 60: No t"},
      {"a 200 that is an exception", {.body = kNew}, "failed 60: No t. (UNKNOWN_TABLE)"},
      {"a 200 that ends in an exception", {.body = "h1\t9000\t0\t\t0\t0\n" + kNew}, "failed 60"},
      {"a 200 that ends in 18.16's exception", {.body = "1\n" + kOld}, "failed 60: No t"},
      {"a tagged tail",
       {.body = "1\n\r\n__exception__\r\nTAG\r\n" + kNew + "67 TAG\r\n__exception__\r\n",
        .headers = {{"X-ClickHouse-Exception-Tag", "TAG"}}},
       "failed 60: No t"},
      {"an exception and then a cut",
       {.body = "1\n" + kNew, .ending = Ending::cut_in_body},
       "failed 60"},
      {"159",
       {.status = 408, .body = kTimeout, .headers = {{"X-ClickHouse-Exception-Code", "159"}}},
       "in doubt: code 159: 1 host is late. (TIMEOUT_EXCEEDED)"},
      {"159 in a 200", {.body = "h1\t9000\t0\t\t1\t0\n" + kTimeout}, "in doubt: code 159"},
      {"517",
       {.status = 500,
        .body = "Code: 517. DB::Exception: Metadata is behind. (CANNOT_ASSIGN_ALTER)"},
       "failed 517"},
      {"999 without a node",
       {.status = 500, .body = "Code: 999. Coordination::Exception: No node"},
       "failed 999"},
      {"999 with a lost session",
       {.status = 500, .body = "Code: 999. Coordination::Exception: Session expired"},
       "in doubt: code 999"},
      {"cut before an answer", {.ending = Ending::cut_before_answer}, "in doubt: no answer: "},
      {"cut in the headers", {.ending = Ending::cut_in_headers}, "in doubt: no answer: "},
      {"cut in the body", {.body = "1\n", .ending = Ending::cut_in_body}, "in doubt: no answer: "},
      {"999, and a cut before why",
       {.status = 500,
        .body = "Code: 999. Coordination::Exception: ",
        .ending = Ending::cut_in_body},
       "in doubt: code 999"},
      {"no HTTP",
       {.body = "\x15\x03\x03\x02\x02\x50 and so on", .ending = Ending::raw},
       "in doubt: no answer: "},
      {"a proxy without a server",
       {.status = 502, .body = "<h1>Bad Gateway</h1>"},
       "in doubt: no answer from ClickHouse, but HTTP 502: <h1>Bad Gateway</h1>"},
      {"a proxy that is full",
       {.status = 503},
       "in doubt: no answer from ClickHouse, but HTTP 503"},
      {"a proxy that waited", {.status = 504}, "in doubt: no answer from ClickHouse, but HTTP 504"},
      {"a proxy's own time limit",
       {.status = 408},
       "in doubt: no answer from ClickHouse, but HTTP 408"},
      {"500 from nobody",
       {.status = 500, .body = "oops"},
       "in doubt: no answer from ClickHouse, but HTTP 500: oops"},
  };
}

TEST(HttpServer, EveryAnswerHasItsOutcomeAndIsSentOnce) {
  for (const Case& each : cases()) {
    SCOPED_TRACE(each.name);
    ScriptedHttpServer scripted;
    scripted.expect_probe().expect("DROP TABLE t", each.answer);
    HttpServer server = connect(scripted.url());
    EXPECT_THAT(text(run(server, "DROP TABLE t")), HasSubstr(each.outcome));
    EXPECT_EQ(scripted.requests().size(), 2U);
  }
}

// The answer as bytes, and what it says once all of it is there.
struct WholeAnswer {
  std::string bytes;
  std::string_view outcome;
};

std::vector<WholeAnswer> whole_answers() {
  const std::string rows = "ch-1\t9000\t0\t\t1\t0\nch-2\t9000\t0\t\t0\t0\n";
  const std::string chunks =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-ClickHouse-Query-Id: q\r\n\r\n";
  const auto chunk = [](const std::string& text) {
    return fmt::format("{:x}\r\n{}\r\n", text.size(), text);
  };
  const std::string length =
      "HTTP/1.1 {}\r\nX-ClickHouse-Format: TabSeparated\r\n{}"
      "Content-Length: {}\r\n\r\n{}";
  return {
      {chunks + chunk(rows) + "0\r\n\r\n", "done"},
      {fmt::format(fmt::runtime(length), "200 OK", "", rows.size(), rows), "done"},
      {chunks + chunk(rows) + chunk(kNew) + "0\r\n\r\n", "failed 60"},
      {fmt::format(fmt::runtime(length), "404 Not Found", "X-ClickHouse-Exception-Code: 60\r\n",
                   kNew.size(), kNew),
       "failed 60"},
      {fmt::format(fmt::runtime(length), "500 Internal Server Error", "", kOld.size(), kOld),
       "failed 60"},
  };
}

// Never done before its end, and never a failure that the server did not name.
TEST(HttpServer, AnAnswerCutAtAnyByteIsNotTakenForAnother) {
  for (const WholeAnswer& answer : whole_answers()) {
    for (std::size_t sent = 0; sent <= answer.bytes.size(); ++sent) {
      SCOPED_TRACE(answer.bytes.substr(0, sent));
      ScriptedHttpServer scripted;
      scripted.expect_probe().expect("DROP TABLE t",
                                     {.body = answer.bytes.substr(0, sent), .ending = Ending::raw});
      HttpServer server = connect(scripted.url());
      const std::string outcome = text(run(server, "DROP TABLE t"));
      if (sent == answer.bytes.size()) {
        EXPECT_THAT(outcome, StartsWith(answer.outcome));
      } else if (answer.bytes.ends_with("\r\n\r\n") && sent + 1 == answer.bytes.size()) {
        EXPECT_THAT(outcome, StartsWith(answer.outcome));  // the last chunk has come
      } else if (answer.outcome == "done") {
        EXPECT_THAT(outcome, StartsWith("in doubt: "));
      } else {
        EXPECT_THAT(outcome, testing::AnyOf(StartsWith("in doubt: "), StartsWith("failed 60")));
      }
      EXPECT_EQ(scripted.requests().size(), 2U);
    }
  }
}

TEST(HttpServer, AProxysRefusalIsAnErrorBecauseNothingRan) {
  for (const int status : {301, 400, 401, 403, 404, 413, 429}) {
    ScriptedHttpServer scripted;
    scripted.expect_probe().expect("DROP TABLE t", {.status = status, .body = "no"});
    HttpServer server = connect(scripted.url());
    EXPECT_THAT(thrown_by([&] { return run(server, "DROP TABLE t"); }),
                AllOf(StartsWith("failed "), HasSubstr(fmt::format("HTTP {}", status))));
  }
}

TEST(HttpServer, ProbesOnceAndSendsNothingThatItMayNotKnow) {
  ScriptedHttpServer scripted;
  scripted.expect_probe("18.16.1").expect("SELECT 1", {.body = "1\n"});
  HttpServer server = connect(scripted.url());
  EXPECT_EQ(server.capabilities().version, (Version{18, 16}));
  EXPECT_EQ(server.capabilities().host_name, "ch1");
  EXPECT_EQ(read_rows(server, "SELECT 1"), (std::vector<Row>{{"1"}}));
  EXPECT_TRUE(scripted.requests()[0].parameters.empty());
}

TEST(HttpServer, SendsParametersSettingsAndTheStatementAsItIs) {
  ScriptedHttpServer scripted;
  scripted.expect_probe("26.7.3.1", "1").expect("");
  HttpServer server = connect(scripted.url() + "/my%20db");
  const std::string statement = "INSERT INTO t FORMAT CSV\n1,\"a;b\"\n\xc3\xa9\\'&=%\n";
  const Request request{.statement = statement,
                        .query_id = "godwit-1-2&x=y",
                        .settings = {{"mutations_sync", "2"}, {"log_comment", "a b&c"}}};
  EXPECT_EQ(text(server.execute(request)), "done");
  const auto sent = scripted.requests()[1];
  EXPECT_EQ(sent.body, statement);
  const std::map<std::string, std::string> expected = {
      {"database", "my db"},          {"http_headers_progress_interval_ms", "30000"},
      {"log_comment", "a b&c"},       {"mutations_sync", "2"},
      {"query_id", "godwit-1-2&x=y"}, {"send_progress_in_http_headers", "1"},
      {"wait_end_of_query", "1"}};
  EXPECT_EQ(sent.parameters, expected);
}

TEST(HttpServer, ADatabaseThatDoesNotExistYetIsSentOnlyWhereItIsNeeded) {
  ScriptedHttpServer scripted;
  scripted.expect_probe().expect("CREATE DATABASE shop").expect("CREATE TABLE t");
  scripted.expect("FROM system.databases WHERE name = 'shop'", {.body = "0\n"})
      .expect("SELECT 1", {.body = "1\n"})
      .expect("FROM system.databases WHERE name = 'shop'", {.body = "1\n"})
      .expect("SELECT 2", {.body = "2\n"})
      .expect("SELECT 3", {.body = "3\n"});
  HttpServer server = connect(scripted.url() + "/shop");
  (void)server.execute({.statement = "CREATE DATABASE shop", .needs_database = false});
  (void)run(server, "CREATE TABLE t");
  for (const char* query : {"SELECT 1", "SELECT 2", "SELECT 3"}) read_rows(server, query);
  const auto sent = scripted.requests();
  const auto has_database = [&](std::size_t at) {
    return sent[at].parameters.contains("database");
  };
  EXPECT_FALSE(has_database(1));
  EXPECT_TRUE(has_database(2));
  EXPECT_FALSE(has_database(4));
  EXPECT_TRUE(has_database(6));
  EXPECT_TRUE(has_database(7));
}

TEST(HttpServer, OneConnectionServesAll) {
  ScriptedHttpServer scripted;
  scripted.expect_probe()
      .expect("SELECT 1", {.body = "1\n"})
      .expect("DROP TABLE t")
      .expect("DROP TABLE u");
  HttpServer server = connect(scripted.url());
  read_rows(server, "SELECT 1");
  EXPECT_EQ(text(run(server, "DROP TABLE t")), "done");
  EXPECT_EQ(text(run(server, "DROP TABLE u")), "done");
  EXPECT_EQ(scripted.connections(), 1);
}

TEST(HttpServer, AKeptConnectionThatWasClosedIsReplacedWithoutDoubt) {
  ScriptedHttpServer scripted;
  scripted.expect_probe()
      .expect("SELECT 1", {.body = "1\n", .ending = Ending::close})
      .expect("DROP TABLE t");
  HttpServer server = connect(scripted.url());
  read_rows(server, "SELECT 1");
  EXPECT_EQ(text(run(server, "DROP TABLE t")), "done");
  EXPECT_EQ(scripted.connections(), 2);
}

// The server dies with the statement in its hands, on a kept connection: libcurl would send it
// again.
TEST(HttpServer, AStatementIsNotSentAgainOnAFreshConnection) {
  ScriptedHttpServer scripted;
  scripted.expect_probe().expect("DROP TABLE t", {.ending = Ending::cut_before_answer});
  HttpServer server = connect(scripted.url());
  server.capabilities();
  EXPECT_THAT(text(run(server, "DROP TABLE t")), HasSubstr("in doubt: no answer"));
  EXPECT_EQ(scripted.requests().size(), 2U);
  EXPECT_EQ(scripted.requests()[1].connection, 0);
}

TEST(HttpServer, AuthenticatesByHeadersAndOnlyWhenAsked) {
  struct Row {
    std::string user_information, user, key;
  };
  for (const Row& row :
       {Row{"", "", ""}, Row{"bob@", "bob", ""}, Row{"bob:p%40s%26s%231%2B@", "bob", "p@s&s#1+"},
        Row{":pw@", "default", "pw"}}) {
    ScriptedHttpServer scripted;
    scripted.expect_probe();
    HttpServer server =
        connect(fmt::format("http://{}127.0.0.1:{}", row.user_information, scripted.port()));
    server.capabilities();
    auto sent = scripted.requests()[0];
    EXPECT_EQ(sent.headers["x-clickhouse-user"], row.user);
    EXPECT_EQ(sent.headers["x-clickhouse-key"], row.key);
    EXPECT_FALSE(sent.headers.contains("authorization"));
    EXPECT_TRUE(sent.parameters.empty());
    EXPECT_EQ(server.name(), scripted.url());
  }
}

TEST(HttpServer, SelectStreamsRowsAndTellsFailures) {
  ScriptedHttpServer scripted;
  scripted.expect_probe()
      .expect("SELECT 1", {.body = "1\ta\\tb\n2\t\\N\n"})
      .expect("SELECT 2", {.body = "1\n" + kNew})
      .expect("SELECT 3", {.status = 404, .body = kTimeout})
      .expect("SELECT 4", {.body = "1\n", .ending = Ending::cut_in_body});
  HttpServer server = connect(scripted.url());
  EXPECT_EQ(read_rows(server, "SELECT 1"), (std::vector<Row>{{"1", "a\tb"}, {"2", "\\N"}}));
  EXPECT_EQ(scripted.requests()[1].parameters["default_format"], "TabSeparated");
  std::vector<Row> rows;
  const auto keep = [&](const Row& row) { rows.push_back(row); };
  EXPECT_EQ(text(server.try_select("SELECT 2", keep)), "failed 60: No t. (UNKNOWN_TABLE)");
  EXPECT_EQ(rows, (std::vector<Row>{{"1"}}));
  EXPECT_THAT(text(server.try_select("SELECT 3", keep)), HasSubstr("failed 159"));
  EXPECT_THAT(text(server.try_select("SELECT 4", keep)), HasSubstr("in doubt"));
}

TEST(HttpServer, WhatARowsCallerThrowsArrives) {
  ScriptedHttpServer scripted;
  scripted.expect_probe().expect("SELECT 1", {.body = "1\n"}).expect("SELECT 2", {.body = "2\n"});
  HttpServer server = connect(scripted.url());
  const auto refuse = [](const Row&) { throw Error(ErrorKind::policy, "enough"); };
  EXPECT_THROW(server.select("SELECT 1", refuse), Error);
  EXPECT_EQ(read_rows(server, "SELECT 2"), (std::vector<Row>{{"2"}}));
}

TEST(HttpServer, ProgressComesFromHeaders) {
  std::promise<void> seen;
  ScriptedHttpServer scripted;
  scripted.expect_probe().expect(
      "ALTER", {.progress = {R"({"read_rows":"1","read_bytes":"2","total_rows_to_read":"3"})"},
                .release = seen.get_future().share()});
  HttpServer server = connect(scripted.url());
  Progress last;
  const auto on_progress = [&](const Progress& progress) {
    last = progress;
    seen.set_value();
  };
  EXPECT_EQ(
      text(server.execute({.statement = "ALTER", .query_id = "q1", .on_progress = on_progress})),
      "done");
  EXPECT_EQ(last.read_rows, 1U);
  EXPECT_EQ(last.total_rows, 3U);
}

TEST(HttpServer, ProgressIsAskedForOnASecondConnectionWhereNoHeaderComes) {
  std::promise<void> seen;
  ScriptedHttpServer scripted;
  scripted.expect_probe().expect("ALTER", {.release = seen.get_future().share()});
  scripted.always("FROM system.processes WHERE query_id = 'q1'", {.body = "10\t20\t30\t1500\n"});
  HttpServer server = connect(scripted.url());
  std::vector<Progress> all;
  const auto on_progress = [&](const Progress& progress) {
    all.push_back(progress);
    if (all.size() == 1) seen.set_value();
  };
  EXPECT_EQ(
      text(server.execute({.statement = "ALTER", .query_id = "q1", .on_progress = on_progress})),
      "done");
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all[0].read_rows, 10U);
  EXPECT_EQ(all[0].elapsed.count(), 1500);
  EXPECT_EQ(scripted.connections(), 2);
}

TEST(HttpServer, AQuestionForProgressThatIsRefusedIsNotAskedAgain) {
  std::promise<void> release;
  ScriptedHttpServer scripted;
  scripted.expect_probe().expect("ALTER", {.release = release.get_future().share()});
  scripted.expect("system.processes",
                  {.status = 403, .body = "Code: 497. DB::Exception: no grant"});
  HttpServer server = connect(scripted.url());
  int ticks = 0;
  const auto stop_waiting = [&] {
    if (++ticks == 12) release.set_value();  // more than two seconds, so two periods
    return false;
  };
  EXPECT_EQ(text(server.execute({.statement = "ALTER",
                                 .query_id = "q1",
                                 .on_progress = [](const Progress&) { ADD_FAILURE(); },
                                 .stop_waiting = stop_waiting})),
            "done");
  EXPECT_GE(ticks, 12);
}

TEST(HttpServer, StopsWaitingWhenAsked) {
  std::promise<void> release;
  ScriptedHttpServer scripted;
  scripted.expect_probe()
      .expect("ALTER", {.release = release.get_future().share()})
      .expect("SELECT 1", {.body = "1\n"});
  HttpServer server = connect(scripted.url());
  EXPECT_EQ(text(server.execute(
                {.statement = "ALTER", .query_id = "q1", .stop_waiting = [] { return true; }})),
            "in doubt: stopped waiting");
  release.set_value();
  EXPECT_EQ(read_rows(server, "SELECT 1"), (std::vector<Row>{{"1"}}));
}

}  // namespace
}  // namespace godwit::server
