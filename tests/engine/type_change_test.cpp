// Every pair of types, put to the engine: what it does with a column outside keys and with one of a
// sorting key, and what becomes of the values.

#include "godwit/plan/type_change.hpp"

#include "godwit/base/text.hpp"
#include "godwit/server/server.hpp"
#include "support/engine_process.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::plan {
namespace {

struct Sample {
  std::string_view type;
  std::vector<std::string_view> values;  // the extreme ones
};

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = {
      {"Int8", {"-128", "127"}},
      {"Int16", {"-32768", "32767"}},
      {"Int32", {"-2147483648", "2147483647"}},
      {"Int64", {"-9223372036854775808", "9223372036854775807"}},
      {"Int128", {"'-170141183460469231731687303715884105728'"}},
      {"Int256", {"'-1'", "'170141183460469231731687303715884105728'"}},
      {"UInt8", {"0", "255"}},
      {"UInt16", {"65535"}},
      {"UInt32", {"4294967295"}},
      {"UInt64", {"18446744073709551615"}},
      {"UInt128", {"'340282366920938463463374607431768211455'"}},
      {"UInt256", {"'340282366920938463463374607431768211456'"}},
      {"Bool", {"true", "false"}},
      {"Float32", {"'0.1'", "'-3.4e38'"}},
      {"Float64", {"0.1", "-1.7e308"}},
      {"BFloat16", {"'0.5'"}},
      {"Decimal(9, 2)", {"'-9999999.99'"}},
      {"Decimal(10, 2)", {"'99999999.99'"}},
      {"Decimal(18, 2)", {"'9999999999999999.99'"}},
      {"Decimal(18, 4)", {"'99999999999999.9999'"}},
      {"Decimal(38, 2)", {"'999999999999999999999999999999999999.99'"}},
      {"Date", {"'1970-01-01'", "'2149-06-06'"}},
      {"Date32", {"'1900-01-01'", "'2299-12-31'"}},
      {"DateTime", {"0", "4294967295"}},
      {"DateTime('UTC')", {"4294967295"}},
      {"DateTime64(3)", {"'1900-01-01 00:00:00.001'", "'2299-12-31 23:59:59.999'"}},
      {"DateTime64(6)", {"'2299-12-31 23:59:59.999999'"}},
      {"DateTime64(9)", {"'2200-12-31 23:59:59.999999999'"}},
      {"DateTime64(3, 'UTC')", {"'2299-12-31 23:59:59.999'"}},
      {"Time", {"'-999:59:59'", "'999:59:59'"}},
      {"Time64(3)", {"'999:59:59.999'"}},
      {"String", {"''", "'it is'", "'-1'"}},
      {"FixedString(4)", {"'abcd'", "'a'"}},
      {"FixedString(8)", {"'abcdefgh'"}},
      {"UUID", {"'61f0c404-5cb3-11e7-907b-a6006ad3dba0'"}},
      {"IPv4", {"'255.255.255.255'"}},
      {"IPv6", {"'2001:db8::1'"}},
      {"Enum8('a' = 1, 'b' = 2)", {"'a'", "'b'"}},
      {"Enum8('a' = 1, 'b' = 2, 'c' = 3)", {"'c'"}},
      {"Enum8('a' = 1)", {"'a'"}},
      {"Enum8('x' = 1, 'b' = 2)", {"'x'", "'b'"}},
      {"Enum16('a' = 1, 'b' = 2)", {"'a'"}},
      {"Enum16('a' = 1, 'b' = 2, 'c' = 300)", {"'c'"}},
      {"LowCardinality(String)", {"'it'"}},
      {"LowCardinality(FixedString(4))", {"'abcd'"}},
      {"LowCardinality(UInt32)", {"4294967295"}},
      {"LowCardinality(Nullable(String))", {"'it'", "NULL"}},
      {"Nullable(Int32)", {"NULL", "-2147483648"}},
      {"Nullable(Int64)", {"NULL", "9223372036854775807"}},
      {"Nullable(String)", {"NULL", "'it'"}},
      {"Nullable(DateTime)", {"NULL", "4294967295"}},
      {"Nullable(UInt32)", {"NULL", "4294967295"}},
      {"Array(Int32)", {"[-2147483648]"}},
      {"Array(Int64)", {"[9223372036854775807]"}},
      {"Array(String)", {"['it']"}},
      {"Array(Nullable(Int32))", {"[NULL, 1]"}},
      {"Array(DateTime)", {"[4294967295]"}},
      {"Array(UInt32)", {"[4294967295]"}},
      {"Array(Enum8('a' = 1))", {"['a']"}},
      {"Array(Enum8('a' = 1, 'b' = 2))", {"['b']"}},
      {"Array(Array(String))", {"[['it']]"}},
      {"Map(String, Int32)", {"map('a', 1)"}},
      {"Map(String, Int64)", {"map('a', 9223372036854775807)"}},
      {"Map(LowCardinality(String), Int64)", {"map('a', 1)"}},
      {"Tuple(Int32, String)", {"(1, 'it')"}},
      {"Tuple(a Int32, b String)", {"(1, 'it')"}},
      {"Tuple(a Int32, b String, c Int8)", {"(1, 'it', -1)"}},
      {"Tuple(a Int64, b String)", {"(1, 'it')"}},
      {"Array(Tuple(String, Int32))", {"[('a', 1)]"}},
      {"JSON", {"'{\"a\":1}'"}},
      {"JSON(a Int32)", {"'{\"a\":1}'"}},
      {"Dynamic", {"1", "'it'"}},
      {"Variant(Int32, String)", {"'it'"}},
      {"Variant(Int32, String, Date)", {"'it'"}},
      {"SimpleAggregateFunction(sum, Int64)", {"1"}},
      {"AggregateFunction(sum, Int64)", {}},
      {"AggregateFunction(max, Int64)", {}},
      {"Point", {"(1, 2)"}},
      {"Ring", {"[(1, 2)]"}},
      {"IntervalDay", {}},
      {"IntervalSecond", {}},
  };
  return all;
}

// Which types one type is changed to: some of them by chance, always the same ones; all where
// GODWIT_ALL_TYPES is set, which takes minutes.
std::vector<std::size_t> targets_of(std::size_t from) {
  constexpr std::size_t kSome = 8;
  std::vector<std::size_t> targets(samples().size());
  std::iota(targets.begin(), targets.end(), std::size_t{0});
  if (std::getenv("GODWIT_ALL_TYPES") != nullptr) return targets;
  std::mt19937 random(static_cast<std::mt19937::result_type>(from));
  std::shuffle(targets.begin(), targets.end(), random);
  targets.resize(kSome);
  return targets;
}

std::string column(std::size_t number) { return fmt::format("c{}", number); }

// A table with a column of one type for each type to change to.
std::string table_of(std::size_t from, bool in_key) {
  std::string columns = "k UInt8";
  std::vector<std::string> key;
  for (const std::size_t to : targets_of(from)) {
    columns += fmt::format(", {} {}", column(to), samples()[from].type);
    key.push_back(column(to));
  }
  return fmt::format(
      "CREATE OR REPLACE TABLE t ({}) ENGINE = MergeTree ORDER BY ({}) "
      "SETTINGS allow_nullable_key = 1, finished_mutations_to_keep = 1000",
      columns, in_key ? join(key, ", ") : "k");
}

class TypeChanges : public testing::Test {
 protected:
  // The verdict on each change of a type, as TypeEffect has it; none where it can be in no key.
  std::vector<std::string> ask(std::size_t from, bool in_key) {
    std::vector<std::string> verdicts;
    if (engine_.query(table_of(from, in_key), kParameters).status != 200) return verdicts;
    for (const std::size_t to : targets_of(from)) {
      const test::EngineAnswer answer = engine_.query(
          fmt::format("ALTER TABLE t MODIFY COLUMN {} {}", column(to), samples()[to].type),
          kParameters);
      verdicts.emplace_back(answer.status == 200 ? "metadata" : "refused");
    }
    const std::string mutations =
        engine_.value("SELECT groupArray(command) FROM system.mutations WHERE table = 't'");
    std::size_t at = 0;
    for (const std::size_t to : targets_of(from)) {
      std::string& verdict = verdicts[at++];
      if (mutations.find('`' + column(to) + '`') != std::string::npos) verdict = "rewrite";
    }
    return verdicts;
  }

  test::EngineProcess engine_;

  const test::UrlParameters kParameters = {{"allow_suspicious_low_cardinality_types", "1"},
                                           {"allow_suspicious_types_in_order_by", "1"}};
};

std::string_view expected(const TypeChange& change) {
  return change.effect == TypeEffect::none ? "metadata" : to_string(change.effect);
}

// Every other name of a family, in any case.
TEST_F(TypeChanges, KnowTheAliasesOfTheEngine) {
  const std::string rows = engine_.value(
      "SELECT name, alias_to FROM system.data_type_families WHERE alias_to NOT IN ('', 'Geometry') "
      "FORMAT TSV");
  for (const std::string_view row : split(rows, '\n')) {
    const std::vector<std::string_view> fields = split(row, '\t');
    ASSERT_EQ(fields.size(), 2U) << row;
    EXPECT_EQ(sql::parse_type(lower(fields[0])).name, sql::parse_type(fields[1]).name) << row;
  }
}

TEST_F(TypeChanges, OfAPlainColumnAreWhatTheEngineMakesOfThem) {
  for (std::size_t from = 0; from < samples().size(); ++from) {
    const std::vector<std::string> verdicts = ask(from, false);
    ASSERT_FALSE(verdicts.empty()) << samples()[from].type;
    std::size_t at = 0;
    for (const std::size_t to : targets_of(from)) {
      const TypeChange change = classify_type_change(sql::parse_type(samples()[from].type),
                                                     sql::parse_type(samples()[to].type), false);
      EXPECT_EQ(expected(change), verdicts[at++])
          << samples()[from].type << " -> " << samples()[to].type;
    }
  }
}

TEST_F(TypeChanges, OfAKeyColumnAreAllowedWhereTheEngineAllowsThem) {
  std::size_t asked = 0;
  for (std::size_t from = 0; from < samples().size(); ++from) {
    const std::vector<std::string> verdicts = ask(from, true);
    if (verdicts.empty()) continue;
    std::size_t at = 0;
    for (const std::size_t to : targets_of(from)) {
      ++asked;
      EXPECT_EQ(is_safe_in_key(sql::parse_type(samples()[from].type),
                               sql::parse_type(samples()[to].type)),
                verdicts[at++] != "refused")
          << samples()[from].type << " -> " << samples()[to].type;
    }
  }
  EXPECT_GT(asked, 400U);
}

// A value that is kept has the same text in the new type, or comes back as it was.
TEST_F(TypeChanges, ThatAreNotLossyKeepTheExtremeValues) {
  const auto same = [&](const std::string& a, const std::string& b) {
    return engine_
        .query(fmt::format("SELECT toString({}) IS NOT DISTINCT FROM toString({})", a, b),
               kParameters)
        .body;
  };
  std::size_t asked = 0;
  for (const Sample& from : samples()) {
    for (const Sample& to : samples()) {
      const TypeChange change =
          classify_type_change(sql::parse_type(from.type), sql::parse_type(to.type), false);
      const bool converts =
          change.effect == TypeEffect::rewrite || change.effect == TypeEffect::metadata;
      if (!converts || change.lossy) continue;
      for (const std::string_view value : from.values) {
        const std::string kept = fmt::format("CAST({}, {})", value, server::quote(from.type));
        const std::string there = fmt::format("CAST({}, {})", kept, server::quote(to.type));
        ++asked;
        if (same(kept, there) == "1\n") continue;
        const std::string back = fmt::format("CAST({}, {})", there, server::quote(from.type));
        EXPECT_EQ(same(kept, back), "1\n") << from.type << " -> " << to.type << ": " << value;
      }
    }
  }
  EXPECT_GT(asked, 500U);
}

}  // namespace
}  // namespace godwit::plan
