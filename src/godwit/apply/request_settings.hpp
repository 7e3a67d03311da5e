#pragma once

#include "godwit/apply/run.hpp"
#include "godwit/migrations/migration.hpp"

#include <string>

namespace godwit::apply {

/// The settings that go with a step: what godwit needs to wait and to find out, as far as the
/// server knows it, and on top what the file says. Where the DDL queue is readable, the server
/// waits for the hosts of a cluster for a few seconds only.
server::Settings request_settings(const migrations::Step& step, const std::string& query_id,
                                  const Run& run, bool queue_is_readable);

/// Whether a step changes a table and the run shall wait until its replicas have done so too
/// (`-- godwit:wait`).
bool waits_for_replicas(const migrations::Step& step, const topology::Topology& topology);

}  // namespace godwit::apply
