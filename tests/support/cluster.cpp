// Every server is 127.0.0.1 with ports of its own: a server takes a task of the DDL queue only if
// the task's host and port are its own, and addresses like 127.0.0.2 do not count as its own.
// Caches and pools are small, so that a layout of five needs half a gigabyte. query_log has every
// query, since it tells what ran how often, and is on disk within a second of it or after SYSTEM
// FLUSH LOGS. Each flush is a part of a hundred files: more of them, or kept for the usual eight
// minutes once they are merged, would take longer to remove than all else takes. A table looks
// every second, not every minute, whether it has lost its session and must begin a new one.

#include "support/cluster.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <map>

namespace godwit::test {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUsers = R"(<yandex>
  <profiles>
    <default>
      <max_memory_usage>1000000000</max_memory_usage>
      <max_threads>2</max_threads>
      <log_queries>1</log_queries>
      <background_pool_size>4</background_pool_size>
      <background_schedule_pool_size>4</background_schedule_pool_size>
    </default>
  </profiles>
  <users>
    <default>
      <password></password>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
    </default>
  </users>
  <quotas><default></default></quotas>
</yandex>
)";

// Positions: 0 the server's directory, 1 HTTP, 2 native and 3 interserver port, 4 ZooKeeper's port
// and 5 session in milliseconds, 6 cluster, 7 shard, 8 replica, 9 remote_servers.
constexpr std::string_view kConfig = R"(<yandex>
  <logger>
    <level>debug</level>
    <log>{0}/log</log>
    <errorlog>{0}/errors</errorlog>
    <size>100M</size>
    <count>1</count>
  </logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>{1}</http_port>
  <tcp_port>{2}</tcp_port>
  <interserver_http_port>{3}</interserver_http_port>
  <interserver_http_host>127.0.0.1</interserver_http_host>
  <path>{0}/data/</path>
  <tmp_path>{0}/tmp/</tmp_path>
  <user_files_path>{0}/user_files/</user_files_path>
  <users_config>{0}/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <max_connections>200</max_connections>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <mark_cache_size>5000000</mark_cache_size>
  <zookeeper>
    <node><host>127.0.0.1</host><port>{4}</port></node>
    <session_timeout_ms>{5}</session_timeout_ms>
  </zookeeper>
  <macros>
    <cluster>{6}</cluster>
    <shard>{7}</shard>
    <replica>{8}</replica>
  </macros>
  <remote_servers>
{9}  </remote_servers>
  <distributed_ddl><path>/clickhouse/task_queue/ddl</path></distributed_ddl>
  <query_log>
    <database>system</database>
    <table>query_log</table>
    <flush_interval_milliseconds>1000</flush_interval_milliseconds>
  </query_log>
  <merge_tree>
    <old_parts_lifetime>1</old_parts_lifetime>
    <zookeeper_session_expiration_check_period>1</zookeeper_session_expiration_check_period>
  </merge_tree>
</yandex>
)";

}  // namespace

Cluster::Cluster(std::string_view layout) : layout_(find_layout(layout)) {
  for (const ServerRow& row : layout_.servers) {
    const fs::path directory = directory_.path() / row.host;
    fs::create_directory(directory);
    servers_.push_back(std::make_unique<ClickHouseServer>(directory_, directory));
  }
  for (std::size_t i = 0; i < servers_.size(); ++i) write_config(i);
  for (const auto& server : servers_) server->start();
  for (const auto& server : servers_) server->wait_until_up();
  for (const auto& server : servers_) server->wait_until_it_takes_tasks();
}

std::string Cluster::remote_servers() const {
  std::map<std::string_view, std::map<std::string_view, std::string>> clusters;
  for (std::size_t i = 0; i < servers_.size(); ++i) {
    const ServerRow& row = layout_.servers[i];
    clusters[row.cluster][row.shard] +=
        fmt::format("        <replica><host>127.0.0.1</host><port>{}</port></replica>\n",
                    servers_[i]->native_port());
  }
  std::string text;
  for (const auto& [cluster, shards] : clusters) {
    text += fmt::format("    <{}>\n", cluster);
    for (const auto& [shard, replicas] : shards) {
      text += fmt::format(
          "      <shard>\n        <internal_replication>true</internal_replication>\n{}"
          "      </shard>\n",
          replicas);
    }
    text += fmt::format("    </{}>\n", cluster);
  }
  return text;
}

void Cluster::write_config(std::size_t number) const {
  const ServerRow& row = layout_.servers[number];
  const ClickHouseServer& server = *servers_[number];
  const std::string text =
      fmt::format(kConfig, server.directory().string(), server.http_port(), server.native_port(),
                  server.interserver_port(), zookeeper_.port(),
                  std::chrono::milliseconds(kKeeperSession).count(), row.cluster, row.shard,
                  row.replica, remote_servers());
  write_file(server.directory() / "config.xml", text);
  write_file(server.directory() / "users.xml", kUsers);
}

ClickHouseServer& Cluster::server(std::string_view host) const {
  for (std::size_t i = 0; i < servers_.size(); ++i) {
    if (layout_.servers[i].host == host) return *servers_[i];
  }
  throw Error(ErrorKind::usage, fmt::format("layout {} has no host '{}'", layout_.name, host));
}

pid_t Cluster::id(std::string_view host) const {
  return host == kZooKeeper ? zookeeper_.id() : server(host).id();
}

fs::path Cluster::directory(std::string_view host) const { return server(host).directory(); }

void Cluster::kill(std::string_view host) {
  if (host != kZooKeeper) return server(host).kill();
  zookeeper_serves_ = false;
  zookeeper_.stop();
}

void Cluster::stop(std::string_view host) {
  if (host != kZooKeeper) return server(host).stop();
  zookeeper_serves_ = false;
  zookeeper_.signal(SIGSTOP);
}

void Cluster::cont(std::string_view host) {
  if (host != kZooKeeper) return server(host).cont();
  zookeeper_.signal(SIGCONT);
  zookeeper_serves_ = true;
}

void Cluster::restart(std::string_view host) {
  kill(host);
  if (host == kZooKeeper) {
    zookeeper_.start();
    zookeeper_serves_ = true;
    return;
  }
  ClickHouseServer& restarted = server(host);
  restarted.start();
  restarted.wait_until_up();
  if (zookeeper_serves_) restarted.wait_until_it_takes_tasks();
}

EngineAnswer Cluster::query(std::string_view host, const std::string& text,
                            std::chrono::milliseconds limit) const {
  return http_request(url(host), "/", {}, &text, limit);
}

std::string Cluster::value(std::string_view host, const std::string& text) const {
  EngineAnswer answer = query(host, text);
  EXPECT_EQ(answer.status, 200) << host << ": " << text << "\n"
                                << answer.body << "\n"
                                << server(host).last_words();
  if (answer.body.ends_with('\n')) answer.body.pop_back();
  return answer.body;
}

}  // namespace godwit::test
