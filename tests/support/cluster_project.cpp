#include "support/cluster_project.hpp"

#include "godwit/base/text.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace godwit::test {

namespace {

// Positions: 0 host, 1 its URL.
constexpr std::string_view kEnvironment = "environment \"{0}\" {{\n  url = \"{1}\"\n}}\n";

// Positions: 0 the project's name, 1 ZooKeeper's port. A run waits for a host's answer for less
// time than a test may take.
constexpr std::string_view kDefaults = R"(migrations = "migrations"

defaults {{
  topology {{
    kind         = "cluster"
    cluster      = "main"
    replica_path = "/clickhouse/tables/{{shard}}/{{database}}/{{table}}"
    replica_name = "{{replica}}"
  }}
  clusters     = {{ default = "main" }}
  history      = "godwit_{0}.history"
  lock         = "keeper://127.0.0.1:{1}/{0}"
  ddl_timeout  = "7s"
  expect_hosts = 4
}}
)";

}  // namespace

ClusterProject::ClusterProject(const Cluster& cluster, std::string_view name,
                               std::string_view example)
    : cluster_(cluster), name_(name), project_(example) {
  project_.write("godwit.hcl", configuration());
}

std::string ClusterProject::configuration() const {
  std::string text = fmt::format(kDefaults, name_, cluster_.zookeeper_port());
  for (const ServerRow& row : cluster_.layout().servers) {
    text += fmt::format(kEnvironment, row.host, cluster_.url(row.host));
  }
  return text;
}

std::string ClusterProject::of_database(std::string_view text) const {
  return replace_all(std::string(text), "{}", name_);
}

void ClusterProject::migration(const std::filesystem::path& file, std::string_view text) const {
  project_.write("migrations" / file, of_database(text));
}

void ClusterProject::tables(const std::filesystem::path& file, std::string_view prefix,
                            int count) const {
  std::string text;
  for (int i = 1; i <= count; ++i) {
    text += fmt::format("CREATE TABLE {{}}.{}{} (n UInt64) ENGINE = MergeTree ORDER BY n;\n",
                        prefix, i);
  }
  migration(file, text);
}

void ClusterProject::begin() const {
  migration("0001_begin.sql",
            "CREATE DATABASE {};\n"
            "CREATE TABLE {}.t (n UInt64) ENGINE = MergeTree ORDER BY n;\n");
  const Ended begun = apply();
  EXPECT_EQ(begun.code, 0) << begun.output << begun.errors;
}

Ended ClusterProject::run(std::string_view command, std::string_view host,
                          const std::vector<std::string>& more) const {
  std::vector<std::string> arguments{std::string(command), "--env", std::string(host)};
  // What these tests look at is how hosts run what was agreed to.
  if (command == "apply") arguments.insert(arguments.end(), {"--yes", "--allow-destructive"});
  arguments.insert(arguments.end(), more.begin(), more.end());
  return project_.run(arguments);
}

Running ClusterProject::start_apply(std::string_view host,
                                    const std::vector<std::string>& more) const {
  std::vector<std::string> arguments{"apply", "--env", std::string(host), "--yes",
                                     "--allow-destructive"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return project_.start({arguments});
}

Ended ClusterProject::apply_after_a_death(std::string_view host) const {
  const Ended unlocked = run("unlock", host, {"--yes"});
  EXPECT_EQ(unlocked.code, 0) << unlocked.errors;
  return apply(host);
}

int ClusterProject::times_sent(std::string_view begin, std::string_view asked) const {
  const EngineAnswer answer = cluster_.query(
      asked,
      fmt::format("SELECT count() FROM system.zookeeper WHERE path = '/clickhouse/task_queue/ddl' "
                  "AND position(value, 'query: {} ') > 0",
                  of_database(begin)),
      std::chrono::seconds(5));
  const auto count = answer.status == 200 ? parse_digits(trim(answer.body)) : std::nullopt;
  return count ? static_cast<int>(*count) : -1;
}

bool ClusterProject::is_sent(std::string_view begin, std::string_view asked) const {
  return eventually([&] { return times_sent(begin, asked) > 0; });
}

// A host that has just come back is not ready for it at once, or syncs before it knows what was
// queued for it when it died.
std::string ClusterProject::history(std::string_view host) const {
  const std::string queue = fmt::format(
      "SELECT count() FROM system.zookeeper WHERE path = "
      "'/clickhouse/godwit/godwit_{}/history/replicas/{}-{}/queue'",
      name_, host.substr(1, 1), host.substr(3, 1));
  const std::string sync = fmt::format("SYSTEM SYNC REPLICA godwit_{}.history", name_);
  EngineAnswer synced;
  EXPECT_TRUE(eventually([&] {
    synced = cluster_.query(host, sync, std::chrono::seconds(10));
    return synced.status == 200 && cluster_.query(host, queue).body == "0\n";
  })) << host
      << ": " << synced.body;
  return cluster_.value(host, fmt::format("SELECT migration, step, host, state FROM "
                                          "godwit_{}.history ORDER BY migration, step, host, seq",
                                          name_));
}

void ClusterProject::expect_everywhere(std::string_view tables) const {
  const std::string list = fmt::format(
      "SELECT name FROM system.tables WHERE database = '{}' AND name NOT LIKE '.inner%' "
      "ORDER BY name",
      name_);
  const std::string not_done = fmt::format(
      "SELECT migration, step, host, state, error FROM (SELECT * FROM godwit_{}.history "
      "ORDER BY migration, step, host, seq DESC LIMIT 1 BY migration, step, host) "
      "WHERE state != 'done'",
      name_);
  const std::string first = history(cluster_.layout().servers.front().host);
  EXPECT_NE(first, "");
  for (const ServerRow& row : cluster_.layout().servers) {
    EXPECT_EQ(replace_all(cluster_.value(row.host, list), "\n", " "), tables) << row.host;
    EXPECT_EQ(history(row.host), first) << row.host;
    EXPECT_EQ(cluster_.value(row.host, not_done), "") << row.host;
  }
}

}  // namespace godwit::test
