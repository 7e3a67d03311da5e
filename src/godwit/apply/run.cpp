// The protocol (docs/formats.md). Rows that say how something ended wait in `ends_` until the next
// INSERT takes them along; the last INSERT of a run has ends only. What a death leaves behind:
//   before the INSERT     nothing of step k: it is sent by the next run
//   after it              step k `running`: in doubt, and the next run finds out

#include "godwit/apply/run.hpp"

#include "godwit/apply/request_settings.hpp"
#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/server/exception.hpp"
#include "godwit/sql/alter.hpp"
#include "godwit/topology/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace godwit::apply {

namespace {

using history::State;
using plan::PlannedMigration;
using plan::PlannedStep;
using std::chrono::milliseconds;

// How long is waited before a refused step is sent again: a minute in all.
constexpr std::array<std::chrono::milliseconds, 7> kDelays{
    std::chrono::milliseconds(500), std::chrono::seconds(1), std::chrono::seconds(2),
    std::chrono::seconds(4),        std::chrono::seconds(8), std::chrono::seconds(16),
    std::chrono::seconds(30)};

std::string query_id(const std::string& run_id, const std::string& version, std::uint32_t step) {
  return fmt::format("godwit-{}-{}-{}", run_id, version, step);
}

// The INSERT that records a step as running has a name too: the query log shows it as a witness.
std::string record_id(const std::string& query_id) { return query_id + "-record"; }

// A secret step, or one whose settings say so, leaves no line in the query log.
bool is_logged(const migrations::Step& step) {
  const auto silences = [](const auto& setting) {
    return setting.first.starts_with("log_queries");
  };
  return !step.secret && std::none_of(step.settings.begin(), step.settings.end(), silences);
}

/// "step 2 of 5".
std::string place_of(const PlannedMigration& migration, const PlannedStep& step) {
  return fmt::format("step {} of {}", step.step->number, migration.all_steps);
}

class Runner {
 public:
  explicit Runner(const Run& run) : run_(run) {}

  void run(const plan::Plan& plan) {
    for (const PlannedMigration& migration : plan.migrations) run_migration(migration);
    record_ends();
  }

 private:
  void run_migration(const PlannedMigration& migration) {
    migration_started_ = run_.clock.now();
    migration_recorded_ = false;
    started_.clear();
    run_.audience.begins(migration);
    for (const PlannedStep& step : migration.steps) {
      if (step.in_doubt != nullptr && is_over(migration, step)) continue;
      stop_if_asked(migration, step);
      run_step(migration, step);
    }
    complete(migration);
  }

  // Whether a step in doubt turns out to have ended well, so that it is not sent.
  bool is_over(const PlannedMigration& migration, const PlannedStep& step) {
    record_ends();  // a server that cannot be asked ends the run here
    const history::Row& row = *step.in_doubt;
    const FoundOut found = find(migration, step, row.query_id, row.started_at);
    if (found.verdict == Verdict::unknown)
      stay_in_doubt(migration, step, "it was sent before", found);
    if (found.verdict != Verdict::done) return false;  // a failed one is sent again, as it would be
    history::Row done = row;
    done.note += "; found out: " + join(found.said, "; ");
    end_row(done, State::done, run_.clock.now());
    ends_.push_back(std::move(done));
    return true;
  }

  void run_step(const PlannedMigration& migration, const PlannedStep& step) {
    const TimePoint started = run_.clock.now();
    history::Row row = step_row(migration, step, started);
    record_running(migration, row);
    run_.audience.sends(migration, step);
    const server::Outcome outcome = send_until_it_counts(migration, step, row);
    const TimePoint finished = run_.clock.now();
    if (const auto* failed = std::get_if<server::Failed>(&outcome)) {
      fail(migration, step, row, failed->code, failed->message);
    }
    if (const auto* doubt = std::get_if<server::InDoubt>(&outcome)) {
      settle(migration, step, row, doubt->reason);
    }
    end_row(row, State::done, finished);
    ends_.push_back(std::move(row));
    run_.audience.ends(migration, step, finished - started);
  }

  // Every time it is sent it has a query id of its own, which the history knows before: whether the
  // last one ran could not be found out otherwise.
  server::Outcome send_until_it_counts(const PlannedMigration& migration, const PlannedStep& step,
                                       history::Row& row) {
    const std::string id = row.query_id;
    server::Outcome outcome = send(step, row.query_id);
    for (std::size_t again = 0; again < kDelays.size() && may_send_again(step, outcome); ++again) {
      const auto& failed = std::get<server::Failed>(outcome);
      run_.audience.waits(migration, step, failed, kDelays[again]);
      run_.clock.sleep(kDelays[again]);
      if (run_.interruptions() > 0) break;
      row.query_id = fmt::format("{}.{}", id, again + 2);
      row.note += fmt::format("; sent again after code {}", failed.code);
      record_running(migration, row);
      outcome = send(step, row.query_id);
    }
    return outcome;
  }

  // An ALTER of several commands may have done the first of them.
  static bool may_send_again(const PlannedStep& step, const server::Outcome& outcome) {
    const auto* failed = std::get_if<server::Failed>(&outcome);
    const sql::Statement& statement = step.step->statement;
    return failed != nullptr && server::passes_by_itself(*failed) && statement.parts.empty() &&
           sql::parse_alter(statement).size() < 2;
  }

  server::Outcome send(const PlannedStep& step, const std::string& id) {
    server::Request request;
    request.statement = step.rendered;
    request.query_id = id;
    request.settings = request_settings(*step.step, id, run_);
    request.needs_database = step.step->statement.kind != sql::StatementKind::create_database;
    request.on_progress = [this](const server::Progress& progress) {
      run_.audience.sees(progress);
    };
    request.stop_waiting = [this] { return run_.interruptions() > 1; };
    return run_.server.execute(request);
  }

  // No answer came. If it can be found out now that the step is done, the run goes on.
  void settle(const PlannedMigration& migration, const PlannedStep& step, history::Row& row,
              const std::string& reason) {
    FoundOut found;
    if (run_.interruptions() < 2) {
      try {
        found = find(migration, step, row.query_id, row.started_at);
      } catch (const Error& error) {
        found.said.emplace_back(
            error.what());  // a server that died cannot be asked: still in doubt
      }
    }
    if (found.verdict == Verdict::failed) {
      fail(migration, step, row, found.code, found.message);
    }
    if (found.verdict == Verdict::not_begun) {
      fail(migration, step, row, 0, fmt::format("it did not run: {}", reason));
    }
    if (found.verdict == Verdict::unknown) stay_in_doubt(migration, step, reason, found);
    row.note += "; found out: " + join(found.said, "; ");
  }

  FoundOut find(const PlannedMigration& migration, const PlannedStep& step, const std::string& id,
                const std::string& started_at) {
    const Doubt doubt{step.step->statement,  id,
                      record_id(id),         started_at,
                      run_.default_database, step.is_repeated,
                      goes_on_cluster(step), is_logged(*step.step)};
    const Patience patience{
        run_.clock, [this] { return run_.interruptions() > 0; },
        [this](const server::Progress& progress) { run_.audience.sees(progress); }};
    FoundOut found = find_out(run_.server, doubt, patience);
    run_.audience.finds_out(migration, step, found);
    return found;
  }

  [[nodiscard]] bool goes_on_cluster(const PlannedStep& step) const {
    const sql::Statement& statement = step.step->statement;
    return !step.step->raw && !topology::cluster_of(statement.scope, run_.topology).empty();
  }

  void record_running(const PlannedMigration& migration, const history::Row& row) {
    std::vector<history::Row> rows = std::exchange(ends_, {});
    if (!migration_recorded_) {
      rows.push_back(migration_row(migration, State::running, migration_started_));
      migration_recorded_ = true;
    }
    rows.push_back(row);
    run_.history.append(std::move(rows), record_id(row.query_id));
  }

  void record_ends() {
    if (!ends_.empty()) run_.history.append(std::exchange(ends_, {}), {});
  }

  void complete(const PlannedMigration& migration) {
    const TimePoint finished = run_.clock.now();
    const bool up = migration.direction == plan::Direction::up;
    history::Row row = migration_row(migration, State::done, migration_started_);
    end_row(row, up ? State::done : State::reverted, finished);
    ends_.push_back(std::move(row));
    if (!up) revert_steps(migration, finished);
    run_.audience.completes(migration, finished - migration_started_);
  }

  // After a way back every step of the migration, forth and back, is as if it had never run.
  void revert_steps(const PlannedMigration& migration, TimePoint finished) {
    const auto revert = [&](const std::vector<migrations::Step>& steps, std::uint32_t first) {
      for (const migrations::Step& step : steps) {
        const auto number = static_cast<std::uint32_t>(first + step.number - 1);
        history::Row row = step_row(migration, {&step, number, {}, false, nullptr, {}}, finished);
        row.query_id.clear();
        end_row(row, State::reverted, finished);
        ends_.push_back(std::move(row));
      }
    };
    std::erase_if(ends_, [&](const history::Row& row) {
      return row.migration == migration.migration->version && row.step >= plan::kFirstDownStep;
    });
    revert(migration.migration->steps, 1);
    revert(migration.migration->down_steps, plan::kFirstDownStep);
  }

  void stop_if_asked(const PlannedMigration& migration, const PlannedStep& step) {
    if (run_.interruptions() > 0) {
      record_ends();
      throw Error(ErrorKind::interrupted,
                  fmt::format("interrupted before {} of {}; what ran is recorded",
                              place_of(migration, step), migration.migration->title()),
                  {}, next_command(migration));
    }
    if (run_.lock != nullptr && !holds_lock()) {
      record_ends();
      throw Error(ErrorKind::lock_held,
                  fmt::format("the lock was lost before {} of {}: {}", place_of(migration, step),
                              migration.migration->title(), run_.lock->describe()),
                  {}, "somebody cleared it: see who runs now with godwit status " + run_.words);
    }
  }

  // Where that cannot be found out the run ends, and what has ended is recorded.
  bool holds_lock() {
    try {
      return run_.lock->is_held();
    } catch (const Error&) {
      record_ends();
      throw;
    }
  }

  [[noreturn]] void fail(const PlannedMigration& migration, const PlannedStep& step,
                         history::Row& row, int code, const std::string& message) {
    const TimePoint now = run_.clock.now();
    row.error_code = code;
    row.error = step.step->secret ? "not kept: the step is secret" : run_.secrets.redact(message);
    end_row(row, State::failed, now);
    history::Row whole = migration_row(migration, State::failed, migration_started_);
    whole.error_code = code;
    whole.error = row.error;
    end_row(whole, State::failed, now);
    ends_.push_back(row);
    ends_.push_back(std::move(whole));
    const std::string unrecorded = try_to_record();
    const bool coded = code != 0 && !message.starts_with("Code:");
    const std::string shown =
        step.step->secret ? "(the server's message is not shown: secret)" : message;
    throw Error(ErrorKind::failed,
                fmt::format("{} of {} failed: {}{}{}", place_of(migration, step),
                            migration.migration->title(),
                            coded ? fmt::format("code {}: ", code) : "", shown, unrecorded),
                migration.migration->where(*step.step), failure_hint(migration, step));
  }

  // A failure is told even where it cannot be recorded any more; the next run then finds out.
  std::string try_to_record() {
    try {
      record_ends();
      return {};
    } catch (const Error& error) {
      return fmt::format("\n(and this could not be recorded: {})", error.what());
    }
  }

  [[nodiscard]] std::string failure_hint(const PlannedMigration& migration,
                                         const PlannedStep& step) const {
    const std::size_t before = step.step->number - 1;
    const std::string ran = before == 0   ? "nothing of it ran before"
                            : before == 1 ? "step 1 ran, and will not run again"
                            : before == 2
                                ? "steps 1 and 2 ran, and will not run again"
                                : fmt::format("steps 1 to {} ran, and will not run again", before);
    return fmt::format("{}; mend {} and go on with\n{}", ran,
                       migration.migration->path.filename().string(), next_command(migration));
  }

  [[nodiscard]] std::string next_command(const PlannedMigration& migration) const {
    const bool up = migration.direction == plan::Direction::up;
    return fmt::format("godwit {}", up ? fmt::format("apply {}", run_.words)
                                       : fmt::format("rollback {} --steps 1", run_.words));
  }

  [[noreturn]] void stay_in_doubt(const PlannedMigration& migration, const PlannedStep& step,
                                  const std::string& reason, const FoundOut& found) {
    record_ends();
    const bool interrupted = run_.interruptions() > 0;
    const std::string resolve = fmt::format("godwit resolve {} {} --step {}", run_.words,
                                            migration.migration->version, step.number);
    throw Error(
        interrupted ? ErrorKind::interrupted : ErrorKind::failed,
        fmt::format("{} of {} is in doubt: {}", place_of(migration, step),
                    migration.migration->title(), reason),
        migration.migration->where(*step.step),
        fmt::format("{}{}{}\nto let godwit look again; or, when you know what became of it,\n"
                    "{} --done\n{} --retry",
                    join(found.said, "\n"), found.said.empty() ? "" : "\n", next_command(migration),
                    resolve, resolve));
  }

  history::Row migration_row(const PlannedMigration& migration, State state, TimePoint started) {
    history::Row row = row_by(run_.identity, *migration.migration, state, started);
    row.note = fmt::format("topology={}{}", topology::to_string(run_.topology),
                           migration.direction == plan::Direction::up ? "" : "; way back");
    return row;
  }

  history::Row step_row(const PlannedMigration& migration, const PlannedStep& step,
                        TimePoint started) {
    history::Row row = migration_row(migration, State::running, started);
    row.step = step.number;
    row.statement_hash = step.step->hash;
    row.query_id = query_id(run_.identity.run_id, row.migration, step.number);
    started_[step.number] = started;
    return row;
  }

  void end_row(history::Row& row, State state, TimePoint finished) {
    row.state = state;
    row.finished_at = to_string(finished);
    const auto begun = row.step == 0 ? migration_started_ : started_[row.step];
    row.duration_ms =
        begun == TimePoint() ? 0 : static_cast<std::uint64_t>((finished - begun).count());
  }

  const Run& run_;
  std::vector<history::Row> ends_;
  std::map<std::uint32_t, TimePoint> started_;  // steps of the migration that runs
  TimePoint migration_started_;
  bool migration_recorded_ = false;
};

}  // namespace

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

void run_plan(const plan::Plan& plan, const Run& run) { Runner(run).run(plan); }

}  // namespace godwit::apply
