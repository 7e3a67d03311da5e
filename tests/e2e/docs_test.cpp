// What README.md and docs/ show is what godwit prints: every page is run (tests/support/docs.hpp).
// A difference is shown as a diff; GODWIT_UPDATE_DOCS=1 writes it into the page, for the review.

#include "support/docs.hpp"

#include "godwit/base/file.hpp"
#include "godwit/base/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "e2e/docs_tables.hpp"

namespace godwit::test {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> pages() {
  std::vector<fs::path> found = {GODWIT_SOURCE_DIR "/README.md"};
  for (const auto& entry : fs::directory_iterator(GODWIT_SOURCE_DIR "/docs")) {
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

// Pages that need real servers are run by the suite of clusters.
std::vector<fs::path> pages_without_servers() {
  std::vector<fs::path> found = pages();
  std::erase_if(found, [](const fs::path& page) {
    return read_file(page).find("<!-- cluster -->") != std::string::npos;
  });
  return found;
}

std::string name_of(const ::testing::TestParamInfo<fs::path>& info) {
  std::string name = info.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

std::string checked(std::string_view page) {
  const CheckedPage result = check_page(page, {{"one", [] { return std::string("1\n"); }}});
  return result.problems.empty() ? result.text : "problem: " + result.problems.front();
}

class Docs : public ::testing::TestWithParam<fs::path> {};
class DocsLinks : public ::testing::TestWithParam<fs::path> {};

TEST_P(Docs, ShowsWhatIsPrinted) { expect_page_is_right(GetParam(), docs_tables()); }

INSTANTIATE_TEST_SUITE_P(Page, Docs, ::testing::ValuesIn(pages_without_servers()), name_of);
INSTANTIATE_TEST_SUITE_P(Page, DocsLinks, ::testing::ValuesIn(pages()), name_of);

// Every relative link leads to a file, and to a heading of it.
TEST_P(DocsLinks, LeadSomewhere) {
  const std::string text = read_file(GetParam());
  const auto anchor_of = [](std::string_view heading) {
    std::string anchor;
    for (const char c : lower(heading)) {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_') anchor += c;
      if (c == ' ') anchor += '-';
    }
    return anchor;
  };
  for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
    const std::string link = text.substr(at + 2, text.find(')', at) - at - 2);
    if (link.starts_with("http")) continue;
    const std::size_t hash = link.find('#');
    const fs::path path = hash == 0 ? GetParam() : GetParam().parent_path() / link.substr(0, hash);
    ASSERT_TRUE(fs::exists(path)) << GetParam() << ": " << link;
    if (hash == std::string::npos) continue;
    bool found = false;
    const std::string target = read_file(path);
    for (const std::string_view line : split(target, '\n')) {
      const std::size_t text_at = line.find_first_not_of('#');
      if (text_at == 0 || text_at == std::string_view::npos) continue;
      found = found || anchor_of(trim(line.substr(text_at))) == link.substr(hash + 1);
    }
    EXPECT_TRUE(found) << GetParam() << ": no heading for " << link;
  }
}

// The runner itself.
TEST(DocsRunner, DotsStandForAnything) {
  constexpr std::pair<std::string_view, std::string_view> kSame[] = {
      {"", ""},          {"a", "a"},          {"a … ms", "a 12 ms"},
      {"…", "anything"}, {"a…b…c", "a1b2bc"}, {"…b", "b"},
  };
  constexpr std::pair<std::string_view, std::string_view> kDifferent[] = {
      {"a", "b"}, {"a … ms", "a 12 s"}, {"a…b", "ac"}, {"a…a", "a"}, {"ab…", "a"},
  };
  for (const auto& [page, printed] : kSame) EXPECT_TRUE(matches_line(page, printed)) << page;
  for (const auto& [page, printed] : kDifferent) EXPECT_FALSE(matches_line(page, printed)) << page;
}

TEST(DocsRunner, APageThatIsRightStaysAsItIs) {
  constexpr std::string_view kPage =
      "# Page\n```text file=a/b.txt\nhello\n```\n<!-- run: test -f a/b.txt -->\n"
      "```console\n$ cat a/b.txt; echo no >&2\nhello\nno\n$ seq 100\n1\n…\n100\n$ (exit 3)\n"
      "$ echo $?\n3\n$ date\n… 20…\n```\n```text\n$ not run\n```\n"
      "<!-- generated: one -->\n\n1\n\n<!-- end -->\n";
  EXPECT_EQ(checked(kPage), kPage);
}

TEST(DocsRunner, APageThatIsWrongComesOutRight) {
  EXPECT_EQ(checked("```console\n$ printf 'a 1 ms\\nb 2 ms\\n'\na … ms\nc\n```\n"),
            "```console\n$ printf 'a 1 ms\\nb 2 ms\\n'\na … ms\nb …\n```\n");
  EXPECT_EQ(checked("<!-- generated: one -->\n2\n<!-- end -->\n"),
            "<!-- generated: one -->\n\n1\n\n<!-- end -->\n");
  EXPECT_EQ(checked("```console\n$ true\nnothing\n```\n"), "```console\n$ true\n```\n");
}

TEST(DocsRunner, WhatCannotBeRunIsAProblem) {
  constexpr std::string_view kPages[] = {
      "<!-- run: false -->\n", "<!-- generated: two -->\n<!-- end -->\n", "```console\n$ true\n",
      "```console\noutput of nothing\n```\n"};
  for (const std::string_view page : kPages) {
    EXPECT_THAT(checked(page), ::testing::StartsWith("problem: ")) << page;
  }
}

}  // namespace

}  // namespace godwit::test
