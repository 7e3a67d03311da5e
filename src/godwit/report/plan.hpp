#pragma once

#include "godwit/plan/plan.hpp"
#include "godwit/report/output.hpp"

#include <nlohmann/json_fwd.hpp>

namespace godwit::report {

/// Every step with its place, its kind and the statement as sent; warnings; the digest.
void print_plan(Output& output, const plan::Plan& plan);

/// The plan's part of a document (docs/formats.md). A secret step shows no statement.
nlohmann::json plan_document(const plan::Plan& plan);

/// "2 migrations, 5 steps".
std::string describe_size(const plan::Plan& plan);

}  // namespace godwit::report
