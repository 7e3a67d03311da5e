// The program tests/support/cluster, several at once, and what is left when it ends in whatever
// way: no process and no file.

#include "godwit/base/file.hpp"
#include "godwit/base/text.hpp"
#include "support/engine_process.hpp"
#include "support/program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace godwit::test {

namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = GODWIT_BINARY_DIR "/tests/cluster_testbed";

/// A run of the program, with a folder of its own for all that it writes.
class Testbed {
 public:
  Testbed() {
    const std::string input = (folder_.path() / "input").string();
    if (::mkfifo(input.c_str(), 0600) != 0) throw std::runtime_error("no pipe for a testbed");
    const std::string start = R"(exec "$0" up 1x2 <"$1")";
    program_ = std::make_unique<Program>(
        std::vector<std::string>{"/bin/sh", "-c", start, kProgram, input},
        std::vector<std::pair<std::string, std::string>>{{"TMPDIR", temporary_.path().string()}});
    input_.open(input);
  }
  ~Testbed() {
    if (program_->pid() > 0) (void)end_by(SIGINT);  // before the folder of its files goes
  }
  Testbed(const Testbed&) = delete;
  Testbed& operator=(const Testbed&) = delete;

  /// All that it prints up to the line that begins with `last`; less where it ended before.
  std::vector<std::string> read_until(std::string_view last) {
    std::vector<std::string> lines;
    do {
      lines.push_back(program_->read_line());
      blank_ = lines.back().empty() ? blank_ + 1 : 0;
    } while (!lines.back().starts_with(last) && blank_ < 3);
    return lines;
  }

  void type(std::string_view line) { input_ << line << std::endl; }

  /// The processes that it started, and that these started.
  [[nodiscard]] std::set<std::string> descendants() const {
    std::set<std::string> found;
    std::vector<std::string> left{std::to_string(program_->pid())};
    while (!left.empty()) {
      const std::string id = left.back();
      left.pop_back();
      std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", id));
      for (std::string child; children >> child;) {
        found.insert(child);
        left.push_back(child);
      }
    }
    return found;
  }

  ProgramEnd end_by(int number) {
    program_->signal(number);
    return program_->wait();
  }

  [[nodiscard]] bool has_files() const { return !fs::is_empty(temporary_.path()); }

 private:
  TemporaryDirectory folder_{"godwit-testbed"};
  TemporaryDirectory temporary_{"godwit-testbed"};
  std::unique_ptr<Program> program_;
  std::ofstream input_;
  int blank_ = 0;
};

// A process that has ended and waits for whoever inherited it has no command line any more.
bool runs(const std::string& id) {
  std::ifstream file(fmt::format("/proc/{}/cmdline", id));
  std::string words;
  return std::getline(file, words) && !words.empty();
}

bool none_runs(const std::set<std::string>& ids) { return std::ranges::none_of(ids, runs); }

std::vector<std::string> urls_in(const std::vector<std::string>& lines) {
  std::vector<std::string> urls;
  for (const std::string& line : lines) {
    const std::size_t at = line.find("http://");
    if (at != std::string::npos && line.starts_with('s')) {
      urls.push_back(line.substr(at, line.find(' ', at) - at));
    }
  }
  return urls;
}

TEST(TheTestbed, LeavesNothingWhenItIsKilled) {
  Testbed testbed;
  ASSERT_TRUE(testbed.read_until("ready").back().starts_with("ready"));
  const std::set<std::string> processes = testbed.descendants();
  EXPECT_EQ(processes.size(), 7U);  // two servers, ZooKeeper, two sweepers, what each waits with
  EXPECT_TRUE(testbed.has_files());
  testbed.end_by(SIGKILL);
  EXPECT_TRUE(eventually([&] { return none_runs(processes) && !testbed.has_files(); }));
}

TEST(TheTestbed, LeavesNothingAfterCtrlC) {
  Testbed testbed;
  ASSERT_TRUE(testbed.read_until("ready").back().starts_with("ready"));
  const std::set<std::string> processes = testbed.descendants();
  EXPECT_EQ(testbed.end_by(SIGINT).code, 0);
  EXPECT_FALSE(testbed.has_files());
  EXPECT_TRUE(eventually([&] { return none_runs(processes); }));
}

TEST(TheTestbed, ObeysLinesOfItsInput) {
  Testbed testbed;
  const std::vector<std::string> urls = urls_in(testbed.read_until("ready"));
  ASSERT_EQ(urls.size(), 2U);
  const auto answers = [&] { return http_request(urls[1], "/ping", {}, nullptr).status == 200; };
  EXPECT_TRUE(answers());
  for (const auto& [line, up_after] : {std::pair{"cut_off s1r2", false},
                                       {"reconnect s1r2", true},
                                       {"kill s1r2", false},
                                       {"restart s1r2", true}}) {
    testbed.type(line);
    EXPECT_EQ(testbed.read_until(line).back(), fmt::format("{}: done", line));
    EXPECT_EQ(answers(), up_after) << line;
  }
  testbed.type("kill s9r9");
  EXPECT_EQ(testbed.read_until("godwit:").back(), "godwit: layout 1x2 has no host 's9r9'");
}

TEST(TheTestbed, RunsSeveralTimesAtOnce) {
  std::array<Testbed, 3> testbeds;
  std::vector<std::string> urls;
  for (Testbed& testbed : testbeds) {
    const std::vector<std::string> its = urls_in(testbed.read_until("ready"));
    urls.insert(urls.end(), its.begin(), its.end());
  }
  ASSERT_EQ(urls.size(), 6U);
  for (std::size_t i = 0; i < urls.size(); i += 2) {
    const std::string text = fmt::format("CREATE DATABASE of_{} ON CLUSTER main", i);
    EXPECT_EQ(http_request(urls[i], "/", {}, &text).status, 200);
  }
  const std::string ask = "SELECT name FROM system.databases WHERE name LIKE 'of_%'";
  for (std::size_t i = 0; i < urls.size(); ++i) {
    EXPECT_EQ(http_request(urls[i], "/", {}, &ask).body, fmt::format("of_{}\n", i - i % 2));
  }
}

}  // namespace

}  // namespace godwit::test
