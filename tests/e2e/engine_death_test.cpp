// The embedded engine is killed in the middle of a statement: the run cannot know what became of
// it, and the next one asks the engine's log and catalogue.

#include "support/program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>

namespace godwit::test {
namespace {

constexpr const char* kTable =
    "CREATE DATABASE shop;\n"
    "CREATE TABLE shop.orders (id UInt32, price UInt32) ENGINE = MergeTree ORDER BY id;\n"
    "INSERT INTO shop.orders SELECT number, 100 FROM numbers(15);\n";

class EngineDeath : public ::testing::Test {
 protected:
  // A run whose engine is killed in step 4 of the only migration, once a file of its data path
  // whose name ends with `file` holds `text`.
  Ended killed_at_step_4(const std::string& statement, std::string_view file,
                         std::string_view text) {
    project_.write("migrations/1_orders.sql",
                   kTable + statement + ";\nINSERT INTO shop.orders VALUES (100, 1);\n");
    Running running = project_.start({{"apply", "--yes"}});
    const auto runs = [&] {
      for (const auto& [name, bytes] : project_.files()) {
        if (name.ends_with(file) && bytes.find(text) != std::string::npos) return true;
      }
      return false;
    };
    EXPECT_TRUE(eventually(runs));
    const pid_t engine = running.engine_id();
    EXPECT_GT(engine, 0);
    if (engine > 0) ::kill(engine, SIGKILL);
    return running.wait();
  }

  Project project_;
};

TEST_F(EngineDeath, InAMutationTheNextRunFindsItAndGoesOn) {
  const Ended killed = killed_at_step_4(
      "ALTER TABLE shop.orders UPDATE price = price + 1 WHERE sleepEachRow(0.1) = 0 "
      "SETTINGS mutations_sync = 2",
      "/mutation_2.txt", "UPDATE");
  EXPECT_EQ(killed.code, 1);
  EXPECT_NE(
      killed.errors.find("migrations/1_orders.sql:4:1: step 4 of 5 of 1_orders is in doubt: "),
      std::string::npos)
      << killed.errors;
  for (const char* command : {"godwit apply dev\n", "godwit resolve dev 1 --step 4 --done\n",
                              "dev 1 --step 4 --retry\n"}) {
    EXPECT_NE(killed.errors.find(command), std::string::npos) << killed.errors;
  }
  const Ended status = project_.run({"status"});
  EXPECT_NE(status.output.find("in doubt"), std::string::npos) << status.output;

  // The table was new to the run that died; it is not any more.
  const Ended again = project_.run({"apply", "--yes", "--allow-destructive"});
  EXPECT_EQ(again.code, 0) << again.errors;
  EXPECT_NE(again.errors.find("step 4 was in doubt: it ran"), std::string::npos) << again.errors;

  // Once each: every price went up by one, and step 5 put in its row.
  project_.write("migrations/2_check.sql",
                 "SELECT throwIf((SELECT countIf(price = 101) FROM shop.orders) != 15 OR (SELECT "
                 "count() FROM shop.orders WHERE id = 100) != 1);\n");
  const Ended check = project_.run({"apply", "--yes"});
  EXPECT_EQ(check.code, 0) << check.errors;
}

TEST_F(EngineDeath, InAnInsertNobodyKnowsAndAPersonDecides) {
  const Ended killed = killed_at_step_4(
      "INSERT INTO shop.orders SELECT 50 + number, sleepEachRow(0.1) FROM numbers(29)",
      "godwit-query-log.tsv", "-1-4\tgodwit-");
  EXPECT_EQ(killed.code, 1);
  EXPECT_NE(killed.errors.find("is in doubt"), std::string::npos) << killed.errors;

  const Ended again = project_.run({"apply", "--yes"});
  EXPECT_EQ(again.code, 1);
  EXPECT_NE(again.errors.find("system.query_log: it began, and its end is not there"),
            std::string::npos)
      << again.errors;
  EXPECT_NE(again.errors.find("is in doubt"), std::string::npos) << again.errors;

  ASSERT_EQ(project_.run({"resolve", "dev", "1", "--step", "4", "--done"}).code, 0);
  const Ended last = project_.run({"apply", "--yes"});
  EXPECT_EQ(last.code, 0) << last.errors;
  EXPECT_NE(last.output.find("1_orders  done  1 of 5 steps"), std::string::npos) << last.output;
  const Ended status = project_.run({"status", "--steps"});
  EXPECT_NE(status.output.find("4  resolved"), std::string::npos) << status.output;
}

}  // namespace
}  // namespace godwit::test
