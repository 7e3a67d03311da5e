#include "godwit/apply/request_settings.hpp"

#include "support/hand_clock.hpp"
#include "support/recording_audience.hpp"
#include "support/scripted_server.hpp"
#include "support/written.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace godwit::apply {
namespace {

struct Case {
  std::string_view version;
  std::string_view topology;
  std::string_view text;
  std::string_view settings;
};

// clang-format off
constexpr Case kCases[] = {
    // version  topology           statement                          what goes with it
    {"26.7.3.1", "single",          "SELECT 1",                        "log_comment=id"},
    {"26.7.3.1", "single",          "CREATE TABLE t (a Int8)",         "log_comment=id"},
    {"26.7.3.1", "single",          "DROP TABLE t",                    "log_comment=id"},
    {"26.7.3.1", "single",          "ALTER TABLE t DELETE WHERE a",    "log_comment=id alter_sync=1 mutations_sync=1"},
    {"26.7.3.1", "single",          "DELETE FROM t WHERE a",           "log_comment=id alter_sync=1 mutations_sync=1"},
    {"26.7.3.1", "cloud",           "ALTER TABLE t DELETE WHERE a",    "log_comment=id alter_sync=1 mutations_sync=1"},
    {"26.7.3.1", "replicated",      "ALTER TABLE t DELETE WHERE a",    "log_comment=id alter_sync=2 mutations_sync=2 distributed_ddl_task_timeout=90 distributed_ddl_output_mode=throw"},
    {"26.7.3.1", "replicated:main", "ALTER TABLE t DELETE WHERE a",    "log_comment=id alter_sync=2 mutations_sync=2 distributed_ddl_task_timeout=90 distributed_ddl_output_mode=throw"},
    {"26.7.3.1", "cluster:main",    "ALTER TABLE t DELETE WHERE a",    "log_comment=id alter_sync=2 mutations_sync=2 distributed_ddl_task_timeout=90 distributed_ddl_output_mode=throw"},
    {"26.7.3.1", "cluster:main",    "CREATE TABLE t (a Int8)",         "log_comment=id distributed_ddl_task_timeout=90 distributed_ddl_output_mode=throw"},
    {"26.7.3.1", "cluster:main",    "INSERT INTO t VALUES (1)",        "log_comment=id"},
    {"26.7.3.1", "replicated",      "CREATE TABLE t (a Int8)",         "log_comment=id distributed_ddl_task_timeout=90 distributed_ddl_output_mode=throw"},
    {"26.7.3.1", "replicated",      "INSERT INTO t VALUES (1)",        "log_comment=id"},
    {"26.7.3.1", "replicated",      "CREATE DATABASE d",               "log_comment=id"},
    {"26.7.3.1", "replicated:main", "CREATE DATABASE d",               "log_comment=id distributed_ddl_task_timeout=90 distributed_ddl_output_mode=throw"},
    {"26.7.3.1", "cluster:main",    "GRANT SELECT ON t TO u",          "log_comment=id distributed_ddl_task_timeout=90 distributed_ddl_output_mode=throw"},
    // what a step says
    {"26.7.3.1", "single",          "-- godwit:wait none\nALTER TABLE t DELETE WHERE a",      "log_comment=id alter_sync=0 mutations_sync=0"},
    {"26.7.3.1", "cluster:main",    "-- godwit:wait mutations\nALTER TABLE t DELETE WHERE a", "log_comment=id alter_sync=1 mutations_sync=1 distributed_ddl_task_timeout=90 distributed_ddl_output_mode=throw"},
    {"26.7.3.1", "single",          "-- godwit:wait replicas\nALTER TABLE t DELETE WHERE a",  "log_comment=id alter_sync=2 mutations_sync=2"},
    {"26.7.3.1", "single",          "-- godwit:secret\nSELECT 1",                             "log_comment=id log_queries=0"},
    {"26.7.3.1", "single",          "SET max_threads = 1; SELECT 1",                          "log_comment=id max_threads=1"},
    {"26.7.3.1", "single",          "SET mutations_sync = 0, alter_sync = 0, log_comment = 'x'; ALTER TABLE t DELETE WHERE a", "log_comment=x alter_sync=0 mutations_sync=0"},
    // an old server gets nothing that it does not know
    {"23.7.1.1", "single",          "ALTER TABLE t DELETE WHERE a",    "log_comment=id replication_alter_partitions_sync=1 mutations_sync=1"},
    {"23.8.1.1", "single",          "ALTER TABLE t DELETE WHERE a",    "log_comment=id alter_sync=1 mutations_sync=1"},
    {"21.2.1.1", "single",          "ALTER TABLE t DELETE WHERE a",    "replication_alter_partitions_sync=1 mutations_sync=1"},
    {"19.17.1.1","single",          "ALTER TABLE t DELETE WHERE a",    "replication_alter_partitions_sync=1"},
    {"18.16.1",  "single",          "SELECT 1",                        ""},
    {"18.16.1",  "cluster:main",    "ALTER TABLE t DELETE WHERE a",    "replication_alter_partitions_sync=2 distributed_ddl_task_timeout=90"},
};
// clang-format on

std::string settings_of(const Case& row, bool queue_is_readable = false) {
  const auto migrations = test::written({{"1_a.sql", std::string(row.text)}});
  test::ScriptedServer server(row.version);
  history::History history(server, {}, {});
  test::HandClock clock;
  test::RecordingAudience audience;
  const Secrets secrets;
  const Run run{server,
                history,
                nullptr,
                clock,
                audience,
                secrets,
                {},
                topology::parse_topology(row.topology),
                "default",
                "dev",
                std::chrono::seconds(90),
                {}};
  std::string text;
  for (const auto& [name, value] :
       request_settings(migrations.migrations[0].steps[0], "id", run, queue_is_readable)) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

TEST(RequestSettings, AreWhatTheStepNeedsAndTheServerKnows) {
  for (const Case& row : kCases) {
    EXPECT_EQ(settings_of(row), row.settings)
        << row.version << " " << row.topology << " " << row.text;
  }
}

// Where the queue shows how far each host is, a person sees that instead of waiting in the dark.
TEST(RequestSettings, TheServerWaitsShortlyForHostsThatTheQueueShows) {
  EXPECT_EQ(settings_of({"18.16.1", "cluster:main", "CREATE TABLE t (a Int8)", {}}, true),
            "distributed_ddl_task_timeout=5");
}

}  // namespace
}  // namespace godwit::apply
