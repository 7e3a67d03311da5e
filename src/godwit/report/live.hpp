#pragma once

#include "godwit/apply/run.hpp"
#include "godwit/report/output.hpp"

#include <nlohmann/json.hpp>

namespace godwit::report {

/// "[######..............]  30%  12.0 M rows, 1.2 GB, 14 s"; without bar and percentage where the
/// server does not know the total.
std::string describe_progress(const server::Progress& progress);

/// Shows a run as it goes: a line a migration with its duration, and on a terminal the statement
/// that runs, with a bar. Keeps what it saw for the document of --json.
class LiveRun final : public apply::Audience {
 public:
  explicit LiveRun(Output& output) : output_(output) {}

  void begins(const plan::PlannedMigration& migration) override;
  void sends(const plan::PlannedMigration& migration, const plan::PlannedStep& step) override;
  void sees(const server::Progress& progress) override;
  void sees_hosts(const std::vector<apply::HostAnswer>& hosts) override;
  void reconnects(std::chrono::milliseconds delay) override;
  void waits(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
             const server::Failed& failed, std::chrono::milliseconds delay) override;
  void ends(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
            std::chrono::milliseconds duration) override;
  void finds_out(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
                 const apply::FoundOut& found) override;
  void completes(const plan::PlannedMigration& migration,
                 std::chrono::milliseconds duration) override;

  /// The array "migrations": what ran in this run. What was running when it stopped is
  /// "unfinished".
  [[nodiscard]] nlohmann::json document() const;

 private:
  Output& output_;
  std::string running_;  // what the transient line says before the bar
  std::size_t sent_ = 0;
  nlohmann::json migrations_ = nlohmann::json::array();
};

}  // namespace godwit::report
