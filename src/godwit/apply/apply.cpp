// One run from the plan to the last row. The first look takes no lock and costs two requests, so
// that a run with nothing to do is cheap and never in anybody's way. What is to be done is then
// planned again under the lock, from what the history says by then.

#include "godwit/apply/apply.hpp"

#include "godwit/apply/examine.hpp"
#include "godwit/apply/guard.hpp"
#include "godwit/apply/preflight.hpp"
#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace godwit::apply {

namespace {

plan::Wanted wanted_here(const Job& job) {
  plan::Wanted wanted = job.wanted;
  wanted.topology.server_expands_table_macros =
      job.server.capabilities().has(server::Capability::table_macros);
  return wanted;
}

[[noreturn]] void refuse_held(const lock::Holder& holder, const std::string& words) {
  throw Error(
      ErrorKind::lock_held,
      fmt::format("the lock is held by {} since {} UTC (run {})", holder.runner, holder.since,
                  holder.run_id),
      {},
      fmt::format("wait for it; if that run is dead, see and clear it with\ngodwit unlock {}",
                  words));
}

std::unique_ptr<lock::Lock> unwrap(lock::Acquired acquired, const std::string& words) {
  if (const auto* held = std::get_if<lock::Held>(&acquired)) refuse_held(held->holder, words);
  if (const auto* none = std::get_if<lock::Unavailable>(&acquired)) {
    throw Error(ErrorKind::failed, fmt::format("no lock: {}", none->reason));
  }
  return std::move(std::get<std::unique_ptr<lock::Lock>>(acquired));
}

lock::Holder holder_of(const Job& job) {
  const std::string now = to_string(job.clock.now());
  return {job.identity.run_id, job.identity.runner, now, now};
}

std::unique_ptr<lock::Lock> take_file_lock(const Job& job) {
  return unwrap(lock::acquire_file(job.lock_target, holder_of(job)), job.wanted.words);
}

bool has_keeper_map(const Job& job) {
  return job.server.capabilities().has(server::Capability::keeper_map);
}

std::string too_old_for_keeper_map(const Job& job) {
  const auto rows = server::capability_rows();
  const auto row =
      std::ranges::find(rows, server::Capability::keeper_map, &server::CapabilityRow::capability);
  return fmt::format("ClickHouse {} is too old for KeeperMap, which needs {}.{}",
                     job.server.capabilities().version_text, row->since.major, row->since.minor);
}

// An old server is not sent what it must refuse.
lock::Acquired acquire_keeper_map(const Job& job) {
  if (!has_keeper_map(job)) return lock::Unavailable{too_old_for_keeper_map(job)};
  history::History(job.server, job.history, job.wanted.topology).create_database();
  return lock::acquire_keeper_map(job.server, job.wanted.topology, job.history.database,
                                  holder_of(job));
}

std::unique_ptr<lock::Lock> take_best_lock(const Job& job) {
  lock::Acquired acquired = acquire_keeper_map(job);
  const auto* none = std::get_if<lock::Unavailable>(&acquired);
  if (none == nullptr) return unwrap(std::move(acquired), job.wanted.words);
  const std::string in_keeper = fmt::format("lock = \"{}\"", lock::kKeeperForm);
  if (job.wanted.topology.kind != topology::TopologyKind::single) {
    throw Error(ErrorKind::policy,
                fmt::format("no real lock on this server, and {} needs one: {}",
                            topology::to_string(job.wanted.topology), none->reason),
                {},
                has_keeper_map(job)
                    ? "set keeper_map_path_prefix in the server's config (it needs Keeper), or "
                      "write " +
                          in_keeper
                    : fmt::format("write {}: a node in Keeper, whatever the server", in_keeper));
  }
  job.remark(fmt::format(
      "lock: no KeeperMap on this server ({}); the lock is a file on this "
      "machine, so cross-runner locking needs {}",
      none->reason, has_keeper_map(job) ? "Keeper (and keeper_map_path_prefix)" : in_keeper));
  return take_file_lock(job);
}

// The table of a first run is made under the lock; that making it succeeds proves that it is empty.
// Its database is there already if a KeeperMap was asked for.
history::Snapshot open_history(const Job& job, history::History& history,
                               const history::Snapshot& before) {
  if (!before.exists) {
    if (job.lock.kind != lock::LockKind::automatic || !has_keeper_map(job)) {
      history.create_database();
    }
    if (history.create_table()) {
      history.continue_after(0);
      return {true, {}, 0};
    }
  }
  return history.read();
}

}  // namespace

plan::Plan make_plan(const Job& job, const history::Snapshot& snapshot) {
  const plan::Wanted wanted = wanted_here(job);
  return job.direction == plan::Direction::up ? plan::plan_up(job.migrations, snapshot, wanted)
                                              : plan::plan_down(job.migrations, snapshot, wanted);
}

std::unique_ptr<lock::Lock> take_lock(const Job& job) {
  switch (job.lock.kind) {
    case lock::LockKind::automatic:
      return take_best_lock(job);
    case lock::LockKind::file:
      if (job.wanted.topology.kind != topology::TopologyKind::single) {
        throw Error(
            ErrorKind::policy,
            fmt::format("lock = \"file\" excludes only runners on this machine, and {} needs a "
                        "real lock",
                        topology::to_string(job.wanted.topology)),
            {}, "write lock = \"auto\"");
      }
      return take_file_lock(job);
    case lock::LockKind::keeper:
      return unwrap(lock::acquire_keeper(job.lock.keeper, job.lock_node, holder_of(job)),
                    job.wanted.words);
    case lock::LockKind::none:
      break;
  }
  return nullptr;
}

namespace {

// Before the first statement, every host of a cluster must be there to take it.
void make_ready(const Job& job, history::History& history, const plan::Plan& plan) {
  const auto& migrations = plan.migrations;
  const bool takes_up = !migrations.empty() && !migrations.front().steps.empty() &&
                        migrations.front().steps.front().in_doubt != nullptr;
  bool spread = false;
  bool told = false;
  for (;;) {
    const ClusterState state = look_at_cluster(job.server, job.wanted.topology, job.history);
    if (state.replicas < state.hosts && !spread) {
      spread = true;  // hosts that were added later get their copy now
      history.create_database();
      history.create_table();
      continue;
    }
    const auto found = obstacles(state, job.expected_hosts, takes_up);
    if (found.empty()) return;
    const std::string text = "the cluster is not ready:\n  " + join(found, "\n  ");
    if (!job.waits_for_hosts) {
      throw Error(ErrorKind::policy, text + "\n  nothing was sent", {},
                  fmt::format("wait for it with\ngodwit apply {} --wait", job.wanted.words));
    }
    if (job.interruptions && job.interruptions() > 0) {
      throw Error(ErrorKind::interrupted, text + "\n  nothing was sent");
    }
    if (!told) job.remark(text + "\n  waiting for it");
    told = true;
    job.clock.sleep(std::chrono::seconds(1));
  }
}

}  // namespace

Prepared prepare(const Job& job, bool brings) {
  history::History history(job.server, job.history, job.wanted.topology, &job.clock);
  job.server.capabilities();  // the probe comes first: it says what may be sent
  auto snapshot = std::make_unique<history::Snapshot>(history.read(brings));
  plan::Plan plan = make_plan(job, *snapshot);
  if (snapshot->rows.empty() && job.direction == plan::Direction::up) {
    if (const auto refusal = existing_objects(job.server, plan, job.wanted)) {
      // Another runner may have begun between the two looks. It writes to the history before it
      // creates anything, so what it has created is explained by a history read after them.
      *snapshot = history.read();
      if (snapshot->rows.empty()) throw *refusal;
      plan = make_plan(job, *snapshot);
    }
  }
  return {std::move(snapshot), std::move(plan)};
}

plan::Plan run_job(const Job& job) {
  const Prepared first = examine(job, true);
  if (first.plan.empty()) return {};
  refuse_unapproved(job, first.plan);
  if (!job.consent(job, first.plan)) {
    throw Error(ErrorKind::policy, "not agreed to: nothing was done");
  }
  const std::unique_ptr<lock::Lock> lock = take_lock(job);
  history::History history(job.server, job.history, job.wanted.topology, &job.clock);
  const history::Snapshot snapshot = open_history(job, history, *first.snapshot);
  const plan::Plan plan = make_plan(job, snapshot);
  if (!plan.empty() && plan.digest != first.plan.digest) {
    throw Error(ErrorKind::policy, "the plan has changed since it was shown: another run was here",
                {}, fmt::format("look again: godwit plan {}", job.wanted.words));
  }
  if (!plan.empty() && job.wanted.topology.kind == topology::TopologyKind::cluster) {
    make_ready(job, history, plan);
  }
  run_plan(plan, {job.server, history, lock.get(), job.clock, job.audience, job.secrets,
                  job.identity, wanted_here(job).topology, job.wanted.topology.default_database,
                  job.wanted.words, job.ddl_timeout, job.interruptions});
  if (lock != nullptr) lock->release();
  plan::Plan done = plan;
  // The steps point into a snapshot that ends here; who asks what was run needs none of it.
  for (plan::PlannedMigration& migration : done.migrations) {
    for (plan::PlannedStep& step : migration.steps) step.in_doubt = nullptr;
  }
  return done;
}

}  // namespace godwit::apply
