// The rows of the protocol (docs/formats.md). One INSERT says that step k-1 is done and step k
// runs, so that a death at any point leaves a history from which the next run goes on.

#include "godwit/apply/recorder.hpp"

#include <fmt/format.h>

#include <utility>

namespace godwit::apply {

using history::State;
using plan::PlannedMigration;
using plan::PlannedStep;

history::Row row_by(const Identity& identity, const migrations::Migration& migration, State state,
                    TimePoint started) {
  history::Row row;
  row.migration = migration.version;
  row.name = migration.name;
  row.state = state;
  row.migration_hash = migration.hash;
  row.run_id = identity.run_id;
  row.runner = identity.runner;
  row.user = identity.user;
  row.version = identity.version;
  row.started_at = to_string(started);
  return row;
}

std::string record_id(const std::string& query_id) { return query_id + "-record"; }

void Recorder::begin() {
  migration_started_ = run_.clock.now();
  migration_recorded_ = false;
  started_.clear();
}

history::Row Recorder::step_row(const PlannedMigration& migration, const PlannedStep& step,
                                TimePoint started) {
  history::Row row = migration_row(migration, State::running, started);
  row.step = step.number;
  row.statement_hash = step.step->hash;
  row.query_id = fmt::format("godwit-{}-{}-{}", run_.identity.run_id, row.migration, step.number);
  started_[step.number] = started;
  return row;
}

void Recorder::running(const PlannedMigration& migration, const history::Row& row) {
  std::vector<history::Row> rows = std::exchange(ends_, {});
  if (!migration_recorded_) {
    rows.push_back(migration_row(migration, State::running, migration_started_));
    migration_recorded_ = true;
  }
  rows.push_back(row);
  run_.history.append(std::move(rows), record_id(row.query_id));
}

void Recorder::flush() {
  if (!ends_.empty()) run_.history.append(std::exchange(ends_, {}), {});
}

void Recorder::done(const PlannedMigration& migration, history::Row row, TimePoint finished) {
  end(row, State::done, finished);
  for (const history::Row* host : migration.hosts) {
    if (host->step != row.step || host->state == State::done) continue;
    history::Row one = row;
    one.host = host->host;
    ends_.push_back(std::move(one));
  }
  ends_.push_back(std::move(row));
}

void Recorder::failed(const PlannedMigration& migration, history::Row row) {
  const TimePoint now = run_.clock.now();
  history::Row whole = migration_row(migration, State::failed, migration_started_);
  whole.error_code = row.error_code;
  whole.error = row.error;
  end(row, State::failed, now);
  end(whole, State::failed, now);
  ends_.push_back(std::move(row));
  ends_.push_back(std::move(whole));
}

void Recorder::hosts(const history::Row& row, const std::vector<HostAnswer>& hosts, bool secret) {
  for (const HostAnswer& host : hosts) {
    history::Row one = row;
    one.host = host.host;
    one.error_code = host.code;
    one.error = secret ? std::string() : run_.secrets.redact(host.message);
    end(one, host.state == HostState::done ? State::done : State::failed, run_.clock.now());
    ends_.push_back(std::move(one));
  }
}

std::chrono::milliseconds Recorder::complete(const PlannedMigration& migration) {
  const TimePoint finished = run_.clock.now();
  const bool up = migration.direction == plan::Direction::up;
  history::Row row = migration_row(migration, State::done, migration_started_);
  end(row, up ? State::done : State::reverted, finished);
  ends_.push_back(std::move(row));
  if (!up) revert_steps(migration, finished);
  return finished - migration_started_;
}

// After a way back every step of the migration, forth and back, is as if it had never run.
void Recorder::revert_steps(const PlannedMigration& migration, TimePoint finished) {
  const auto revert = [&](const std::vector<migrations::Step>& steps, std::uint32_t first) {
    for (const migrations::Step& step : steps) {
      const auto number = static_cast<std::uint32_t>(first + step.number - 1);
      started_[number] = finished;
      history::Row row = migration_row(migration, State::running, finished);
      row.step = number;
      row.statement_hash = step.hash;
      end(row, State::reverted, finished);
      ends_.push_back(std::move(row));
    }
  };
  std::erase_if(ends_, [&](const history::Row& row) {
    return row.migration == migration.migration->version && row.step >= plan::kFirstDownStep;
  });
  revert(migration.migration->steps, 1);
  revert(migration.migration->down_steps, plan::kFirstDownStep);
  for (const history::Row* host : migration.hosts) {
    history::Row row = *host;
    end(row, State::reverted, finished);
    ends_.push_back(std::move(row));
  }
}

history::Row Recorder::migration_row(const PlannedMigration& migration, State state,
                                     TimePoint started) {
  history::Row row = row_by(run_.identity, *migration.migration, state, started);
  row.note = fmt::format("topology={}{}", topology::to_string(run_.topology),
                         migration.direction == plan::Direction::up ? "" : "; way back");
  return row;
}

void Recorder::end(history::Row& row, State state, TimePoint finished) {
  row.state = state;
  row.finished_at = to_string(finished);
  const auto found = started_.find(row.step);
  const auto begun = row.step == 0             ? migration_started_
                     : found == started_.end() ? TimePoint()
                                               : found->second;
  row.duration_ms =
      begun == TimePoint() ? 0 : static_cast<std::uint64_t>((finished - begun).count());
}

}  // namespace godwit::apply
