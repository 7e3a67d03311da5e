#pragma once

#include "godwit/apply/run.hpp"
#include "godwit/lock/spec.hpp"
#include "godwit/plan/gates.hpp"
#include "godwit/plan/plan.hpp"

#include <functional>
#include <memory>
#include <string>

namespace godwit::apply {

/// One `apply` or `rollback`: what to do where, and whom to ask and tell. References outlive it.
struct Job {
  server::Server& server;
  const migrations::Migrations& migrations;
  history::TableName history;
  plan::Wanted wanted;
  plan::Direction direction = plan::Direction::up;
  lock::Spec lock;
  std::string lock_target;  // names the target for a file lock, wherever it is run from
  std::string lock_node;    // names it for a lock in Keeper, whichever of its hosts is asked
  Clock& clock;
  Audience& audience;
  const Secrets& secrets;
  Identity identity;
  std::chrono::milliseconds ddl_timeout{180'000};
  std::function<int()> interruptions;
  // Asked once, before anything is written.
  std::function<bool(const Job&, const plan::Plan&)> consent;
  std::function<void(const std::string&)> remark;  // what a person should know on the way
  std::size_t expected_hosts = 0;                  // of the cluster; 0: as many as it has
  bool waits_for_hosts = false;  // for hosts that are away and a queue that is not empty
  plan::Policy policy = {};      // what needs an approval, and what is allowed
};

/// The plan of the job by this state of the history.
plan::Plan make_plan(const Job& job, const history::Snapshot& snapshot);

/// A plan and what it was made from; it points into the snapshot.
struct Prepared {
  std::unique_ptr<history::Snapshot> snapshot;
  plan::Plan plan;
};

/// Reads the history and plans; nothing is written. Throws Error(policy) where the history is empty
/// and objects that the plan would create are already there. With `brings` a host that was added to
/// a cluster gets its copy of the history first.
Prepared prepare(const Job& job, bool brings = false);

/// Plans, looks at the gates (examine()), asks for consent, takes the lock, plans again under it,
/// and runs. Gives what was run; an empty plan where nothing is left or another runner was faster.
/// Throws what run_plan throws, Error(lock_held), and Error(policy) where there is no real lock, no
/// approval or no consent, or a cluster is not ready: a host is away, or has not finished what was
/// sent before.
plan::Plan run_job(const Job& job);

/// Takes the lock of a target for this run; null with lock = "none".
std::unique_ptr<lock::Lock> take_lock(const Job& job);

}  // namespace godwit::apply
