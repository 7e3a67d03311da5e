// Forty migrations written twice by hand: for one server, and for a cluster called default. What
// godwit makes of the first is what a person made of the second.

#include "godwit/base/file.hpp"
#include "godwit/base/source.hpp"
#include "godwit/sql/split.hpp"
#include "godwit/topology/render.hpp"
#include "support/ddl_cases.hpp"
#include "support/render_oracle.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::topology {
namespace {

constexpr std::string_view kTopology = "cluster:default";

struct Pair {
  std::string place;
  std::string rendered;
  std::string by_hand;
};

std::vector<std::string> statements_of(const std::filesystem::path& path) {
  const Source source = read_source(path);
  std::vector<std::string> texts;
  for (const sql::WrittenStatement& written : sql::split(source).statements) {
    texts.emplace_back(written.text);
  }
  return texts;
}

std::vector<Pair> read_pairs() {
  std::vector<Pair> pairs;
  for (const std::filesystem::path& path : test::corpus_files()) {
    if (path.parent_path().filename() != "unclustered") continue;
    const auto twin = path.parent_path().parent_path() / "clustered" / path.filename();
    const std::vector<std::string> written = statements_of(path);
    const std::vector<std::string> by_hand = statements_of(twin);
    EXPECT_EQ(written.size(), by_hand.size()) << path;
    for (std::size_t i = 0; i < written.size() && i < by_hand.size(); ++i) {
      pairs.push_back({path.filename().string() + ", statement " + std::to_string(i + 1),
                       test::rendered(written[i], kTopology), by_hand[i]});
    }
  }
  return pairs;
}

TEST(Pairs, WhatIsRenderedIsWhatAPersonWrote) {
  const std::vector<Pair> pairs = read_pairs();
  EXPECT_GE(pairs.size(), 40U);
  std::set<std::string> texts;
  for (const Pair& pair : pairs) texts.insert({pair.rendered, pair.by_hand});
  const test::Formatted formatted = test::RenderOracle().format_all(texts);
  for (const Pair& pair : pairs) {
    // The formatter leaves an INSERT's data out.
    if (sql::parse_statement(pair.by_hand).kind == sql::StatementKind::insert) {
      EXPECT_EQ(pair.rendered, pair.by_hand) << pair.place;
      continue;
    }
    EXPECT_NE(formatted.at(pair.by_hand), test::kDoesNotParse) << pair.place;
    EXPECT_EQ(formatted.at(pair.rendered), formatted.at(pair.by_hand)) << pair.place;
  }
}

TEST(Pairs, EveryFileHasItsTwin) {
  std::multiset<std::string> names;
  for (const std::filesystem::path& path : test::corpus_files()) {
    const std::string folder = path.parent_path().filename().string();
    if (folder == "unclustered" || folder == "clustered") names.insert(path.filename().string());
  }
  EXPECT_EQ(names.size(), 80U);
  for (const std::string& name : names) EXPECT_EQ(names.count(name), 2U) << name;
}

}  // namespace
}  // namespace godwit::topology
