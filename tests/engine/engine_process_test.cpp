// godwit-engine as a process: how it starts, what it refuses, and that it never outlives its
// parent.

#include "support/engine_process.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace godwit::test {

namespace {

constexpr const char* kEndless =
    "SELECT sum(sleepEachRow(0.05)) FROM numbers(100000) SETTINGS max_block_size = 1, "
    "max_threads = 1, function_sleep_max_microseconds_per_block = 0";

ProgramEnd run(const std::vector<std::string>& arguments,
               const std::vector<std::pair<std::string, std::string>>& environment = {}) {
  std::vector<std::string> all = {engine_program()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return Program(all, environment).wait();
}

/// Whether the other end of the pipe is closed within `patience`; what is read is dropped.
bool ends_within(int pipe, std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  char bytes[256];
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - std::chrono::steady_clock::now());
    pollfd one{pipe, POLLIN, 0};
    if (left.count() <= 0 || poll(&one, 1, static_cast<int>(left.count())) <= 0) return false;
    if (read(pipe, bytes, sizeof(bytes)) == 0) return true;
  }
}

/// A process that starts an engine as godwit does and then does nothing until it is killed. The
/// engine's output goes to `output`.
int start_parent(const std::string& data, const std::string& socket, int output) {
  const int parent = fork();
  if (parent != 0) return parent;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) _exit(1);
  if (fork() == 0) {
    fcntl(ends[0], F_SETFD, 0);
    dup2(output, 1);
    const std::string number = std::to_string(ends[0]);
    execl(engine_program().c_str(), "godwit-engine", "--path", data.c_str(), "--socket",
          socket.c_str(), "--parent-fd", number.c_str(), nullptr);
    _exit(127);
  }
  close(output);
  while (true) pause();
}

}  // namespace

TEST(EngineProcess, ListensOnLoopbackOnly) {
  const EngineProcess tcp({}, {"--listen", "127.0.0.1:0"});
  EXPECT_TRUE(tcp.url().starts_with("http://127.0.0.1:")) << tcp.url();
  EXPECT_EQ(tcp.value("SELECT 7"), "7");
  const ProgramEnd refused = run({"--path", (tcp.data().string() + "2"), "--listen", "0.0.0.0:0"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.errors.find("not a loopback address"), std::string::npos) << refused.errors;
  const ProgramEnd taken =
      run({"--path", (tcp.data().string() + "2"), "--listen", tcp.url().substr(7)});
  EXPECT_EQ(taken.code, 1);
  EXPECT_NE(taken.errors.find("in use"), std::string::npos) << taken.errors;
}

TEST(EngineProcess, ADataPathHasOneEngine) {
  EngineProcess first;
  const ProgramEnd second = run({"--path", first.data().string(), "--listen", "127.0.0.1:0"});
  EXPECT_EQ(second.code, 1);
  EXPECT_NE(
      second.errors.find(fmt::format("in use by another godwit-engine, process {}", first.pid())),
      std::string::npos)
      << second.errors;
  EXPECT_EQ(first.value("SELECT 1"), "1");
  first.kill();
  EXPECT_EQ(EngineProcess(first.data()).value("SELECT 2"), "2");
}

TEST(EngineProcess, ASocketHasOneEngine) {
  EngineProcess first;
  const std::string socket = first.url().substr(5);
  const ProgramEnd second = run({"--path", first.data().string() + "2", "--socket", socket});
  EXPECT_EQ(second.code, 1);
  EXPECT_NE(second.errors.find("in use by another process"), std::string::npos) << second.errors;
  EXPECT_EQ(first.stop().code, 0);
  EXPECT_FALSE(std::filesystem::exists(socket));
}

TEST(EngineProcess, SaysWhatIsMissing) {
  const TemporaryDirectory folder("godwit-engine-");
  const std::string data = (folder.path() / "data").string();
  const std::string file = (folder.path() / "file").string();
  write_file(file, "");
  struct {
    std::vector<std::string> arguments;
    std::string part;
  } const rows[] = {
      {{"--socket", "s"}, "--path DIR is missing"},
      {{"--path", data}, "one of --socket PATH and --listen HOST:PORT"},
      {{"--path", data, "--socks", "s"}, "unknown argument '--socks'"},
      {{"--path", data, "--socket"}, "the value is missing"},
      {{"--path", file + "/below", "--socket", "s"}, "cannot be written"},
      {{"--path", data, "--socket", file}, "a file that is not a socket"},
      {{"--path", data, "--socket", std::string(200, 's')}, "a socket's path has"},
      {{"--path", data, "--listen", "8123"}, "expected 127.0.0.1:PORT"},
      {{"--path", data, "--listen", "127.0.0.1:0", "--user", "u"}, "go together"},
      {{"--path", data, "--listen", "127.0.0.1:0", "--parent-fd", "x"}, "file descriptor's number"},
  };
  for (const auto& row : rows) {
    const ProgramEnd end = run(row.arguments);
    EXPECT_EQ(end.code, 1) << row.part;
    EXPECT_NE(end.errors.find(row.part), std::string::npos) << row.part << "\n" << end.errors;
    EXPECT_EQ(end.output, "") << row.part;
  }
}

TEST(EngineProcess, SaysWhereItLookedForLibchdb) {
  const TemporaryDirectory folder("godwit-engine-");
  const std::filesystem::path program = folder.path() / "godwit-engine";
  std::filesystem::copy_file(engine_program(), program);
  const std::vector<std::string> arguments = {
      program.string(), "--path", (folder.path() / "data").string(), "--listen", "127.0.0.1:0"};
  unsetenv("GODWIT_CHDB");
  const ProgramEnd nowhere = Program(arguments, {}, folder.path()).wait();
  EXPECT_EQ(nowhere.code, 1);
  for (const std::string& part :
       {(folder.path() / ".engine/libchdb.so").string(), (folder.path() / "libchdb.so").string(),
        std::string("./quickstart"), std::string("GODWIT_CHDB=")}) {
    EXPECT_NE(nowhere.errors.find(part), std::string::npos) << part << "\n" << nowhere.errors;
  }
  const ProgramEnd named = Program(arguments, {{"GODWIT_CHDB", "/no/such.so"}}).wait();
  EXPECT_EQ(named.code, 1);
  EXPECT_NE(named.errors.find("/no/such.so: not there"), std::string::npos) << named.errors;
}

TEST(EngineProcess, AsksForThePasswordItWasGiven) {
  const TemporaryDirectory folder("godwit-engine-");
  const std::string file = (folder.path() / "password").string();
  write_file(file, "pass word\n");
  const EngineProcess guarded({}, {"--user", "u", "--password-file", file});
  EXPECT_EQ(guarded.query("SELECT 1").status, 403);
  EXPECT_EQ(guarded.query("SELECT 1", {{"user", "u"}, {"password", "pass"}}).status, 403);
  EXPECT_EQ(guarded.query("SELECT 1", {{"user", "u"}, {"password", "pass word"}}).body, "1\n");
}

TEST(EngineProcess, KilledInAQueryLeavesItsStartInTheLog) {
  EngineProcess first;
  EngineAnswer cut;
  std::thread client([&] { cut = first.query(kEndless, {{"query_id", "cut"}}); });
  EXPECT_TRUE(first.wait_until_running("cut"));
  first.kill();
  client.join();
  EXPECT_EQ(cut.status, 0);
  const EngineProcess second(first.data());
  EXPECT_EQ(second.value("SELECT groupArray(type) FROM system.query_log WHERE query_id = 'cut'"),
            "['QueryStart']");
}

TEST(EngineProcess, ALongLogKeepsItsNewerHalf) {
  const TemporaryDirectory folder("godwit-engine-");
  const std::filesystem::path log = folder.path() / "godwit-query-log.tsv";
  std::string line;
  {
    EngineProcess first(folder.path());
    first.query("SELECT '" + std::string(900, 'x') + "'", {{"query_id", "old"}});
    first.stop();
    line = read_file(log);
    line.resize(line.find('\n') + 1);
  }
  std::string text;
  while (text.size() < (std::size_t{9} << 20)) text += line;
  write_file(log, text + line + "QueryStart\tcut sho");
  const EngineProcess second(folder.path());
  EXPECT_LT(std::filesystem::file_size(log), std::size_t{5} << 20);
  EXPECT_GT(std::stoul(second.value("SELECT count() FROM system.query_log WHERE query_id = 'old'")),
            3000U);
}

TEST(EngineProcess, SigtermLetsAQueryEnd) {
  EngineProcess process;
  EngineAnswer answer;
  std::thread client([&] {
    answer = process.query(
        "SELECT sum(sleepEachRow(0.1)) FROM numbers(8) SETTINGS max_block_size = "
        "1, max_threads = 1",
        {{"query_id", "short"}});
  });
  EXPECT_TRUE(process.wait_until_running("short"));
  EXPECT_EQ(process.stop().code, 0);
  client.join();
  EXPECT_EQ(answer.status, 200) << answer.body;
}

TEST(EngineProcess, SigtermEndsAlsoWithAQueryThatDoesNot) {
  EngineProcess process;
  std::thread client([&] { (void)process.query(kEndless, {{"query_id", "endless"}}); });
  EXPECT_TRUE(process.wait_until_running("endless"));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(process.stop().code, 0);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  client.join();
}

TEST(EngineProcess, EndsWithItsParent) {
  const TemporaryDirectory folder("godwit-engine-");
  const std::string data = (folder.path() / "data").string();
  const std::string socket = (folder.path() / "socket").string();
  int output[2];
  ASSERT_EQ(pipe2(output, O_CLOEXEC), 0);
  const int parent = start_parent(data, socket, output[1]);
  close(output[1]);
  char first = 0;
  ASSERT_EQ(read(output[0], &first, 1), 1);  // "ready ..."
  const std::string url = "unix:" + socket;
  std::thread client([&] {
    const std::string text = kEndless;
    (void)http_request(url, "/", {{"query_id", "orphan"}}, &text);
  });
  const std::string ask = "SELECT count() FROM system.processes WHERE query LIKE 'SELECT sum(sl%'";
  while (http_request(url, "/", {}, &ask).body == "0\n") std::this_thread::yield();
  kill(parent, SIGKILL);
  EXPECT_TRUE(ends_within(output[0], std::chrono::seconds(5)));
  client.join();
  close(output[0]);
  waitpid(parent, nullptr, 0);
  EXPECT_FALSE(std::filesystem::exists(socket));
  EXPECT_EQ(EngineProcess(data).value("SELECT 1"), "1");
}

}  // namespace godwit::test
