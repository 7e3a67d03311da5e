#include "godwit/report/live.hpp"

#include "support/written.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace godwit::report {
namespace {

using std::chrono::milliseconds;

struct ProgressCase {
  std::uint64_t rows;
  std::uint64_t bytes;
  std::uint64_t total;
  int elapsed_ms;
  std::string_view text;
};

// clang-format off
constexpr ProgressCase kProgress[] = {
    {0,          0,             0,          0,       "0 rows, 0 B, 0 ms"},
    {999,        1000,          0,          1500,    "999 rows, 1.0 kB, 1.5 s"},
    {1000,       999'949,       0,          61'000,  "1.0 k rows, 999.9 kB, 1 min 01 s"},
    {999'999,    1'000'000'000, 0,          0,       "1.0 M rows, 1.0 GB, 0 ms"},
    {1'234'567,  7,             0,          0,       "1.2 M rows, 7 B, 0 ms"},
    {5'000'000'000'000'000, 0,  0,          0,       "5000.0 T rows, 0 B, 0 ms"},
    {0,          0,             40,         0,       "[....................]   0%  0 rows, 0 B, 0 ms"},
    {12,         0,             40,         0,       "[######..............]  30%  12 rows, 0 B, 0 ms"},
    {39,         0,             40,         0,       "[###################.]  97%  39 rows, 0 B, 0 ms"},
    {40,         0,             40,         0,       "[####################] 100%  40 rows, 0 B, 0 ms"},
    {90,         0,             40,         0,       "[####################] 100%  90 rows, 0 B, 0 ms"},
};
// clang-format on

TEST(Live, ProgressIsDescribed) {
  for (const auto& [rows, bytes, total, elapsed_ms, text] : kProgress) {
    EXPECT_EQ(describe_progress({rows, bytes, total, milliseconds(elapsed_ms)}), text);
  }
}

TEST(Live, ARunIsALineAMigrationAndADocument) {
  const auto migrations = test::written({{"1_a.sql", "SELECT 1;\n-- godwit:secret\nSELECT 'pw'"}});
  const plan::Plan plan = plan::plan_up(migrations, {}, {});
  const plan::PlannedMigration& planned = plan.migrations[0];
  const Secrets secrets;
  Output output(secrets);
  output.set_colors(false);
  LiveRun live(output);
  ::testing::internal::CaptureStdout();
  live.begins(planned);
  live.sends(planned, planned.steps[0]);
  live.ends(planned, planned.steps[0], milliseconds(5));
  live.sends(planned, planned.steps[1]);
  EXPECT_EQ(
      live.document(),
      nlohmann::json::parse(R"([{"version": "1", "title": "1_a", "state": "unfinished", "steps":
              [{"step": 1, "state": "done", "duration_ms": 5}, {"step": 2, "state": "unfinished"}]}])"));
  live.ends(planned, planned.steps[1], milliseconds(6));
  live.completes(planned, milliseconds(1200));
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "1_a  done  2 of 2 steps  1.2 s\n");
  EXPECT_EQ(live.document(),
            nlohmann::json::parse(R"([{"version": "1", "title": "1_a", "state": "done",
              "duration_ms": 1200, "steps": [{"step": 1, "state": "done", "duration_ms": 5},
                                             {"step": 2, "state": "done", "duration_ms": 6}]}])"));
}

TEST(Live, WhatWasFoundOutIsSaid) {
  const auto migrations = test::written({{"1_a.sql", "SELECT 1"}});
  const plan::Plan plan = plan::plan_up(migrations, {}, {});
  const Secrets secrets;
  Output output(secrets);
  LiveRun live(output);
  struct Case {
    apply::Verdict verdict;
    std::string_view word;
  };
  for (const auto& [verdict, word] :
       {Case{apply::Verdict::done, "it ran"}, Case{apply::Verdict::failed, "it failed"},
        Case{apply::Verdict::not_begun, "it did not run"},
        Case{apply::Verdict::unknown, "nobody knows"}}) {
    ::testing::internal::CaptureStderr();
    live.finds_out(plan.migrations[0], plan.migrations[0].steps[0],
                   {verdict, 0, {}, {"a", "b"}, {}});
    EXPECT_EQ(::testing::internal::GetCapturedStderr(),
              fmt::format("1_a  step 1 was in doubt: {} (a; b)\n", word));
  }
}

}  // namespace
}  // namespace godwit::report
