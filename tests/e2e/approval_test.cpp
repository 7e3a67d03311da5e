// What takes rows away, and what an environment wants to be approved: refused, approved, run; and
// for what an approval is not good.

#include "support/engine_process.hpp"
#include "support/program.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace godwit::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Approvals : public ::testing::Test {
 protected:
  Approvals() {
    project_.write("godwit.hcl",
                   fmt::format("environment \"prod\" {{\n  url = \"{0}\"\n"
                               "  approve = [\"mutation\", \"rebuild\", \"drop\"]\n}}\n"
                               "environment \"dev\" {{\n  url = \"{0}\"\n}}\n",
                               engine_.url()));
    project_.write("migrations/1_t.sql",
                   "CREATE TABLE default.t (k UInt64, a Int8) ENGINE = MergeTree ORDER BY k;\n"
                   "INSERT INTO default.t SELECT number, 1 FROM numbers(1234);\n");
    run(0, {"apply", "dev", "--yes"});
    project_.write("migrations/2_drop.sql",
                   "ALTER TABLE default.t DROP COLUMN a;\n"
                   "DROP TABLE default.t;\n"
                   "-- godwit:down\n"
                   "CREATE TABLE default.t (k UInt64, a Int8) ENGINE = MergeTree ORDER BY k;\n");
  }

  // The output of a run that must end with `code`: stdout, then stderr.
  std::string run(int code, const std::vector<std::string>& arguments) {
    const Ended ended = project_.run(arguments);
    EXPECT_EQ(ended.code, code) << ended.output << ended.errors;
    return ended.output + ended.errors;
  }

  nlohmann::json planned(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"plan", "prod", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const Ended ended = project_.run(words);
    EXPECT_EQ(ended.code, 0) << ended.errors;
    return nlohmann::json::parse(ended.output);
  }

  std::string digest(const std::vector<std::string>& more = {}) {
    return planned(more)["digest"].get<std::string>();
  }

  Project project_;
  EngineProcess engine_{{}, {"--listen", "127.0.0.1:0"}};
};

TEST_F(Approvals, WhatTakesRowsAwayIsNotAgreedToByYesAlone) {
  const std::string refused = run(3, {"apply", "dev", "--yes"});
  EXPECT_THAT(refused, HasSubstr("migrations/2_drop.sql:1:"));
  EXPECT_THAT(refused, HasSubstr("default.t, 1234 rows (drop)"));
  EXPECT_THAT(refused, HasSubstr("--allow-destructive"));
  EXPECT_EQ(engine_.value("SELECT sum(a) FROM default.t"), "1234");
  EXPECT_THAT(run(0, {"apply", "dev", "--yes", "--allow-destructive"}),
              HasSubstr("2 steps applied"));
  EXPECT_EQ(engine_.value("EXISTS TABLE default.t"), "0");
}

TEST_F(Approvals, AnApprovalLetsOnePlanRun) {
  const std::string refused = run(3, {"apply", "prod", "--yes", "--allow-destructive"});
  EXPECT_THAT(refused, HasSubstr("this plan has no approval for class mutation, drop, which prod "
                                 "asks for"));
  EXPECT_THAT(refused, HasSubstr("godwit approve prod --digest " + digest()));
  EXPECT_EQ(engine_.value("SELECT sum(a) FROM default.t"), "1234");
  EXPECT_THAT(
      run(0, {"approve", "prod", "--digest", digest()}),
      HasSubstr("approved  1 migration, 2 steps  class mutation, drop  digest " + digest()));
  const nlohmann::json document = planned();
  ASSERT_EQ(document["approvals"].size(), 1U);
  EXPECT_EQ(document["approvals"][0]["classes"], (std::vector<std::string>{"mutation", "drop"}));
  EXPECT_EQ(document["approvals"][0]["user"], "default");
  EXPECT_THAT(run(0, {"plan", "prod"}), HasSubstr("approved for class mutation, drop by "));
  EXPECT_THAT(run(0, {"status", "prod"}), HasSubstr("2_drop  pending"));
  EXPECT_THAT(run(0, {"apply", "prod", "--yes"}), HasSubstr("2 steps applied"));
  EXPECT_THAT(run(0, {"approve", "prod"}), HasSubstr("nothing to approve: nothing is pending"));
}

TEST_F(Approvals, ClassesAreApprovedOneByOne) {
  run(0, {"approve", "prod", "--digest", digest(), "--class", "mutation"});
  EXPECT_THAT(run(3, {"apply", "prod", "--yes", "--allow-destructive"}),
              HasSubstr("this plan has no approval for class drop, which"));
  run(0, {"approve", "prod", "--digest", digest(), "--class", "drop"});
  run(0, {"apply", "prod", "--yes"});
}

TEST_F(Approvals, AreGoodForNoOtherPlanTopologyTargetOrStep) {
  run(0, {"approve", "prod", "--digest", digest()});
  const std::string none = "this plan has no approval for class";
  // another topology
  EXPECT_THAT(run(3, {"apply", "prod", "--yes", "--topology", "cloud"}), HasSubstr(none));
  // another target: the same server and history, another database
  EXPECT_THAT(run(3, {"apply", "prod", "--yes", "--url", engine_.url() + "/shop"}),
              HasSubstr(none));
  // a part of it
  project_.write("migrations/3_more.sql", "SELECT 3;\n");
  EXPECT_THAT(run(3, {"apply", "prod", "--yes"}),
              HasSubstr("the newest approval is for another plan, topology or target: by "));
  run(0, {"approve", "prod", "--digest", digest()});
  EXPECT_THAT(run(3, {"apply", "prod", "--yes", "--steps", "1", "--topology", "cloud"}),
              HasSubstr(none));
  // changed
  project_.write("migrations/3_more.sql", "SELECT 4;\n");
  EXPECT_THAT(run(3, {"apply", "prod", "--yes"}), HasSubstr(none));
  EXPECT_EQ(engine_.value("SELECT sum(a) FROM default.t"), "1234");
}

// Grants that a plan would give are statements of it like any other: one more, and the approval is
// for another plan.
TEST_F(Approvals, AreForThePlansGrantsToo) {
  run(0, {"approve", "prod", "--digest", digest()});
  project_.write(
      "migrations/2_drop.sql",
      project_.read("migrations/2_drop.sql").insert(0, "GRANT SELECT ON shop.* TO ann;\n"));
  EXPECT_THAT(run(3, {"apply", "prod", "--yes"}), HasSubstr("this plan has no approval"));
  EXPECT_EQ(engine_.value("SELECT sum(a) FROM default.t"), "1234");
}

// What stopped half-way goes on by the approval that it began with, unless its files were changed.
TEST_F(Approvals, HoldForWhatIsLeftOfTheirPlan) {
  project_.write("migrations/3_more.sql", "ALTER TABLE default.u DELETE WHERE 1;\n");
  run(0, {"approve", "prod", "--digest", digest()});
  EXPECT_THAT(run(1, {"apply", "prod", "--yes"}), HasSubstr("step 1 of 1 of 3_more failed"));
  engine_.value("CREATE TABLE default.u (k UInt64) ENGINE = MergeTree ORDER BY k");
  EXPECT_THAT(run(0, {"plan", "prod"}), HasSubstr("approved for class mutation, drop by "));
  project_.replace("migrations/3_more.sql", "WHERE 1", "WHERE 2");
  EXPECT_THAT(run(3, {"apply", "prod", "--yes"}), HasSubstr("this plan has no approval"));
  project_.replace("migrations/3_more.sql", "WHERE 2", "WHERE 1");
  EXPECT_THAT(run(0, {"apply", "prod", "--yes"}), HasSubstr("1 migration, 1 step applied"));
}

TEST_F(Approvals, TheWayBackHasOneOfItsOwn) {
  project_.write("migrations/2_drop.sql",
                 "CREATE TABLE default.u (k UInt8) ENGINE = MergeTree ORDER BY k;\n"
                 "-- godwit:down\nDROP TABLE default.u;\n");
  run(0, {"apply", "prod", "--yes"});
  const std::string refused = run(3, {"rollback", "prod", "--steps", "1", "--yes"});
  const std::string start = "godwit approve prod --rollback --steps 1 --digest ";
  ASSERT_THAT(refused, HasSubstr(start));
  const std::string digest = refused.substr(refused.find(start) + start.size(), 64);
  EXPECT_THAT(run(2, {"approve", "prod", "--rollback", "--digest", digest}),
              HasSubstr("rollback how far?"));
  run(0, {"approve", "prod", "--rollback", "--steps", "1", "--digest", digest});
  EXPECT_THAT(run(0, {"rollback", "prod", "--steps", "1", "--yes"}), HasSubstr("taken back"));
  run(0, {"apply", "prod", "--yes"});
  EXPECT_THAT(run(3, {"rollback", "prod", "--steps", "1", "--yes"}), HasSubstr(start + digest));
}

TEST_F(Approvals, ArePlainWrongWords) {
  EXPECT_THAT(run(3, {"approve", "prod", "--digest", "f00"}),
              HasSubstr("the plan's digest is " + digest() + ", not f00: it is another plan"));
  EXPECT_THAT(run(3, {"approve", "prod"}), HasSubstr("godwit approve prod --digest " + digest()));
  EXPECT_THAT(run(2, {"approve", "prod", "--digest", digest(), "--class", "drip"}),
              HasSubstr("unknown class 'drip'\n    did you mean 'drop'?"));
  EXPECT_THAT(
      run(2, {"approve", "prod", "--digest", digest(), "--class", "rebuild"}),
      HasSubstr("no step of the plan is of class rebuild\n    its steps are of class mutation, "
                "drop"));
  EXPECT_EQ(engine_.value("SELECT count() FROM godwit.history WHERE state = 'approved'"), "0");
}

TEST_F(Approvals, APersonIsShownThePlanFirst) {
  for (const auto& [answer, code] : {std::pair{"no\n", 3}, {"yes\n", 0}}) {
    Running running = project_.start({{"approve", "prod"}}, Streams::terminal);
    ASSERT_TRUE(running.shows("Approve 1 migration, 2 steps on prod? [yes/no] "));
    running.type(answer);
    const Ended ended = running.wait();
    EXPECT_EQ(ended.code, code) << ended.output;
    EXPECT_THAT(ended.output, HasSubstr("DROP TABLE default.t"));
  }
  run(0, {"apply", "prod", "--yes"});
}

TEST_F(Approvals, TheQuestionNamesTheTableAndItsRows) {
  Running running = project_.start({{"apply", "dev"}}, Streams::terminal);
  ASSERT_TRUE(running.shows("Apply 1 migration, 2 steps on dev? [yes/no] "));
  running.type("yes\n");
  const Ended ended = running.wait();
  EXPECT_EQ(ended.code, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("These steps take away what nothing brings back:"));
  EXPECT_THAT(ended.output, HasSubstr("default.t, 1234 rows (drop)"));
}

TEST_F(Approvals, WhatAPlanItselfMakesMayGo) {
  project_.write("migrations/2_drop.sql",
                 "CREATE TABLE default.short (k UInt8) ENGINE = MergeTree ORDER BY k;\n"
                 "DROP TABLE default.short;\n");
  EXPECT_THAT(run(0, {"apply", "dev", "--yes"}), HasSubstr("2 steps applied"));
  // But not where it is there already: then the CREATE makes nothing.
  project_.write("migrations/3_again.sql",
                 "CREATE TABLE IF NOT EXISTS default.t (k UInt8) ENGINE = MergeTree ORDER BY k;\n"
                 "DROP TABLE default.t;\n");
  EXPECT_THAT(run(3, {"apply", "dev", "--yes"}), HasSubstr("default.t, 1234 rows"));
}

TEST_F(Approvals, PlanAndDryRunShowWhatIsMissing) {
  const std::string plan = run(0, {"plan", "prod"});
  EXPECT_THAT(plan, HasSubstr("needs an approval for class mutation, drop: 2 steps"));
  EXPECT_THAT(plan, HasSubstr("needs --allow-destructive or an approval: 2 steps"));
  EXPECT_THAT(run(0, {"apply", "prod", "--dry-run"}), HasSubstr("needs an approval for class"));
  EXPECT_THAT(run(0, {"plan", "dev"}), Not(HasSubstr("needs an approval")));
  EXPECT_EQ(planned()["migrations"][0]["steps"][0]["needs"],
            (std::vector<std::string>{"approval", "allow-destructive"}));
}

}  // namespace
}  // namespace godwit::test
