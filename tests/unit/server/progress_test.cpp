#include "godwit/server/progress.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace godwit::server {
namespace {

TEST(ParseProgress, NumbersAsTextOfEveryAge) {
  struct Case {
    std::string_view json;
    std::uint64_t rows, bytes, total;
    int milliseconds;
  };
  constexpr Case kCases[] = {
      {R"({"read_rows":"1","read_bytes":"2","total_rows":"3"})", 1, 2, 3, 0},
      {R"({"read_rows":"1","read_bytes":"2","total_rows_to_read":"3"})", 1, 2, 3, 0},
      {R"({"read_rows":"1","read_bytes":"2","written_rows":"9","total_rows_to_read":"0",)"
       R"("elapsed_ns":"1500000000"})",
       1, 2, 0, 1500},
      {R"({"read_rows":18446744073709551615,"read_bytes":2})", 18446744073709551615ULL, 2, 0, 0},
      {R"({"read_rows":"x"})", 0, 0, 0, 0},
  };
  for (const Case& row : kCases) {
    const auto progress = parse_progress(row.json);
    ASSERT_TRUE(progress) << row.json;
    EXPECT_EQ(progress->read_rows, row.rows) << row.json;
    EXPECT_EQ(progress->read_bytes, row.bytes) << row.json;
    EXPECT_EQ(progress->total_rows, row.total) << row.json;
    EXPECT_EQ(progress->elapsed.count(), row.milliseconds) << row.json;
  }
  for (const std::string_view text : {"", "{", "[]", "1", "{}", R"({"rows":"1"})"}) {
    EXPECT_FALSE(parse_progress(text)) << text;
  }
}

TEST(ProgressQuery, AsksByCommentWhereTheServerKnowsIt) {
  const Capabilities old{"", {18, 16}, ""};
  const Capabilities recent{"", {26, 7}, ""};
  EXPECT_EQ(progress_query("a'b", old).find("log_comment"), std::string::npos);
  EXPECT_NE(progress_query("a'b", old).find(R"(query_id = 'a\'b')"), std::string::npos);
  EXPECT_NE(progress_query("q", recent).find("Settings['log_comment'] = 'q'"), std::string::npos);
  const auto progress = parse_progress_row({"1", "2", "3", "4"});
  ASSERT_TRUE(progress);
  EXPECT_EQ(progress->read_bytes, 2U);
  EXPECT_EQ(progress->elapsed.count(), 4);
  EXPECT_FALSE(parse_progress_row({"1", "2", "3"}));
  EXPECT_FALSE(parse_progress_row({"1", "2", "3", "x"}));
}

}  // namespace
}  // namespace godwit::server
