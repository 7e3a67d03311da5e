#pragma once

#include "godwit/plan/plan.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace godwit::plan {

/// One environment and what would run there.
struct EnvironmentPlan {
  std::string name;
  const migrations::Migrations* migrations;  // null where they could not be read
  const Plan* plan;                          // null where there is none: the server, or a rule
};

/// A step, and what it is in each environment: the class of what it would do, "in doubt", "done",
/// "-" where it is not for that environment, "?" where there is no plan.
struct MatrixRow {
  std::string title;  // of the migration
  std::size_t step;
  std::string kind;
  std::vector<std::string> cells;
};

/// The steps that some environment has left, by version, with a cell for each environment.
std::vector<MatrixRow> make_matrix(std::span<const EnvironmentPlan> environments);

}  // namespace godwit::plan
