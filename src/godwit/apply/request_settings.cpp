#include "godwit/apply/request_settings.hpp"

#include "godwit/topology/render.hpp"

#include <algorithm>
#include <chrono>

namespace godwit::apply {

namespace {

using migrations::Wait;
using server::Capability;

// How long the server waits for the hosts of a cluster, where the DDL queue shows how far each is:
// most statements are done by then, and for the others a person sees who is waited for.
constexpr std::chrono::seconds kServerWaits{5};

// 0: do not wait, 1: for this server, 2: for all replicas. The server's own default for mutations
// is not to wait, so that the next step would meet a table that is still being rewritten.
// https://clickhouse.com/docs/operations/settings/settings#mutations_sync
int sync_level(const migrations::Step& step, const topology::Topology& topology) {
  switch (step.wait) {
    case Wait::none:
      return 0;
    case Wait::mutations:
      return 1;
    case Wait::replicas:
      return 2;
    case Wait::automatic:
      break;
  }
  return topology::replicates(topology) ? 2 : 1;
}

bool changes_a_table(const sql::Statement& statement) {
  return statement.scope == sql::Scope::in_database &&
         statement.row->effect == sql::Effect::changes;
}

// A Replicated database answers for its replicas as ON CLUSTER does for hosts, with the same
// settings: https://clickhouse.com/docs/operations/settings/settings#distributed_ddl_output_mode
bool is_replicated_by_database(const sql::Statement& statement,
                               const topology::Topology& topology) {
  return topology.kind == topology::TopologyKind::replicated &&
         statement.scope == sql::Scope::in_database;
}

}  // namespace

bool waits_for_replicas(const migrations::Step& step, const topology::Topology& topology) {
  return changes_a_table(step.statement) && sync_level(step, topology) > 0;
}

server::Settings request_settings(const migrations::Step& step, const std::string& query_id,
                                  const Run& run, bool queue_is_readable) {
  const server::Capabilities& capabilities = run.server.capabilities();
  server::Settings settings;
  if (capabilities.has(Capability::log_comment)) settings.emplace_back("log_comment", query_id);
  if (step.secret) settings.emplace_back("log_queries", "0");
  if (changes_a_table(step.statement)) {
    const std::string level = std::to_string(sync_level(step, run.topology));
    const bool renamed = capabilities.has(Capability::alter_sync_setting);
    settings.emplace_back(renamed ? "alter_sync" : "replication_alter_partitions_sync", level);
    if (capabilities.has(Capability::mutations_sync)) {
      settings.emplace_back("mutations_sync", level);
    }
  }
  const bool on_cluster = !topology::cluster_of(step.statement.scope, run.topology).empty();
  if (on_cluster || is_replicated_by_database(step.statement, run.topology)) {
    const auto limit = std::chrono::duration_cast<std::chrono::seconds>(run.ddl_timeout);
    const auto wait = on_cluster && queue_is_readable ? std::min(limit, kServerWaits) : limit;
    settings.emplace_back("distributed_ddl_task_timeout", std::to_string(wait.count()));
    if (capabilities.has(Capability::ddl_output_mode)) {
      settings.emplace_back("distributed_ddl_output_mode", "throw");
    }
  }
  migrations::add_settings(settings, step.settings);
  return settings;
}

}  // namespace godwit::apply
