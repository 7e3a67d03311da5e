// What can be wrong with the server, the engine and the way there. A run that cannot begin says
// what is wrong and what to try, shows no secret, and writes nothing.

#include "support/engine_process.hpp"
#include "support/program.hpp"
#include "support/scripted_http_server.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>

namespace godwit::test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

class BadServer : public ::testing::Test {
 protected:
  BadServer() { project_.write("migrations/1_a.sql", "SELECT 1;\n"); }

  // An apply that must write nothing into the project.
  [[nodiscard]] Ended apply(std::vector<std::string> more,
                            std::vector<std::pair<std::string, std::string>> environment = {}) {
    more.insert(more.begin(), {"apply", "--yes"});
    const auto before = project_.files();
    const auto start = std::chrono::steady_clock::now();
    Ended ended = project_.run(Call{more, std::move(environment), {}});
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
    EXPECT_EQ(project_.files(), before);
    EXPECT_EQ(ended.output, "");
    return ended;
  }

  Project project_;
};

TEST_F(BadServer, AWrongPasswordIsSaidWithItsUserAndNotShown) {
  const Project secrets;
  secrets.write("password", "right one\n");
  const EngineProcess engine({}, {"--listen", "127.0.0.1:0", "--user", "shop", "--password-file",
                                  (secrets.path() / "password").string()});
  secrets.write("wrong", "wr0ng&one\n");
  const std::string wrong = (secrets.path() / "wrong").string();
  const Ended ended = apply({"--url", engine.url(), "--user", "shop", "--password-file", wrong});
  EXPECT_EQ(ended.code, 1);
  EXPECT_EQ(ended.errors,
            fmt::format("godwit: {} refuses user 'shop' (code 516): unknown user or wrong "
                        "password\n    check --user and --password-file, or what the "
                        "environment's user and password say (env(\"CH_USER\"), "
                        "env(\"CH_PASSWORD\"))\n",
                        engine.url()));
  const std::string right = (secrets.path() / "password").string();
  const Ended good = project_.run(
      {"apply", "--yes", "--url", engine.url(), "--user", "shop", "--password-file", right});
  EXPECT_EQ(good.code, 0) << good.errors;
}

TEST_F(BadServer, AnUnreachableHostIsNamed) {
  const std::string url = fmt::format("http://127.0.0.1:{}", unused_port());
  const Ended closed = apply({"--url", url});
  EXPECT_EQ(closed.code, 1);
  EXPECT_THAT(closed.errors, HasSubstr(fmt::format("godwit: cannot reach {}: ", url)));
  EXPECT_THAT(closed.errors, HasSubstr("\n    does ClickHouse listen there? its HTTP interface is "
                                       "on port 8123, with TLS on 8443\n"));
  const Ended unknown = apply({"--url", "http://no-such-host.invalid:8123"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_EQ(unknown.errors,
            "godwit: cannot reach http://no-such-host.invalid:8123: the host's name is not known\n"
            "    check the host in the URL\n");
}

TEST_F(BadServer, APortThatDoesNotSpeakHttpIsRecognised) {
  struct Row {
    std::string_view scheme;
    HttpAnswer answer;
    std::string_view reason;
    std::string_view hint;
  };
  using enum HttpAnswer::Ending;
  // A port of TLS, or of the native protocol, closes or answers binary.
  const Row rows[] = {
      {"http",
       {.ending = cut_before_answer},
       "the connection was closed without an answer",
       "perhaps TLS on this port? try https://127.0.0.1:{}"},
      {"http",
       {.body = std::string("\x15\x03\x01\x00\x02\x02\x46", 7), .ending = raw},
       "what listens there does not speak HTTP",
       "perhaps TLS on this port? try https://127.0.0.1:{}"},
      {"https",
       {.body = "HTTP/1.1 400 Bad Request\r\n\r\n", .ending = raw},
       "no TLS connection: ",
       "no TLS on this port? try http://127.0.0.1:{}"},
  };
  for (const Row& row : rows) {
    ScriptedHttpServer server;
    server.always("", row.answer);
    const Ended ended = apply({"--url", server.url(row.scheme)});
    EXPECT_EQ(ended.code, 1);
    EXPECT_THAT(ended.errors, HasSubstr(fmt::format("godwit: cannot reach {}: {}",
                                                    server.url(row.scheme), row.reason)));
    EXPECT_THAT(ended.errors, HasSubstr(fmt::format(fmt::runtime(row.hint), server.port())));
  }
}

TEST_F(BadServer, AUrlWithABadEscapeIsRefusedWithoutItsSecret) {
  const Ended flag = apply({"--url", "http://u:se%zcret@127.0.0.1:1/shop"});
  EXPECT_EQ(flag.code, 2);
  EXPECT_THAT(flag.errors, HasSubstr("godwit: URL 'http://[redacted]@127.0.0.1:1/shop': a % is not "
                                     "followed by two hex digits\n"));
  project_.write("godwit.hcl",
                 "environment \"dev\" {\n  url = \"http://u:se%zcret@127.0.0.1:1\"\n}\n");
  const Ended config = apply({});
  EXPECT_EQ(config.code, 2);
  EXPECT_THAT(
      config.errors,
      HasSubstr("godwit: godwit.hcl:2:9: URL 'http://[redacted]@127.0.0.1:1': a % is not "));
  for (const Ended& ended : {flag, config}) EXPECT_THAT(ended.errors, Not(HasSubstr("cret")));
}

TEST_F(BadServer, AMissingEngineSaysHowToGetIt) {
  const Ended ended = apply({"--url", "chdb:"}, {{"GODWIT_CHDB", "/nowhere/libchdb.so"}});
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.errors, HasSubstr("libchdb, the embedded ClickHouse engine, was not found; "
                                      "looked in:\n"));
  EXPECT_THAT(ended.errors, HasSubstr("/nowhere/libchdb.so: not there\n"));
  EXPECT_THAT(ended.errors, HasSubstr("run ./quickstart"));
}

TEST_F(BadServer, ADataPathInUseIsNamed) {
  const EngineProcess other;
  const Ended ended = apply({"--url", fmt::format("chdb://{}", other.data().string())});
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.errors, HasSubstr(other.data().string()));
  EXPECT_THAT(ended.errors, HasSubstr("in use"));
  EXPECT_THAT(ended.errors, HasSubstr("\n    end the other godwit, or use another path\n"));
}

TEST_F(BadServer, AHistoryThatCannotBeReadIsNeverAnEmptyOne) {
  for (const int code : {497, 241, 999}) {
    ScriptedHttpServer server;
    server.expect_probe("26.7.3.1", "1");
    const std::string problem = fmt::format("Code: {}. DB::Exception: not today. (X)", code);
    server.always("history", {.status = 500, .body = problem});
    const Ended ended = project_.run({"apply", "--yes", "--url", server.url()});
    EXPECT_EQ(ended.code, 1);
    EXPECT_THAT(ended.errors, HasSubstr("cannot read the history godwit.history: "));
    EXPECT_THAT(ended.errors, HasSubstr("not today"));
    for (const RecordedRequest& request : server.requests()) {
      EXPECT_THAT(request.body, Not(HasSubstr("INSERT")));
      EXPECT_THAT(request.body, Not(HasSubstr("CREATE")));
    }
  }
}

TEST_F(BadServer, ALockThatIsHeldSaysByWhomAndSinceWhen) {
  const EngineProcess engine({}, {"--listen", "127.0.0.1:0"});
  project_.write("migrations/1_a.sql", "SELECT sleepEachRow(0.1) FROM numbers(25);\n");
  Running holder = project_.start({{"apply", "--yes", "--url", engine.url()}});
  ASSERT_TRUE(eventually([&] {
    return engine.value("SELECT count() FROM system.processes WHERE query LIKE 'SELECT sleep%'") ==
           "1";
  }));
  const Ended second = project_.run({"apply", "--yes", "--url", engine.url()});
  EXPECT_EQ(second.code, 4);
  EXPECT_THAT(second.errors,
              MatchesRegex(fmt::format(
                  "(.|\n)*godwit: the lock is held by [^ ]+@[^ ]+:{} since 20[0-9: .-]+ UTC \\(run "
                  "[0-9a-f]+\\)\n    wait for it; if that run is dead, see and clear it with\n"
                  "    godwit unlock --url {}\n",
                  holder.id(), engine.url())));
  const Ended status = project_.run({"status", "--url", engine.url()});
  EXPECT_EQ(status.code, 0) << status.errors;
  EXPECT_THAT(status.output, HasSubstr(fmt::format(":{} since 20", holder.id())));
  const Ended unlock = project_.run({"unlock", "--url", engine.url(), "--yes"});
  EXPECT_EQ(unlock.code, 4);
  EXPECT_THAT(unlock.errors, HasSubstr("a file lock goes with its process"));
  EXPECT_EQ(holder.wait().code, 0);
  EXPECT_EQ(engine.value("SELECT countIf(state = 'done') FROM godwit.history"), "2");
}

}  // namespace
}  // namespace godwit::test
