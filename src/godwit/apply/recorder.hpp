#pragma once

#include "godwit/apply/run.hpp"

#include <map>
#include <string>
#include <vector>

namespace godwit::apply {

/// What a run writes into the history. Rows that say how something ended are kept back until the
/// next INSERT takes them along; the last INSERT of a run has ends only.
class Recorder {
 public:
  explicit Recorder(const Run& run) : run_(run) {}

  /// A migration's steps follow.
  void begin();

  /// The row of a step that is about to be sent.
  history::Row step_row(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
                        TimePoint started);

  /// Writes that a step runs, and all that has ended. Throws what History::append() throws.
  void running(const plan::PlannedMigration& migration, const history::Row& row);

  /// Writes all that has ended. Throws what History::append() throws.
  void flush();

  /// The step is done, on every host.
  void done(const plan::PlannedMigration& migration, history::Row row, TimePoint finished);

  /// The step has failed, and the migration with it.
  void failed(const plan::PlannedMigration& migration, history::Row row);

  /// Some hosts have done the step and others have not: each gets a row of its own.
  void hosts(const history::Row& row, const std::vector<HostAnswer>& hosts, bool secret);

  /// All steps of the migration are done, or taken back. Gives how long that took.
  std::chrono::milliseconds complete(const plan::PlannedMigration& migration);

 private:
  history::Row migration_row(const plan::PlannedMigration& migration, history::State state,
                             TimePoint started);
  void end(history::Row& row, history::State state, TimePoint finished);
  void revert_steps(const plan::PlannedMigration& migration, TimePoint finished);

  const Run& run_;
  std::vector<history::Row> ends_;
  std::map<std::uint32_t, TimePoint> started_;  // steps of the migration that runs
  TimePoint migration_started_;
  bool migration_recorded_ = false;
};

/// The INSERT that records a step as running has a query id too: the query log shows it.
std::string record_id(const std::string& query_id);

}  // namespace godwit::apply
