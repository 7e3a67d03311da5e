#include "godwit/plan/matrix.hpp"

#include "support/written.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace godwit::plan {
namespace {

std::vector<std::string> lines(const std::vector<MatrixRow>& rows) {
  std::vector<std::string> all;
  for (const MatrixRow& row : rows) {
    all.push_back(
        fmt::format("{} {} {}: {}", row.title, row.step, row.kind, fmt::join(row.cells, " ")));
  }
  return all;
}

Plan plan_of(const migrations::Migrations& migrations, const history::Snapshot& snapshot,
             const std::string& environment) {
  Wanted wanted;
  wanted.environment = environment;
  return plan_up(migrations, snapshot, wanted);
}

TEST(Matrix, HasARowForEachStepThatIsLeftSomewhere) {
  const auto migrations =
      test::written({{"1_a.sql", "CREATE DATABASE d"},
                     {"2_b.sql", "CREATE TABLE t (k Int8) ENGINE = Log; DROP TABLE t"},
                     {"10_c.sql", "-- godwit:envs prod\nALTER TABLE t DROP COLUMN k"}});
  const auto more = test::written({{"1_a.sql", "CREATE DATABASE d"}, {"3_m.sql", "SELECT 1"}});
  const auto& all = migrations.migrations;
  history::Snapshot done;
  done.rows = {test::row_of(all[0], 1, history::State::done),
               test::row_of(all[0], 0, history::State::done),
               test::row_of(all[1], 1, history::State::running)};
  const Plan dev = plan_of(migrations, done, "dev");
  const Plan prod = plan_of(migrations, {}, "prod");
  const Plan other = plan_of(more, {}, "other");
  const std::vector<EnvironmentPlan> environments = {{"dev", &migrations, &dev},
                                                     {"prod", &migrations, &prod},
                                                     {"away", &migrations, nullptr},
                                                     {"other", &more, &other}};
  EXPECT_EQ(lines(make_matrix(environments)),
            (std::vector<std::string>{"1_a 1 create_database: done create ? create",
                                      "2_b 1 create_table: in doubt create ? -",
                                      "2_b 2 drop_table: drop drop ? -", "3_m 1 select: - - ? none",
                                      "10_c 1 alter_table: - mutation ? -"}));
}

TEST(Matrix, HasNoRowsWhereNothingIsLeft) {
  const auto migrations = test::written({{"1_a.sql", "SELECT 1"}});
  history::Snapshot done;
  done.rows = {test::row_of(migrations.migrations[0], 1, history::State::done),
               test::row_of(migrations.migrations[0], 0, history::State::done)};
  const Plan plan = plan_of(migrations, done, "dev");
  const std::vector<EnvironmentPlan> environments = {{"dev", &migrations, &plan},
                                                     {"away", &migrations, nullptr}};
  EXPECT_TRUE(make_matrix(environments).empty());
}

}  // namespace
}  // namespace godwit::plan
