#pragma once

#include "godwit/apply/run.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace godwit::test {

/// Writes down what it is shown, a line a call: "begins 1_a", "sends 1_a 2", "sees 7 rows",
/// "waits 1_a 2: code 517, 500 ms",
/// "ends 1_a 2 in 5 ms", "finds out 1_a 2", "completes 1_a in 12 ms".
class RecordingAudience final : public apply::Audience {
 public:
  void begins(const plan::PlannedMigration& migration) override {
    lines.push_back("begins " + migration.migration->title());
  }

  void sends(const plan::PlannedMigration& migration, const plan::PlannedStep& step) override {
    lines.push_back(fmt::format("sends {} {}", migration.migration->title(), step.number));
  }

  void sees(const server::Progress& progress) override {
    lines.push_back(fmt::format("sees {} rows", progress.read_rows));
  }

  void sees_hosts(const std::vector<apply::HostAnswer>& hosts) override {
    lines.push_back("sees " + apply::describe(hosts));
  }

  void waits(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
             const server::Failed& failed, std::chrono::milliseconds delay) override {
    lines.push_back(fmt::format("waits {} {}: code {}, {} ms", migration.migration->title(),
                                step.number, failed.code, delay.count()));
  }

  void reconnects(std::chrono::milliseconds delay) override {
    lines.push_back(fmt::format("reconnects in {} ms", delay.count()));
  }

  void ends(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
            std::chrono::milliseconds duration) override {
    lines.push_back(fmt::format("ends {} {} in {} ms", migration.migration->title(), step.number,
                                duration.count()));
  }

  void finds_out(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
                 const apply::FoundOut& /*found*/) override {
    lines.push_back(fmt::format("finds out {} {}", migration.migration->title(), step.number));
  }

  void completes(const plan::PlannedMigration& migration,
                 std::chrono::milliseconds duration) override {
    lines.push_back(
        fmt::format("completes {} in {} ms", migration.migration->title(), duration.count()));
  }

  std::vector<std::string> lines;
};

}  // namespace godwit::test
