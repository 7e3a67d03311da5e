#include "godwit/server/exception.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace godwit::server {
namespace {

struct Text {
  std::string_view text;
  int code;
  std::string_view message;
};

constexpr Text kTexts[] = {
    {"Code: 60. DB::Exception: Table d.t does not exist. (UNKNOWN_TABLE) (version 26.7.1.1)\n", 60,
     "Table d.t does not exist. (UNKNOWN_TABLE)"},
    {"Code: 57. DB::Exception: There is one. (TABLE_ALREADY_EXISTS) (version 22.3.1 (official "
     "build))",
     57, "There is one. (TABLE_ALREADY_EXISTS)"},
    {"Code: 60, e.displayText() = DB::Exception: Table d.t doesn't exist., e.what() = "
     "DB::Exception\n",
     60, "Table d.t doesn't exist."},
    {"Code: 60, e.displayText() = DB::Exception: Table d.t doesn't exist. (version 20.8.1.1)", 60,
     "Table d.t doesn't exist."},
    {"Poco::Exception. Code: 1000, e.code() = 111, e.displayText() = Connection refused, e.what() "
     "= Connection refused",
     1000, "Connection refused"},
    {"Code: 210. DB::NetException: Connection refused (h:9000). (NETWORK_ERROR)", 210,
     "Connection refused (h:9000). (NETWORK_ERROR)"},
    {"Code: 999. Coordination::Exception: No node. (KEEPER_EXCEPTION) (version 23.8.1.1)", 999,
     "No node. (KEEPER_EXCEPTION)"},
    {"Code: 159. DB::Exception: host 2 says: Code: 57. DB::Exception: x (version 22.3.1). "
     "(TIMEOUT_EXCEEDED) (version 26.7.1.1)",
     159, "host 2 says: Code: 57. DB::Exception: x (version 22.3.1). (TIMEOUT_EXCEEDED)"},
    {"Code: 62. DB::Exception: Syntax error: line 1\nand line 2. (SYNTAX_ERROR) (version 26.7.1)",
     62, "Syntax error: line 1\nand line 2. (SYNTAX_ERROR)"},
};

TEST(ParseException, CodeAndMessageOfEveryForm) {
  for (const Text& row : kTexts) {
    const auto failed = parse_exception(row.text);
    ASSERT_TRUE(failed) << row.text;
    EXPECT_EQ(failed->code, row.code) << row.text;
    EXPECT_EQ(failed->message, row.message) << row.text;
  }
}

TEST(ParseException, NothingElseIsOne) {
  for (const std::string_view text :
       {"", "Ok.\n", "Code", "Code: ", "Code: x. DB::Exception: y", "<html>Code: 60. DB::Exception",
        "Code: 99999999999999999999. DB::Exception: y", "code: 60. DB::Exception: y"}) {
    EXPECT_FALSE(parse_exception(text)) << text;
  }
}

TEST(FindException, AtTheEndOfAnyBody) {
  for (const Text& row : kTexts) {
    if (row.text.starts_with("Poco")) continue;
    for (const std::string_view before : {"", "1\n2\n", "h1\t9000\t0\t\t1\t0\n\n"}) {
      const std::string body = std::string(before) + std::string(row.text);
      const auto failed = find_exception(body, "");
      if (row.text.find("Coordination") != std::string_view::npos) continue;
      ASSERT_TRUE(failed) << body;
      EXPECT_EQ(failed->code, row.code) << body;
    }
  }
}

TEST(FindException, DataIsNone) {
  for (const std::string_view body :
       {"", "1\n", "x Code: 60. DB::Exception: y\n", "h1\t9000\t57\tCode: 57. DB::Exception: y\n",
        "Code: 60\n", "Code: 60. Post\n"}) {
    EXPECT_FALSE(find_exception(body, "")) << body;
  }
}

TEST(FindException, BehindTheTag) {
  const std::string body =
      "1\n2\n\r\n__exception__\r\nPU1FNUFH98\r\nCode: 395. DB::Exception: Big bam. "
      "(X) (version 25.11.1.1)\n54 PU1FNUFH98\r\n__exception__\r\n";
  const auto failed = find_exception(body, "PU1FNUFH98");
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->code, 395);
  EXPECT_EQ(failed->message, "Big bam. (X)");
  // Cut before its end, and in another's tag.
  EXPECT_EQ(find_exception(body.substr(0, 80), "PU1FNUFH98")->code, 395);
  EXPECT_FALSE(find_exception(body, "OTHERTAG00"));
  // A server that tags is believed: a row may begin like an exception.
  EXPECT_FALSE(find_exception("Code: 60. DB::Exception: from a log\n", "PU1FNUFH98"));
}

TEST(LeavesDoubt, WhereOnlyAnAnswerIsMissing) {
  for (const int code : {159, 209, 210, 319, 341}) EXPECT_TRUE(leaves_doubt({code, "x"})) << code;
  for (const int code : {0, 57, 60, 62, 80, 242, 394, 517}) {
    EXPECT_FALSE(leaves_doubt({code, "x"})) << code;
  }
  EXPECT_TRUE(leaves_doubt({999, "Session expired (KEEPER_EXCEPTION)"}));
  EXPECT_TRUE(leaves_doubt({999, "Coordination error: Connection loss, path: /x"}));
  EXPECT_TRUE(leaves_doubt({999, "Operation timeout"}));
  EXPECT_FALSE(leaves_doubt({999, "No node, path: /x"}));
}

TEST(MayLeaveDoubt, WhereTheRestOfAMessageWouldDecide) {
  for (const int code : {159, 209, 341, 517, 999})
    EXPECT_TRUE(may_leave_doubt({code, "Co"})) << code;
  for (const int code : {0, 57, 60, 80}) EXPECT_FALSE(may_leave_doubt({code, "Ta"})) << code;
}

TEST(PassesByItself, WhereNothingWasDoneYet) {
  EXPECT_TRUE(passes_by_itself({517, "Metadata on replica is not up to date"}));
  EXPECT_TRUE(passes_by_itself({999, "Coordination error: No node, path: /x"}));
  EXPECT_FALSE(passes_by_itself({999, "Connection loss"}));
  for (const int code : {0, 57, 60, 159, 341}) {
    EXPECT_FALSE(passes_by_itself({code, "No node"})) << code;
  }
  // One host of a cluster: the others may have done it.
  EXPECT_FALSE(passes_by_itself({517, "There was an error on [h2:9000]: Code: 517. ..."}));
}

}  // namespace
}  // namespace godwit::server
