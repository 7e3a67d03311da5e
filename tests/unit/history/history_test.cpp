#include "godwit/history/history.hpp"

#include "godwit/base/text.hpp"
#include "support/golden.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "unit/history/rows.hpp"

namespace godwit::history {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::string_view kOld = "18.16.1";

struct StateCase {
  State state;
  std::string_view word;
  bool complete;
};

// The words are stored: they never change.
constexpr StateCase kStates[] = {
    {State::running, "running", false},   {State::done, "done", true},
    {State::failed, "failed", false},     {State::skipped, "skipped", true},
    {State::baseline, "baseline", true},  {State::resolved, "resolved", true},
    {State::reverted, "reverted", false}, {State::approved, "approved", false}};

TEST(History, StatesAreWordsAndBack) {
  for (const auto& [state, word, complete] : kStates) {
    EXPECT_EQ(to_string(state), word);
    EXPECT_EQ(parse_state(word), state) << word;
    EXPECT_EQ(is_complete(state), complete) << word;
  }
  for (const std::string_view word : {"", "Done", "done ", "finished"}) {
    EXPECT_EQ(thrown_by([&] { return parse_state(word); }),
              fmt::format("failed the history holds the unknown state '{}' / a newer godwit wrote "
                          "it: use that one",
                          word));
  }
}

TEST(History, ATablesNameIsDatabaseAndTable) {
  for (const auto& [text, database, table] :
       {std::array<std::string_view, 3>{"godwit.history", "godwit", "history"},
        {"a.b", "a", "b"},
        {"my db.my-table", "my db", "my-table"}}) {
    const TableName name = parse_table_name(text);
    EXPECT_EQ(name.database, database);
    EXPECT_EQ(name.table, table);
  }
  for (const std::string_view text : {"", ".", "history", ".history", "godwit.", "a.b.c", "a..b"}) {
    EXPECT_EQ(thrown_by([&] {
                return parse_table_name(text, {"godwit.hcl", 3, 5, {}});
              }),
              fmt::format("usage godwit.hcl:3:5: '{}' is no <database>.<table> / for example "
                          "godwit.history",
                          text));
  }
}

TEST(History, TheDdlOnEveryTopology) {
  std::string text;
  for (const std::string_view word : test::kTopologies) {
    const topology::Topology topology = topology::parse_topology(word);
    for (const std::string_view version : {std::string_view("26.7.3.1"), kOld}) {
      const server::Capabilities capabilities = ScriptedServer(version).capabilities();
      text += fmt::format("-- {} on {}\n{};\n{};\n\n", word, version,
                          database_ddl({"godwit", "history"}, topology),
                          table_ddl({"godwit", "history"}, topology, capabilities));
    }
  }
  topology::Topology mapped = topology::parse_topology("cluster:main");
  mapped.clusters = {{"main", "prod_main"}};
  text += fmt::format("-- cluster:main, which is prod_main, and names to be quoted\n{};\n{};\n",
                      database_ddl({"my'db", "a`b"}, mapped),
                      table_ddl({"my'db", "a`b"}, mapped, ScriptedServer().capabilities()));
  EXPECT_TRUE(test::matches_golden(GODWIT_SOURCE_DIR "/tests/golden/history/ddl.golden", text));
}

std::string insert_of(std::vector<Row> rows, std::string_view version = "26.7.3.1",
                      std::uint64_t last_seq = 0) {
  ScriptedServer server(version);
  server.expect("INSERT INTO `godwit`.`history` (migration, name, step, host, seq, ");
  History history(server, {}, {});
  history.continue_after(last_seq);
  history.append(std::move(rows), "the-id");
  EXPECT_EQ(server.statements().at(0).query_id, "the-id");
  EXPECT_FALSE(server.statements().at(0).needs_database);
  return server.statements().at(0).statement;
}

void expect_equal(const Row& a, const Row& b) {
  for (const ColumnRow& column : column_rows()) {
    EXPECT_EQ(column.text_of(a), column.text_of(b)) << column.name;
  }
}

TEST(History, ARowIsWrittenAndReadBackWhateverIsInIt) {
  const std::string_view texts[] = {
      "",
      "a\tb\nc\rd",
      "\\",
      "\\N",
      "\\t\\n\\\\",
      "it's \"x\" `y`",
      "\u00E4\u20AC\U0001F426",
      std::string_view("a\0b\0", 4),
      std::string_view("\0", 1),
      "\xFF\xFE not UTF-8",
      "\b\f\v\x1B",
      "x;\nDROP TABLE t;\n",
  };
  for (const std::string_view text : texts) {
    Row row = full_row();
    for (std::string Row::*member : {&Row::migration, &Row::name, &Row::host, &Row::statement_hash,
                                     &Row::migration_hash, &Row::note, &Row::query_id, &Row::run_id,
                                     &Row::runner, &Row::user, &Row::version, &Row::error}) {
      row.*member = text;
    }
    const std::vector<Row> back = rows_in(insert_of({row}));
    ASSERT_EQ(back.size(), 1U) << text;
    row.seq = 1;
    expect_equal(back[0], row);
  }
}

TEST(History, EveryColumnHasANameATypeAndAMemberOfItsOwn) {
  std::set<std::string_view> names;
  std::set<std::string> texts;
  const Row back = rows_in(insert_of({full_row()})).at(0);
  for (const ColumnRow& column : column_rows()) {
    EXPECT_TRUE(names.insert(column.name).second) << column.name;
    EXPECT_TRUE(texts.insert(column.text_of(back)).second) << column.name;
  }
  EXPECT_EQ(names.size(), 19U);
}

TEST(History, AnOldServerGetsTimesWithoutFractions) {
  const std::string text = insert_of({full_row()}, kOld);
  EXPECT_THAT(text, HasSubstr("\t2026-01-02 03:04:05\t2026-01-02 03:04:06\t"));
  EXPECT_THAT(insert_of({full_row()}),
              HasSubstr("\t2026-01-02 03:04:05.006\t2026-01-02 03:04:06.007\t"));
}

TEST(History, WhatHasNotEndedEndsAtTheEpoch) {
  Row row = full_row();
  row.finished_at.clear();
  EXPECT_EQ(rows_in(insert_of({row})).at(0).finished_at, "1970-01-01 00:00:00.000");
  EXPECT_EQ(rows_in(insert_of({row}, kOld)).at(0).finished_at, "1970-01-01 00:00:00");
}

TEST(History, ANumberThatIsNoneIsAnError) {
  const auto take = [](std::string_view name, const std::string& text) {
    for (const ColumnRow& column : column_rows()) {
      Row row;
      if (column.name == name) column.take(row, text);
    }
    return 0;
  };
  for (const auto& [name, text] : {std::pair<std::string_view, std::string>{"step", "x"},
                                   {"step", "-1"},
                                   {"step", ""},
                                   {"step", "4294967296"},
                                   {"seq", "18446744073709551616"},
                                   {"error_code", "2147483648"},
                                   {"error_code", "--1"},
                                   {"duration_ms", "1.5"}}) {
    EXPECT_EQ(thrown_by([&, name = name, text = text] { return take(name, text); }),
              fmt::format("failed the history holds '{}' where a number is due", text));
  }
}

TEST(History, AppendIsOneInsertWhoseNumbersGoOn) {
  ScriptedServer server;
  server.expect("INSERT INTO `d`.`h` (").expect("INSERT INTO `d`.`h` (");
  History history(server, {"d", "h"}, {});
  history.continue_after(41);
  history.append({full_row(), full_row()}, "a");
  history.append({full_row()}, "");
  ASSERT_EQ(server.statements().size(), 2U);
  const std::vector<Row> first = rows_in(server.statements()[0].statement);
  const std::vector<Row> second = rows_in(server.statements()[1].statement);
  ASSERT_EQ(first.size(), 2U);
  ASSERT_EQ(second.size(), 1U);
  EXPECT_EQ(first[0].seq, 42U);
  EXPECT_EQ(first[1].seq, 43U);
  EXPECT_EQ(second[0].seq, 44U);
  EXPECT_EQ(server.statements()[0].query_id, "a");
  EXPECT_EQ(server.statements()[1].query_id, "");
}

TEST(History, AppendThatIsNotTakenIsAnError) {
  for (const auto& [outcome, reason] :
       {std::pair<Outcome, std::string_view>{Failed{242, "Table is in readonly mode"},
                                             "Table is in readonly mode"},
        {InDoubt{"the connection was cut"}, "the connection was cut"}}) {
    ScriptedServer server;
    server.expect("INSERT", outcome);
    History history(server, {}, {});
    EXPECT_EQ(thrown_by([&] { return history.append({full_row()}, ""), 0; }),
              fmt::format("failed cannot write to the history godwit.history: {}", reason));
  }
}

const std::vector<server::Row> kOneShard = {{"1"}};

TEST(History, ATableThatIsMadeJustNowIsEmpty) {
  for (const std::string_view word : test::kTopologies) {
    const bool exclusive = word == "single" || word == "cloud";
    ScriptedServer server;
    server.expect("CREATE DATABASE IF NOT EXISTS `godwit`");
    if (word.starts_with("replicated")) server.expect("system.clusters", kOneShard);
    server.expect("CREATE TABLE ");
    History history(server, {}, topology::parse_topology(word));
    history.create_database();
    EXPECT_EQ(history.create_table(), exclusive) << word;
    const std::string& sent = server.statements().at(1).statement;
    EXPECT_EQ(sent.find("IF NOT EXISTS") == std::string::npos, exclusive) << sent;
    EXPECT_FALSE(server.statements().at(0).needs_database);
    EXPECT_FALSE(server.statements().at(1).needs_database);
  }
}

struct ShardsCase {
  std::vector<server::Row> answer;
  std::string_view engine;
  bool asks_for_a_path;
};

// The path that a Replicated database would write differs by shard; the history is one for all.
TEST(History, AReplicatedDatabaseOfSeveralShardsHasOneHistoryToo) {
  for (const auto& [answer, engine, asks_for_a_path] :
       {ShardsCase{{}, "ReplicatedMergeTree ORDER BY", false},
        ShardsCase{{{"0"}}, "ReplicatedMergeTree ORDER BY", false},
        ShardsCase{{{"1"}}, "ReplicatedMergeTree ORDER BY", false},
        ShardsCase{{{"2"}}, "ReplicatedMergeTree('/clickhouse/godwit/godwit/history', '{", true}}) {
    ScriptedServer server;
    server
        .expect("SELECT uniqExact(shard_num) FROM system.clusters WHERE cluster = 'godwit'", answer)
        .expect(std::string(engine));
    EXPECT_FALSE(History(server, {}, topology::parse_topology("replicated")).create_table());
    const server::Settings expected = {
        {"database_replicated_allow_replicated_engine_arguments", "1"}};
    EXPECT_EQ(server.statements().at(0).settings, asks_for_a_path ? expected : server::Settings{});
  }
}

TEST(History, ShardsThatCannotBeCountedAreAnError) {
  ScriptedServer server;
  server.expect("system.clusters", Outcome(Failed{497, "Not enough privileges"}));
  History history(server, {}, topology::parse_topology("replicated"));
  EXPECT_THAT(thrown_by([&] { return history.create_table(); }), StartsWith("failed "));
}

TEST(History, ATableThatSomebodyElseMadeIsNot) {
  ScriptedServer server;
  server.expect("CREATE TABLE", Outcome(Failed{57, "Table already exists"}));
  EXPECT_FALSE(History(server, {}, {}).create_table());
}

TEST(History, ATableThatCannotBeMadeIsAnError) {
  ScriptedServer server;
  server.expect("CREATE TABLE", Outcome(Failed{497, "Not enough privileges"}))
      .expect("CREATE DATABASE", Outcome(InDoubt{"the connection was cut"}));
  History history(server, {}, {});
  EXPECT_EQ(thrown_by([&] { return history.create_table(); }),
            "failed cannot create the history godwit.history: Not enough privileges");
  EXPECT_EQ(thrown_by([&] { return history.create_database(), 0; }),
            "failed cannot create the database of the history godwit.history: the connection was "
            "cut");
}

}  // namespace
}  // namespace godwit::history
