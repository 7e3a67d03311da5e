#pragma once

#include "godwit/config/config.hpp"
#include "godwit/report/output.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace godwit::report {

/// The first line of status, plan and apply: environment, server, topology and where it was set,
/// history.
std::string describe_target(const config::Environment& environment, const std::string& server);

/// The same as JSON.
nlohmann::json target_document(const config::Environment& environment, const std::string& server);

}  // namespace godwit::report
