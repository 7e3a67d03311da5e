// A page is walked line by line and written anew on the way: text as it is, outputs and tables as
// they are now. So checking and updating are one walk, and a page that is right comes out equal.

#include "support/docs.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/file.hpp"
#include "godwit/base/text.hpp"
#include "support/docs_shell.hpp"
#include "support/golden.hpp"
#include "support/zookeeper.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <regex>
#include <utility>

namespace godwit::test {

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string_view>;

/// What differs from run to run, and how a page that is rewritten shows it.
struct MaskRow {
  const char* pattern;
  const char* shown;
};

constexpr MaskRow kMasks[] = {
    {R"(\b\d+ ms\b|\b\d+\.\d s\b)", "…"},
    {R"("duration_ms": \d+)", R"("duration_ms": …)"},
    {R"((^|[^'])20\d\d-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?)", "$1…"},  // but no literal of SQL
    {R"(\b20\d{12}_)", "…_"},
    {R"(\b[\w-]+@[\w.-]+:\d+)", "…"},
    {R"(\brun ( ?)[0-9a-f]{12}\b)", "run $1…"},
    {R"(--holder [0-9a-f]{12}\b)", "--holder …"},
    {R"("run_id": "[0-9a-f]{12}")", R"("run_id": "…")"},
    {R"(\bgodwit-[0-9a-f]{12}-)", "godwit-…-"},
    {R"(\bport \d+ after .*?: )", "port … after …: "},
    {R"(^bash: line \d+: +\d+ Killed.*)", "… Killed …"},
    {R"(127\.0\.0\.1:\d+)", "127.0.0.1:…"},
    {R"(/\S*godwit-docs-\w{6})", "…"},
};

std::string mask(std::string_view line) {
  static const std::vector<std::pair<std::regex, const char*>> masks = [] {
    std::vector<std::pair<std::regex, const char*>> compiled;
    for (const MaskRow& row : kMasks) compiled.emplace_back(std::regex(row.pattern), row.shown);
    return compiled;
  }();
  std::string text(line);
  for (const auto& [pattern, shown] : masks) text = std::regex_replace(text, pattern, shown);
  return text;
}

/// The lines of an output or a page; what follows the last line feed is one only if there is text.
Lines lines_of(std::string_view text) {
  Lines lines = split(text, '\n');
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

/// The argument of `<!-- word: argument -->`, or of `<!-- word -->` the empty text.
std::optional<std::string_view> mark(std::string_view line, std::string_view word) {
  std::string_view text = trim(line);
  if (!text.starts_with("<!-- ") || !text.ends_with(" -->")) return std::nullopt;
  text.remove_prefix(5);
  text.remove_suffix(4);
  if (text == word) return std::string_view();
  if (!text.starts_with(word) || !text.substr(word.size()).starts_with(": ")) return std::nullopt;
  return text.substr(word.size() + 2);
}

class Walk {
 public:
  Walk(std::string_view text, const Tables& tables) : lines_(lines_of(text)), tables_(tables) {}

  CheckedPage check() {
    while (at_ < lines_.size() && page_.problems.empty()) {
      const std::string_view line = lines_[at_];
      put(line);
      ++at_;
      if (line.starts_with("```")) {
        fence(line.substr(3));
      } else if (const auto name = mark(line, "generated")) {
        table(*name);
      } else {
        follow(line);
      }
    }
    return std::move(page_);
  }

 private:
  void put(std::string_view line) { page_.text.append(line).append("\n"); }

  void problem(std::string text) {
    page_.problems.push_back(fmt::format("line {}: {}", at_, std::move(text)));
  }

  /// The lines up to the one that begins with `end`, which is left to be read.
  Lines take_until(std::string_view end) {
    const std::size_t begin = at_;
    while (at_ < lines_.size() && !lines_[at_].starts_with(end)) ++at_;
    if (at_ == lines_.size()) problem(fmt::format("'{}' is missing", end));
    return {lines_.begin() + static_cast<std::ptrdiff_t>(begin),
            lines_.begin() + static_cast<std::ptrdiff_t>(at_)};
  }

  void follow(std::string_view line) {
    if (const auto example = mark(line, "example")) {
      start_shell();
      fs::copy(fs::path(GODWIT_SOURCE_DIR "/examples") / *example, shell().folder(),
               fs::copy_options::recursive);
    } else if (mark(line, "fresh")) {
      start_shell();
    } else if (const auto command = mark(line, "run")) {
      const Printed printed = shell().run(std::string(*command));
      if (printed.status != 0) {
        problem(fmt::format("'{}' ended with {}:\n{}", *command, printed.status, printed.output));
      }
    } else if (const auto file = mark(line, "keeper")) {
      if (!keeper_) keeper_ = std::make_unique<ZooKeeper>();
      write_engine_config(shell().folder() / *file, keeper_->port());
    }
  }

  void fence(std::string_view heading) {
    const Lines content = take_until("```");
    const std::size_t file = heading.find("file=");
    if (trim(heading) == "console") {
      console(content);
    } else {
      for (const std::string_view line : content) put(line);
      if (file != std::string_view::npos) write(trim(heading.substr(file + 5)), content);
    }
    if (at_ < lines_.size()) put(lines_[at_++]);
  }

  void write(std::string_view name, const Lines& content) {
    const fs::path path = shell().folder() / name;
    fs::create_directories(path.parent_path());
    std::string text;
    for (const std::string_view line : content) text.append(line).append("\n");
    write_file(path, text);
  }

  void console(const Lines& content) {
    for (std::size_t i = 0; i < content.size();) {
      if (!content[i].starts_with("$ ")) {
        problem("a console block begins with a line '$ COMMAND'");
        return;
      }
      std::string command(content[i].substr(2));
      put(content[i++]);
      while (command.ends_with('\\') && i < content.size()) {
        command.append("\n").append(content[i]);
        put(content[i++]);
      }
      Lines shown;
      while (i < content.size() && !content[i].starts_with("$ ")) shown.push_back(content[i++]);
      const Printed printed = shell().run(command);
      page_.text += shown_output(shown, lines_of(printed.output));
    }
  }

  void table(std::string_view name) {
    take_until("<!-- end -->");
    const auto found = tables_.find(name);
    if (found == tables_.end()) {
      problem(fmt::format("nothing generates '{}'", name));
      return;
    }
    page_.text += "\n" + found->second() + "\n";
  }

  void start_shell() { shell_ = std::make_unique<DocsShell>(); }

  DocsShell& shell() {
    if (!shell_) start_shell();
    return *shell_;
  }

  Lines lines_;
  const Tables& tables_;
  std::size_t at_ = 0;
  CheckedPage page_;
  std::unique_ptr<ZooKeeper> keeper_;  // outlives the engines that the shell has started
  std::unique_ptr<DocsShell> shell_;
};

}  // namespace

bool matches_line(std::string_view page, std::string_view printed) {
  std::size_t any = page.find(kAny);
  if (any == std::string_view::npos) return page == printed;
  if (!printed.starts_with(page.substr(0, any))) return false;
  printed.remove_prefix(any);
  // Each piece between two signs at the first place where it fits; the last one at the end.
  for (;;) {
    page.remove_prefix(any + kAny.size());
    any = page.find(kAny);
    if (any == std::string_view::npos) return printed.ends_with(page);
    const std::size_t place = printed.find(page.substr(0, any));
    if (place == std::string_view::npos) return false;
    printed.remove_prefix(place + any);
  }
}

bool matches_lines(std::span<const std::string_view> page,
                   std::span<const std::string_view> printed) {
  if (page.empty()) return printed.empty();
  if (trim(page.front()) == kAny) {
    for (std::size_t skipped = 0; skipped <= printed.size(); ++skipped) {
      if (matches_lines(page.subspan(1), printed.subspan(skipped))) return true;
    }
    return false;
  }
  return !printed.empty() && matches_line(page.front(), printed.front()) &&
         matches_lines(page.subspan(1), printed.subspan(1));
}

std::string shown_output(std::span<const std::string_view> page,
                         std::span<const std::string_view> printed) {
  std::string text;
  const auto put = [&](std::string_view line) { text.append(line).append("\n"); };
  if (matches_lines(page, printed)) {
    for (const std::string_view line : page) put(line);
    return text;
  }
  auto next = page.begin();
  for (const std::string_view line : printed) {
    const auto kept = std::find_if(next, page.end(),
                                   [&](std::string_view old) { return matches_line(old, line); });
    const bool found = kept != page.end() && trim(*kept) != kAny;
    if (found) next = kept + 1;
    put(found ? std::string(*kept) : mask(line));
  }
  return text;
}

CheckedPage check_page(std::string_view text, const Tables& tables) {
  return Walk(text, tables).check();
}

void expect_page_is_right(const std::filesystem::path& path, const Tables& tables) {
  const std::string text = read_file(path);
  const CheckedPage page = check_page(text, tables);
  ASSERT_TRUE(page.problems.empty()) << join(page.problems, "\n");
  if (std::getenv("GODWIT_UPDATE_DOCS") != nullptr) {
    if (page.text != text) write_file(path, page.text);
    return;
  }
  EXPECT_EQ(line_diff(text, page.text), "")
      << path.string() << ": GODWIT_UPDATE_DOCS=1 writes what is printed now";
}

}  // namespace godwit::test
