#include "godwit/topology/topology.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace godwit::topology {

namespace {

enum class ClusterName : std::uint8_t { none, optional, required };

struct TopologyRow {
  TopologyKind kind;
  std::string_view word;
  ClusterName cluster;
};

constexpr std::array<TopologyRow, 4> kRows{{
    {TopologyKind::single, "single", ClusterName::none},
    {TopologyKind::cluster, "cluster", ClusterName::required},
    {TopologyKind::replicated, "replicated", ClusterName::optional},
    {TopologyKind::cloud, "cloud", ClusterName::none},
}};

constexpr std::array<std::string_view, 4> kWords{"single", "cluster", "replicated", "cloud"};

const TopologyRow& find_row(std::string_view word, const Where& where) {
  for (const TopologyRow& row : kRows) {
    if (row.word == word) return row;
  }
  throw Error(ErrorKind::usage, fmt::format("unknown topology '{}'", word), where,
              did_you_mean(word, kWords));
}

}  // namespace

std::string_view to_string(TopologyKind kind) {
  return kRows.at(static_cast<std::size_t>(kind)).word;
}

std::string to_string(const Topology& topology) {
  if (topology.cluster.empty()) return std::string(to_string(topology.kind));
  return fmt::format("{}:{}", to_string(topology.kind), topology.cluster);
}

TopologyKind parse_topology_kind(std::string_view word, const Where& where) {
  return find_row(word, where).kind;
}

Topology parse_topology(std::string_view text, const Where& where) {
  const std::size_t colon = text.find(':');
  const TopologyRow& row = find_row(text.substr(0, colon), where);
  Topology topology;
  topology.kind = row.kind;
  if (colon != std::string_view::npos) topology.cluster = text.substr(colon + 1);
  const bool named = !topology.cluster.empty();
  if (row.cluster == ClusterName::required && !named) {
    throw Error(
        ErrorKind::usage, fmt::format("topology '{}' names no cluster", row.word), where,
        fmt::format("write {}:<name>, with a name of remote_servers (system.clusters)", row.word));
  }
  if (row.cluster == ClusterName::optional && colon != std::string_view::npos && !named) {
    throw Error(ErrorKind::usage, fmt::format("topology '{}' names no cluster", row.word), where,
                fmt::format("write {0}, or {0}:<name>", row.word));
  }
  if (row.cluster == ClusterName::none && colon != std::string_view::npos) {
    throw Error(ErrorKind::usage, fmt::format("topology '{}' takes no cluster", row.word), where,
                fmt::format("write {}, or cluster:{}", row.word,
                            named ? topology.cluster : std::string("<name>")));
  }
  return topology;
}

std::string_view real_cluster(const Topology& topology, std::string_view name) {
  const auto found = topology.clusters.find(name);
  return found == topology.clusters.end() ? name : std::string_view(found->second);
}

bool replicates(const Topology& topology) {
  return topology.kind == TopologyKind::cluster || topology.kind == TopologyKind::replicated;
}

std::string on_cluster(std::string_view cluster) {
  const auto is_plain = [](char c) {
    return c != '\\' && c != '\'' && c != '`' && c != '{' && c != '}';
  };
  if (std::all_of(cluster.begin(), cluster.end(), is_plain)) {
    return std::string("ON CLUSTER `").append(cluster).append("`");
  }
  std::string name = replace_all(std::string(cluster), "\\", "\\\\");
  const bool is_macro = cluster.find_first_of("{}") != std::string_view::npos;
  name =
      is_macro ? replace_all(std::move(name), "'", "\\'") : replace_all(std::move(name), "`", "``");
  const char quote = is_macro ? '\'' : '`';
  return std::string("ON CLUSTER ").append(1, quote).append(name).append(1, quote);
}

}  // namespace godwit::topology
