// ARCHITECTURE.md says which folder may include which. The page, the libraries' links and the
// #include lines are three tellings of one thing: each is compared with the page.

#include "godwit/base/file.hpp"
#include "godwit/base/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace godwit {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = GODWIT_SOURCE_DIR;

using Folders = std::set<std::string>;
using Graph = std::map<std::string, Folders>;

/// What stands between back-quotes.
std::vector<std::string> quoted(std::string_view text) {
  std::vector<std::string> names;
  const auto pieces = split(text, '`');
  for (std::size_t i = 1; i < pieces.size(); i += 2) names.emplace_back(pieces[i]);
  return names;
}

/// The page's table: a folder and what it may include.
Graph read_page() {
  Graph graph;
  const std::string page = read_file(kRoot / "ARCHITECTURE.md");
  for (const std::string_view line : split(page, '\n')) {
    if (!line.starts_with("| `")) continue;
    const auto cells = split(line, '|');  // empty, folder, duty, may include, empty
    if (cells.size() != 5) {
      ADD_FAILURE() << "not a row of three cells: " << line;
      continue;
    }
    EXPECT_FALSE(trim(cells[2]).empty()) << "no duty: " << line;
    const auto names = quoted(cells[3]);
    graph[quoted(cells[1]).front()] = Folders(names.begin(), names.end());
  }
  return graph;
}

/// The lines "godwit_folder(name links...)" of CMakeLists.txt, direct links only.
Graph read_links() {
  constexpr std::string_view kCall = "godwit_folder(";
  constexpr std::string_view kPrefix = "godwit_";
  Graph graph;
  const std::string text = read_file(kRoot / "CMakeLists.txt");
  for (const std::string_view line : split(text, '\n')) {
    if (!line.starts_with(kCall)) continue;
    const auto words = split(line.substr(kCall.size(), line.find(')') - kCall.size()), ' ');
    Folders& links = graph[std::string(words.front())];
    for (const std::string_view word : words) {
      if (word.starts_with(kPrefix)) links.emplace(word.substr(kPrefix.size()));
    }
  }
  return graph;
}

/// Links are handed on: what a linked library may include, this one may too.
Graph closed(Graph graph) {
  for (bool grew = true; grew;) {
    grew = false;
    for (auto& [folder, links] : graph) {
      for (const std::string& link : Folders(links)) {
        const std::size_t before = links.size();
        links.insert(graph[link].begin(), graph[link].end());
        grew = grew || links.size() > before;
      }
    }
  }
  return graph;
}

std::vector<fs::path> sources_under(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension();
    if (extension == ".cpp" || extension == ".hpp") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The folders of godwit that a file includes.
Folders included_by(const fs::path& file) {
  constexpr std::string_view kInclude = "#include \"godwit/";
  Folders folders;
  const std::string text = read_file(file);
  for (const std::string_view line : split(text, '\n')) {
    if (!line.starts_with(kInclude)) continue;
    const std::string_view path = line.substr(kInclude.size());
    folders.emplace(path.substr(0, path.find('/')));
  }
  return folders;
}

TEST(Architecture, ThePageAndTheLinksAreOneGraph) {
  const Graph page = read_page();
  EXPECT_GE(page.size(), 13U);
  EXPECT_EQ(page, closed(read_links()));
}

TEST(Architecture, EveryFolderHasARow) {
  const Graph page = read_page();
  for (const auto& entry : fs::directory_iterator(kRoot / "src/godwit")) {
    ASSERT_TRUE(entry.is_directory()) << entry.path();
    EXPECT_TRUE(page.contains(entry.path().filename())) << entry.path();
  }
}

TEST(Architecture, NoFolderIncludesItself) {
  for (const auto& [folder, allowed] : read_page())
    EXPECT_FALSE(allowed.contains(folder)) << folder;
}

TEST(Architecture, EveryIncludeIsAllowed) {
  std::size_t seen = 0;
  for (const auto& [folder, allowed] : read_page()) {
    if (!fs::exists(kRoot / "src/godwit" / folder)) continue;
    for (const fs::path& file : sources_under(kRoot / "src/godwit" / folder)) {
      for (const std::string& included : included_by(file)) {
        ++seen;
        EXPECT_TRUE(included == folder || allowed.contains(included))
            << file << " includes " << included << ", which " << folder << " may not";
      }
    }
  }
  EXPECT_GT(seen, 50U);
}

TEST(Architecture, TheEngineIncludesNothingOfGodwit) {
  const auto files = sources_under(kRoot / "src/engine");
  EXPECT_FALSE(files.empty());
  for (const fs::path& file : files) EXPECT_THAT(included_by(file), testing::IsEmpty()) << file;
}

TEST(Architecture, NoSourceFileIsLongerThan400Lines) {
  for (const fs::path& file : sources_under(kRoot / "src")) {
    const std::string text = read_file(file);
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 400) << file;
  }
}

}  // namespace
}  // namespace godwit
