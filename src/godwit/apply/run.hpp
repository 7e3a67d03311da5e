#pragma once

#include "godwit/apply/find_out.hpp"
#include "godwit/base/redact.hpp"
#include "godwit/history/history.hpp"
#include "godwit/lock/lock.hpp"
#include "godwit/plan/plan.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace godwit::apply {

/// What a person may watch while a plan runs. The terminal's seam: all calls come from the thread
/// that runs, in order.
class Audience {
 public:
  virtual ~Audience() = default;
  virtual void begins(const plan::PlannedMigration& migration) = 0;
  virtual void sends(const plan::PlannedMigration& migration, const plan::PlannedStep& step) = 0;
  virtual void sees(const server::Progress& progress) = 0;
  /// How far the hosts of a cluster are with the statement that was sent last.
  virtual void sees_hosts(const std::vector<HostAnswer>& hosts) = 0;
  /// The step was refused for a reason that passes; it is sent again after `delay`.
  virtual void waits(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
                     const server::Failed& failed, std::chrono::milliseconds delay) = 0;
  /// Nobody takes the connection; it is tried again after `delay`.
  virtual void reconnects(std::chrono::milliseconds delay) = 0;
  virtual void ends(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
                    std::chrono::milliseconds duration) = 0;
  virtual void finds_out(const plan::PlannedMigration& migration, const plan::PlannedStep& step,
                         const FoundOut& found) = 0;
  virtual void completes(const plan::PlannedMigration& migration,
                         std::chrono::milliseconds duration) = 0;
};

/// Who runs, as the history writes it down.
struct Identity {
  std::string run_id;
  std::string runner;  // user@machine:pid
  std::string user;    // at the server
  std::string version;
};

/// A row that `identity` writes about a migration as a whole; the caller adds what else it knows.
history::Row row_by(const Identity& identity, const migrations::Migration& migration,
                    history::State state, TimePoint started);

/// All that a run works with. References outlive the run.
struct Run {
  server::Server& server;
  history::History& history;
  lock::Lock* lock;  // null with lock = "none"
  Clock& clock;
  Audience& audience;
  const Secrets& secrets;
  Identity identity;
  topology::Topology topology;
  std::string default_database;
  std::string words;  // names the target behind a verb, for the next command that errors name
  std::chrono::milliseconds ddl_timeout{180'000};
  std::function<int()> interruptions;  // how many signals came: 1 ends after the current step
};

/// Sends what is planned, in order, and records it: one INSERT says that step k-1 is done and step
/// k is running, so that n statements cost n+1 INSERTs and a death at any point leaves a history
/// from which the next run goes on. A step in doubt is found out about first, and never sent again
/// on a guess. One that was refused for a reason that passes by itself (server::passes_by_itself)
/// is sent again a few times, each time later. Throws Error(failed) where a step failed or stays in
/// doubt, Error(interrupted), and Error(lock_held) where the lock was lost; the history then says
/// how far it came.
void run_plan(const plan::Plan& plan, const Run& run);

}  // namespace godwit::apply
