#include "godwit/server/server.hpp"

#include "godwit/base/error.hpp"
#include "support/scripted_server.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <utility>

namespace godwit::server {
namespace {

using namespace std::string_view_literals;

TEST(Quote, LiteralsAndNames) {
  struct Row {
    std::string_view text, literal, name;
  };
  constexpr Row kRows[] = {
      {"", "''", "``"},
      {"abc", "'abc'", "`abc`"},
      {"it's", R"('it\'s')", "`it's`"},
      {"a`b", "'a`b'", R"(`a\`b`)"},
      {R"(a\b)", R"('a\\b')", R"(`a\\b`)"},
      {"\t\n\r\b\f\0"sv, R"('\t\n\r\b\f\0')", R"(`\t\n\r\b\f\0`)"},
      {"caf\xc3\xa9", "'caf\xc3\xa9'", "`caf\xc3\xa9`"},
  };
  for (const Row& row : kRows) {
    EXPECT_EQ(quote(row.text), row.literal);
    EXPECT_EQ(quote_name(row.text), row.name);
  }
}

TEST(Select, ThrowsWithCodeAndMessage) {
  test::ScriptedServer server;
  server.expect("SELECT 1", std::vector<Row>{{"1", "a"}, {"2", "b"}})
      .expect("SELECT 2", Failed{60, "Table d.t does not exist. (UNKNOWN_TABLE)"})
      .expect("SELECT 3", InDoubt{"no answer: cut"});
  EXPECT_EQ(read_rows(server, "SELECT 1"), (std::vector<Row>{{"1", "a"}, {"2", "b"}}));
  try {
    read_rows(server, "SELECT 2");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "scripted:: code 60: Table d.t does not exist. (UNKNOWN_TABLE)");
  }
  EXPECT_THROW(read_rows(server, "SELECT 3"), Error);
}

}  // namespace
}  // namespace godwit::server
