// The sample that godwit was asked to reproduce to the byte: three statements written for one
// server, and the history's own DDL, on each topology. The golden file is that sample, with
// godwit's name in it; it is never written from what godwit prints.

#include "godwit/base/source.hpp"
#include "godwit/history/history.hpp"
#include "godwit/sql/split.hpp"
#include "godwit/topology/render.hpp"
#include "support/golden.hpp"
#include "support/topologies.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace godwit::history {
namespace {

constexpr std::string_view kStatements = R"(
CREATE DATABASE shop ENGINE = Atomic;
CREATE TABLE shop.events (id UInt64, kind LowCardinality(String), at DateTime) ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY (kind, at);
ALTER TABLE `shop`.`events` ADD COLUMN country LowCardinality(String) DEFAULT '' AFTER `at`;
)";

std::string sample(const Source& source, std::string_view word) {
  const topology::Topology topology = topology::parse_topology(word);
  std::string text = fmt::format("-- topology: {}\n", word);
  for (const sql::WrittenStatement& written : sql::split(source).statements) {
    text += topology::render(sql::parse_statement(written.text), topology) + ";\n";
  }
  return text + fmt::format("-- the history: {}\n--   its table's engine: {}\n",
                            database_ddl({}, topology), table_engine({}, topology));
}

TEST(SeedSample, IsReproducedToTheByte) {
  const Source source("sample.sql", std::string(kStatements));
  std::string text;
  for (const std::string_view word : test::kTopologies) {
    text += (text.empty() ? "" : "\n") + sample(source, word);
  }
  EXPECT_TRUE(
      test::matches_golden(GODWIT_SOURCE_DIR "/tests/golden/history/seed_sample.golden", text));
}

}  // namespace
}  // namespace godwit::history
