#pragma once

#include "godwit/base/redact.hpp"
#include "godwit/history/history.hpp"
#include "godwit/lock/spec.hpp"
#include "godwit/plan/approval.hpp"
#include "godwit/plan/plan.hpp"
#include "godwit/server/connection.hpp"
#include "godwit/topology/topology.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace godwit::config {

/// A named target, completely resolved.
struct Environment {
  std::string name;
  std::string words;  // how it is named behind a verb: "prod", "--url http://ch:8123"
  std::string url;    // where it is written from: the config's, or the flag's
  server::Connection connection;
  topology::Topology topology;
  std::string topology_source;  // "default", "--topology", "environment prod", ...
  history::TableName history;
  lock::Spec lock;
  plan::OutOfOrder out_of_order = plan::OutOfOrder::error;
  std::chrono::milliseconds ddl_timeout{180'000};
  std::vector<plan::ChangeClass> approve;  // classes whose steps need an approval here
  std::size_t expected_hosts = 0;          // of the topology's cluster; 0: as many as it has
  std::filesystem::path migrations = "migrations";
};

/// What the command line says about the target; each wins over everything else.
struct Flags {
  std::string environment;              // the word behind the verb, or --env
  std::filesystem::path config;         // --config; empty: godwit.hcl, where it is there
  std::optional<std::string> url;       // --url
  std::optional<std::string> topology;  // --topology
  std::optional<std::string> user;      // --user
  std::optional<std::filesystem::path> password_file;  // --password-file
  std::optional<std::filesystem::path> migrations;     // --dir
};

/// An environment variable; nothing where it is not set.
using Variables = std::function<std::optional<std::string>(const std::string& name)>;

/// Reads godwit.hcl and resolves one environment. The topology is the first one set of: --topology,
/// environment.<name>.topology, defaults.topology, GODWIT_TOPOLOGY, single. User and password:
/// flags, the config, the URL, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD. Without a config file --url
/// alone is enough; without either, the target is the embedded engine at .godwit/dev. Passwords go
/// to `secrets`. Throws Error(usage) with file, line, column and the nearest word.
Environment read_environment(const Flags& flags, const Variables& variables, Secrets& secrets);

/// The environments of the config file, in their order; "dev" where there is no file.
std::vector<std::string> environment_names(const Flags& flags, const Variables& variables);

}  // namespace godwit::config
