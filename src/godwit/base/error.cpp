#include "godwit/base/error.hpp"

#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace godwit {

namespace {

// A line of 10 MB is a legal line of SQL; a person needs the part around the place.
constexpr std::size_t kShownColumns = 120;

std::string caret_lines(const Where& where) {
  if (where.text.empty() || where.column == 0) return {};
  const Excerpt shown = excerpt(where.text, where.column - 1, kShownColumns);
  return fmt::format("      {}\n      {}^\n", shown.text, std::string(shown.column, ' '));
}

}  // namespace

const char* to_string(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::failed:
      return "failed";
    case ErrorKind::usage:
      return "usage";
    case ErrorKind::policy:
      return "policy";
    case ErrorKind::lock_held:
      return "lock_held";
    case ErrorKind::interrupted:
      return "interrupted";
  }
  return "failed";
}

std::string describe(const Error& error) {
  std::string text = "godwit: ";
  if (!error.where.empty()) text += to_string(error.where) + ": ";
  text += error.what();
  text += '\n';
  text += caret_lines(error.where);
  if (!error.hint.empty()) text += indent(error.hint, "    ") + "\n";
  return text;
}

}  // namespace godwit
