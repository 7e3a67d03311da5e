#include "support/golden.hpp"

#include "godwit/base/file.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace godwit::test {
namespace {

struct DiffCase {
  std::string_view golden;
  std::string_view produced;
  std::string_view expected;
};

// clang-format off
constexpr DiffCase kDiffs[] = {
    {"a\nb\n", "a\nb\n", ""},
    {"", "", ""},
    {"a\n", "b\n", "@@ 1, 1 @@\n-a\n+b\n \n"},
    {"a\nb\nc\n", "a\nc\n", "@@ 1, 1 @@\n a\n-b\n c\n \n"},
    {"a\n", "a", "@@ 1, 1 @@\n a\n-\n"},
    // Far apart: a hunk each, with three lines round it.
    {"x\n1\n2\n3\n4\n5\n6\n7\ny", "X\n1\n2\n3\n4\n5\n6\n7\nY",
     "@@ 1, 1 @@\n-x\n+X\n 1\n 2\n 3\n@@ 6, 6 @@\n 5\n 6\n 7\n-y\n+Y\n"},
};
// clang-format on

TEST(Golden, TheDiffShowsWhatDiffersAndWhere) {
  for (const auto& [golden, produced, expected] : kDiffs) {
    EXPECT_EQ(line_diff(golden, produced), expected) << golden << "\n--\n" << produced;
  }
}

TEST(Golden, OneByteOfDifferenceFailsAndIsShown) {
  const TemporaryDirectory directory("golden");
  const auto path = directory.path() / "x.golden";
  write_file(path, "a\nb\n");
  EXPECT_TRUE(matches_golden(path, "a\nb\n"));
  if (std::getenv("GODWIT_UPDATE_GOLDEN") != nullptr) return;  // mismatches are written then
  const auto result = matches_golden(path, "a\nB\n");
  EXPECT_FALSE(result);
  EXPECT_NE(std::string_view(result.message()).find("-b\n+B\n"), std::string_view::npos);
  EXPECT_FALSE(matches_golden(directory.path() / "none.golden", ""));
  EXPECT_EQ(read_file(path), "a\nb\n");
}

}  // namespace
}  // namespace godwit::test
