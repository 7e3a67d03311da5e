#pragma once

#include "godwit/apply/run.hpp"
#include "support/hand_clock.hpp"
#include "support/recorded_rows.hpp"
#include "support/recording_audience.hpp"
#include "support/scripted_server.hpp"
#include "support/thrown.hpp"
#include "support/written.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::apply {

using history::State;
using server::Failed;
using server::InDoubt;
using server::Outcome;
using test::row_of;
using test::rows_in;
using test::ScriptedServer;
using test::thrown_by;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Files = std::vector<std::pair<std::string, std::string>>;
using Rows = std::vector<server::Row>;

/// Two migrations of three steps, of which the first is one that the catalog shows.
inline const Files kTwo = {{"1_a.sql", "CREATE TABLE a (x Int8); SELECT 1"},
                           {"2_b.sql", "SELECT 2"}};

inline constexpr std::string_view kInsert = "INSERT INTO `godwit`.`history`";

inline std::string key_of(const history::Row& row) {
  const bool down = row.step >= plan::kFirstDownStep;
  return fmt::format("{}/{}{} {}", row.migration, down ? "d" : "",
                     down ? row.step - plan::kFirstDownStep + 1 : row.step,
                     history::to_string(row.state));
}

/// A lock whose answers are set beforehand; held where none is.
class FakeLock final : public lock::Lock {
 public:
  [[nodiscard]] bool is_held() override {
    if (answers.empty()) return true;
    const std::string answer = answers.front();
    answers.pop_front();
    if (answer == "unknown") throw Error(ErrorKind::failed, "the lock cannot be read");
    return answer == "held";
  }
  void release() override {}
  [[nodiscard]] std::string describe() const override { return "a lock"; }

  std::deque<std::string> answers;
};

/// A run over files that are written in the test.
struct Scene {
  explicit Scene(const Files& files) : migrations(test::written(files)) {
    server.always(std::string(kInsert), Outcome(server::Done{}));
  }

  // The newest row of a step, as an earlier run left it.
  history::Row& left(std::size_t migration, std::uint32_t step, State state) {
    history::Row row = row_of(migrations.migrations.at(migration), step, state);
    row.query_id = "godwit-before-1-1";
    return snapshot.rows.emplace_back(std::move(row));
  }

  std::string run(plan::Direction direction = plan::Direction::up) {
    const bool up = direction == plan::Direction::up;
    plan::Wanted wanted;
    wanted.out_of_order = plan::OutOfOrder::allow;
    wanted.topology = topology;
    plan = up ? plan::plan_up(migrations, snapshot, wanted)
              : plan::plan_down(migrations, snapshot, wanted);
    history::History history(server, {}, {});
    const Run all{server,
                  history,
                  &lock,
                  clock,
                  audience,
                  secrets,
                  {"run", "ann@laptop:1", "ann", "0.1.0"},
                  topology,
                  "shop",
                  "dev",
                  std::chrono::seconds(180),
                  [this] { return interruptions ? interruptions() : 0; }};
    return thrown_by([&] { return run_plan(plan, all), 0; });
  }

  [[nodiscard]] std::vector<std::string> sent() const {
    std::vector<std::string> lines;
    for (const server::Request& request : server.statements()) {
      if (!request.statement.starts_with(kInsert)) {
        lines.push_back(request.statement);
        continue;
      }
      std::string line;
      for (const history::Row& row : rows_in(request.statement)) {
        line += fmt::format("{}{}", line.empty() ? "" : ", ", key_of(row));
      }
      lines.push_back(line);
    }
    return lines;
  }

  // The rows that a key got, in order.
  [[nodiscard]] history::Row recorded(std::string_view key) const {
    for (const server::Request& request : server.statements()) {
      if (!request.statement.starts_with(kInsert)) continue;
      for (const history::Row& row : rows_in(request.statement)) {
        if (key_of(row) == key) return row;
      }
    }
    ADD_FAILURE() << "not recorded: " << key;
    return {};
  }

  void expect_not_running_and_no_log() {
    server.expect("FROM system.processes", Rows{}).expect("name = 'query_log'", Rows{});
  }

  migrations::Migrations migrations;
  topology::Topology topology;
  history::Snapshot snapshot;
  ScriptedServer server;
  test::HandClock clock;
  test::RecordingAudience audience;
  Secrets secrets;
  FakeLock lock;
  plan::Plan plan;
  std::function<int()> interruptions;
};

}  // namespace godwit::apply
