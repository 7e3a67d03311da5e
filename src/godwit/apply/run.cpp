// The protocol (docs/formats.md); recorder.hpp writes its rows. What a death leaves behind:
//   before the INSERT     nothing of step k: it is sent by the next run
//   after it              step k `running`: in doubt, and the next run finds out

#include "godwit/apply/run.hpp"

#include "godwit/apply/catalog_query.hpp"
#include "godwit/apply/preflight.hpp"
#include "godwit/apply/recorder.hpp"
#include "godwit/apply/replicas.hpp"
#include "godwit/apply/request_settings.hpp"
#include "godwit/apply/words.hpp"
#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/server/exception.hpp"
#include "godwit/sql/alter.hpp"
#include "godwit/topology/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace godwit::apply {

namespace {

using history::State;
using plan::PlannedMigration;
using plan::PlannedStep;
using std::chrono::milliseconds;

// How long a server may take no connection before the run gives up: as it starts again, or as
// somebody moves it.
constexpr std::chrono::seconds kServerRestarts{30};

// How long is waited before a refused step is sent again: a minute in all.
constexpr std::array<milliseconds, 7> kDelays{milliseconds(500),       std::chrono::seconds(1),
                                              std::chrono::seconds(2), std::chrono::seconds(4),
                                              std::chrono::seconds(8), std::chrono::seconds(16),
                                              std::chrono::seconds(30)};

// A secret step, or one whose settings say so, leaves no line in the query log.
bool is_logged(const migrations::Step& step) {
  const auto silences = [](const auto& setting) {
    return setting.first.starts_with("log_queries");
  };
  return !step.secret && std::none_of(step.settings.begin(), step.settings.end(), silences);
}

class Runner {
 public:
  explicit Runner(const Run& run) : run_(run), recorder_(run), queue_(run.server) {}

  void run(const plan::Plan& plan) {
    for (const PlannedMigration& migration : plan.migrations) run_migration(migration);
    recorder_.flush();
  }

 private:
  void run_migration(const PlannedMigration& migration) {
    recorder_.begin();
    run_.audience.begins(migration);
    for (const PlannedStep& step : migration.steps) {
      before_ = done_before(migration, step);
      if (step.in_doubt != nullptr && is_over(migration, step)) continue;
      stop_if_asked(migration, step);
      run_step(migration, step);
    }
    run_.audience.completes(migration, recorder_.complete(migration));
  }

  // Whether a step in doubt turns out to have ended well, so that it is not sent.
  bool is_over(const PlannedMigration& migration, const PlannedStep& step) {
    recorder_.flush();  // a server that cannot be asked ends the run here
    const history::Row& row = *step.in_doubt;
    const FoundOut found = find(migration, step, row);
    if (found.verdict == Verdict::unknown) {
      throw in_doubt(migration, step, run_, "it was sent before", found);
    }
    if (found.verdict != Verdict::done) {
      keep_hosts(step, row, found.hosts);
      return false;  // a failed one is sent again, as it would be
    }
    await_replicas(migration, step);
    history::Row done = row;
    done.note += "; found out: " + join(found.said, "; ");
    recorder_.done(migration, std::move(done), run_.clock.now());
    return true;
  }

  void run_step(const PlannedMigration& migration, const PlannedStep& step) {
    const TimePoint started = run_.clock.now();
    history::Row row = recorder_.step_row(migration, step, started);
    if (goes_on_cluster(step)) {
      refuse_to_repeat(migration, step);
      row.note += queue_note(newest_entry());
    }
    recorder_.running(migration, row);
    run_.audience.sends(migration, step);
    const server::Outcome outcome = send_until_it_counts(migration, step, row);
    const TimePoint finished = run_.clock.now();
    if (const auto* failed = std::get_if<server::Failed>(&outcome)) {
      settle_hosts(migration, step, row, *failed);
    }
    if (const auto* doubt = std::get_if<server::InDoubt>(&outcome)) {
      settle(migration, step, row, doubt->reason);
    }
    await_replicas(migration, step);
    recorder_.done(migration, std::move(row), finished);
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
      recorder_.running(migration, row);
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
    request.settings = request_settings(*step.step, id, run_, queue_is_readable_);
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
        found = find(migration, step, row);
      } catch (const Error& error) {
        found.said.emplace_back(
            error.what());  // a server that died cannot be asked: still in doubt
      }
    }
    if (found.verdict == Verdict::failed) {
      keep_hosts(step, row, found.hosts);
      fail(migration, step, row, {found.code, found.message}, found.hosts.empty());
    }
    if (found.verdict == Verdict::not_begun) {
      fail(migration, step, row, {0, fmt::format("it did not run: {}", reason)}, false);
    }
    if (found.verdict == Verdict::unknown) throw in_doubt(migration, step, run_, reason, found);
    row.note += "; found out: " + join(found.said, "; ");
  }

  // What one host said ends the step only where the queue does not tell more.
  void settle_hosts(const PlannedMigration& migration, const PlannedStep& step, history::Row& row,
                    const server::Failed& failed) {
    FoundOut found;
    if (goes_on_cluster(step) && server::is_from_a_host(failed)) {
      try {
        found = ask_hosts(run_.server, doubt_of(step, row), patience());
      } catch (const Error&) {
        found = {};  // the queue cannot be read: this one answer is all there is
      }
    }
    if (found.verdict == Verdict::done) {
      row.note += "; found out: " + join(found.said, "; ");
      return;
    }
    if (found.verdict == Verdict::unknown && !found.hosts.empty()) {
      throw in_doubt(migration, step, run_, describe(found.hosts), found);
    }
    const bool told = found.verdict == Verdict::failed;
    keep_hosts(step, row, found.hosts);
    fail(migration, step, row, told ? server::Failed{found.code, found.message} : failed, !told);
  }

  // Every host has answered, and its table's replicas may still be at work where the queue does not
  // tell the hosts to wait for them. As long as they are the next step would meet half a change.
  void await_replicas(const PlannedMigration& migration, const PlannedStep& step) {
    const sql::Statement& statement = step.step->statement;
    if (!goes_on_cluster(step) || !waits_for_replicas(*step.step, run_.topology) ||
        statement.names.empty() ||
        run_.server.capabilities().has(server::Capability::ddl_queue_settings)) {
      return;
    }
    std::vector<HostAnswer> replicas;
    try {
      const sql::ObjectName& name = statement.names.front();
      const Patience waits = patience();
      replicas =
          follow_replicas(run_.server, cluster_name(run_.server, run_.topology),
                          database_of(name, run_.default_database), sql::unquote_name(name.name),
                          {waits.clock, waits.hosts_limit, waits.stop, waits.see_hosts});
    } catch (const Error&) {
      return;  // who may not look cannot wait
    }
    if (!are_at_work(replicas)) return;
    FoundOut found;
    found.said.push_back("replicas: " + describe(replicas, "replicas"));
    throw in_doubt(migration, step, run_, "every host has it, and not every replica has done it",
                   found);
  }

  Doubt doubt_of(const PlannedStep& step, const history::Row& row) {
    return {step.step->statement,
            row.query_id,
            record_id(row.query_id),
            row.started_at,
            run_.default_database,
            step.is_repeated,
            is_logged(*step.step),
            goes_on_cluster(step),
            step.rendered,
            newest_in(row.note),
            before_};
  }

  Patience patience() {
    return {run_.clock, [this] { return run_.interruptions() > 0; },
            [this](const server::Progress& progress) { run_.audience.sees(progress); },
            run_.ddl_timeout,
            [this](const std::vector<HostAnswer>& hosts) { run_.audience.sees_hosts(hosts); }};
  }

  FoundOut find(const PlannedMigration& migration, const PlannedStep& step,
                const history::Row& row) {
    FoundOut found = find_out(run_.server, doubt_of(step, row), patience());
    run_.audience.finds_out(migration, step, found);
    return found;
  }

  // Empty where the queue cannot be read: then the server waits for the hosts alone.
  std::string newest_entry() {
    try {
      std::string newest = queue_.newest();
      queue_is_readable_ = true;
      return newest;
    } catch (const Error&) {
      queue_is_readable_ = false;
      return {};
    }
  }

  // The hosts that have done just this statement before, or may have: one that lost its Keeper in
  // the midst of it.
  DoneBefore done_before(const PlannedMigration& migration, const PlannedStep& step) {
    DoneBefore before;
    for (const history::Row* row : migration.hosts) {
      const bool same = row->step == step.number && row->statement_hash == step.step->hash;
      const bool lost =
          row->state == State::failed && server::leaves_doubt({row->error_code, row->error});
      if (same && (row->state == State::done || lost)) before.hosts.push_back(row->host);
    }
    before.codes = codes_of_repeat(step.step->statement).value_or(std::vector<int>{});
    return before;
  }

  void refuse_to_repeat(const PlannedMigration& migration, const PlannedStep& step) {
    if (before_.hosts.empty() || codes_of_repeat(step.step->statement)) return;
    recorder_.flush();
    const std::string resolve = resolve_command(migration, step, run_);
    throw Error(ErrorKind::failed,
                fmt::format("{} of {} is done, or may be, on {}, and would run there once more",
                            place_of(migration, step), migration.migration->title(),
                            join(before_.hosts, ", ")),
                migration.migration->where(*step.step),
                fmt::format("run it by hand on the other hosts, without ON CLUSTER, and then\n{} "
                            "--done",
                            resolve));
  }

  // For this run and, as rows of single hosts, for the next one.
  void keep_hosts(const PlannedStep& step, const history::Row& row,
                  const std::vector<HostAnswer>& hosts) {
    std::vector<std::string> done;
    bool all = true;
    for (const HostAnswer& host : hosts) {
      const bool lost = server::leaves_doubt({host.code, host.message});
      if (host.state == HostState::done || lost) done.push_back(host.host);
      all = all && host.state == HostState::done;
    }
    if (done.empty() || all) return;
    before_.hosts = std::move(done);
    recorder_.hosts(row, hosts, step.step->secret);
  }

  [[nodiscard]] bool goes_on_cluster(const PlannedStep& step) const {
    const sql::Statement& statement = step.step->statement;
    return !step.step->raw && !topology::cluster_of(statement.scope, run_.topology).empty();
  }

  void stop_if_asked(const PlannedMigration& migration, const PlannedStep& step) {
    if (run_.interruptions() > 0) {
      recorder_.flush();
      throw Error(ErrorKind::interrupted,
                  fmt::format("interrupted before {} of {}; what ran is recorded",
                              place_of(migration, step), migration.migration->title()),
                  {}, next_command(migration, run_));
    }
    if (run_.lock != nullptr && !holds_lock()) {
      recorder_.flush();
      throw Error(ErrorKind::lock_held,
                  fmt::format("the lock was lost before {} of {}: {}", place_of(migration, step),
                              migration.migration->title(), run_.lock->describe()),
                  {},
                  fmt::format("{}: see who runs now with godwit status {}", run_.lock->why_lost(),
                              run_.words));
    }
  }

  // Where that cannot be found out the run ends, and what has ended is recorded.
  bool holds_lock() {
    try {
      return run_.lock->is_held();
    } catch (const Error&) {
      recorder_.flush();
      throw;
    }
  }

  // What several hosts said has their codes in it.
  [[noreturn]] void fail(const PlannedMigration& migration, const PlannedStep& step,
                         history::Row& row, const server::Failed& failed, bool shows_code) {
    row.error_code = failed.code;
    row.error =
        step.step->secret ? "not kept: the step is secret" : run_.secrets.redact(failed.message);
    recorder_.failed(migration, row);
    const std::string unrecorded = try_to_record();
    const bool coded = shows_code && failed.code != 0 && !failed.message.starts_with("Code:");
    const std::string shown =
        step.step->secret ? "(the server's message is not shown: secret)" : failed.message;
    throw Error(ErrorKind::failed,
                fmt::format("{} of {} failed: {}{}{}", place_of(migration, step),
                            migration.migration->title(),
                            coded ? fmt::format("code {}: ", failed.code) : "", shown, unrecorded),
                migration.migration->where(*step.step),
                failure_hint(migration, step, run_, failed));
  }

  // A failure is told even where it cannot be recorded any more; the next run then finds out.
  std::string try_to_record() {
    try {
      recorder_.flush();
      return {};
    } catch (const Error& error) {
      return fmt::format("\n(and this could not be recorded: {})", error.what());
    }
  }

  const Run& run_;
  Recorder recorder_;
  DdlQueue queue_;
  DoneBefore before_;  // hosts that have done the step that runs
  bool queue_is_readable_ = false;
};

}  // namespace

void run_plan(const plan::Plan& plan, const Run& run) {
  run.server.reconnect({kServerRestarts,
                        [&run](milliseconds delay) { run.audience.reconnects(delay); },
                        [&run] { return run.interruptions() > 0; }});
  Runner runner(run);
  try {
    runner.run(plan);
  } catch (...) {
    run.server.reconnect({});  // what it is told goes with the run
    throw;
  }
  run.server.reconnect({});
}

}  // namespace godwit::apply
