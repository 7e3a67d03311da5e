#include "godwit/migrations/migration.hpp"

#include "godwit/base/text.hpp"
#include "support/thrown.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace godwit::migrations {
namespace {

using test::thrown_by;

Migration parse(std::string_view text, const std::string& path = "0001_a.sql") {
  return parse_migration(path, Source(path, std::string(text)));
}

constexpr std::array<std::string_view, 4> kWaits{"", " wait none", " wait mutations",
                                                 " wait replicas"};

// "1 drop_table a=[1] raw secret wait none": a line a step, down steps behind "down".
std::string dump(const std::vector<Step>& steps) {
  std::string text;
  for (const Step& step : steps) {
    text += fmt::format("{}{} {}", text.empty() ? "" : "\n", step.number,
                        sql::to_string(step.statement.kind));
    for (const auto& [name, value] : step.settings) text += fmt::format(" {}=[{}]", name, value);
    text += step.raw ? " raw" : "";
    text += step.secret ? " secret" : "";
    text += kWaits.at(static_cast<std::size_t>(step.wait));
  }
  return text;
}

std::string dump(const Migration& migration) {
  std::string text = dump(migration.steps);
  if (!migration.down_steps.empty()) text += " | down " + dump(migration.down_steps);
  if (!migration.environments.empty()) text += " | envs " + join(migration.environments, "+");
  return text;
}

struct Pair {
  std::string_view text;
  std::string_view steps;
};

// clang-format off
constexpr Pair kGood[] = {
    {"DROP TABLE t",                                    "1 drop_table"},
    {"DROP TABLE t;",                                   "1 drop_table"},
    {"\n-- why\n;;DROP TABLE t; ; SELECT 1;\n",         "1 drop_table\n2 select"},
    {"\xEF\xBB\xBF" "DROP TABLE t",                     "1 drop_table"},
    // before the first statement: for the file
    {"-- godwit:raw\nSELECT 1; SELECT 2",               "1 select raw\n2 select raw"},
    {"-- godwit:secret\nSELECT 1; SELECT 2",            "1 select secret\n2 select secret"},
    {"-- godwit:wait none\nSELECT 1; SELECT 2",         "1 select wait none\n2 select wait none"},
    {"-- godwit:settings a=1\nSELECT 1; SELECT 2",      "1 select a=[1]\n2 select a=[1]"},
    {"-- godwit:raw\n\n-- godwit:secret\nSELECT 1",     "1 select raw secret"},
    {"\xEF\xBB\xBF-- godwit:raw\r\nSELECT 1",           "1 select raw"},
    // behind it: for the next statement
    {"SELECT 1;\n-- godwit:raw\nSELECT 2; SELECT 3",    "1 select\n2 select raw\n3 select"},
    {"SELECT 1;\n-- godwit:secret\n-- why\nSELECT 2; SELECT 3", "1 select\n2 select secret\n3 select"},
    {"-- godwit:wait none\nSELECT 1;\n-- godwit:wait replicas\nSELECT 2", "1 select wait none\n2 select wait replicas"},
    {"SELECT 1;\n-- godwit:wait mutations\nSELECT 2",   "1 select\n2 select wait mutations"},
    {"-- godwit:settings a=1 b=2\nSELECT 1;\n-- godwit:settings a=3\nSELECT 2", "1 select a=[1] b=[2]\n2 select a=[3] b=[2]"},
    {"-- godwit:settings a=1\n-- godwit:settings b=2\nSELECT 1", "1 select a=[1] b=[2]"},
    // SET is no step, and holds from where it stands
    {"SELECT 1; SET a = 1; SELECT 2; SET a = 2, b = 'x'; SELECT 3", "1 select\n2 select a=[1]\n3 select a=[2] b=[x]"},
    {"-- godwit:settings a=1\nSELECT 1; SET a = 2; SELECT 2;\n-- godwit:settings a=3\nSELECT 3; SELECT 4",
     "1 select a=[1]\n2 select a=[2]\n3 select a=[3]\n4 select a=[2]"},
    {"-- godwit:secret\nSET a = 1; SELECT 1",           "1 select a=[1] secret"},
    // the way back
    {"SELECT 1;\n-- godwit:down\nDROP TABLE t; SELECT 2", "1 select | down 1 drop_table\n2 select"},
    {"SELECT 1;\n-- godwit:down\n-- godwit:raw\nDROP TABLE t; SELECT 2", "1 select | down 1 drop_table raw\n2 select"},
    {"-- godwit:raw\nSELECT 1;\n-- godwit:down\nDROP TABLE t", "1 select raw | down 1 drop_table raw"},
    {"SELECT 1; SET a = 1;\n-- godwit:down\nDROP TABLE t", "1 select | down 1 drop_table a=[1]"},
    {"SELECT 1;\n-- godwit:down\n",                     "1 select"},
    {"-- godwit:empty\n-- godwit:down\nDROP TABLE t",   " | down 1 drop_table"},
    // no statement, on purpose
    {"-- godwit:empty",                                 ""},
    {"-- nothing to do any more\n-- godwit:empty\n;\n", ""},
    {"-- godwit:empty\nSET a = 1",                      ""},
    // environments
    {"-- godwit:envs prod\nSELECT 1",                   "1 select | envs prod"},
    {"-- godwit:envs prod-eu,prod-us , dev\nSELECT 1",  "1 select | envs prod-eu+prod-us+dev"},
    {"-- godwit:envs prod-eu prod-us\nSELECT 1",        "1 select | envs prod-eu+prod-us"},
    {"-- godwit:empty\n-- godwit:envs prod\n",          " | envs prod"},
    // no directives, whatever they look like
    {"SELECT '-- godwit:raw';\n/* -- godwit:raw */ SELECT 2", "1 select\n2 select"},
    {"FROB TABLE t",                                    "1 unknown"},
    // nor in the data of an INSERT, which ends at an empty line
    {"INSERT INTO t FORMAT TSV\na\n-- godwit:raw\nb",    "1 insert"},
    {"INSERT INTO t FORMAT TSV\n-- godwit:nothing\n\n-- godwit:raw\nSELECT 1", "1 insert\n2 select raw"},
    {"INSERT INTO t FORMAT TSV\r\nit's\r\n-- godwit:down\r\n\r\n-- godwit:down\r\nDROP TABLE t", "1 insert | down 1 drop_table"},
    {"-- godwit:secret\nINSERT INTO t (a) SETTINGS x = 1 FORMAT JSONEachRow {}\n-- godwit:raw\n", "1 insert secret"},
    {"INSERT INTO t SELECT a FROM input('a String') FORMAT LineAsString\n-- godwit:raw", "1 insert"},
    {"WITH 1 AS x INSERT INTO FUNCTION file('f') FORMAT TSV\n-- godwit:raw", "1 insert"},
    {"INSERT INTO t VALUES ('\n-- godwit:raw\n')",        "1 insert"},
};

struct BadPair {
  std::string_view text;
  std::string_view error;
};

constexpr BadPair kBad[] = {
    {"",                    "usage 0001_a.sql: no statement in this file / write one, or the line -- godwit:empty if it is to have none"},
    {"-- only a comment\n", "usage 0001_a.sql: no statement in this file / write one, or the line -- godwit:empty if it is to have none"},
    {"SET a = 1;",          "usage 0001_a.sql: no statement in this file / write one, or the line -- godwit:empty if it is to have none"},
    {"-- godwit:down\nDROP TABLE t", "usage 0001_a.sql: no statement in this file / write one, or the line -- godwit:empty if it is to have none"},
    {"-- godwit:empty\nSELECT 1", "usage 0001_a.sql:2:1: the file says 'godwit:empty' and has statements / take the directive or the statements out"},
    // a session's statements
    {"SELECT 1;\nUSE shop", "usage 0001_a.sql:2:1: USE has no effect: each statement is a request of its own, no session / write qualified names (db.table), or put the database into the URL"},
    {"CREATE TEMPORARY TABLE t (a Int8)", "usage 0001_a.sql:1:1: CREATE TEMPORARY TABLE has no effect: each statement is a request of its own, no session / use an ordinary table and drop it"},
    {"TRUNCATE TEMPORARY TABLE t", "usage 0001_a.sql:1:1: TRUNCATE TEMPORARY TABLE has no effect: each statement is a request of its own, no session / use an ordinary table and drop it"},
    {"EXECUTE AS u", "usage 0001_a.sql:1:1: EXECUTE AS has no effect: each statement is a request of its own, no session / write the statement behind it: EXECUTE AS u DROP TABLE t"},
    {"DROP TABLE t PARALLEL WITH\nUSE shop", "usage 0001_a.sql:2:1: USE has no effect: each statement is a request of its own, no session / write qualified names (db.table), or put the database into the URL"},
    {"SET ROLE admin", "usage 0001_a.sql:1:1: SET ROLE has no effect: each statement is a request of its own, no session / let the migrating user have the role by default: SET DEFAULT ROLE r TO u"},
    // where a directive may not stand
    {"SELECT\n-- godwit:raw\n1", "usage 0001_a.sql:2:1: a directive stands inside a statement / move it to a line before the statement"},
    {"SELECT 1 -- godwit:raw\n;", "usage 0001_a.sql:1:10: a directive stands inside a statement / move it to a line before the statement"},
    {"SELECT 1\n-- godwit:raw\n;SELECT 2", "usage 0001_a.sql:2:1: a directive stands inside a statement / move it to a line before the statement"},
    {"SELECT 1\n-- godwit:down\n;DROP TABLE t", "usage 0001_a.sql:2:1: a directive stands inside a statement / move it to a line before the statement"},
    {"INSERT INTO t (a)\n-- godwit:raw\nFORMAT TSV\n1", "usage 0001_a.sql:2:1: a directive stands inside a statement / move it to a line before the statement"},
    {"INSERT INTO t VALUES (1),\n-- godwit:raw\n(2)", "usage 0001_a.sql:2:1: a directive stands inside a statement / move it to a line before the statement"},
    {"INSERT INTO t SELECT 1 FORMAT TSV\n-- godwit:raw\n;", "usage 0001_a.sql:2:1: a directive stands inside a statement / move it to a line before the statement"},
    {"SELECT 1; -- godwit:raw\nSELECT 2", "usage 0001_a.sql:1:11: a directive needs a line of its own / move it to the line before the statement"},
    {"/* x */ -- godwit:raw\nSELECT 2",   "usage 0001_a.sql:1:9: a directive needs a line of its own / move it to the line before the statement"},
    {"SELECT 1;\n-- godwit:raw\n", "usage 0001_a.sql:2:1: no statement follows 'godwit:raw' / move it before the statement it is for"},
    {"SELECT 1\n-- godwit:raw\n",  "usage 0001_a.sql:2:1: no statement follows 'godwit:raw' / move it before the statement it is for"},
    {"SELECT 1;\n-- godwit:raw\n-- godwit:down\nDROP TABLE t", "usage 0001_a.sql:2:1: no statement follows 'godwit:raw' / move it before the statement it is for"},
    {"SELECT 1;\n-- godwit:secret\nSET a = 1; SELECT 2", "usage 0001_a.sql:2:1: no statement follows 'godwit:secret' / move it before the statement it is for"},
    {"-- godwit:settings a=1\n",   "usage 0001_a.sql:1:1: no statement follows 'godwit:settings' / move it before the statement it is for"},
    {"SELECT 1;\n-- godwit:empty\n", "usage 0001_a.sql:2:1: no statement follows 'godwit:empty' / move it before the statement it is for"},
    {"SELECT 1;\n-- godwit:envs prod\nSELECT 2", "usage 0001_a.sql:2:1: 'godwit:envs' holds for the file / move it before the first statement"},
    {"SELECT 1;\n-- godwit:down\n-- godwit:envs prod\nSELECT 2", "usage 0001_a.sql:3:1: 'godwit:envs' holds for the file / move it before the first statement"},
    {"SELECT 1;\n-- godwit:down\nSELECT 2;\n-- godwit:down\nSELECT 3", "usage 0001_a.sql:4:1: a second 'godwit:down' / one is enough"},
    {"SELECT 1;\n-- godwit:down\nSELECT 2;\n-- godwit:down\n", "usage 0001_a.sql:4:1: a second 'godwit:down' / one is enough"},
    // what a directive may not say
    {"-- godwit:waits none\nSELECT 1", "usage 0001_a.sql:1:11: unknown directive 'godwit:waits' / did you mean 'wait'?"},
    {"-- godwit:wait nne\nSELECT 1",   "usage 0001_a.sql:1:16: cannot wait for 'nne' / did you mean 'none'?"},
    {"-- godwit:wait forever\nSELECT 1", "usage 0001_a.sql:1:16: cannot wait for 'forever' / one of: none, mutations, replicas"},
    {"SELECT 1; SET a = 1 + 1", "usage 0001_a.sql:1:21: this SET cannot be carried by a request / write SET name = literal, several separated by commas, or -- godwit:settings"},
    {"SELECT 'x",               "usage 0001_a.sql:1:8: unterminated string / close it with ' (inside a string, ' is written '' or \\')"},
};

constexpr std::string_view kNotNames[] = {"a.sql", "0001.sql", "0001_.sql", "_a.sql", "1a_b.sql", "-1_a.sql", "1.2_a.sql", "v1_a.sql"};

constexpr std::array<std::string_view, 3> kNames[] = {
    // file                      version          name
    {"0001_events.sql",          "1",              "events"},
    {"1_a_b.sql",                "1",              "a_b"},
    {"000_zero.sql",             "0",              "zero"},
    {"20261130090807_x.sql",     "20261130090807", "x"},
    {"10_a.b.sql",               "10",             "a.b"},
};
// clang-format on

TEST(Migration, ATextBecomesSteps) {
  for (const auto& [text, steps] : kGood) EXPECT_EQ(dump(parse(text)), steps) << text;
}

TEST(Migration, WhatIsDoubtfulIsAnErrorAtItsPlace) {
  for (const auto& [text, error] : kBad) {
    EXPECT_EQ(thrown_by([text = text] { return parse(text); }), error) << text;
  }
}

TEST(Migration, TheFileNamesVersionAndName) {
  for (const auto& [file, version, name] : kNames) {
    const Migration migration = parse("SELECT 1", "m/" + std::string(file));
    EXPECT_EQ(migration.version, version);
    EXPECT_EQ(migration.name, name);
    EXPECT_EQ(migration.title() + ".sql", file);
  }
  for (const std::string_view file : kNotNames) {
    const std::string path = "m/" + std::string(file);
    EXPECT_EQ(thrown_by([&] { return parse("SELECT 1", path); }),
              fmt::format("usage {}: a migration's name is <version>_<name>.sql / rename it, for "
                          "example to 0001_{}.sql, or move it elsewhere",
                          path, file.substr(0, file.size() - 4)));
  }
}

TEST(Migration, AStepKnowsWhereItIsWritten) {
  const Migration migration = parse("SELECT 1;\n\n  SELECT 2;\n-- godwit:down\nSELECT 3");
  EXPECT_EQ(to_string(migration.where(migration.steps[0])), "0001_a.sql:1:1");
  EXPECT_EQ(to_string(migration.where(migration.steps[1])), "0001_a.sql:3:3");
  EXPECT_EQ(to_string(migration.where(migration.down_steps[0])), "0001_a.sql:5:1");
}

constexpr std::string_view kHashed = "CREATE TABLE t (a Int8); SET a = 1; SELECT a";

// clang-format off
constexpr std::string_view kSameHash[] = {
    "CREATE TABLE t (a Int8);\n\n\nSET a = 1;\nSELECT a;\n",
    "-- why\nCREATE TABLE t\n(\n  a Int8\n);\r\nSET a = 1;\r\nSELECT /* all */ a",
    "\xEF\xBB\xBF" "CREATE TABLE t (a Int8) -- x\n;SET a = '1'; SELECT a",
    "CREATE TABLE t (a Int8);\n-- godwit:settings a=1\nSELECT a",
    "CREATE TABLE t (a Int8); SET a = 1; SELECT a;\n-- godwit:down\nDROP TABLE t",
    "-- godwit:wait none\nCREATE TABLE t (a Int8); SET a = 1; SELECT a",
    "-- godwit:secret\nCREATE TABLE t (a Int8); SET a = 1; SELECT a",
    "-- godwit:envs dev\nCREATE TABLE t (a Int8); SET a = 1; SELECT a",
};

constexpr std::string_view kOtherHashes[] = {
    "CREATE TABLE t (b Int8); SET a = 1; SELECT a",
    "CREATE TABLE t (a Int8); SET a = 2; SELECT a",
    "CREATE TABLE t (a Int8); SET b = 1; SELECT a",
    "CREATE TABLE t (a Int8); SELECT a",
    "SET a = 1; CREATE TABLE t (a Int8); SELECT a",
    "CREATE TABLE t (a Int8); SET a = 1; SELECT a; SELECT b",
    "SET a = 1; SELECT a",
    "SET a = 1; SELECT a; CREATE TABLE t (a Int8)",
    "CREATE TABLE t (a Int8); SET a = 1;\n-- godwit:raw\nSELECT a",
    // a value that looks like what the hash adds itself
    "CREATE TABLE t (a Int8); SET a = '1 raw'; SELECT a",
    "CREATE TABLE t (a Int8); SET a = '1 b=2'; SELECT a",
    "CREATE TABLE t (a Int8); SET a = 1, b = 2; SELECT a",
    "create TABLE t (a Int8); SET a = 1; SELECT a",
};
// clang-format on

TEST(Migration, TheHashDoesNotCountCommentsLayoutAndLineEnds) {
  const std::string hash = parse(kHashed).hash;
  EXPECT_EQ(hash.size(), 64U);
  for (const std::string_view text : kSameHash) EXPECT_EQ(parse(text).hash, hash) << text;
}

TEST(Migration, TheHashCountsWhatRuns) {
  std::vector<std::string> hashes{parse(kHashed).hash};
  for (const std::string_view text : kOtherHashes) {
    const std::string hash = parse(text).hash;
    EXPECT_EQ(std::find(hashes.begin(), hashes.end(), hash), hashes.end()) << text;
    hashes.push_back(hash);
  }
}

// clang-format off
constexpr std::pair<std::string_view, std::string_view> kVersions[] = {
    {"0", "0"}, {"000", "0"}, {"1", "1"}, {"0001", "1"}, {"0100", "100"},
    {"00000000000000000000000000000000000000099", "99"}, {"20261130090807", "20261130090807"},
};
constexpr std::string_view kNoVersions[] = {"", " 1", "1 ", "-1", "+1", "1.0", "a", "0x1", "1a", "\xD9\xA1"};
constexpr std::string_view kAscending[] = {"0", "1", "2", "9", "10", "11", "99", "100", "20261130090807", "99999999999999999999999999"};
// clang-format on

TEST(Migration, AVersionIsItsNumber) {
  for (const auto& [text, normal] : kVersions) EXPECT_EQ(normal_version(text), normal) << text;
  for (const std::string_view text : kNoVersions) EXPECT_FALSE(normal_version(text)) << text;
}

TEST(Migration, VersionsCompareAsNumbers) {
  for (std::size_t i = 0; i < std::size(kAscending); ++i) {
    for (std::size_t j = 0; j < std::size(kAscending); ++j) {
      const int order = compare_versions(kAscending[i], kAscending[j]);
      EXPECT_EQ(order < 0, i < j) << kAscending[i] << " " << kAscending[j];
      EXPECT_EQ(order == 0, i == j) << kAscending[i] << " " << kAscending[j];
    }
  }
}

}  // namespace
}  // namespace godwit::migrations
