#include "godwit/sql/misfit.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace godwit::sql {
namespace {

// The statement with its misfit between braces, and what is said of it.
std::string misfit_of(std::string_view text) {
  const Statement statement = parse_statement(text);
  EXPECT_EQ(statement.scope, Scope::unknown) << text;
  const Misfit misfit = find_misfit(statement);
  const auto at = static_cast<std::size_t>(misfit.at.data() - text.data());
  return fmt::format("{}{{{}}}{}: {}", text.substr(0, at), misfit.at,
                     text.substr(at + misfit.at.size()), describe(misfit));
}

// clang-format off
constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
    {"CREATE OR REPLACE USR u",    "CREATE OR REPLACE {USR} u: expected DEFINER, DICTIONARY, FUNCTION, MATERIALIZED, RESOURCE, SQL, TABLE, TEMPORARY, VIEW or WORKLOAD, not 'USR'"},
    {"ALTER TABLE",                "ALTER TABLE{}: expected a name, not the end"},
    {"RENAME TABLE a b",           "RENAME TABLE a {b}: expected a TO b, not 'b'"},
    {"EXCHANGE TABLES a TO b",     "EXCHANGE TABLES a {TO} b: expected a AND b, not 'TO'"},
    {"UNDROP VIEW v",              "UNDROP {VIEW} v: expected TABLE, not 'VIEW'"},
    {"CREATE INDEX i t",           "CREATE INDEX i {t}: expected ON, not 't'"},
    {"KILL ALL",                   "KILL {ALL}: expected MUTATION, PART_MOVE_TO_SHARD, QUERY or TRANSACTION, not 'ALL'"},
    {"DROP TABLE a.b.c",           "DROP TABLE a.b{.}c: '.' is not expected here"},
    {"DROP TABLE t ON CLUSTER a ON CLUSTER b", "DROP TABLE t ON CLUSTER a {ON} CLUSTER b: 'ON' is not expected here"},
    {"FROB TABLE t",               "{FROB} TABLE t: 'FROB' is not expected here"},
    {"'x'",                        "{'x'}: ''x'' is not expected here"},
    {"DROP TABLE a PARALLEL WITH UNDROP b", "DROP TABLE a PARALLEL WITH UNDROP {b}: expected TABLE, not 'b'"},
    {"EXECUTE AS u UNDROP b",      "EXECUTE AS u UNDROP {b}: expected TABLE, not 'b'"},
};
// clang-format on

TEST(Misfit, SaysWhereAndWhatWasExpected) {
  for (const auto& [text, expected] : kPairs) EXPECT_EQ(misfit_of(text), expected) << text;
}

}  // namespace
}  // namespace godwit::sql
