#pragma once

#include "godwit/sql/statement.hpp"
#include "godwit/topology/tables.hpp"
#include "godwit/topology/topology.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace godwit::topology {

enum class Severity : std::uint8_t {
  stop,  // the plan stops, unless the step allows it with a reason
  warn,  // the plan says so
};

/// A way in which a statement can be rendered, and still go wrong on a topology or do something
/// else than it says.
struct HazardRow {
  std::string_view id;  // the word of -- godwit:allow
  Severity severity;
  std::string_view what;     // what happens, without a full stop
  std::string_view instead;  // what to do
  std::string_view example;  // a statement that has it
  std::string_view where;    // a topology on which it has
};

/// All rows. The order is that in which they are reported.
std::span<const HazardRow> hazard_rows();

/// The hazards of a statement on a topology; those of its parts as well. `tables` are what the
/// statements before it made.
std::vector<const HazardRow*> find_hazards(const sql::Statement& statement,
                                           const Topology& topology, Tables& tables);

}  // namespace godwit::topology
