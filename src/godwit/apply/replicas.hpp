#pragma once

#include "godwit/apply/on_cluster.hpp"
#include "godwit/server/server.hpp"
#include "godwit/sql/statement.hpp"

#include <string>
#include <vector>

namespace godwit::apply {

/// How far every replica of a table is, on all shards, with its newest mutation and with the
/// table's columns: done, working, or waiting where its server has no session in Keeper. Empty for
/// a table that is not replicated. For servers that do not wait for it themselves: a statement ON
/// CLUSTER takes its settings along in its queue entry only from Capability::ddl_queue_settings on.
/// Throws Error(failed) where the server cannot be asked.
/// https://clickhouse.com/docs/sql-reference/statements/alter#synchronicity-of-alter-queries
std::vector<HostAnswer> look_at_replicas(server::Server& server, const std::string& cluster,
                                         const std::string& database, const std::string& table);

/// Whether a replica is working on it: one whose server is away is not, and does it when it comes
/// back.
bool are_at_work(const std::vector<HostAnswer>& replicas);

/// Looks until no replica is working on it any more or the limit is over, and gives the last look.
/// A replica whose server is away is not waited for: it does so when it comes back.
std::vector<HostAnswer> follow_replicas(server::Server& server, const std::string& cluster,
                                        const std::string& database, const std::string& table,
                                        const Following& following);

}  // namespace godwit::apply
