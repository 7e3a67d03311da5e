// What a run sees before it takes the lock, while others may be running.

#include "unit/apply/job_of.hpp"

namespace godwit::apply {
namespace {

constexpr std::string_view kRead = "FROM `godwit`.`history`";

std::string prepared(Scene& scene) {
  const Job job = job_of(scene, scene.server);
  std::string planned;
  const std::string error = thrown_by([&] {
    for (const auto& migration : prepare(job).plan.migrations) {
      planned += fmt::format("{}:{} ", migration.migration->version, migration.steps.size());
    }
    return 0;
  });
  return error == "none" ? planned : error;
}

TEST(Prepare, TablesWithoutAHistoryAreRefused) {
  Scene scene(kTwo);
  scene.server.expect(std::string(kRead), Rows{})
      .expect("FROM system.tables", Rows{{"default", "a"}})
      .expect(std::string(kRead), Rows{});
  EXPECT_THAT(prepared(scene), HasSubstr("already there: default.a"));
}

TEST(Prepare, TablesOfARunnerThatBeganBetweenTheTwoLooksAreItsOwn) {
  Scene scene(kTwo);
  scene.server.expect(std::string(kRead), Rows{})
      .expect("FROM system.tables", Rows{{"default", "a"}})
      .expect(std::string(kRead),
              Rows{test::values_of(row_of(scene.migrations.migrations.at(0), 1, State::done))});
  EXPECT_EQ(prepared(scene), "1:1 2:1 ");
}

}  // namespace
}  // namespace godwit::apply
