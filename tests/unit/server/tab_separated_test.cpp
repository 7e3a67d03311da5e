#include "godwit/server/tab_separated.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::server {
namespace {

using namespace std::string_view_literals;

TEST(UnescapeField, EveryEscape) {
  constexpr std::pair<std::string_view, std::string_view> kRows[] = {
      {"", ""},
      {"abc", "abc"},
      {R"(\t)", "\t"},
      {R"(\n)", "\n"},
      {R"(\r)", "\r"},
      {R"(\b)", "\b"},
      {R"(\f)", "\f"},
      {R"(\0)", "\0"sv},
      {R"(\')", "'"},
      {R"(\\)", "\\"},
      {R"(\N)", R"(\N)"},
      {R"(\\N)", R"(\N)"},
      {R"(\\n)", R"(\n)"},
      {R"(a\)", R"(a\)"},
      {R"(\x)", R"(\x)"},
      {"\xc3\xa9", "\xc3\xa9"},
      {R"(a\tb\\c)", "a\tb\\c"},
  };
  for (const auto& [field, expected] : kRows) EXPECT_EQ(unescape_field(field), expected) << field;
}

std::vector<Row> read(std::string_view body, std::size_t piece) {
  std::vector<Row> rows;
  RowReader reader([&](const Row& row) { rows.push_back(row); });
  for (std::size_t at = 0; at < body.size(); at += piece) reader.add(body.substr(at, piece));
  reader.finish();
  return rows;
}

TEST(RowReader, RowsAreTheSameHoweverTheyArrive) {
  const std::pair<std::string_view, std::vector<Row>> rows[] = {
      {"", {}},
      {"\n", {{""}}},
      {"1\n", {{"1"}}},
      {"1", {{"1"}}},
      {"1\ta\\tb\n2\t\\N\n", {{"1", "a\tb"}, {"2", "\\N"}}},
      {"\t\n\t\n", {{"", ""}, {"", ""}}},
      {"Code: 60. DB::Exception: x\n2\n", {{"Code: 60. DB::Exception: x"}, {"2"}}},
  };
  for (const auto& [body, expected] : rows) {
    for (const std::size_t piece : {1U, 2U, 3U, 1000U})
      EXPECT_EQ(read(body, piece), expected) << body;
  }
}

TEST(RowReader, RowsArriveBeforeTheEndAndAnExceptionDoesNot) {
  for (const std::string_view tail :
       {"Code: 395. DB::Exception: x\n", "Code: 395, e.displayText() = DB::Exception: x\n",
        "\r\n__exception__\r\nTAG\r\n"}) {
    std::vector<Row> rows;
    RowReader reader([&](const Row& row) { rows.push_back(row); });
    reader.add("1\n2\n");
    EXPECT_EQ(rows.size(), 2U);
    reader.add(tail);
    EXPECT_EQ(rows.size(), 2U) << tail;
  }
}

}  // namespace
}  // namespace godwit::server
