// What a person at a terminal meets: the question, colours, a progress line; and what a pipe does
// not get of it.

#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace godwit::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kGreenDone = "\x1B[32mdone\x1B[0m";

TEST(Terminal, AppliesWhenThePersonSaysYes) {
  const Project shop("shop");
  Running running = shop.start({{"apply"}}, Streams::terminal);
  ASSERT_TRUE(running.shows("Apply 3 migrations, 8 steps on dev? [yes/no] "));
  running.type("yes\n");
  const Ended ended = running.wait();
  EXPECT_EQ(ended.code, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("  digest "));  // the plan stands before the question
  EXPECT_THAT(ended.output, HasSubstr("3 migrations, 8 steps applied"));
}

TEST(Terminal, DoesNothingWhenThePersonSaysNo) {
  const Project shop("shop");
  for (const char* answer : {"no\n", "\n", "\x04"}) {
    Running running = shop.start({{"apply"}}, Streams::terminal);
    ASSERT_TRUE(running.shows("[yes/no] "));
    running.type(answer);
    const Ended ended = running.wait();
    EXPECT_EQ(ended.code, 3);
    EXPECT_THAT(ended.output, HasSubstr("godwit: not agreed to: nothing was done"));
  }
  EXPECT_THAT(shop.run({"status"}).output, HasSubstr("0001_events   pending\n"));
}

TEST(Terminal, HasColoursUnlessNoColorIsSet) {
  const Project shop("shop");
  Running coloured = shop.start({{"apply", "--yes"}}, Streams::terminal);
  EXPECT_THAT(coloured.wait().output, HasSubstr(kGreenDone));
  const Call plain_calls[] = {{{"status"}, {{"NO_COLOR", "1"}}},
                              {{"status", "--no-color"}},
                              {{"status"}, {{"TERM", "dumb"}}}};
  for (const Call& call : plain_calls) {
    Running plain = shop.start(call, Streams::terminal);
    const Ended ended = plain.wait();
    EXPECT_THAT(ended.output, HasSubstr("done"));
    EXPECT_THAT(ended.output, Not(HasSubstr("\x1B[3")));
  }
  const Ended empty = shop.start({{"status"}, {{"NO_COLOR", ""}}}, Streams::terminal).wait();
  EXPECT_THAT(empty.output, HasSubstr(kGreenDone));  // no-color.org: only when it is not empty
}

TEST(Terminal, ShowsProgressOfALongStatementAndAPipeDoesNot) {
  const Project project;
  project.write("migrations/1_slow.sql",
                "SELECT sleepEachRow(0.1) FROM numbers(12) SETTINGS max_block_size = 1;\n");
  Running running = project.start({{"apply", "--yes"}}, Streams::terminal);
  EXPECT_TRUE(running.shows(" rows, "));
  const Ended shown = running.wait();
  EXPECT_EQ(shown.code, 0) << shown.output;
  EXPECT_THAT(shown.output, HasSubstr("1_slow  step 1 of 1  SELECT sleepEachRow"));
  EXPECT_THAT(shown.output, HasSubstr("\r\x1B[K"));
  EXPECT_THAT(shown.output, HasSubstr("1 of 1 steps  1."));

  const Project again;
  again.write("migrations/1_slow.sql", "SELECT sleepEachRow(0.3);\n");
  const Ended piped = again.run({"apply", "--yes"});
  EXPECT_THAT(piped.output + piped.errors, Not(HasSubstr("\x1B")));
  EXPECT_THAT(piped.output + piped.errors, Not(HasSubstr("\r")));
}

}  // namespace
}  // namespace godwit::test
