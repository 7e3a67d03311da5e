// The speed that godwit promises, measured: each line has a number, its limit, and whether it
// holds. Times are the best of several, compared in the same run; commands are run as processes.
//
//   build/bench/bench/limits_bench [path of godwit]

#include "godwit/base/file.hpp"
#include "godwit/migrations/migration.hpp"
#include "godwit/plan/plan.hpp"
#include "godwit/sql/lexer.hpp"
#include "godwit/sql/split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "bench/measure.hpp"

extern char** environ;

namespace {

using namespace godwit::bench;
namespace fs = std::filesystem;

/// Runs a command with its output thrown away; gives its peak memory in MB.
double run(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  if (posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ) != 0) {
    fmt::print(stderr, "cannot run {}\n", words[0]);
    std::exit(1);
  }
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (status != 0) {
    fmt::print(stderr, "{} failed\n", words[0]);
    std::exit(1);
  }
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void measure_text(const std::string& godwit) {
  const godwit::TemporaryDirectory folder("godwit-bench");
  const fs::path path = folder.path() / "big.sql";
  const std::string text = generated_sql(10 * kMegabyte);
  godwit::write_file(path, text);
  const godwit::Source source("big.sql", text);
  std::size_t seen = 0;
  const auto [lexing, splitting, counting, rendering, listing] = best_in_turns<5>({
      [&] {
        for (godwit::sql::Lexer lexer(text); !lexer.at_end();) seen += lexer.next().text.size();
      },
      [&] { seen += godwit::sql::split(source).statements.size(); },
      [&] {
        run({"wc", "-c", path.string()});
      },
      [&] {
        run({godwit, "render", path.string(), "--topology", "cluster:main"});
      },
      [&] {
        run({godwit, "split", path.string()});
      },
  });
  const double megabytes = static_cast<double>(text.size()) / kMegabyte;
  report("lexing and splitting 10 MB", megabytes / splitting * 1000, 300, "MB/s", true);
  report("godwit render of 10 MB / (wc -c + lexing)", rendering / (counting + lexing), 3, "");
  report("godwit split of 10 MB / godwit render of it", listing / rendering, 10, "");
  fmt::print("  render {:.1f} ms, split {:.1f} ms, wc -c {:.1f} ms, lexing {:.1f} ms\n", rendering,
             listing, counting, lexing);
  if (seen == 0) fmt::print("nothing was seen\n");
}

void measure_directory() {
  const godwit::TemporaryDirectory folder("godwit-bench");
  for (int i = 1; i <= 5000; ++i) {
    godwit::write_file(folder.path() / fmt::format("{:04}_m{}.sql", i, i), generated_sql(1));
  }
  const double reading = best_ms([&] { godwit::migrations::read_migrations(folder.path()); });
  report("5,000 migrations read, split and hashed", reading, 100, "ms");
}

/// A table and a change of each, read and planned with nothing in the history.
void measure_plan() {
  const godwit::TemporaryDirectory folder("godwit-bench");
  for (int i = 1; i <= 500; ++i) {
    const std::string change = fmt::format(
        "ALTER TABLE shop.t{0} ADD COLUMN b{0} String, MODIFY COLUMN at DateTime64(6), DROP COLUMN "
        "name;\n",
        i);
    godwit::write_file(folder.path() / fmt::format("{:04}_m.sql", i),
                       fmt::format("CREATE TABLE shop.t{} (id UInt64, name LowCardinality(String), "
                                   "at DateTime64(3), note String) ENGINE = MergeTree PARTITION BY "
                                   "toYYYYMM(at) ORDER BY id;\n{}",
                                   i, change));
  }
  const godwit::migrations::Migrations migrations =
      godwit::migrations::read_migrations(folder.path());
  std::size_t steps = 0;
  godwit::plan::Wanted wanted;
  wanted.topology = godwit::topology::parse_topology("cluster:main");
  const double planning =
      best_ms([&] { steps = godwit::plan::plan_up(migrations, {}, wanted).step_count(); });
  report(fmt::format("a plan of {} steps", steps), planning, 100, "ms");
}

void measure_start(const std::string& godwit) {
  double memory = 0;
  const double starting = best_ms([&] { memory = run({godwit, "version"}); });
  report("godwit version", starting, 10, "ms");
  report("godwit version, peak memory", memory, 16, "MB");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string godwit =
      argc > 1 ? argv[1] : (fs::path(argv[0]).parent_path() / "../godwit").string();
  measure_start(godwit);  // first: a child's peak memory begins with what this process has by then
  measure_directory();
  measure_plan();
  measure_text(godwit);
}
