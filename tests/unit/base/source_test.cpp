#include "godwit/base/source.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/file.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace godwit {
namespace {

struct PlaceCase {
  std::string_view text;  // | marks the place
  std::size_t line;
  std::size_t column;
  std::string_view shown;
};

// clang-format off
constexpr PlaceCase kPlaces[] = {
    {"|",              1, 1, ""},
    {"|abc",           1, 1, "abc"},
    {"ab|c",           1, 3, "abc"},
    {"abc|",           1, 4, "abc"},
    {"abc|\n",         1, 4, "abc"},
    {"abc\n|",         2, 1, ""},
    {"abc\nde|f\nghi", 2, 3, "def"},
    {"\n\n|x",         3, 1, "x"},
    {"a\r\nb|c\r\nd",  2, 2, "bc"},
    {"a|\r\n",         1, 2, "a"},
    {"a\r|\n",         1, 3, "a"},
    {"\xEF\xBB\xBF|a", 1, 2, "\xEF\xBB\xBF" "a"},
    {"äöü|ß",          1, 4, "äöüß"},
    {"日本|語\nx",      1, 3, "日本語"},
    {"\t\t|a",         1, 3, "\t\ta"},
};
// clang-format on

TEST(Source, KnowsLineAndColumnOfEveryView) {
  for (const auto& [marked, line, column, shown] : kPlaces) {
    std::string text(marked);
    const std::size_t at = text.find('|');
    text.erase(at, 1);
    const Source source("a.sql", text);
    const Where where = source.where(source.text().substr(at));
    EXPECT_EQ(where.path, "a.sql");
    EXPECT_EQ(where.line, line) << marked;
    EXPECT_EQ(where.column, column) << marked;
    EXPECT_EQ(where.text, shown) << marked;
  }
}

// Lines are counted once a block: places on both sides of each block's border, and at the end.
TEST(Source, KnowsTheLineOfEveryByteOfALongText) {
  std::string text;
  for (int i = 0; text.size() < 20000; ++i) text += std::string(i % 90, 'x') + "\n";
  const Source source("a.sql", text);
  std::size_t line = 1;
  std::size_t column = 1;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const Where where = source.where(source.text().substr(at, 0));
    ASSERT_EQ(where.line, line) << at;
    ASSERT_EQ(where.column, column) << at;
    const bool ends_line = at < text.size() && text[at] == '\n';
    line += ends_line ? 1 : 0;
    column = ends_line ? 1 : column + 1;
  }
}

TEST(Source, AViewFromElsewhereGivesThePathAlone) {
  const Source source("a.sql", "abc");
  const std::string other = "abc";
  for (const std::string_view view : {std::string_view(other), std::string_view()}) {
    const Where where = source.where(view);
    EXPECT_EQ(to_string(where), "a.sql");
    EXPECT_EQ(where.text, "");
  }
}

TEST(Source, ViewsOutliveTheValueAsLongAsACopyLives) {
  std::optional<Source> first(std::in_place, "a.sql", "abc");
  const std::string_view view = first->text().substr(1);
  const Source copy = *first;
  first.reset();
  EXPECT_EQ(view, "bc");
  EXPECT_EQ(copy.where(view).column, 2U);
}

TEST(Source, APlaceIsPrintedAsFarAsItIsKnown) {
  EXPECT_EQ(to_string(Where{}), "");
  EXPECT_TRUE(Where{}.empty());
  EXPECT_EQ(to_string(Where{"a.sql", 0, 0, {}}), "a.sql");
  EXPECT_EQ(to_string(Where{"a.sql", 3, 0, {}}), "a.sql:3");
  EXPECT_EQ(to_string(Where{"a.sql", 3, 7, {}}), "a.sql:3:7");
}

TEST(Source, ReadsAFile) {
  const TemporaryDirectory directory("source");
  write_file(directory.path() / "a.sql", "SELECT 1;\n");
  const Source source = read_source(directory.path() / "a.sql");
  EXPECT_EQ(source.text(), "SELECT 1;\n");
  EXPECT_EQ(source.path(), (directory.path() / "a.sql").string());
  EXPECT_THROW((void)read_source(directory.path() / "none.sql"), Error);
}

}  // namespace
}  // namespace godwit
