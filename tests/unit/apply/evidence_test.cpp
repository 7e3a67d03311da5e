// What the catalog shows of a statement: the questions, the numbers that a server answers, and what
// follows from them.

#include "godwit/apply/evidence.hpp"

#include "godwit/base/text.hpp"
#include "support/scripted_server.hpp"
#include "support/thrown.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::apply {
namespace {

using test::ScriptedServer;
using test::thrown_by;

constexpr std::array<std::string_view, 4> kWords{"there", "absent", "harmless", "unknown"};

struct Case {
  std::string_view statement;
  std::vector<std::pair<std::string, std::string>> answers;  // a part of a question, its number
  std::string_view finding;
};

std::string finding_of(const Case& row) {
  ScriptedServer server;
  for (const auto& [part, number] : row.answers) {
    server.expect(part, std::vector<server::Row>{{number}});
  }
  const sql::Statement statement = sql::parse_statement(row.statement);
  const Finding finding = find_evidence(server, {statement, "shop"});
  return fmt::format("{}: {}", kWords.at(static_cast<std::size_t>(finding.evidence)), finding.said);
}

constexpr std::string_view kCreated = "there: what it creates is there";
constexpr std::string_view kNotCreated = "absent: what it creates is not there";
constexpr std::string_view kFilled =
    "unknown: what it creates is there, but whether it is full is not known";
constexpr std::string_view kReplaced =
    "unknown: what it creates is there, but it may be what it was to replace";
constexpr std::string_view kReplacedAgain = "harmless: replacing it once more changes nothing";
constexpr std::string_view kAgain = "harmless: running it again changes nothing";
constexpr std::string_view kDropped = "there: what it drops is gone";
constexpr std::string_view kNotDropped = "absent: what it drops is still there";
constexpr std::string_view kNotShown = "unknown: the catalog does not show what it does";

TEST(Evidence, OfWhatCreatesAndDrops) {
  // clang-format off
  const Case cases[] = {
      {"CREATE TABLE t (a Int8)",            {{"system.tables WHERE (database, name) IN (('shop', 't'))", "1"}}, kCreated},
      {"CREATE TABLE t (a Int8)",            {{"('shop', 't')", "0"}}, kNotCreated},
      {"CREATE TABLE `x y`.\"t\" (a Int8)",  {{"('x y', 't')", "1"}}, kCreated},
      {"CREATE TABLE t AS s",                {{"(('shop', 't'))", "1"}}, kCreated},
      {"CREATE TABLE t AS numbers(3)",       {{"(('shop', 't'))", "1"}}, kCreated},
      {"CREATE TABLE t (populate Int8)",     {{"(('shop', 't'))", "1"}}, kCreated},
      {"CREATE VIEW v AS SELECT 1",          {{"('shop', 'v')", "1"}}, kCreated},
      {"CREATE MATERIALIZED VIEW v TO t AS SELECT 1", {{"IN (('shop', 'v'))", "1"}}, kCreated},
      {"CREATE MATERIALIZED VIEW v TO t AS SELECT 1", {{"IN (('shop', 'v'))", "0"}}, kNotCreated},
      {"CREATE DICTIONARY d (k UInt64) PRIMARY KEY k SOURCE(NULL()) LAYOUT(FLAT())", {{"('shop', 'd')", "1"}}, kCreated},
      {"CREATE DATABASE d",                  {{"system.databases WHERE name IN ('d')", "1"}}, kCreated},
      {"CREATE DATABASE d",                  {{"system.databases", "0"}}, kNotCreated},
      {"CREATE FUNCTION f AS x -> x",        {{"system.functions WHERE name IN ('f')", "1"}}, kCreated},
      // that it is there does not say that it is full
      {"CREATE TABLE t ENGINE = Memory AS SELECT 1",           {{"('shop', 't')", "1"}}, kFilled},
      {"CREATE TABLE t ENGINE = Memory AS WITH 1 AS x SELECT x", {{"('shop', 't')", "1"}}, kFilled},
      {"CREATE TABLE t ENGINE = Memory AS (SELECT 1)",         {{"('shop', 't')", "1"}}, kFilled},
      {"CREATE TABLE t ENGINE = Memory AS FROM s SELECT a",    {{"('shop', 't')", "1"}}, kFilled},
      {"CREATE TABLE t ENGINE = Memory AS SELECT 1",           {{"('shop', 't')", "0"}}, kNotCreated},
      {"CREATE TABLE t ENGINE = Memory EMPTY AS SELECT 1",     {{"('shop', 't')", "1"}}, kCreated},
      {"CREATE TABLE t CLONE AS s",                            {{"('shop', 't')", "1"}}, kFilled},
      {"CREATE MATERIALIZED VIEW v ENGINE = Memory POPULATE AS SELECT 1", {{"('shop', 'v')", "1"}}, kFilled},
      {"CREATE MATERIALIZED VIEW v ENGINE = Memory AS SELECT 1", {{"('shop', 'v')", "1"}}, kCreated},
      // it may have been there before
      {"CREATE OR REPLACE TABLE t (a Int8)", {{"('shop', 't')", "1"}}, kReplaced},
      {"REPLACE TABLE t (a Int8)",           {{"('shop', 't')", "1"}}, kReplaced},
      {"CREATE OR REPLACE VIEW v AS SELECT 1", {{"('shop', 'v')", "1"}}, kReplacedAgain},
      {"CREATE OR REPLACE FUNCTION f AS x -> x", {{"'f'", "1"}}, kReplacedAgain},
      // gone or not
      {"DROP TABLE t",                       {{"(('shop', 't'))", "0"}}, kDropped},
      {"DROP TABLE IF EXISTS t",             {{"(('shop', 't'))", "1"}}, kNotDropped},
      {"DROP TABLE a, d.b",                  {{"(('shop', 'a'), ('d', 'b'))", "0"}}, kDropped},
      {"DROP TABLE a, d.b",                  {{"(('shop', 'a'), ('d', 'b'))", "2"}}, kNotDropped},
      {"DROP TABLE a, d.b",                  {{"(('shop', 'a'), ('d', 'b'))", "1"}}, "unknown: only some of what it drops is gone"},
      {"DROP DATABASE d",                    {{"system.databases", "0"}}, kDropped},
      {"DROP FUNCTION f",                    {{"system.functions", "1"}}, kNotDropped},
      // once more is the same
      {"SELECT 1",                           {}, kAgain},
      {"OPTIMIZE TABLE t FINAL",             {}, kAgain},
      {"SYSTEM RELOAD CONFIG",               {}, kAgain},
      {"GRANT SELECT ON t TO u",             {}, kAgain},
      {"REVOKE SELECT ON t FROM u",          {}, kAgain},
      {"KILL MUTATION WHERE 1",              {}, kAgain},
      // nobody can tell
      {"INSERT INTO t VALUES (1)",           {}, kNotShown},
      {"EXCHANGE TABLES a AND b",            {}, kNotShown},
      {"TRUNCATE TABLE t",                   {}, kNotShown},
      {"RENAME TABLE a TO b",                {}, kNotShown},
      {"CREATE USER u",                      {}, kNotShown},
      {"FROB TABLE t",                       {}, kNotShown},
  };
  // clang-format on
  for (const Case& row : cases) EXPECT_EQ(finding_of(row), row.finding) << row.statement;
}

TEST(Evidence, OfAnAlterIsThatOfItsCommands) {
  const std::string columns = "system.columns WHERE database = 'shop' AND table = 't' AND name = ";
  const std::string any =
      "SELECT count() FROM system.mutations WHERE database = 'shop' AND table = 't' AND "
      "create_time";
  const std::string made =
      "SELECT count() FROM system.mutations WHERE database = 'shop' AND table = 't' AND (position(";
  const std::string open = "SELECT countIf(NOT is_done) FROM system.mutations";
  // clang-format off
  const Case cases[] = {
      {"ALTER TABLE t ADD COLUMN a Int8",                 {{columns + "'a'", "1"}}, "there: a is there"},
      {"ALTER TABLE t ADD COLUMN a Int8",                 {{columns + "'a'", "0"}}, "absent: a is not there"},
      {"ALTER TABLE t ADD COLUMN IF NOT EXISTS `a b` Int8 DEFAULT 1 AFTER c", {{columns + "'a b'", "1"}}, "there: a b is there"},
      {"ALTER TABLE t ADD COLUMN n.a Array(Int8)",        {{columns + "'n.a'", "1"}}, "there: n.a is there"},
      {"ALTER TABLE d.t ON CLUSTER c ADD COLUMN a Int8",  {{"database = 'd' AND table = 't' AND name = 'a'", "1"}}, "there: a is there"},
      {"ALTER TABLE t DROP COLUMN a",                     {{columns + "'a'", "0"}}, "there: a is gone"},
      {"ALTER TABLE t DROP COLUMN IF EXISTS a",           {{columns + "'a'", "1"}}, "absent: a is still there"},
      {"ALTER TABLE t RENAME COLUMN a TO b",              {{"'a'", "0"}, {"'b'", "1"}}, "there: b is there"},
      {"ALTER TABLE t RENAME COLUMN a TO b",              {{"'a'", "1"}, {"'b'", "0"}}, "absent: a is still there"},
      {"ALTER TABLE t RENAME COLUMN a TO b",              {{"'a'", "1"}, {"'b'", "1"}}, "unknown: the catalog shows both names, or neither"},
      {"ALTER TABLE t ADD INDEX i a TYPE minmax",         {{"system.data_skipping_indices", "1"}}, "there: i is there"},
      {"ALTER TABLE t DROP INDEX i",                      {{"system.data_skipping_indices", "1"}}, "absent: i is still there"},
      {"ALTER TABLE t ADD PROJECTION p (SELECT a ORDER BY a)", {{"system.projections", "0"}}, "absent: p is not there"},
      {"ALTER TABLE t DROP PROJECTION p",                 {{"system.projections", "0"}}, "there: p is gone"},
      {"ALTER TABLE t MODIFY COLUMN a Int16",             {}, kAgain},
      {"ALTER TABLE t MODIFY TTL d + INTERVAL 1 DAY",     {}, kAgain},
      {"ALTER TABLE t (COMMENT COLUMN a 'x'), (MODIFY SETTING s = 1), (RESET SETTING u)", {}, kAgain},
      // mutations
      {"ALTER TABLE t DELETE WHERE a = 1",                {{any, "0"}}, "absent: no mutation was made since"},
      {"ALTER TABLE t DELETE WHERE a = 1",                {{any, "1"}, {made, "0"}}, "unknown: mutations were made since, and none looks like it"},
      {"ALTER TABLE t DELETE WHERE a = 1",                {{any, "3"}, {made, "1"}, {open, "0"}}, "there: its mutation is done"},
      {"ALTER TABLE t UPDATE a = 1 WHERE b",              {{any, "2"}, {made, "2"}, {open, "1"}}, "unknown: its mutation is not done"},
      {"ALTER TABLE t CLEAR COLUMN a",                    {{any, "1"}, {made, "1"}, {open, "0"}}, "there: its mutation is done"},
      {"ALTER TABLE t APPLY DELETED MASK",                {{any, "0"}}, "absent: no mutation was made since"},
      {"ALTER TABLE t MATERIALIZE INDEX i",               {{any, "1"}, {made, "1"}, {open, "0"}}, "there: its mutation is done"},
      // several commands must agree, but for those that may run again
      {"ALTER TABLE t ADD COLUMN a Int8, ADD COLUMN b Tuple(x Int8, y Int8)", {{"'a'", "1"}, {"'b'", "1"}}, "there: a is there; b is there"},
      {"ALTER TABLE t ADD COLUMN a Int8, ADD COLUMN b Int8", {{"'a'", "1"}, {"'b'", "0"}}, "unknown: a is there; b is not there"},
      {"ALTER TABLE t ADD COLUMN a Int8, DROP COLUMN b",  {{"'a'", "0"}, {"'b'", "1"}}, "absent: a is not there; b is still there"},
      {"ALTER TABLE t MODIFY COLUMN a Int16, ADD COLUMN b Int8", {{"'b'", "1"}}, "there: running it again changes nothing; b is there"},
      {"ALTER TABLE t ADD COLUMN b Int8, MODIFY COLUMN a Int16", {{"'b'", "0"}}, "absent: b is not there; running it again changes nothing"},
      {"ALTER TABLE t MODIFY SETTING a = 1, b = 2 SETTINGS alter_sync = 2", {}, kAgain},
      {"ALTER TABLE t ADD COLUMN n.`a b` Int8, DROP COLUMN x.y.z FORMAT Null", {{columns + "'n.a b'", "1"}, {columns + "'x.y.z'", "0"}}, "there: n.a b is there; x.y.z is gone"},
      {"ALTER TABLE t (ADD COLUMN a Int8), (DROP COLUMN b)", {{"'a'", "1"}, {"'b'", "0"}}, "there: a is there; b is gone"},
      // what has no row
      {"ALTER TABLE t ADD COLUMN a Int8, FROB b",         {}, "unknown: the catalog does not show what this ALTER does"},
      {"ALTER TABLE t MODIFY COLUMN a REMOVE TTL",        {}, "unknown: the catalog does not show what this ALTER does"},
      {"ALTER TABLE t DROP PARTITION 1",                  {}, "unknown: the catalog does not show what this ALTER does"},
      {"ALTER TABLE t ADD COLUMN a Int8, DROP PARTITION 1", {}, "unknown: the catalog does not show what this ALTER does"},
      {"ALTER TABLE t ADD CONSTRAINT c CHECK a > 0",      {}, "unknown: the catalog does not show what this ALTER does"},
  };
  // clang-format on
  for (const Case& row : cases) EXPECT_EQ(finding_of(row), row.finding) << row.statement;
}

TEST(Evidence, AMutationIsOneSinceTheStepWasSent) {
  const sql::Statement statement = sql::parse_statement("ALTER TABLE t DELETE WHERE a = 'x'");
  ScriptedServer server;
  server.expect("AND create_time >= now() - 130", std::vector<server::Row>{{"1"}})
      .expect(
          "AND (position(replaceRegexpAll(formatQuerySingleLineOrNull('ALTER TABLE t DELETE "
          "WHERE a = \\'x\\''), ' +', ' '), replaceRegexpAll(command, ' +', ' ')) > 0) AND "
          "create_time >= now() - 130",
          std::vector<server::Row>{{"0"}})
      .expect(
          "SELECT countIf(NOT is_done) FROM system.mutations WHERE database = 'shop' AND table "
          "= 't' AND create_time >= now() - 130",
          std::vector<server::Row>{{"3"}});
  const Question question{statement, "shop", std::chrono::seconds(70)};
  EXPECT_EQ(find_evidence(server, question).evidence, Evidence::unknown);
  EXPECT_EQ(unfinished_mutations(server, question), 3U);
  const sql::Statement other = sql::parse_statement("DROP TABLE t");
  EXPECT_EQ(unfinished_mutations(server, {other, "shop"}), 0U);
}

TEST(Evidence, AMutationThatAnotherStepMakesTooProvesNothing) {
  const sql::Statement statement = sql::parse_statement("ALTER TABLE t DELETE WHERE a");
  ScriptedServer server;
  server.expect("SELECT count()", std::vector<server::Row>{{"1"}})
      .expect("(position(", std::vector<server::Row>{{"1"}});
  const Finding finding = find_evidence(server, {statement, "shop", {}, true});
  EXPECT_EQ(finding.evidence, Evidence::unknown);
  EXPECT_EQ(finding.said, "a mutation like it was made since, but another step makes the same");
}

TEST(Evidence, AnOldServerCannotTellOneMutationFromAnother) {
  const sql::Statement statement = sql::parse_statement("ALTER TABLE t DELETE WHERE a");
  ScriptedServer server("18.16.1");
  server.expect("SELECT count()", std::vector<server::Row>{{"1"}});
  EXPECT_EQ(find_evidence(server, {statement, "shop"}).evidence, Evidence::unknown);
}

TEST(Evidence, AnAnswerThatIsNoNumberIsAnError) {
  const sql::Statement statement = sql::parse_statement("DROP TABLE t");
  for (const std::vector<server::Row>& rows :
       {std::vector<server::Row>{}, {{"x"}}, {{"1"}, {"2"}}, {{"1", "2"}}}) {
    ScriptedServer server;
    server.expect("SELECT", rows);
    EXPECT_EQ(thrown_by([&] {
                return find_evidence(server, {statement, "shop"});
              }),
              "failed the server does not answer with a number: SELECT count() FROM system.tables "
              "WHERE (database, name) IN (('shop', 't'))");
  }
}

}  // namespace
}  // namespace godwit::apply
