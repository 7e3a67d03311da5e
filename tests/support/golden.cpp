// The diff is the longest common subsequence of lines by the quadratic table: goldens are small,
// and it runs on a mismatch only.

#include "support/golden.hpp"

#include "godwit/base/file.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace godwit::test {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kContext = 3;

struct Line {
  char sign;  // ' ', '-', '+'
  std::string_view text;
  std::size_t golden;  // from 1: the place in both texts
  std::size_t produced;
};

std::vector<Line> compare(const std::vector<std::string_view>& a,
                          const std::vector<std::string_view>& b) {
  std::vector<std::vector<std::size_t>> common(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      common[i][j] =
          a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  std::vector<Line> lines;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      lines.push_back({' ', a[i], i + 1, j + 1});
      ++i;
      ++j;
    } else if (j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1])) {
      lines.push_back({'-', a[i], i + 1, j + 1});
      ++i;
    } else {
      lines.push_back({'+', b[j], i + 1, j + 1});
      ++j;
    }
  }
  return lines;
}

bool is_shown(const std::vector<Line>& lines, std::size_t at) {
  const std::size_t first = at > kContext ? at - kContext : 0;
  const std::size_t last = std::min(lines.size(), at + kContext + 1);
  for (std::size_t i = first; i < last; ++i) {
    if (lines[i].sign != ' ') return true;
  }
  return false;
}

bool wants_update() {
  const char* const value = std::getenv("GODWIT_UPDATE_GOLDEN");
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace

std::vector<fs::path> golden_files(std::string_view folder, std::string_view extension) {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::directory_iterator(fs::path(GODWIT_SOURCE_DIR "/tests/golden") / folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string line_diff(std::string_view golden, std::string_view produced) {
  const std::vector<Line> lines = compare(split(golden, '\n'), split(produced, '\n'));
  std::string text;
  bool in_hunk = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool shown = is_shown(lines, i);
    if (shown && !in_hunk)
      text += fmt::format("@@ {}, {} @@\n", lines[i].golden, lines[i].produced);
    if (shown) text += fmt::format("{}{}\n", lines[i].sign, lines[i].text);
    in_hunk = shown;
  }
  return text;
}

::testing::AssertionResult matches_golden(const fs::path& golden, std::string_view produced) {
  const bool exists = fs::exists(golden);
  const std::string expected = exists ? read_file(golden) : std::string();
  if (exists && expected == produced) return ::testing::AssertionSuccess();
  if (wants_update()) {
    write_file(golden, produced);
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << golden.string() << (exists ? " differs" : " is missing")
                                       << " (GODWIT_UPDATE_GOLDEN=1 writes it)\n"
                                       << line_diff(expected, produced);
}

}  // namespace godwit::test
