#include "godwit/history/history.hpp"

#include "godwit/base/text.hpp"
#include "godwit/history/columns.hpp"
#include "godwit/server/tab_separated.hpp"
#include "support/golden.hpp"
#include "support/scripted_server.hpp"
#include "support/thrown.hpp"
#include "support/topologies.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::history {
namespace {

using server::Failed;
using server::InDoubt;
using server::Outcome;
using test::ScriptedServer;
using test::thrown_by;
using ::testing::EndsWith;
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
    {State::running, "running", false},  {State::done, "done", true},
    {State::failed, "failed", false},    {State::skipped, "skipped", true},
    {State::baseline, "baseline", true}, {State::resolved, "resolved", true},
    {State::reverted, "reverted", false}};

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
  for (const std::string_view word : testing::kTopologies) {
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
  EXPECT_TRUE(testing::matches_golden(GODWIT_SOURCE_DIR "/tests/golden/history/ddl.golden", text));
}

Row full_row() {
  Row row;
  row.migration = "20261130090807";
  row.name = "events";
  row.step = 4'294'967'295;
  row.host = "ch-1";
  row.state = State::failed;
  row.statement_hash = "ab";
  row.migration_hash = "cd";
  row.note = "topology=single";
  row.query_id = "godwit-r-1-2";
  row.run_id = "r";
  row.runner = "ann@laptop:1";
  row.user = "ann";
  row.version = "0.1.0";
  row.started_at = "2026-01-02 03:04:05.006";
  row.finished_at = "2026-01-02 03:04:06.007";
  row.duration_ms = 18'446'744'073'709'551'615U;
  row.error_code = -1;
  row.error = "no";
  return row;
}

// The rows of an INSERT's text, as a server would read them and hand them back.
std::vector<Row> rows_in(std::string_view statement) {
  std::vector<Row> rows;
  std::string_view text = statement.substr(statement.find('\n') + 1);
  EXPECT_THAT(std::string(text), EndsWith("\n"));
  text.remove_suffix(1);
  for (const std::string_view line : split(text, '\n')) {
    const std::vector<std::string_view> fields = split(line, '\t');
    EXPECT_EQ(fields.size(), column_rows().size()) << line;
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < fields.size() && i < column_rows().size(); ++i) {
      column_rows()[i].take(row, server::unescape_field(fields[i]));
    }
  }
  return rows;
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

// A server's row, in the order of the columns.
server::Row values_of(Row row) {
  server::Row values;
  for (const ColumnRow& column : column_rows()) values.push_back(column.text_of(row));
  return values;
}

Row key(std::string migration, std::uint32_t step, std::uint64_t seq, std::string host = {}) {
  Row row = full_row();
  row.migration = std::move(migration);
  row.step = step;
  row.seq = seq;
  row.host = std::move(host);
  return row;
}

TEST(History, ReadSortsByNumberAndGoesOnBehindTheLastRow) {
  ScriptedServer server;
  server
      .expect(
          "FROM `godwit`.`history` ORDER BY migration, step, host, seq DESC "
          "LIMIT 1 BY migration, step, host",
          std::vector<server::Row>{values_of(key("10", 1, 3)), values_of(key("10", 0, 9)),
                                   values_of(key("9", 2, 7, "b")), values_of(key("9", 2, 8, "a")),
                                   values_of(key("9", 0, 1))})
      .expect("INSERT");
  History history(server, {}, {});
  const Snapshot snapshot = history.read();
  EXPECT_TRUE(snapshot.exists);
  EXPECT_EQ(snapshot.last_seq, 9U);
  std::string order;
  for (const Row& row : snapshot.rows) {
    order += fmt::format("{}/{}{} ", row.migration, row.step, row.host);
  }
  EXPECT_EQ(order, "9/0 9/2a 9/2b 10/0 10/1 ");
  history.append({full_row()}, "");
  EXPECT_EQ(rows_in(server.statements().at(0).statement).at(0).seq, 10U);
}

TEST(History, AMissingTableIsAnEmptyHistory) {
  for (const int code : {60, 81}) {
    ScriptedServer server;
    server.expect("SELECT", Outcome(Failed{code, "Table godwit.history does not exist"}));
    const Snapshot snapshot = History(server, {}, {}).read();
    EXPECT_FALSE(snapshot.exists);
    EXPECT_TRUE(snapshot.rows.empty());
  }
}

TEST(History, AnEmptyTableExists) {
  ScriptedServer server;
  server.expect("SELECT", std::vector<server::Row>{});
  EXPECT_TRUE(History(server, {}, {}).read().exists);
}

// What has arrived before the failure does not count either.
TEST(History, AnythingElseThatKeepsItFromBeingReadIsAnError) {
  for (const auto& [outcome, reason] :
       {std::pair<Outcome, std::string_view>{Failed{497, "Not enough privileges"},
                                             "Not enough privileges"},
        {Failed{16, "There is no column"}, "There is no column"},
        {Failed{47, "Unknown identifier"}, "Unknown identifier"},
        {Failed{999, "Keeper"}, "Keeper"},
        {InDoubt{"the connection was cut"}, "the connection was cut"}}) {
    ScriptedServer server;
    server.expect("SELECT", outcome);
    EXPECT_EQ(thrown_by([&] { return History(server, {}, {}).read(); }),
              fmt::format("failed cannot read the history godwit.history: {}", reason));
  }
}

TEST(History, RowsOfAnotherShapeAreAnError) {
  ScriptedServer server;
  server.expect("SELECT", std::vector<server::Row>{{"1", "a"}});
  EXPECT_EQ(thrown_by([&] { return History(server, {}, {}).read(); }),
            "failed the history's rows do not have the columns that were asked for");
}

TEST(History, AReplicaIsSyncedBeforeItIsRead) {
  for (const std::string_view word : testing::kTopologies) {
    const topology::Topology topology = topology::parse_topology(word);
    const bool replicas = word.starts_with("cluster") || word.starts_with("replicated");
    ScriptedServer server;
    if (replicas) server.expect("SYSTEM SYNC REPLICA `godwit`.`history`");
    server.expect("SELECT", std::vector<server::Row>{});
    EXPECT_TRUE(History(server, {}, topology).read().exists) << word;
    EXPECT_EQ(server.statements().size(), replicas ? 1U : 0U);
  }
}

TEST(History, AReplicaThatCannotBeSyncedIsNotRead) {
  const topology::Topology cluster = topology::parse_topology("cluster:main");
  for (const int code : {60, 81}) {
    ScriptedServer server;
    server.expect("SYSTEM SYNC REPLICA", Outcome(Failed{code, "no such table"}));
    EXPECT_FALSE(History(server, {}, cluster).read().exists);
  }
  for (const auto& [outcome, reason] :
       {std::pair<Outcome, std::string_view>{Failed{159, "Timeout exceeded"}, "Timeout exceeded"},
        {InDoubt{"the connection was cut"}, "the connection was cut"}}) {
    ScriptedServer server;
    server.expect("SYSTEM SYNC REPLICA", outcome);
    EXPECT_EQ(thrown_by([&] { return History(server, {}, cluster).read(); }),
              fmt::format("failed cannot sync the history godwit.history: {}", reason));
  }
}

TEST(History, ATableThatIsMadeJustNowIsEmpty) {
  for (const std::string_view word : testing::kTopologies) {
    const bool exclusive = word == "single" || word == "cloud";
    ScriptedServer server;
    server.expect("CREATE DATABASE IF NOT EXISTS `godwit`").expect("CREATE TABLE ");
    History history(server, {}, topology::parse_topology(word));
    history.create_database();
    EXPECT_EQ(history.create_table(), exclusive) << word;
    const std::string& sent = server.statements().at(1).statement;
    EXPECT_EQ(sent.find("IF NOT EXISTS") == std::string::npos, exclusive) << sent;
    EXPECT_FALSE(server.statements().at(0).needs_database);
    EXPECT_FALSE(server.statements().at(1).needs_database);
  }
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

TEST(Snapshot, FindsAmongManyMigrations) {
  Snapshot snapshot;
  for (int version = 1; version <= 300; version += 2) {
    for (const std::uint32_t step : {0U, 1U, 2U, 1'000'001U}) {
      snapshot.rows.push_back(key(std::to_string(version), step, 1));
    }
  }
  for (int version = 0; version <= 301; ++version) {
    const std::string text = std::to_string(version);
    const bool there = version % 2 == 1 && version < 300;
    EXPECT_EQ(snapshot.of(text).size(), there ? 4U : 0U) << version;
    EXPECT_EQ(snapshot.steps(text).size(), there ? 3U : 0U) << version;
    for (const std::uint32_t step : {0U, 1U, 2U, 3U, 1'000'001U}) {
      const Row* row = snapshot.find(text, step);
      ASSERT_EQ(row != nullptr, there && step != 3) << version << "/" << step;
      if (row == nullptr) continue;
      EXPECT_EQ(row->migration, text);
      EXPECT_EQ(row->step, step);
    }
  }
  EXPECT_EQ(Snapshot().find("1", 0), nullptr);
}

}  // namespace
}  // namespace godwit::history
