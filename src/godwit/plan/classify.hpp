#pragma once

#include "godwit/plan/change_rules.hpp"
#include "godwit/plan/known_tables.hpp"
#include "godwit/sql/statement.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::plan {

/// One thing that a statement does.
struct Change {
  const ChangeRule* rule;
  std::string_view text;  // the command of the ALTER, or the statement
  std::string detail;     // what of the table decided it: "UInt32 to UInt64", a column, a view
};

/// All that a statement does, in its order. Never empty.
struct Changes {
  std::vector<Change> list;

  [[nodiscard]] ChangeClass change() const;  // the highest
  [[nodiscard]] std::uint8_t flags() const;  // of all
};

/// What a step's settings say that matters: materialize_ttl_after_modify = 0.
using StepSettings = std::vector<std::pair<std::string, std::string>>;

/// Judges a statement by the table it meets; where that is not known, by what godwit can say
/// without (GW229). The rules are those of ClickHouse 26.7, compared with the engine for each row
/// of change_rules() in tests/engine/changes_test.cpp.
Changes classify(const sql::Statement& statement, KnownTables& tables,
                 const StepSettings& settings);

/// The same for the commands of one ALTER.
std::vector<Change> classify_alter(const sql::Statement& statement, const TableFacts* table,
                                   const StepSettings& settings);

}  // namespace godwit::plan
