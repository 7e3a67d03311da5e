// Servers that cannot be reached, and ports that speak something else. Each is said at once, where
// it is, why, and what was probably meant, and never with the password.

#include "godwit/server/unreachable.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>

#include "unit/server/scripted.hpp"

namespace godwit::server {
namespace {

using testing::Not;

Outcome drop_table(Server& server) { return server.execute({.statement = "DROP TABLE t"}); }

TEST(Unreachable, AWrongPasswordIsSaidWithUserAndHostAndNeverShown) {
  const HttpAnswer answers[] = {
      {.status = 403,
       .body = "Code: 516. DB::Exception: bob: Authentication failed",
       .headers = {{"X-ClickHouse-Exception-Code", "516"}}},
      {.status = 401,
       .body = "Code: 193, e.displayText() = DB::Exception: Wrong password for user bob, e.what() "
               "= DB::Exception"},
      {.status = 401,
       .body = "Code: 192, e.displayText() = DB::Exception: Unknown user bob, e.what() = "
               "DB::Exception"},
      {.status = 401, .body = "Code: 194. DB::Exception: Password required (REQUIRED_PASSWORD)"},
      {.status = 401, .body = "Authorization required"},
  };
  for (const HttpAnswer& answer : answers) {
    ScriptedHttpServer scripted;
    scripted.expect("SELECT version()", answer);
    HttpServer server = connect(fmt::format("http://bob:hunter2@127.0.0.1:{}", scripted.port()));
    const std::string error = thrown_by([&] { return server.capabilities(); });
    EXPECT_THAT(error, AllOf(StartsWith("failed "), HasSubstr("refuses user 'bob'")));
    EXPECT_THAT(error, HasSubstr(fmt::format("127.0.0.1:{}", scripted.port())));
    EXPECT_THAT(error, HasSubstr("--password-file"));
    EXPECT_THAT(error, Not(HasSubstr("hunter2")));
  }
}

TEST(Unreachable, ControlCharactersAreNotPutIntoHeaders) {
  Connection connection;
  connection.host = "ch";
  connection.port = 1;
  connection.password = "a\r\nX-Evil: 1";
  EXPECT_THROW(HttpServer{connection}, Error);
}

TEST(Unreachable, WhatIsNotClickHouseIsSaidAtOnce) {
  struct Row {
    std::string scheme;
    HttpAnswer answer;
    std::string error;
  };
  const std::string native =
      "HTTP/1.0 400 Bad Request\r\n\r\nPort 9000 is for clickhouse-client program.\r\nYou must use "
      "port 8124 for HTTP.\r\n";
  const Row rows[] = {
      {"http", {.body = native, .ending = Ending::raw}, "try http://127.0.0.1:8124"},
      {"http",
       {.body = "\x15\x03\x03\x02\x02\x32", .ending = Ending::raw},
       "perhaps TLS on this port? try https://127.0.0.1:"},
      {"http",
       {.ending = Ending::cut_before_answer},
       "perhaps TLS on this port? try https://127.0.0.1:"},
      {"http",
       {.body = std::string("\x02\x0a\0\0\0DB::Exception", 18), .ending = Ending::raw},
       "does not speak HTTP"},
      {"http",
       {.status = 400, .body = "The plain HTTP request was sent to HTTPS port"},
       "it wants TLS"},
      {"http",
       {.status = 200, .body = "<html>Welcome</html>"},
       "does not answer as ClickHouse does: HTTP 200: <html>"},
      {"http",
       {.status = 301, .headers = {{"Location", "https://ch/"}}},
       "redirects (HTTP 301) to https://ch/"},
      {"http", {.status = 502}, "HTTP 502"},
      {"https",
       {.body = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", .ending = Ending::raw},
       "no TLS on this port? try http://127.0.0.1:"},
      {"https",
       {.ending = Ending::cut_before_answer},
       "no TLS on this port? try http://127.0.0.1:"},
  };
  for (const Row& row : rows) {
    ScriptedHttpServer scripted;
    scripted.expect("", row.answer);
    HttpServer server = connect(scripted.url(row.scheme));
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_THAT(thrown_by([&] { return drop_table(server); }),
                AllOf(StartsWith("failed "), HasSubstr(row.error)));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5)) << row.error;
  }
}

TEST(Unreachable, NobodyThereIsAnErrorWithHostAndPort) {
  const int port = test::unused_port();
  HttpServer server = connect(fmt::format("http://bob:hunter2@127.0.0.1:{}", port));
  const auto begin = std::chrono::steady_clock::now();
  const std::string error = thrown_by([&] { return drop_table(server); });
  EXPECT_THAT(error, StartsWith(fmt::format("failed cannot reach http://127.0.0.1:{}", port)));
  EXPECT_THAT(error, HasSubstr("8123"));
  EXPECT_THAT(error, Not(HasSubstr("hunter2")));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  HttpServer nowhere = connect("http://nobody.invalid");
  EXPECT_THAT(thrown_by([&] { return nowhere.capabilities(); }),
              AllOf(StartsWith("failed "), HasSubstr("name is not known")));
}

// The server goes away between two statements: the second was not sent, so there is no doubt.
TEST(Unreachable, GoneBetweenTwoStatementsIsAnErrorNotADoubt) {
  auto scripted = std::make_unique<ScriptedHttpServer>();
  scripted->expect_probe();
  HttpServer server = connect(scripted->url());
  server.capabilities();
  scripted.reset();
  EXPECT_THAT(thrown_by([&] { return drop_table(server); }),
              AllOf(StartsWith("failed "), HasSubstr("cannot reach")));
}

// A server that starts again: nothing of the statement was sent, so that asking again is safe.
TEST(Reconnecting, TriesAgainUntilSomebodyTakesTheConnection) {
  auto first = std::make_unique<ScriptedHttpServer>();
  first->expect_probe();
  HttpServer server = connect(first->url());
  (void)server.capabilities();
  const int port = first->port();
  first.reset();
  std::vector<long> waits;
  std::unique_ptr<ScriptedHttpServer> second;
  server.reconnect({std::chrono::seconds(20),
                    [&](std::chrono::milliseconds delay) {
                      waits.push_back(delay.count());
                      if (waits.size() != 2) return;
                      second = std::make_unique<ScriptedHttpServer>(port);
                      second->expect("DROP TABLE t");
                    },
                    {}});
  EXPECT_TRUE(std::holds_alternative<Done>(server.execute({.statement = "DROP TABLE t"})));
  EXPECT_EQ(waits, (std::vector<long>{250, 500}));
}

TEST(Reconnecting, GivesUpOnceForAllQuestions) {
  auto gone = std::make_unique<ScriptedHttpServer>();
  gone->expect_probe();
  HttpServer server = connect(gone->url());
  (void)server.capabilities();
  gone.reset();
  int waits = 0;
  server.reconnect({std::chrono::milliseconds(400), [&](auto) { ++waits; }, {}});
  for (int question = 0; question < 3; ++question) {
    EXPECT_THAT(thrown_by([&] { return read_rows(server, "SELECT 1"); }), StartsWith("failed "));
  }
  EXPECT_EQ(waits, 1);
}

}  // namespace
}  // namespace godwit::server
