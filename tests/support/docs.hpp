#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::test {

/// The sign in a page for what differs from run to run: part of a line, or any number of lines
/// where it stands alone on one.
inline constexpr std::string_view kAny = "…";

/// Whether a line of a page stands for a printed one.
bool matches_line(std::string_view page, std::string_view printed);

/// The same for a command's whole output.
bool matches_lines(std::span<const std::string_view> page,
                   std::span<const std::string_view> printed);

/// What a page should show for this output: `page` itself where it matches; else what was printed,
/// with the lines of `page` that still match kept and times, ids and paths written as "…".
std::string shown_output(std::span<const std::string_view> page,
                         std::span<const std::string_view> printed);

/// The text between `<!-- generated: NAME -->` and `<!-- end -->`, by name.
using Tables = std::map<std::string, std::function<std::string()>, std::less<>>;

/// What a page should be, and what went wrong on the way that no new text can mend.
struct CheckedPage {
  std::string text;  // equal to the page's where all is well
  std::vector<std::string> problems;
};

/// Runs a page of docs in a folder of its own and says how it should read. Its marks, each on a
/// line of its own:
///   <!-- example: NAME -->   from here in a fresh copy of examples/NAME
///   <!-- fresh -->           from here in a fresh empty folder
///   <!-- run: COMMAND -->    run unseen; must end with 0
///   <!-- keeper: FILE -->    starts a ZooKeeper; FILE is a configuration of godwit-engine for it
///   ```LANGUAGE file=NAME    the fence's content is written to NAME
///   ```console               each line `$ COMMAND` is run, in the page's one shell; what follows
///                            must be what it prints, stdout and stderr in their order
///   <!-- generated: NAME --> up to <!-- end -->: must be what tables[NAME] prints
///   <!-- cluster -->         the page needs real servers: the suite of clusters runs it
CheckedPage check_page(std::string_view text, const Tables& tables);

/// Runs a page and expects it to be right; with GODWIT_UPDATE_DOCS set, writes how it should read.
void expect_page_is_right(const std::filesystem::path& path, const Tables& tables);

}  // namespace godwit::test
