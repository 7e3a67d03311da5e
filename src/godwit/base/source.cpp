#include "godwit/base/source.hpp"

#include "godwit/base/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace godwit {

namespace {

// Every byte but the continuation bytes (10xxxxxx) of UTF-8 begins a character.
bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

// How often the lines are counted: a place costs at most this many bytes to find.
constexpr std::size_t kBlock = 4096;

std::size_t count_line_ends(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

std::string to_string(const Where& where) {
  if (where.line == 0) return where.path;
  if (where.column == 0) return fmt::format("{}:{}", where.path, where.line);
  return fmt::format("{}:{}:{}", where.path, where.line, where.column);
}

Source::Source(std::string path, std::string text)
    : owned_(std::make_shared<const Owned>(std::move(path), std::move(text))) {}

Source::Source(std::string path, FileMapping text)
    : owned_(std::make_shared<const Owned>(std::move(path), std::move(text))) {}

std::size_t Source::line_ends_before(std::size_t offset) const {
  const std::string_view whole = text();
  std::call_once(owned_->counted, [&] {
    std::size_t lines = 0;
    for (std::size_t at = 0; at <= whole.size(); at += kBlock) {
      owned_->lines_before.push_back(lines);
      lines += count_line_ends(whole.substr(at, kBlock));
    }
  });
  const std::size_t block = offset / kBlock;
  return owned_->lines_before[block] +
         count_line_ends(whole.substr(block * kBlock, offset % kBlock));
}

Where Source::where(std::string_view view) const {
  const std::string_view whole = text();
  const auto not_before = std::greater_equal<>{};
  const auto not_after = std::less_equal<>{};
  if (!not_before(view.data(), whole.data()) ||
      !not_after(view.data(), whole.data() + whole.size())) {
    return {path(), 0, 0, {}};
  }
  const auto offset = static_cast<std::size_t>(view.data() - whole.data());
  const std::string_view before = whole.substr(0, offset);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
  std::size_t line_end = whole.find('\n', offset);
  if (line_end == std::string_view::npos) line_end = whole.size();
  if (line_end > line_start && whole[line_end - 1] == '\r') --line_end;

  const auto column = 1 + std::count_if(before.begin() + static_cast<std::ptrdiff_t>(line_start),
                                        before.end(), begins_character);
  return {path(), 1 + line_ends_before(offset), static_cast<std::size_t>(column),
          std::string(whole.substr(line_start, std::max(line_end, line_start) - line_start))};
}

Source read_source(const std::filesystem::path& path) { return {path.string(), read_file(path)}; }

}  // namespace godwit
