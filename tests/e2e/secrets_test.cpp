// Passwords and secret statements: everything that godwit prints, records, leaves in temporary
// folders or makes the engine write down is searched for them.

#include "support/engine_process.hpp"
#include "support/program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace godwit::test {
namespace {

namespace fs = std::filesystem;

class Secrecy : public ::testing::Test {
 protected:
  // Runs, and keeps what was printed.
  int run(const Call& call) {
    const Ended ended = project_.run(call);
    printed_ +=
        fmt::format("\n$ godwit {}\n{}{}", call.arguments.front(), ended.output, ended.errors);
    return ended.code;
  }

  void expect_nowhere(std::string_view secret, const fs::path& engine_data) const {
    EXPECT_EQ(printed_.find(secret), std::string::npos) << printed_;
    for (const auto& [name, bytes] : project_.temporary_files()) {
      EXPECT_EQ(bytes.find(secret), std::string::npos) << name;
    }
    std::size_t searched = 0;
    for (const auto& entry : fs::recursive_directory_iterator(engine_data)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(file), {}};
      EXPECT_EQ(bytes.find(secret), std::string::npos) << entry.path();
      ++searched;
    }
    EXPECT_GT(searched, 5U) << "these are not the engine's files";
  }

  Project project_;
  std::string printed_;
};

constexpr const char* kPassword = "p@s&s#1%2B";
constexpr const char* kEncoded = "p%40s%26s%231%252B";

TEST_F(Secrecy, APasswordIsShownNowhereHoweverItIsGiven) {
  const Project secrets;
  secrets.write("password", fmt::format("{}\n", kPassword));
  const std::string file = (secrets.path() / "password").string();
  EngineProcess engine({}, {"--listen", "127.0.0.1:0", "--user", "shop", "--password-file", file});
  const std::string host = engine.url().substr(std::string_view("http://").size());
  const std::string in_url = fmt::format("http://shop:{}@{}", kEncoded, host);
  const std::string as_parameter = fmt::format("http://{}/?user=shop&password={}", host, kEncoded);
  project_.write("migrations/1_a.sql", "CREATE TABLE default.a (n Int8) ENGINE = Memory;\n");
  project_.write(
      "godwit.hcl",
      fmt::format("environment \"dev\" {{\n  url = \"{0}\"\n  user = \"shop\"\n  password "
                  "= env(\"SECRET\")\n}}\nenvironment \"written\" {{\n  url = \"{1}\"\n}}\n",
                  engine.url(), in_url));
  const std::pair<std::string, std::string> variable{"SECRET", kPassword};
  const std::vector<std::pair<std::string, std::string>> own = {{"CLICKHOUSE_USER", "shop"},
                                                                {"CLICKHOUSE_PASSWORD", kPassword}};

  EXPECT_EQ(run({{"status", "--url", in_url}}), 0);
  EXPECT_EQ(run({{"plan", "--url", as_parameter, "--json"}}), 0);
  EXPECT_EQ(run({{"apply", "--dry-run", "--url", engine.url()}, own}), 0);
  EXPECT_EQ(
      run({{"apply", "--yes", "--url", engine.url(), "--user", "shop", "--password-file", file}}),
      0);
  EXPECT_EQ(run({{"status", "dev", "--json"}, {variable}}), 0);
  EXPECT_EQ(run({{"status", "written"}}), 0);
  project_.write("migrations/2_b.sql",
                 fmt::format("SELECT throwIf(1, 'the server repeats: {}');\n", kPassword));
  EXPECT_EQ(run({{"apply", "dev", "--yes"}, {variable}}), 1);
  EXPECT_EQ(run({{"apply", "dev", "--yes", "--json"}, {variable}}), 1);
  EXPECT_EQ(run({{"status", "dev", "--steps", "--json"}, {variable}}), 0);
  EXPECT_EQ(run({{"status", "--url", in_url + "/a/b"}}), 2);
  EXPECT_EQ(run({{"status", "--url", fmt::format("http://shop:{}%zz@{}", kEncoded, host)}}), 2);
  EXPECT_EQ(run({{"status", "--url", fmt::format("http://shop:{}x@{}", kEncoded, host)}}), 1);
  EXPECT_EQ(run({{"status", "--url", fmt::format("http://shop:{}@127.0.0.1:1", kEncoded)}}), 1);
  EXPECT_EQ(run({{"status", "--url", fmt::format("htp://shop:{}@{}", kEncoded, host)}}), 2);
  engine.stop();
  // The statement of migration 2 holds it on purpose: what the engine logs of it is the user's
  // doing, so the search of the engine's files is the other test's.
  EXPECT_EQ(printed_.find("p@s"), std::string::npos) << printed_;
  EXPECT_EQ(printed_.find("p%40s"), std::string::npos) << printed_;
  for (const auto& [name, bytes] : project_.temporary_files()) {
    EXPECT_EQ(bytes.find("p@s"), std::string::npos) << name;
  }
}

TEST_F(Secrecy, APasswordReachesNoFileOfTheEngine) {
  const Project secrets;
  secrets.write("password", fmt::format("{}\n", kPassword));
  const std::string file = (secrets.path() / "password").string();
  EngineProcess engine({}, {"--listen", "127.0.0.1:0", "--user", "shop", "--password-file", file});
  project_.write("migrations/1_a.sql",
                 "CREATE TABLE default.a (n Int8) ENGINE = MergeTree ORDER BY n;\n");
  EXPECT_EQ(
      run({{"apply", "--yes", "--url", engine.url(), "--user", "shop", "--password-file", file}}),
      0);
  engine.stop();
  expect_nowhere("p@s", engine.data());
}

TEST_F(Secrecy, ASecretStatementIsShownAndStoredNowhere) {
  EngineProcess engine({}, {"--listen", "127.0.0.1:0"});
  const std::vector<std::string> url = {"--url", engine.url()};
  const auto words = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), url.begin(), url.end());
    return Call{arguments, {}, {}};
  };
  project_.write("migrations/1_a.sql",
                 "SELECT 1;\n-- godwit:secret\nSELECT length('hunter2');\n"
                 "SELECT 'shown to all';\n"
                 "-- godwit:secret\nSELECT throwIf(1, 'hunter2');\n");
  EXPECT_EQ(run(words({"plan"})), 0);
  EXPECT_EQ(run(words({"plan", "--json"})), 0);
  EXPECT_EQ(run(words({"apply", "--yes"})), 1);
  EXPECT_EQ(run(words({"apply", "--yes", "--json"})), 1);
  EXPECT_EQ(run(words({"status", "--steps"})), 0);
  EXPECT_EQ(run(words({"status", "--json"})), 0);
  project_.replace("migrations/1_a.sql", "length('hunter2')", "length('hunter2!')");
  EXPECT_EQ(run(words({"apply", "--yes"})), 3);
  EXPECT_EQ(run(words({"repair", "1", "--yes"})), 0);
  Running terminal = project_.start(words({"apply", "--yes"}), Streams::terminal);
  printed_ += terminal.wait().output;
  EXPECT_NE(printed_.find("shown to all"), std::string::npos) << printed_;
  EXPECT_NE(printed_.find("(secret)"), std::string::npos) << printed_;
  EXPECT_EQ(
      engine.value("SELECT count() > 0 FROM system.query_log WHERE query LIKE '%shown to all%'"),
      "1");
  engine.stop();
  expect_nowhere("hunter2", engine.data());
}

}  // namespace
}  // namespace godwit::test
