// Keeper knows of every replica what its server would have to be asked for one by one, and answers
// for a stopped server too: under a table's path stand its columns, its metadata and its mutations,
// and under each replica's the columns and the metadata that it has taken over and the newest
// mutation that it has finished.

#include "godwit/apply/replicas.hpp"

#include "godwit/apply/keeper_nodes.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace godwit::apply {

namespace {

// What a table and each of its replicas have by the same name.
constexpr std::string_view kTaken[] = {"columns", "metadata"};

constexpr std::string_view kHost = "host: ";
constexpr std::string_view kPort = "tcp_port: ";

struct ReplicatedTable {
  std::string path;
  std::vector<KeeperNode> nodes;
  std::string newest_mutation;  // empty where there has been none
};

// A shard's path is what its own servers make of it.
std::vector<ReplicatedTable> tables_of(server::Server& server, const std::string& cluster,
                                       const std::string& database, const std::string& table) {
  std::vector<ReplicatedTable> tables;
  for (const server::Row& row : server::read_rows(
           server,
           fmt::format("SELECT DISTINCT zookeeper_path FROM cluster({}, system, replicas) "
                       "WHERE database = {} AND table = {} ORDER BY zookeeper_path",
                       server::quote(cluster), server::quote(database), server::quote(table)))) {
    const std::string& path = row.at(0);
    const auto mutations = nodes_under(server, path + "/mutations");
    tables.push_back({path, nodes_under(server, path),
                      mutations.empty() ? std::string() : mutations.back().name});
  }
  return tables;
}

bool has_caught_up(const ReplicatedTable& table, const std::vector<KeeperNode>& replica) {
  for (const std::string_view name : kTaken) {
    const std::string* wanted = value_of(table.nodes, name);
    const std::string* has = value_of(replica, name);
    if (wanted != nullptr && has != nullptr && *wanted != *has) return false;
  }
  if (table.newest_mutation.empty()) return true;
  const std::string* finished = value_of(replica, "mutation_pointer");
  return finished != nullptr && *finished >= table.newest_mutation;
}

// "127.0.0.1:9000" of the node "host: 127.0.0.1\nport: 9009\ntcp_port: 9000\n...".
std::string host_of(const std::vector<KeeperNode>& replica, const std::string& path) {
  const std::string* written = value_of(replica, "host");
  std::string_view host;
  std::string_view port;
  for (const std::string_view line :
       split(written == nullptr ? std::string_view() : *written, '\n')) {
    if (line.starts_with(kHost)) host = line.substr(kHost.size());
    if (line.starts_with(kPort)) port = line.substr(kPort.size());
  }
  return host.empty() ? path : fmt::format("{}:{}", host, port);
}

}  // namespace

std::vector<HostAnswer> look_at_replicas(server::Server& server, const std::string& cluster,
                                         const std::string& database, const std::string& table) {
  std::vector<HostAnswer> answers;
  for (const ReplicatedTable& shard : tables_of(server, cluster, database, table)) {
    for (const KeeperNode& replica : nodes_under(server, shard.path + "/replicas")) {
      const std::string path = fmt::format("{}/replicas/{}", shard.path, replica.name);
      const auto nodes = nodes_under(server, path);
      HostAnswer answer{host_of(nodes, path)};
      if (has_caught_up(shard, nodes)) {
        answer.state = HostState::done;
      } else if (value_of(nodes, "is_active") != nullptr) {
        answer.state = HostState::working;
      }
      answers.push_back(std::move(answer));
    }
  }
  return answers;
}

bool are_at_work(const std::vector<HostAnswer>& replicas) {
  return std::any_of(replicas.begin(), replicas.end(),
                     [](const HostAnswer& replica) { return replica.state == HostState::working; });
}

std::vector<HostAnswer> follow_replicas(server::Server& server, const std::string& cluster,
                                        const std::string& database, const std::string& table,
                                        const Following& following) {
  const TimePoint end = following.clock.now() + following.limit;
  for (;;) {
    std::vector<HostAnswer> replicas = look_at_replicas(server, cluster, database, table);
    const bool last = following.clock.now() >= end || (following.stop && following.stop());
    if (last || !are_at_work(replicas)) return replicas;
    if (following.show) following.show(replicas);
    following.clock.sleep(kPollEvery);
  }
}

}  // namespace godwit::apply
