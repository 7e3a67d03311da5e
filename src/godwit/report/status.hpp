#pragma once

#include "godwit/plan/status.hpp"
#include "godwit/report/output.hpp"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace godwit::report {

/// Which migrations are shown step by step.
enum class Steps { unfinished, all };

/// A line a migration (name, state, duration, when), and lines for steps.
void print_status(Output& output, const std::vector<plan::MigrationStatus>& statuses, Steps steps);

/// The array "migrations" of the status document (docs/formats.md).
nlohmann::json status_document(const std::vector<plan::MigrationStatus>& statuses);

}  // namespace godwit::report
