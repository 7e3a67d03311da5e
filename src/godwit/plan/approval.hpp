#pragma once

#include "godwit/base/source.hpp"
#include "godwit/history/history.hpp"
#include "godwit/plan/change_rules.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::plan {

/// Somebody's word that one plan may run on one target. docs/approvals.md.
struct Approval {
  std::string digest = {};  // of the plan: topology, target, every statement as sent
  std::vector<ChangeClass> classes = {};
  std::string by = {};    // user@machine:pid
  std::string user = {};  // at the server
  std::string at = {};    // UTC
  std::uint64_t seq = 0;  // of its row in the history

  [[nodiscard]] bool covers(ChangeClass change) const;
};

/// What an environment, and the person who runs, say about what may be done.
struct Policy {
  std::vector<ChangeClass> approve;  // classes whose steps need an approval here
  bool allow_destructive = false;    // --allow-destructive
};

/// The class of a word: "create", "metadata", "mutation", "rebuild", "drop", "unknown". Throws
/// Error(usage) at `where` with the nearest word for any other.
ChangeClass parse_change_class(std::string_view word, const Where& where = {});

/// "mutation, drop".
std::string words_of(const std::vector<ChangeClass>& classes);

/// How an approval is written down in the history: what the caller knows of who and when is left
/// out. docs/formats.md.
history::Row row_of(const Approval& approval);

/// The approval that a row of the history is.
Approval approval_of(const history::Row& row);

}  // namespace godwit::plan
