#pragma once

#include "godwit/plan/matrix.hpp"
#include "godwit/plan/plan.hpp"
#include "godwit/report/output.hpp"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>

namespace godwit::report {

/// Every step with its place, its kind and the statement as sent; warnings; the digest.
void print_plan(Output& output, const plan::Plan& plan);

/// The plan's part of a document (docs/formats.md). A secret step shows no statement.
nlohmann::json plan_document(const plan::Plan& plan);

/// "2 migrations, 5 steps".
std::string describe_size(const plan::Plan& plan);

/// A line for each step, a column for each environment, each migration's title above its steps.
void print_matrix(Output& output, std::span<const std::string> environments,
                  std::span<const plan::MatrixRow> rows);

}  // namespace godwit::report
