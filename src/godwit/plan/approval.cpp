#include "godwit/plan/approval.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace godwit::plan {

namespace {

// What a person may name; a statement of class none has nothing to approve.
constexpr std::array kClasses{ChangeClass::create,  ChangeClass::metadata, ChangeClass::mutation,
                              ChangeClass::rebuild, ChangeClass::drop,     ChangeClass::unknown};

constexpr std::string_view kNote = "approved: ";

std::optional<ChangeClass> find_class(std::string_view word) {
  const auto found =
      std::ranges::find_if(kClasses, [&](ChangeClass each) { return to_string(each) == word; });
  return found == kClasses.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

bool Approval::covers(ChangeClass change) const {
  return std::ranges::find(classes, change) != classes.end();
}

ChangeClass parse_change_class(std::string_view word, const Where& where) {
  if (const auto found = find_class(word)) return *found;
  std::vector<std::string_view> words;
  words.reserve(kClasses.size());
  for (const ChangeClass each : kClasses) words.push_back(to_string(each));
  throw Error(ErrorKind::usage, fmt::format("unknown class '{}'", word), where,
              did_you_mean(word, words));
}

std::string words_of(const std::vector<ChangeClass>& classes) {
  std::vector<std::string> words;
  words.reserve(classes.size());
  for (const ChangeClass each : classes) words.emplace_back(to_string(each));
  return join(words, ", ");
}

history::Row row_of(const Approval& approval) {
  history::Row row;
  row.name = "approval";
  row.state = history::State::approved;
  row.migration_hash = approval.digest;
  row.note = fmt::format("{}{}", kNote, words_of(approval.classes));
  return row;
}

// A class that this version does not know covers nothing that it would ask for.
Approval approval_of(const history::Row& row) {
  Approval approval{row.migration_hash, {}, row.runner, row.user, row.started_at, row.seq};
  std::string_view rest = row.note;
  if (!rest.starts_with(kNote)) return approval;
  rest.remove_prefix(kNote.size());
  while (!rest.empty()) {
    const std::size_t end = rest.find(", ");
    if (const auto found = find_class(rest.substr(0, end))) approval.classes.push_back(*found);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 2);
  }
  return approval;
}

}  // namespace godwit::plan
