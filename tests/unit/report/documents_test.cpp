// The plan and the status as text and as JSON: the same facts in both, and no secret in either.

#include "godwit/report/plan.hpp"
#include "godwit/report/status.hpp"
#include "godwit/report/target.hpp"
#include "support/written.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <string>

namespace godwit::report {
namespace {

using history::State;
using nlohmann::json;

const migrations::Migrations& directory() {
  static const migrations::Migrations kDirectory =
      test::written({{"0001_a.sql", "CREATE TABLE a (x Int8) ENGINE = Log; SET s = 1;\n  SELECT 1"},
                     {"0002_b.sql", "-- godwit:secret\nSET password = 'pw';\nSELECT 'pw'"},
                     {"0003_c.sql", "SELECT 3;\n-- godwit:down\nSELECT 4"}});
  return kDirectory;
}

history::Snapshot begun() {
  const auto& all = directory().migrations;
  history::Snapshot snapshot;
  snapshot.rows = {test::row_of(all[0], 0, State::running), test::row_of(all[0], 1, State::done),
                   test::row_of(all[0], 2, State::running)};
  return snapshot;
}

std::string printed(const std::function<void(Output&)>& print) {
  const Secrets secrets;
  ::testing::internal::CaptureStdout();
  Output output(secrets);
  output.set_colors(false);
  print(output);
  return ::testing::internal::GetCapturedStdout();
}

plan::Wanted cluster() {
  plan::Wanted wanted;
  wanted.topology = topology::parse_topology("cluster:main");
  return wanted;
}

TEST(Documents, APlanHasEveryStepAsSent) {
  const plan::Plan plan = plan::plan_up(directory(), {}, cluster());
  const json document = plan_document(plan);
  EXPECT_EQ(document["digest"], plan.digest);
  EXPECT_EQ(document["warnings"], json::array());
  ASSERT_EQ(document["migrations"].size(), 3U);
  const migrations::Migration& migration = directory().migrations[0];
  json expected = json::parse(R"json({"version": "1", "title": "0001_a", "direction": "up",
    "all_steps": 2, "steps": [
      {"step": 1, "kind": "create_table", "path": "m/0001_a.sql", "line": 1, "settings": {},
       "statement": "CREATE TABLE a ON CLUSTER `main` (x Int8) ENGINE = Log", "in_doubt": false,
       "hazards": [], "class": "create", "flags": [], "cost": null, "needs": [], "changes": [
         {"rule": "GW101", "class": "create", "flags": [], "what": "create an object",
          "restriction": "what is there stays as it is", "refused": false, "code": null,
          "detail": "", "command": "CREATE TABLE a (x Int8) ENGINE = Log"}]},
      {"step": 2, "kind": "select", "path": "m/0001_a.sql", "line": 2, "settings": {"s": "1"},
       "statement": "SELECT 1", "in_doubt": false, "hazards": [], "class": "none", "flags": [],
       "cost": null, "needs": [], "changes": [
         {"rule": "GW134", "class": "none", "flags": [], "what": "read, explain, check",
          "restriction": "changes nothing", "refused": false, "code": null, "detail": "",
          "command": "SELECT 1"}]}]})json");
  for (const std::size_t step : {0U, 1U}) {
    expected["steps"][step]["hash"] = migration.steps[step].hash;
  }
  EXPECT_EQ(document["migrations"][0], expected);
}

TEST(Documents, APlanSaysWhatIsInDoubtAndWhichWayItGoes) {
  const history::Snapshot snapshot = begun();
  const json up = plan_document(plan::plan_up(directory(), snapshot, {}));
  EXPECT_EQ(up["migrations"][0]["steps"].size(), 1U);
  EXPECT_EQ(up["migrations"][0]["steps"][0]["in_doubt"], true);
  history::Snapshot done;
  done.rows = {test::row_of(directory().migrations[2], 0, State::done)};
  const json down = plan_document(plan::plan_down(directory(), done, {}));
  EXPECT_EQ(down["migrations"][0]["direction"], "down");
  EXPECT_EQ(down["migrations"][0]["steps"][0]["line"], 3);
}

TEST(Documents, ASecretStepShowsNeitherTextNorSettings) {
  const plan::Plan plan = plan::plan_up(directory(), {}, {});
  const json step = plan_document(plan)["migrations"][1]["steps"][0];
  EXPECT_EQ(step["statement"], "(secret)");
  EXPECT_EQ(step["settings"], (json{{"password", "(secret)"}}));
  const std::string text = printed([&](Output& output) { print_plan(output, plan); });
  EXPECT_EQ(text.find("pw"), std::string::npos) << text;
  EXPECT_EQ(plan_document(plan).dump().find("'pw'"), std::string::npos);
  EXPECT_EQ(status_document(plan::migration_statuses(directory(), {}, "dev")).dump().find("'pw'"),
            std::string::npos);
}

TEST(Documents, APlanIsPrinted) {
  const history::Snapshot snapshot = begun();
  plan::Plan plan = plan::plan_up(directory(), snapshot, {});
  plan.warnings = {"beware"};
  EXPECT_EQ(printed([&](Output& output) { print_plan(output, plan); }),
            fmt::format("warning: beware\n"
                        "0001_a  1 step of 2 ran before\n"
                        "    2  select  none  m/0001_a.sql:2  in doubt: asks the server first\n"
                        "       SELECT 1\n"
                        "       with s = 1\n"
                        "0002_b\n"
                        "    1  select  none  m/0002_b.sql:3\n"
                        "       (secret)\n"
                        "       with password = (secret)\n"
                        "0003_c\n"
                        "    1  select  none  m/0003_c.sql:1\n"
                        "       SELECT 3\n"
                        "3 migrations, 3 steps  digest {}\n",
                        plan.digest));
  EXPECT_EQ(printed([](Output& output) { print_plan(output, {}); }), "nothing to do\n");
}

TEST(Documents, APlanSaysWhatIsRewrittenOrGoneAndHowMuch) {
  const auto migrations =
      test::written({{"1_a.sql", "CREATE TABLE t (k Int8, a Int8) ENGINE = MergeTree ORDER BY k"},
                     {"2_b.sql",
                      "ALTER TABLE t DROP COLUMN k, ADD COLUMN b Int8;\n"
                      "-- godwit:secret\nALTER TABLE t UPDATE a = 77 WHERE k = 77"}});
  plan::Plan plan = plan::plan_up(migrations, {}, {});
  plan.migrations[1].steps[0].cost = plan::Cost{1, 999, 1};
  plan.migrations[1].steps[1].cost = plan::Cost{2'000'000, 34'567'890'123, 12};
  const std::string text = printed([&](Output& output) { print_plan(output, plan); });
  EXPECT_NE(text.find("    1  alter_table  rebuild  m/2_b.sql:1\n"
                      "       ALTER TABLE t DROP COLUMN k, ADD COLUMN b Int8\n"
                      "       rebuild, destructive: drop a column of a key (k); the sorting, "
                      "partition or sampling key needs it; the server refuses it (47)  GW204\n"
                      "       the table has 1 row, 999 bytes in 1 part\n"
                      "    2  alter_table  mutation  m/2_b.sql:3\n"
                      "       (secret)\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("the table has 2000000 rows, 34.6 GB in 12 parts\n"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("= 77"), std::string::npos) << text;
  const json document = plan_document(plan);
  EXPECT_EQ(document.dump().find("= 77"), std::string::npos);
  const json& step = document["migrations"][1]["steps"][0];
  EXPECT_EQ(step["class"], "rebuild");
  EXPECT_EQ(step["flags"], json::array({"destructive"}));
  EXPECT_EQ(step["cost"], (json{{"rows", 1}, {"bytes", 999}, {"parts", 1}}));
  EXPECT_EQ(step["changes"][0]["code"], 47);
  EXPECT_EQ(step["changes"][1]["rule"], "GW201");
}

TEST(Documents, AMatrixHasALineForEachStep) {
  const std::vector<std::string> environments = {"dev", "production-eu", "test"};
  const std::vector<plan::MatrixRow> rows = {{"0001_a", 1, "create_table", {"done", "create", "?"}},
                                             {"0001_a", 2, "insert", {"in doubt", "create", "?"}}};
  EXPECT_EQ(printed([&](Output& output) { print_matrix(output, environments, rows); }),
            "                     dev         production-eu  test\n"
            "0001_a\n"
            "    1  create_table  done        create         ?\n"
            "    2  insert        in doubt    create         ?\n");
  EXPECT_EQ(printed([&](Output& output) { print_matrix(output, environments, {}); }),
            "nothing to do\n");
}

TEST(Documents, AStatusHasEveryMigrationAndStep) {
  history::Snapshot snapshot = begun();
  const auto& migration = directory().migrations[0];
  history::Row& done = snapshot.rows[1];
  done.duration_ms = 7;
  done.query_id = "q";
  done.run_id = "r";
  done.runner = "ann";
  const auto statuses = plan::migration_statuses(directory(), snapshot, "dev");
  const json document = status_document(statuses);
  ASSERT_EQ(document.size(), 3U);
  json expected = json::parse(R"json({"version": "1", "title": "0001_a", "state": "in doubt",
    "complete_steps": 1, "path": "m/0001_a.sql", "duration_ms": 0, "note": "",
    "finished_at": "2026-01-02 03:04:06.006", "steps": [
      {"step": 1, "state": "done", "kind": "create_table", "query_id": "q", "run_id": "r",
       "runner": "ann", "statement": "CREATE TABLE a (x Int8) ENGINE = Log", "duration_ms": 7,
       "started_at": "2026-01-02 03:04:05.006", "finished_at": "2026-01-02 03:04:06.006"},
      {"step": 2, "state": "in doubt", "kind": "select", "query_id": "", "run_id": "",
       "runner": "", "statement": "SELECT 1", "duration_ms": 0,
       "started_at": "2026-01-02 03:04:05.006", "finished_at": "2026-01-02 03:04:06.006"}]})json");
  expected["hash"] = migration.hash;
  for (const std::size_t step : {0U, 1U}) {
    expected["steps"][step]["hash"] = migration.steps[step].hash;
  }
  EXPECT_EQ(document[0], expected);
  EXPECT_EQ(document[2]["state"], "pending");
  EXPECT_FALSE(document[2].contains("note"));
  EXPECT_EQ(document[2]["steps"][0]["state"], "pending");
}

TEST(Documents, AStatusNamesAFailureAndAMissingFile) {
  const auto gone = test::written({{"0009_gone.sql", "SELECT 1"}});
  history::Snapshot snapshot;
  snapshot.rows = {test::row_of(gone.migrations[0], 0, State::failed),
                   test::row_of(gone.migrations[0], 1, State::failed)};
  snapshot.rows[1].error_code = 60;
  snapshot.rows[1].error = "no";
  const json document =
      status_document(plan::migration_statuses(test::written({}), snapshot, "dev"));
  EXPECT_EQ(document[0]["state"], "missing");
  EXPECT_EQ(document[0]["version"], "9");
  EXPECT_FALSE(document[0].contains("path"));
  EXPECT_EQ(document[0]["steps"][0]["error_code"], 60);
  EXPECT_EQ(document[0]["steps"][0]["error"], "no");
  EXPECT_FALSE(document[0]["steps"][0].contains("statement"));
}

TEST(Documents, AStatusIsPrinted) {
  history::Snapshot snapshot = begun();
  snapshot.rows[1].duration_ms = 7;
  snapshot.rows[2].runner = "ann@laptop:1";
  snapshot.rows.push_back(test::row_of(directory().migrations[1], 0, State::done));
  snapshot.rows.back().duration_ms = 1500;
  const auto statuses = plan::migration_statuses(directory(), snapshot, "dev");
  EXPECT_EQ(printed([&](Output& output) { print_status(output, statuses, Steps::unfinished); }),
            "0001_a  in doubt  1 of 2 steps\n"
            "    1  done      CREATE TABLE a (x Int8) ENGINE = Log  7 ms\n"
            "    2  in doubt  SELECT 1  since 2026-01-02 03:04:05.006 UTC by ann@laptop:1\n"
            "0002_b  done      1.5 s\n"
            "0003_c  pending\n");
  EXPECT_EQ(printed([&](Output& output) { print_status(output, statuses, Steps::all); }),
            "0001_a  in doubt  1 of 2 steps\n"
            "    1  done      CREATE TABLE a (x Int8) ENGINE = Log  7 ms\n"
            "    2  in doubt  SELECT 1  since 2026-01-02 03:04:05.006 UTC by ann@laptop:1\n"
            "0002_b  done      1.5 s\n"
            "    1  pending   (secret)\n"
            "0003_c  pending\n"
            "    1  pending   SELECT 3\n");
}

TEST(Documents, ATargetIsNamedWithItsTopologyAndWhereThatIsFrom) {
  config::Environment environment;
  environment.name = "prod";
  environment.topology = topology::parse_topology("cluster:main");
  environment.topology_source = "environment prod";
  EXPECT_EQ(describe_target(environment, "https://ch:8443/shop"),
            "prod  https://ch:8443/shop  topology cluster:main (environment prod)  history "
            "godwit.history");
  EXPECT_EQ(target_document(environment, "https://ch:8443/shop"),
            json::parse(R"({"environment": "prod", "server": "https://ch:8443/shop",
              "topology": "cluster:main", "topology_source": "environment prod",
              "history": "godwit.history"})"));
}

}  // namespace
}  // namespace godwit::report
