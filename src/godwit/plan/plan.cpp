// From directory and history to what is left to do. A step is left if the history's newest row for
// it is not a complete one; what is complete must be unchanged in the file, or nobody could say
// what the next step meets. Nothing here talks to a server: a snapshot in, a plan out.

#include "godwit/plan/plan.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/hash.hpp"
#include "godwit/base/text.hpp"
#include "godwit/topology/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace godwit::plan {

namespace {

using history::State;
using migrations::Migration;
using migrations::Step;

bool is_down(const history::Row& row) { return row.step >= kFirstDownStep; }

// A way back has begun and not ended.
bool is_half_reverted(const history::Snapshot& snapshot, const Migration& migration) {
  const auto rows = snapshot.steps(migration.version);
  return std::any_of(rows.begin(), rows.end(), [](const history::Row* row) {
    return is_down(*row) && row->state != State::reverted;
  });
}

bool is_complete(const history::Snapshot& snapshot, const Migration& migration) {
  const history::Row* row = snapshot.find(migration.version, 0);
  return row != nullptr && history::is_complete(row->state);
}

void refuse_change(const Migration& migration, const history::Row& row, const Wanted& wanted) {
  throw Error(ErrorKind::policy,
              fmt::format("{} has changed since it ran ({})", migration.title(), row.started_at),
              {migration.path.string(), 0, 0, {}},
              fmt::format("write a new migration for the change; or accept the file as it is:\n"
                          "godwit repair {} {}",
                          wanted.words, migration.version));
}

// A row that another tool's history became may have no hash.
void check_unchanged(const Migration& migration, const history::Row& row, const Wanted& wanted) {
  if (!row.migration_hash.empty() && row.migration_hash != migration.hash) {
    refuse_change(migration, row, wanted);
  }
}

// The statement as sent: rendered, or as written where the step is raw.
std::string render_step(const Migration& migration, const Step& step,
                        const topology::Topology& topology, topology::Tables& tables) {
  if (step.raw) return std::string(step.statement.text);
  if (!topology::may_be_sent(step.statement, topology)) {
    const sql::Misfit misfit = sql::find_misfit(step.statement);
    throw topology::not_understood(misfit, topology, migration.where(step, misfit.at));
  }
  std::string text;
  topology::Renderer(topology).render(step.statement, tables, text);
  return text;
}

// What stops the plan unless the step allows it: sent to one host of many, refused half-way, or
// worse, done in a way that nobody sees before the data are asked for.
std::vector<PlannedHazard> hazards_of(const Migration& migration, const Step& step,
                                      const topology::Topology& topology,
                                      topology::Tables& tables) {
  std::vector<PlannedHazard> hazards;
  if (step.raw) return hazards;
  for (const topology::HazardRow* row : topology::find_hazards(step.statement, topology, tables)) {
    const auto allowance =
        std::find_if(step.allowances.begin(), step.allowances.end(),
                     [&](const migrations::Allowance& each) { return each.rule == row->id; });
    const bool allowed = allowance != step.allowances.end();
    if (!allowed && row->severity == topology::Severity::stop) {
      throw Error(ErrorKind::policy,
                  fmt::format("on {}, {} ({})", topology::to_string(topology), row->what, row->id),
                  migration.where(step),
                  fmt::format("{}; or, if it is meant:\n-- godwit:allow {} reason=\"...\"",
                              row->instead, row->id));
    }
    hazards.push_back({row, allowed ? &*allowance : nullptr});
  }
  return hazards;
}

// What the statements before a step have made.
struct Made {
  explicit Made(const topology::Topology& topology)
      : tables(topology.default_database), known(topology.default_database) {}

  void follow(const sql::Statement& statement) {
    tables.follow(statement);
    known.follow(statement);
  }

  topology::Tables tables;
  KnownTables known;
};

PlannedStep plan_step(const Migration& migration, const Step& step, std::uint32_t number,
                      const history::Row* row, const topology::Topology& topology, Made& made) {
  const bool doubt = row != nullptr && row->state == State::running;
  return {&step,
          number,
          render_step(migration, step, topology, made.tables),
          false,
          doubt ? row : nullptr,
          hazards_of(migration, step, topology, made.tables),
          classify(step.statement, made.known, step.settings)};
}

void follow(const Migration& migration, Made& made) {
  for (const Step& step : migration.steps) made.follow(step.statement);
}

// The steps that are left of one migration, in either direction.
PlannedMigration plan_migration(const Migration& migration, const history::Snapshot& snapshot,
                                const Wanted& wanted, Direction direction, Made& made) {
  const bool up = direction == Direction::up;
  const std::vector<Step>& steps = up ? migration.steps : migration.down_steps;
  const std::uint32_t first = up ? 1 : kFirstDownStep;
  PlannedMigration planned{
      &migration, direction, {}, steps.size(), snapshot.hosts(migration.version)};
  for (const Step& step : steps) {
    const auto number = static_cast<std::uint32_t>(first + step.number - 1);
    const history::Row* row = snapshot.find(migration.version, number);
    if (row != nullptr && history::is_complete(row->state)) {
      const bool changed = !row->statement_hash.empty() && row->statement_hash != step.hash;
      if (changed) {
        throw Error(ErrorKind::policy,
                    fmt::format("step {} of {} already ran, and its statement has changed since",
                                step.number, migration.title()),
                    migration.where(step),
                    fmt::format("bring the statement back as it was, or accept the change:\n"
                                "godwit repair {} {}",
                                wanted.words, migration.version));
      }
    } else {
      planned.steps.push_back(plan_step(migration, step, number, row, wanted.topology, made));
    }
    made.follow(step.statement);
  }
  for (const history::Row* row : snapshot.steps(migration.version)) {
    const bool ran = history::is_complete(row->state) && is_down(*row) != up;
    if (ran && row->step >= first + steps.size()) {
      throw Error(ErrorKind::policy,
                  fmt::format("step {} of {} already ran, and is no longer in the file",
                              row->step - first + 1, migration.title()),
                  {migration.path.string(), 0, 0, {}},
                  fmt::format("bring it back, or accept the change:\ngodwit repair {} {}",
                              wanted.words, migration.version));
    }
  }
  return planned;
}

const Migration* find_version(const migrations::Migrations& migrations,
                              const std::string& version) {
  if (const Migration* found = migrations.find(version)) return found;
  std::vector<std::string_view> versions;
  for (const Migration& migration : migrations.migrations) versions.push_back(migration.version);
  throw Error(ErrorKind::usage, fmt::format("no migration has version '{}'", version), {},
              versions.size() > 20 ? "godwit status lists them" : did_you_mean(version, versions));
}

// The highest version that has run to its end.
const Migration* last_complete(const migrations::Migrations& migrations,
                               const history::Snapshot& snapshot) {
  const auto& all = migrations.migrations;
  const auto found = std::find_if(all.rbegin(), all.rend(), [&](const Migration& migration) {
    return is_complete(snapshot, migration);
  });
  return found == all.rend() ? nullptr : &*found;
}

// What has begun is continued, whatever ran meanwhile; only what has not is out of order.
void check_order(const Migration& migration, const Migration* last,
                 const history::Snapshot& snapshot) {
  if (last == nullptr || snapshot.find(migration.version, 0) != nullptr) return;
  if (migrations::compare_versions(migration.version, last->version) > 0) return;
  throw Error(
      ErrorKind::policy,
      fmt::format("{} is out of order: {} has already run", migration.title(), last->title()),
      {migration.path.string(), 0, 0, {}},
      "give it a version above that one, or set out_of_order = \"allow\" for this environment");
}

void warn_of_missing(const migrations::Migrations& migrations, const history::Snapshot& snapshot,
                     std::vector<std::string>& warnings) {
  for (const history::Row& row : snapshot.rows) {
    if (row.step != 0 || row.state == State::reverted) continue;
    if (migrations.find(row.migration) != nullptr) continue;
    warnings.push_back(
        fmt::format("{} {} ran here, and its file is missing", row.migration, row.name));
  }
}

std::string digest_of(const Plan& plan, const Wanted& wanted) {
  Sha256 hash;
  hash.add("godwit plan 1\n");
  hash.add(fmt::format("topology {}\nreplica_path {}\nreplica_name {}\ntarget {}\n",
                       topology::to_string(wanted.topology), wanted.topology.replica_path,
                       wanted.topology.replica_name, wanted.target));
  for (const PlannedMigration& planned : plan.migrations) {
    hash.add(fmt::format("migration {} {}\n", planned.migration->version,
                         planned.direction == Direction::up ? "up" : "down"));
    for (const PlannedStep& step : planned.steps) {
      // What is waited for and what is secret are sent along too, as settings.
      hash.add(fmt::format("step {} {} {} wait {}{}\n", step.number, step.step->hash,
                           sha256(step.rendered), static_cast<int>(step.step->wait),
                           step.step->secret ? " secret" : ""));
      for (const auto& [name, value] : step.step->settings) {
        hash.add(fmt::format("setting {} {}\n", name, sha256(value)));
      }
    }
  }
  return hash.hex();
}

// Which statements stand more than once in the directory: the effect of one is not the other's.
void mark_repeated(Plan& plan, const migrations::Migrations& migrations) {
  std::map<std::string_view, int> counts;
  for (const Migration& migration : migrations.migrations) {
    for (const Step& step : migration.steps) ++counts[step.hash];
    for (const Step& step : migration.down_steps) ++counts[step.hash];
  }
  for (PlannedMigration& planned : plan.migrations) {
    for (PlannedStep& step : planned.steps) step.is_repeated = counts[step.step->hash] > 1;
  }
}

void finish(Plan& plan, const migrations::Migrations& migrations, const Wanted& wanted) {
  if (!plan.empty()) mark_repeated(plan, migrations);
  plan.digest = digest_of(plan, wanted);
}

}  // namespace

std::size_t Plan::step_count() const {
  std::size_t count = 0;
  for (const PlannedMigration& planned : migrations) count += planned.steps.size();
  return count;
}

Plan plan_up(const migrations::Migrations& migrations, const history::Snapshot& snapshot,
             const Wanted& wanted) {
  Plan plan;
  const Migration* last = wanted.to ? find_version(migrations, *wanted.to) : nullptr;
  const Migration* last_run = last_complete(migrations, snapshot);
  Made made(wanted.topology);
  for (const Migration& migration : migrations.migrations) {
    if (!migration.is_for(wanted.environment)) continue;
    if (is_half_reverted(snapshot, migration)) {
      throw Error(
          ErrorKind::policy, fmt::format("{} is rolled back half-way", migration.title()),
          {migration.path.string(), 0, 0, {}},
          fmt::format("finish the way back first: godwit rollback {} --steps 1", wanted.words));
    }
    if (is_complete(snapshot, migration)) {
      check_unchanged(migration, *snapshot.find(migration.version, 0), wanted);
      follow(migration, made);
      continue;
    }
    const bool beyond =
        last != nullptr && migrations::compare_versions(migration.version, last->version) > 0;
    if (beyond || (wanted.steps && plan.migrations.size() >= *wanted.steps)) continue;
    if (wanted.out_of_order == OutOfOrder::error) check_order(migration, last_run, snapshot);
    plan.migrations.push_back(plan_migration(migration, snapshot, wanted, Direction::up, made));
  }
  warn_of_missing(migrations, snapshot, plan.warnings);
  finish(plan, migrations, wanted);
  return plan;
}

Plan plan_down(const migrations::Migrations& migrations, const history::Snapshot& snapshot,
               const Wanted& wanted) {
  Plan plan;
  const bool to_nothing = wanted.to && migrations::normal_version(*wanted.to) == "0";
  const Migration* stays =
      wanted.to && !to_nothing ? find_version(migrations, *wanted.to) : nullptr;
  const auto& all = migrations.migrations;
  Made made(wanted.topology);
  for (const Migration& migration : all) follow(migration, made);
  for (auto migration = all.rbegin(); migration != all.rend(); ++migration) {
    const history::Row* row = snapshot.find(migration->version, 0);
    const bool touched = row != nullptr && row->state != State::reverted;
    if (!touched || !migration->is_for(wanted.environment)) continue;
    if (stays != nullptr && migrations::compare_versions(migration->version, stays->version) <= 0) {
      break;
    }
    if (wanted.steps && plan.migrations.size() >= *wanted.steps) break;
    if (migration->down_steps.empty()) {
      throw Error(ErrorKind::usage, fmt::format("{} has no way back", migration->title()),
                  {migration->path.string(), 0, 0, {}},
                  "write down statements behind a line -- godwit:down, or a new migration");
    }
    plan.migrations.push_back(plan_migration(*migration, snapshot, wanted, Direction::down, made));
  }
  finish(plan, migrations, wanted);
  return plan;
}

}  // namespace godwit::plan
