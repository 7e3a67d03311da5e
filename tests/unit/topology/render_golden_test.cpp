// Every statement of tests/golden/topology/*.sql on every topology. A file is named after what is
// at stake in it.

#include "godwit/base/source.hpp"
#include "godwit/sql/split.hpp"
#include "godwit/topology/render.hpp"
#include "support/golden.hpp"
#include "support/topologies.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace godwit::topology {
namespace {

using test::golden_files;
using test::kTopologies;
using test::matches_golden;

std::string render_all(const Source& source) {
  std::string text;
  for (const std::string_view word : kTopologies) {
    const Topology topology = parse_topology(word);
    text += fmt::format("{}-- topology: {}\n", text.empty() ? "" : "\n", word);
    for (const sql::WrittenStatement& written : sql::split(source).statements) {
      const sql::Statement statement = sql::parse_statement(written.text);
      if (!may_be_sent(statement, topology)) text += "-- not understood, so it is not sent:\n";
      text += render(statement, topology) + ";\n";
    }
  }
  return text;
}

TEST(RenderGolden, EveryCaseOnEveryTopology) {
  const auto cases = golden_files("topology", ".sql");
  EXPECT_GE(cases.size(), 25U);
  for (std::filesystem::path path : cases) {
    const Source source = read_source(path);
    EXPECT_TRUE(matches_golden(path.replace_extension(".golden"), render_all(source)));
  }
}

TEST(RenderGolden, NoGoldenIsLeftWithoutItsCase) {
  for (std::filesystem::path path : golden_files("topology", ".golden")) {
    EXPECT_TRUE(std::filesystem::exists(path.replace_extension(".sql"))) << path;
  }
}

}  // namespace
}  // namespace godwit::topology
