// --json: on every command, and however it ends, stdout is one JSON document and nothing else.

#include "support/program.hpp"

#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>
#include <string>
#include <vector>

namespace godwit::test {
namespace {

using nlohmann::json;

struct Row {
  std::vector<std::string> arguments;
  int code = 0;
};

// The document; null where stdout is something else.
json document_of(const Ended& ended) {
  json document = json::parse(ended.output, nullptr, false);
  return document.is_object() ? document : json();
}

// One shop, one row after the other.
const std::vector<Row>& rows() {
  static const std::vector<Row> kRows = {
      {{"version"}},
      {{"completion", "bash"}},
      {{"split", "migrations/0002_country.sql"}},
      {{"render", "migrations/0002_country.sql", "--topology", "cluster:main"}},
      {{"render", "nowhere.sql"}, 2},
      {{"status"}},
      {{"status", "--exit-code"}, 3},
      {{"plan"}},
      {{"plan", "--all-environments", "--config", "two.hcl"}},
      {{"plan", "dev", "--all-environments"}, 2},
      {{"apply", "--dry-run"}},
      {{"apply"}, 3},
      {{"apply", "--yes", "--to", "2"}},
      {{"apply", "--yes", "--to", "9"}, 2},
      {{"rollback", "--steps", "1", "--dry-run"}},
      {{"rollback", "--steps", "1"}, 3},
      {{"rollback", "--steps", "1", "--yes", "--allow-destructive"}},
      {{"apply", "--yes"}},
      {{"apply", "--yes"}},
      {{"repair", "1"}},
      {{"resolve", "1", "--step", "1", "--done"}, 3},
      {{"resolve", "1", "--step", "1"}, 2},
      {{"unlock"}},
      {{"new", "more things"}},
      {{"status"}, 2},  // the new file has no statement yet
      {{"status", "--url", "http://127.0.0.1:1", "--dir", "nowhere"}, 2},
      {{"status", "--url", "http://u:p%zz@127.0.0.1:1"}, 2},
      {{"apply", "--yes", "--stesp", "1"}, 2},
      {{"aply"}, 2},
      {{}, 2},
      {{"init", "elsewhere"}},
      {{"init", "/proc/godwit"}, 1},
      {{"baseline", "--to", "2", "--dir", "two", "--url", "chdb:"}},
  };
  return kRows;
}

TEST(Json, IsOneDocumentHoweverACommandEnds) {
  const Project shop("shop");
  shop.write("two.hcl",
             "environment \"a\" { url = \"chdb:\" }\nenvironment \"b\" { url = \"chdb:\" }\n");
  for (const char* name : {"0001_events.sql", "0002_country.sql"}) {
    shop.write(std::filesystem::path("two") / name,
               shop.read(std::filesystem::path("migrations") / name));
  }
  std::set<std::string> commands;
  for (const Row& row : rows()) {
    SCOPED_TRACE(fmt::format("godwit {} --json", fmt::join(row.arguments, " ")));
    std::vector<std::string> arguments = row.arguments;
    arguments.emplace_back("--json");
    const Ended ended = shop.run(arguments);
    EXPECT_EQ(ended.code, row.code) << ended.output << ended.errors;
    const json document = document_of(ended);
    ASSERT_TRUE(document.is_object()) << "no document: " << ended.output;
    EXPECT_EQ(document.value("schema_version", 0), 1);
    if (document.contains("error")) {
      EXPECT_EQ(document["error"]["exit_code"], row.code);
      EXPECT_FALSE(document["error"]["message"].get<std::string>().empty());
    }
    if (row.code == 0) {
      EXPECT_FALSE(document.contains("error"));
      EXPECT_EQ(document["command"], row.arguments.front());
      commands.insert(row.arguments.front());
    }
  }
  const Ended help = shop.run({"--help"});
  for (const char* command : {"init", "new", "status", "plan", "apply", "rollback", "render",
                              "split", "baseline", "repair", "unlock", "version", "completion"}) {
    EXPECT_TRUE(commands.contains(command)) << command << " has no row that ends well";
    EXPECT_NE(help.output.find(command), std::string::npos);
  }
}

TEST(Json, OfAFailedStepHasItsPlaceAndTheNextCommand) {
  const Project project;
  project.write("migrations/1_a.sql", "SELECT 1;\n\nSELECT nothing;\n");
  const Ended ended = project.run({"--json", "apply", "--yes"});
  EXPECT_EQ(ended.code, 1);
  const json error = document_of(ended)["error"];
  EXPECT_EQ(error["kind"], "failed");
  EXPECT_EQ(error["path"], "migrations/1_a.sql");
  EXPECT_EQ(error["line"], 3);
  EXPECT_EQ(error["column"], 1);
  EXPECT_NE(error["hint"].get<std::string>().find("godwit apply dev"), std::string::npos);
}

TEST(Json, OfARunSaysWhatRan) {
  const Project shop("shop");
  const json document = document_of(shop.run({"apply", "--yes", "--json"}));
  ASSERT_EQ(document["migrations"].size(), 3U) << document.dump(2);
  EXPECT_EQ(document["migrations"][2]["title"], "0003_daily");
  EXPECT_EQ(document["migrations"][2]["state"], "done");
  EXPECT_EQ(document["migrations"][2]["steps"].size(), 4U);
  EXPECT_EQ(document_of(shop.run({"status", "--json"}))["pending"], 0);
}

}  // namespace
}  // namespace godwit::test
