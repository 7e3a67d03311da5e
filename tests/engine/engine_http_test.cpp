// godwit-engine as its clients see it: each test sends requests to the real program.

#include "support/engine_process.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

namespace godwit::test {

namespace {

// Runs until it is killed: one row of 0.05 s after the other.
constexpr const char* kEndless =
    "SELECT sum(sleepEachRow(0.05)) FROM numbers(100000) SETTINGS max_block_size = 1, "
    "max_threads = 1, function_sleep_max_microseconds_per_block = 0";

EngineProcess& engine() {
  static EngineProcess shared;
  return shared;
}

std::string exception_code(const EngineAnswer& answer) {
  const auto found = answer.headers.find("x-clickhouse-exception-code");
  return found == answer.headers.end() ? "" : found->second;
}

/// A fresh table of two columns.
std::string new_table(const std::string& name) {
  engine().value("DROP TABLE IF EXISTS " + name + " SYNC");
  engine().value("CREATE TABLE " + name + " (a Int32, b String) ENGINE = MergeTree ORDER BY a");
  return name;
}

void kill_query(const EngineProcess& at, const std::string& query_id) {
  at.value(
      fmt::format("KILL QUERY WHERE Settings['log_comment'] = '{}' ASYNC FORMAT Null", query_id));
}

}  // namespace

TEST(EngineHttp, SaysThatItIsThere) {
  EXPECT_EQ(http_request(engine().url(), "/ping", {}, nullptr).body, "Ok.\n");
  EXPECT_EQ(http_request(engine().url(), "/", {}, nullptr).body, "Ok.\n");
  EXPECT_EQ(http_request(engine().url(), "/nowhere", {}, nullptr).status, 404);
}

TEST(EngineHttp, SaysThatNoReplicaIsLate) {
  EXPECT_EQ(http_request(engine().url(), "/replicas_status", {}, nullptr).body, "Ok.\n");
  const EngineAnswer verbose =
      http_request(engine().url(), "/replicas_status", {{"verbose", "1"}}, nullptr);
  EXPECT_EQ(verbose.status, 200);
  EXPECT_EQ(verbose.body, "");  // it has no replicated table
}

TEST(EngineHttp, HeadIsGetWithoutItsBody) {
  const HttpCall ping{.url = engine().url(), .path = "/ping", .method = "HEAD"};
  EXPECT_EQ(http_request(ping).headers.at("content-length"), "4");
  const EngineAnswer answer = http_request(
      {.url = engine().url(), .parameters = {{"query", "SELECT 12345"}}, .method = "HEAD"});
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "");
  EXPECT_EQ(answer.headers.at("content-length"), "6");
  EXPECT_EQ(http_request({.url = engine().url(), .method = "DELETE"}).status, 501);
}

TEST(EngineHttp, AnswersAQueryWithTheHeadersOfAServer) {
  const EngineAnswer answer =
      engine().query("SELECT 1 AS a, 'x\\0y' AS b FORMAT JSONEachRow", {{"query_id", "one"}});
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "{\"a\":1,\"b\":\"x\\u0000y\"}\n");
  EXPECT_EQ(answer.headers.at("x-clickhouse-query-id"), "one");
  EXPECT_EQ(answer.headers.at("x-clickhouse-format"), "JSONEachRow");
  EXPECT_EQ(answer.headers.at("content-type"), "application/x-ndjson; charset=UTF-8");
  EXPECT_EQ(answer.headers.count("x-clickhouse-timezone"), 1U);
  EXPECT_EQ(answer.headers.count("x-clickhouse-server-display-name"), 1U);
  EXPECT_NE(answer.headers.at("x-clickhouse-summary").find("\"read_rows\":\"1\""),
            std::string::npos);
  const std::string binary("SELECT 'a\0b' FORMAT RawBLOB", 27);
  EXPECT_EQ(engine().query(binary).body, std::string("a\0b", 3));
}

TEST(EngineHttp, TakesTheQueryFromTheUrlTheBodyOrBoth) {
  EXPECT_EQ(engine().query("", {{"query", "SELECT 3"}}).body, "3\n");
  EXPECT_EQ(engine().query("+ 1", {{"query", "SELECT 3"}}).body, "4\n");
  EXPECT_EQ(http_request(engine().url(), "/", {{"query", "SELECT 5"}}, nullptr).body, "5\n");
}

TEST(EngineHttp, GetCannotChangeAnything) {
  const std::string table = new_table("get_t");
  const UrlParameters drop = {{"query", "DROP TABLE " + table}};
  const EngineAnswer answer = http_request(engine().url(), "/", drop, nullptr);
  EXPECT_EQ(exception_code(answer), "164") << answer.body;
  EXPECT_EQ(engine().value("EXISTS " + table), "1");
}

TEST(EngineHttp, ParametersAreSettingsUnlessTheyMeanMore) {
  const EngineAnswer answer = engine().query(
      "SELECT getSetting('max_threads'), getSetting('implicit_select'), "
      "{p:String}, currentDatabase(), getSetting('log_comment')",
      {{"max_threads", "3"},
       {"param_p", "it's\\n;"},
       {"database", "system"},
       {"default_format", "CSV"},
       {"query_id", "settings"},
       {"wait_end_of_query", "1"}});
  EXPECT_EQ(answer.body, "3,false,\"it's\n;\",\"system\",\"settings\"\n");
  EXPECT_EQ(engine().query("SELECT getSetting('log_comment')", {{"log_comment", "mine"}}).body,
            "mine\n");
}

struct RefusedRow {
  std::string text;
  UrlParameters parameters;
  std::string code;
  long status;
  std::string part;  // of the body
};

TEST(EngineHttp, RefusesWithTheCodeAndStatusOfAServer) {
  const RefusedRow rows[] = {
      {"SELECT 1", {{"no_such", "1"}}, "115", 404, "'no_such'"},
      {"SELECT 1", {{"a b", "1"}}, "115", 404, "'a b'"},
      {"SELECT 1", {{"database", "no`pe"}}, "81", 404, "`no\\`pe` does not exist"},
      {"SELECT * FROM nope", {}, "60", 404, "nope"},
      {"SELECT nope", {}, "47", 404, "nope"},
      {"SELEC 1", {}, "62", 400, "Syntax error"},
      {"1", {}, "62", 400, "Syntax error"},
      {"", {}, "62", 400, "Empty query"},
      {" -- nothing\n", {}, "62", 400, "Empty query"},
      {";", {}, "62", 400, "Empty query"},
      {"SELECT throwIf(1)", {}, "395", 500, "throwIf"},
      {"SELECT 1", {{"role", "r"}}, "36", 400, "role"},
      {"SELECT 1", {{"compress", "1"}}, "36", 400, "compress"},
      {"SELECT 1",
       {{"session_id", "none"}, {"session_check", "1"}},
       "372",
       500,
       "Session none not found"},
      {"SELECT 1",
       {{"session_id", "s"}, {"session_timeout", "3601"}},
       "374",
       500,
       "max_session_timeout: 3600"},
      {"SELECT 1", {{"session_id", "s"}, {"session_timeout", "-1"}}, "374", 500, "'-1'"},
      {"SELECT 1", {{"session_id", "s"}, {"session_timeout", "1m"}}, "374", 500, "'1m'"},
      {"SELECT 1", {{"password", "x"}}, "516", 403, "Authentication failed"},
      {"SELECT 1", {{"user", "x"}}, "516", 403, "x: Authentication failed"},
      {"CREATE TABLE k (a Int8) ENGINE = KeeperMap('/k') PRIMARY KEY a",
       {},
       "36",
       400,
       "keeper_map_path_prefix"},
  };
  for (const RefusedRow& row : rows) {
    const EngineAnswer answer = engine().query(row.text, row.parameters);
    EXPECT_EQ(exception_code(answer), row.code) << row.text;
    EXPECT_EQ(answer.status, row.status) << row.text;
    EXPECT_TRUE(answer.body.starts_with("Code: " + row.code + ". DB::Exception: ")) << answer.body;
    EXPECT_TRUE(answer.body.ends_with("(godwit-engine))\n")) << answer.body;
    EXPECT_NE(answer.body.find(row.part), std::string::npos) << answer.body;
  }
}

TEST(EngineHttp, RefusesSeveralStatementsAndRunsNone) {
  const std::string table = new_table("multi_t");
  const std::string drop = "DROP TABLE " + table;
  const std::string texts[] = {
      "SELECT 1; " + drop,
      "SELECT ';'; " + drop,
      "SELECT 1 /* ; */ ; " + drop,
      "SELECT $a$;$a$; " + drop,
      "-- ;\nSELECT 1;\n" + drop + ";",
      drop + ";" + drop,
      "INSERT INTO " + table + " VALUES (1, 'a'); " + drop,
      "INSERT INTO " + table + " VALUES (1, 'a'); (2, 'b')",
      "INSERT INTO " + table + " SELECT 1, 'x'; " + drop,
      "EXPLAIN AST INSERT INTO " + table + " VALUES (1, 'a'); " + drop,
      "INSERT INTO " + table + " SELECT a, b FROM input('a Int32, b String') FORMAT CSV\n1,a\n\n" +
          drop,
  };
  for (const std::string& text : texts) {
    const EngineAnswer answer = engine().query(text);
    EXPECT_EQ(exception_code(answer), "62") << text << "\n" << answer.body;
    EXPECT_NE(answer.body.find("Multi-statements are not allowed"), std::string::npos) << text;
    EXPECT_EQ(engine().value("SELECT count() FROM " + table), "0") << text;
  }
}

TEST(EngineHttp, TakesOneStatementHoweverItEnds) {
  for (const char* const text :
       {"SELECT 1;", "SELECT 1 ;;\n", "SELECT 1; -- done; really\n", "SELECT 1 /* ; */;",
        "(SELECT 1)", "/* INSERT; */ SELECT 1", "SELECT 1 -- ;"}) {
    EXPECT_EQ(engine().value(text), "1") << text;
  }
}

struct InsertRow {
  std::string query;  // $t is the table
  std::string rows;
};

TEST(EngineHttp, InsertsDataWhateverIsInIt) {
  const InsertRow rows[] = {
      {"INSERT INTO $t VALUES (1, 'a;b'), (2, 'c''; DROP')", "1:a;b 2:c'; DROP"},
      {"INSERT INTO $t (b, a) VALUES ('x', 1 + 1);\n", "2:x"},
      {"insert into $t values (1, 'VALUES'); -- end", "1:VALUES"},
      {"INSERT INTO $t /* VALUES ( */ (a, `b`) VALUES (1, '')", "1:"},
      {"INSERT INTO $t FORMAT CSV\n1,\"x;\n\ny\"\n2,;\n", "1:x;\n\ny 2:;"},
      {"INSERT INTO $t FORMAT TSV\n1\tx; SELECT 1\n", "1:x; SELECT 1"},
      {"INSERT INTO $t FORMAT JSONEachRow {\"a\":1,\"b\":\";\"}\n\n{\"a\":2,\"b\":\"\"}", "1:; 2:"},
      {"INSERT INTO $t SETTINGS max_threads = 1 FORMAT CSV\r\n1,x\r\n", "1:x"},
      {"INSERT INTO $t FORMAT RowBinary\n" + std::string("\x01\0\0\0\x03\n\n;", 8), "1:\n\n;"},
      {"INSERT INTO $t SELECT 1, ';'", "1:;"},
      {"INSERT INTO $t SELECT 1, 'x' FORMAT Null", "1:x"},
      {"INSERT INTO $t VALUES", ""},
  };
  for (const InsertRow& row : rows) {
    const std::string table = new_table("insert_t");
    std::string text = row.query;
    text.replace(text.find("$t"), 2, table);
    const EngineAnswer answer = engine().query(text);
    EXPECT_EQ(answer.status, 200) << text << "\n" << answer.body;
    EXPECT_EQ(engine().value("SELECT arrayStringConcat(groupArray(concat(toString(a), ':', b)), "
                             "' ') FROM (SELECT * FROM " +
                             table + " ORDER BY a) FORMAT RawBLOB"),
              row.rows)
        << text;
  }
}

TEST(EngineHttp, InsertTakesItsDataFromTheBody) {
  const std::string table = new_table("body_t");
  const EngineAnswer answer =
      engine().query("1\tx\n\n", {{"query", "INSERT INTO " + table + " FORMAT TSV"}});
  EXPECT_EQ(exception_code(answer), "27") << answer.body;  // an empty line is no row
  EXPECT_EQ(engine()
                .query("2\ty\n", {{"query", "INSERT INTO " + table + " FORMAT TSV"}})
                .headers.at("x-clickhouse-summary")
                .substr(0, 53),
            R"({"read_rows":"0","read_bytes":"0","written_rows":"1",)");
  EXPECT_EQ(engine().value("SELECT b FROM " + table), "y");
}

TEST(EngineHttp, TakesAndGivesLargeBodies) {
  const std::string table = new_table("large_t");
  std::string text = "INSERT INTO " + table + " FORMAT TSV\n";
  const std::string cell(1000, ';');
  for (int i = 0; i < 30000; ++i) text += fmt::format("{}\t{}\n", i, cell);
  EXPECT_EQ(engine().query(text).status, 200);
  EXPECT_EQ(engine().query("SELECT b FROM " + table).body.size(), 30000U * 1001U);
}

TEST(EngineHttp, AQueryIdRunsOnceAtATime) {
  std::thread first([] { (void)engine().query(kEndless, {{"query_id", "twice"}}); });
  EXPECT_TRUE(engine().wait_until_running("twice"));
  const EngineAnswer second = engine().query("SELECT 1", {{"query_id", "twice"}});
  kill_query(engine(), "twice");
  first.join();
  EXPECT_EQ(exception_code(second), "216") << second.body;
  EXPECT_EQ(engine().query("SELECT 1", {{"query_id", "twice"}}).body, "1\n");
}

TEST(EngineHttp, QueriesRunBesideEachOther) {
  EngineAnswer killed;
  std::thread endless([&] { killed = engine().query(kEndless, {{"query_id", "endless"}}); });
  EXPECT_TRUE(engine().wait_until_running("endless"));
  std::vector<std::thread> threads;
  std::vector<std::string> bodies(8);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    threads.emplace_back([&bodies, i] {
      for (int round = 0; round < 20; ++round) {
        bodies[i] = engine().query("SELECT " + std::to_string(i)).body;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  kill_query(engine(), "endless");
  endless.join();
  for (std::size_t i = 0; i < bodies.size(); ++i) EXPECT_EQ(bodies[i], fmt::format("{}\n", i));
  EXPECT_EQ(exception_code(killed), "394") << killed.body;
}

TEST(EngineHttp, TheQueryLogTellsHowQueriesEnded) {
  const EngineProcess fresh;
  const auto types = [&](const std::string& id) {
    return fresh.value(
        "SELECT arrayStringConcat(groupArray(concat(toString(type), ' ', "
        "toString(exception_code))), ', ') FROM (SELECT * FROM system.query_log "
        "WHERE query_id = '" +
        id + "' ORDER BY event_time_microseconds)");
  };
  fresh.query("SELECT 'tab\t; \\' \\\\ line\nend'", {{"query_id", "log-good"}});
  fresh.query("SELECT throwIf(1)", {{"query_id", "log-bad"}});
  fresh.query("SELECT 1; SELECT 2", {{"query_id", "log-never"}});
  fresh.query("SELECT 'secret'", {{"query_id", "log-secret"}, {"log_queries", "0"}});
  fresh.query("SELECT '" + std::string(5000, 'x') + "'", {{"query_id", "log-long"}});
  EXPECT_EQ(fresh.query("SYSTEM FLUSH LOGS").status, 200);
  EXPECT_EQ(types("log-good"), "QueryStart 0, QueryFinish 0");
  EXPECT_EQ(types("log-bad"), "QueryStart 0, ExceptionWhileProcessing 395");
  EXPECT_EQ(types("log-never"), "ExceptionBeforeStart 62");
  EXPECT_EQ(types("log-secret"), "");
  EXPECT_EQ(fresh.value("SELECT query FROM system.query_log WHERE query_id = 'log-good' AND "
                        "type = 'QueryFinish' FORMAT RawBLOB"),
            "SELECT 'tab\t; \\' \\\\ line\nend'");
  EXPECT_EQ(fresh.value("SELECT max(length(query)) FROM system.query_log WHERE query_id = "
                        "'log-long'"),
            "1000");
  EXPECT_EQ(fresh.value("SELECT abs(now() - event_time) < 600, event_date = toDate(event_time), "
                        "log_comment, current_database FROM system.query_log WHERE query_id = "
                        "'log-good' LIMIT 1"),
            "1\t1\tlog-good\tdefault");
}

}  // namespace godwit::test
