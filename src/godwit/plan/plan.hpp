#pragma once

#include "godwit/history/history.hpp"
#include "godwit/migrations/migration.hpp"
#include "godwit/plan/approval.hpp"
#include "godwit/plan/classify.hpp"
#include "godwit/topology/hazard.hpp"
#include "godwit/topology/topology.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace godwit::plan {

/// Forth by the statements of a migration, or back by its down statements.
enum class Direction : std::uint8_t { up, down };

/// Down statements are in the history as steps from this number on, so that a way back that stopped
/// half-way is told apart and continued. docs/formats.md.
inline constexpr std::uint32_t kFirstDownStep = 1'000'001;

/// What to do with a pending migration whose version is below one that has run.
enum class OutOfOrder : std::uint8_t { error, allow };

/// What goes wrong with a step on the topology, and the reason why it is meant; a plan has no
/// hazard that stops it and is not allowed.
struct PlannedHazard {
  const topology::HazardRow* row;
  const migrations::Allowance* allowance;  // null where the step does not allow it
};

/// What the server has of a step's tables: on the one that is asked.
struct Cost {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;  // on disk
  std::uint64_t parts = 0;
};

/// A step that is to be sent.
struct PlannedStep {
  const migrations::Step* step;
  std::uint32_t number;          // in the history
  std::string rendered;          // the statement as sent
  bool is_repeated;              // another step of the directory has the same statement
  const history::Row* in_doubt;  // the row `running` that it was left in; null otherwise
  std::vector<PlannedHazard> hazards;
  Changes changes;  // what it does to what is there, as far as directory and server tell
  // What apply::judge_by_server() adds.
  std::optional<Cost> cost = std::nullopt;  // of what is rewritten or gone
  bool on_new = false;  // its tables are made by this plan: what it takes from them is the plan's
  // What find_gates() adds.
  bool awaits_approval = false;   // its class needs one here, and this plan has none for it
  bool awaits_allowance = false;  // destructive or lossy, and neither approved nor allowed
};

/// A migration and those of its steps that are left.
struct PlannedMigration {
  const migrations::Migration* migration;
  Direction direction;
  std::vector<PlannedStep> steps;  // may be empty: only its end is missing in the history
  std::size_t all_steps;           // the ones that ran before included
  // What was recorded of single hosts, for steps that some hosts have done and others have not.
  std::vector<const history::Row*> hosts = {};
};

/// What a run would do. Points into the migrations and the snapshot it was made from.
struct Plan {
  std::vector<PlannedMigration> migrations;
  std::vector<std::string> warnings;
  std::string digest;  // sha256 over all that decides what is sent where; docs/formats.md
  std::vector<Approval> approvals = {};                   // of this very plan; find_gates()
  std::optional<Approval> other_approval = std::nullopt;  // the newest one, of another plan

  [[nodiscard]] bool empty() const { return migrations.empty(); }
  [[nodiscard]] std::size_t step_count() const;
};

/// What limits a plan.
struct Wanted {
  topology::Topology topology;
  std::string target;       // names server and database, for the digest
  std::string environment;  // for `envs`
  std::string words;        // names the target behind a verb, for the next command of an error
  OutOfOrder out_of_order = OutOfOrder::error;
  std::optional<std::string> to;     // up to and with this version; for down: down to, without it
  std::optional<std::size_t> steps;  // at most this many migrations
};

/// What apply would do. Throws Error(policy) where something has changed that already ran, a
/// version is out of order, a migration is half rolled back, or a step would go wrong on this
/// topology and does not allow that; Error(usage) for a statement that is not understood on it, and
/// for a version that is not there.
Plan plan_up(const migrations::Migrations& migrations, const history::Snapshot& snapshot,
             const Wanted& wanted);

/// What rollback would do: the newest first. Throws Error(usage) where a migration has no down
/// statements, with its name.
Plan plan_down(const migrations::Migrations& migrations, const history::Snapshot& snapshot,
               const Wanted& wanted);

}  // namespace godwit::plan
