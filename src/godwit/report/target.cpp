#include "godwit/report/target.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace godwit::report {

std::string describe_target(const config::Environment& environment, const std::string& server) {
  return fmt::format("{}  {}  topology {} ({})  history {}.{}", environment.name, server,
                     topology::to_string(environment.topology), environment.topology_source,
                     environment.history.database, environment.history.table);
}

nlohmann::json target_document(const config::Environment& environment, const std::string& server) {
  return {
      {"environment", environment.name},
      {"server", server},
      {"topology", topology::to_string(environment.topology)},
      {"topology_source", environment.topology_source},
      {"history", fmt::format("{}.{}", environment.history.database, environment.history.table)}};
}

}  // namespace godwit::report
