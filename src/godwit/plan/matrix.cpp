#include "godwit/plan/matrix.hpp"

#include <algorithm>

namespace godwit::plan {

namespace {

using migrations::Migration;
using migrations::Step;

const PlannedStep* planned(const Plan& plan, const Migration& migration, const Step& step) {
  for (const PlannedMigration& each : plan.migrations) {
    if (each.migration->version != migration.version) continue;
    const auto found = std::find_if(
        each.steps.begin(), each.steps.end(),
        [&](const PlannedStep& candidate) { return candidate.step->number == step.number; });
    if (found != each.steps.end()) return &*found;
  }
  return nullptr;
}

std::string cell_of(const EnvironmentPlan& environment, const Migration& migration,
                    const Step& step) {
  if (environment.plan == nullptr) return "?";
  const Migration* const here = environment.migrations->find(migration.version);
  if (here == nullptr || here->steps.size() < step.number || !here->is_for(environment.name)) {
    return "-";
  }
  const PlannedStep* const left = planned(*environment.plan, *here, step);
  if (left == nullptr) return "done";
  return left->in_doubt != nullptr ? "in doubt" : std::string(to_string(left->changes.change()));
}

bool is_left(const std::string& cell) { return cell != "done" && cell != "-" && cell != "?"; }

// Every migration of some directory once, by version.
std::vector<const Migration*> all_migrations(std::span<const EnvironmentPlan> environments) {
  std::vector<const Migration*> all;
  for (const EnvironmentPlan& environment : environments) {
    if (environment.migrations == nullptr) continue;
    for (const Migration& migration : environment.migrations->migrations) {
      const bool known = std::any_of(all.begin(), all.end(), [&](const Migration* each) {
        return each->version == migration.version;
      });
      if (!known) all.push_back(&migration);
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Migration* a, const Migration* b) {
    return migrations::compare_versions(a->version, b->version) < 0;
  });
  return all;
}

}  // namespace

std::vector<MatrixRow> make_matrix(std::span<const EnvironmentPlan> environments) {
  std::vector<MatrixRow> rows;
  for (const Migration* migration : all_migrations(environments)) {
    for (const Step& step : migration->steps) {
      MatrixRow row{
          migration->title(), step.number, std::string(sql::to_string(step.statement.kind)), {}};
      for (const EnvironmentPlan& environment : environments) {
        row.cells.push_back(cell_of(environment, *migration, step));
      }
      if (std::any_of(row.cells.begin(), row.cells.end(), is_left)) rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace godwit::plan
