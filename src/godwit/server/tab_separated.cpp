// A server that fails late writes its exception behind the rows it has sent. So that no caller is
// handed a piece of an exception as a row, lines are held back from the first one that cannot be
// told from an exception: one that begins like its text, or ends in a bare carriage return, which
// a row never does (it is written \r) and the marked form of 25.11 and later begins with.

#include "godwit/server/tab_separated.hpp"

#include "godwit/base/text.hpp"
#include "godwit/server/exception.hpp"

namespace godwit::server {

namespace {

constexpr std::pair<char, char> kEscapes[] = {{'b', '\b'}, {'f', '\f'}, {'n', '\n'},  {'r', '\r'},
                                              {'t', '\t'}, {'0', '\0'}, {'\'', '\''}, {'\\', '\\'}};

}  // namespace

std::string unescape_field(std::string_view field) {
  std::string result;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\' || i + 1 == field.size()) {
      result += field[i];
      continue;
    }
    bool known = false;
    for (const auto& [letter, byte] : kEscapes) {
      if (field[i + 1] != letter) continue;
      result += byte;
      known = true;
      break;
    }
    if (!known) result += {'\\', field[i + 1]};
    ++i;
  }
  return result;
}

void RowReader::add(std::string_view bytes) {
  if (holding_) {
    held_ += bytes;
    return;
  }
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) {
      unfinished_ += bytes;
      return;
    }
    unfinished_ += bytes.substr(0, end);
    bytes.remove_prefix(end + 1);
    if (begins_exception(unfinished_) || unfinished_.ends_with('\r')) {
      holding_ = true;
      held_ = std::move(unfinished_) + '\n';
      held_ += bytes;
      unfinished_.clear();
      return;
    }
    line(unfinished_);
    unfinished_.clear();
  }
}

void RowReader::finish() {
  std::string rest = holding_ ? std::move(held_) : std::move(unfinished_);
  holding_ = false;
  if (rest.empty()) return;
  if (rest.back() == '\n') rest.pop_back();
  for (const std::string_view text : split(rest, '\n')) line(text);
}

void RowReader::line(std::string_view text) {
  Row row;
  for (const std::string_view field : split(text, '\t')) row.push_back(unescape_field(field));
  each_(row);
}

}  // namespace godwit::server
