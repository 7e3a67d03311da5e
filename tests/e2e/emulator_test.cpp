// godwit emulator: several engines on loopback ports, which end with it in every way it can end.

#include "godwit/base/text.hpp"
#include "support/engine_process.hpp"
#include "support/program.hpp"
#include "support/zookeeper.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace godwit::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kMacros =
    "SELECT arrayStringConcat(groupArray(concat(macro, '=', substitution)), ' ') FROM (SELECT * "
    "FROM system.macros ORDER BY macro)";

std::string godwit_program() { return GODWIT_BINARY_DIR "/godwit"; }

struct Node {
  std::string url;
  pid_t process;
};

/// A started emulator, whose nodes answer.
class Emulation {
 public:
  Emulation(const Project& project, std::vector<std::string> words)
      : program_(command(std::move(words)), project.environment(), project.path()) {
    std::string text;
    while (!text.ends_with("\n}\n")) {
      const std::string line = program_.read_line();
      if (line.empty()) break;
      text += line + "\n";
    }
    const auto document = nlohmann::json::parse(text, nullptr, false);
    if (document.is_discarded()) return;
    for (const auto& node : document.at("nodes")) {
      nodes_.push_back({node.at("url"), node.at("process")});
    }
  }

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  Program& program() { return program_; }

  [[nodiscard]] std::string ask(std::size_t node, const std::string& text) const {
    EngineAnswer answer = http_request(nodes_.at(node).url, "/", {}, &text);
    if (answer.body.ends_with('\n')) answer.body.pop_back();
    return answer.body;
  }

  /// Whether no node answers, and no process of theirs is left.
  [[nodiscard]] bool is_gone() const {
    for (const Node& node : nodes_) {
      if (::kill(node.process, 0) == 0) return false;
      if (http_request(node.url, "/ping", {}, nullptr).status != 0) return false;
    }
    return true;
  }

 private:
  static std::vector<std::string> command(std::vector<std::string> words) {
    std::vector<std::string> all = {godwit_program(), "emulator", "--json"};
    all.insert(all.end(), words.begin(), words.end());
    return all;
  }

  Program program_;
  std::vector<Node> nodes_;
};

TEST(Emulator, StartsNodesWithMacrosAndDataOfTheirOwn) {
  const Project project;
  project.write("more.xml", "<clickhouse><macros><tier>hot</tier></macros></clickhouse>");
  Emulation emulation(project, {"--nodes", "2", "--path", "data", "--config", "more.xml"});
  ASSERT_EQ(emulation.nodes().size(), 2U);
  EXPECT_EQ(emulation.ask(0, kMacros), "cluster=emulator replica=node1 shard=1 tier=hot");
  EXPECT_EQ(emulation.ask(1, kMacros), "cluster=emulator replica=node2 shard=2 tier=hot");
  EXPECT_EQ(emulation.ask(0, "CREATE TABLE kept (a UInt8) ENGINE = MergeTree ORDER BY a"), "");
  EXPECT_EQ(emulation.ask(0, "EXISTS kept"), "1");
  EXPECT_EQ(emulation.ask(1, "EXISTS kept"), "0");
  EXPECT_TRUE(std::filesystem::is_directory(project.path() / "data/node1"));
  EXPECT_TRUE(std::filesystem::is_directory(project.path() / "data/node2"));

  emulation.program().signal(SIGTERM);
  EXPECT_EQ(emulation.program().wait().code, 0);
  EXPECT_TRUE(emulation.is_gone());
  EXPECT_TRUE(project.temporary_files().empty());
  Emulation again(project, {"--nodes", "2", "--path", "data"});
  EXPECT_EQ(again.ask(0, "EXISTS kept"), "1");
  again.program().signal(SIGINT);
  EXPECT_EQ(again.program().wait().code, 0);
  EXPECT_TRUE(again.is_gone());
}

TEST(Emulator, KeeperMapIsSharedByTheNodes) {
  const ZooKeeper keeper;
  const Project project("shop");
  Emulation emulation(project,
                      {"--nodes", "2", "--keeper", fmt::format("127.0.0.1:{}", keeper.port())});
  ASSERT_EQ(emulation.nodes().size(), 2U);
  const std::string create =
      "CREATE TABLE shared (k String, v UInt8) ENGINE = KeeperMap('/shared') PRIMARY KEY k";
  EXPECT_EQ(emulation.ask(0, create), "");
  EXPECT_EQ(emulation.ask(1, create), "");
  EXPECT_EQ(emulation.ask(0, "INSERT INTO shared VALUES ('a', 7)"), "");
  EXPECT_EQ(emulation.ask(1, "SELECT v FROM shared"), "7");
  const Ended ended = project.run({"apply", "--yes", "--url", emulation.nodes()[0].url});
  EXPECT_EQ(ended.code, 0) << ended.errors;
  EXPECT_EQ(ended.errors.find("no KeeperMap"), std::string::npos) << ended.errors;
  EXPECT_EQ(emulation.ask(0, "EXISTS shop.events"), "1");
}

TEST(Emulator, PrintsHowItIsUsed) {
  const Project project;
  project.write("secret", "geheim\n");
  Program program({godwit_program(), "emulator", "--user", "ann", "--password-file", "secret"},
                  project.environment(), project.path());
  std::string text;
  for (std::string line = "first"; !line.empty() && !line.starts_with("runs until");) {
    line = program.read_line();
    text += line + "\n";
  }
  const std::string url = text.substr(text.find("http"), text.find("  data") - text.find("http"));
  EXPECT_THAT(text, StartsWith("node 1  http://127.0.0.1:"));
  EXPECT_THAT(text, HasSubstr("macros cluster=emulator replica=node1 shard=1\n"
                              "no Keeper, so no KeeperMap: --keeper HOST:PORT names one\n"));
  EXPECT_THAT(text, HasSubstr(fmt::format("    url = \"{}\"\n    user = \"ann\"\n    password = "
                                          "file(\"secret\")\n",
                                          url)));
  EXPECT_EQ(text.find("geheim"), std::string::npos);
  EXPECT_EQ(http_request(url, "/", {{"query", "SELECT 1"}}, nullptr).status, 403);
  const Ended status = project.run(
      {"status", "--url", url, "--user", "ann", "--password-file", "secret", "--dir", "."});
  EXPECT_EQ(status.code, 0) << status.errors;
  program.signal(SIGTERM);
  EXPECT_EQ(program.wait().code, 0);
}

TEST(Emulator, KilledItLeavesNoNodeBehind) {
  const Project project;
  Emulation emulation(project, {"--nodes", "2"});
  ASSERT_EQ(emulation.nodes().size(), 2U);
  emulation.program().signal(SIGKILL);
  EXPECT_EQ(emulation.program().wait().code, 128 + SIGKILL);
  EXPECT_TRUE(eventually([&] { return emulation.is_gone(); }));
}

TEST(Emulator, ANodeThatDiesEndsItWithItsName) {
  const Project project;
  Emulation emulation(project, {"--nodes", "3"});
  ASSERT_EQ(emulation.nodes().size(), 3U);
  ::kill(emulation.nodes()[1].process, SIGKILL);
  const ProgramEnd end = emulation.program().wait();
  EXPECT_EQ(end.code, 1);
  EXPECT_EQ(end.errors, fmt::format("godwit: node 2 ({}): killed by signal 9 (Killed)\n"
                                    "    the other nodes were stopped too\n",
                                    emulation.nodes()[1].url));
  EXPECT_TRUE(emulation.is_gone());
}

struct RefusedRow {
  std::vector<std::string> words;
  std::vector<std::pair<std::string, std::string>> environment;
  int code;
  std::string part;
};

TEST(Emulator, SaysWhyItDoesNotStart) {
  const EngineProcess other({}, {"--listen", "127.0.0.1:0"});
  const std::string port = other.url().substr(other.url().rfind(':') + 1);
  const RefusedRow rows[] = {
      {{"--port", port}, {}, 1, "127.0.0.1:" + port + " is taken by another program"},
      {{"--nodes", "0"}, {}, 2, "--nodes 0: expected 1 to 32"},
      {{"--nodes", "two"}, {}, 2, "--nodes = two"},
      {{"--keeper", "here"}, {}, 2, "--keeper: 'here' is not HOST:PORT"},
      {{"--keeper", "127.0.0.1:1"}, {}, 1, "--keeper 127.0.0.1:1: nobody answers there"},
      {{"--keeper", "127.0.0.1:1,[::1]:1"}, {}, 1, "nobody answers there"},
      {{"--config", "none.xml"}, {}, 2, "cannot read none.xml"},
      {{"--config", "broken.xml"}, {}, 1, "the engine does not start"},
      {{}, {{"GODWIT_CHDB", "/no/such.so"}}, 1, "npm pack @chdb/lib-linux-x64-gnu"},
      {{}, {{"GODWIT_ENGINE", "/no/engine"}}, 1, "GODWIT_ENGINE names no program: /no/engine"},
  };
  const Project project;
  project.write("broken.xml", "<clickhouse>");
  for (const RefusedRow& row : rows) {
    std::vector<std::string> words = {"emulator"};
    words.insert(words.end(), row.words.begin(), row.words.end());
    const Ended ended = project.run(Call{words, row.environment, {}});
    EXPECT_EQ(ended.code, row.code) << row.part;
    EXPECT_THAT(ended.errors, HasSubstr(row.part));
    EXPECT_EQ(ended.output, "") << row.part;
    EXPECT_TRUE(project.temporary_files().empty()) << row.part;
  }
}

}  // namespace
}  // namespace godwit::test
