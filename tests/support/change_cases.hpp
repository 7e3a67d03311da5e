#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::test {

/// What the engine shows of a change besides an error.
enum class Seen {
  as_classed,   // a row in system.mutations where the class is mutation, and none else
  no_mutation,  // the class is mutation, and the engine does it another way
  later,        // rows go by merges, whenever they come
  not_here,     // the embedded engine cannot run it: only the rule is compared
};

/// A change and the rule it is of. The statements before it, between semicolons, are run on a fresh
/// database c, whose table t every case has.
struct ChangeCase {
  std::string_view rule;
  std::string_view before;
  std::string_view statement;
  std::string_view watch = "SELECT count(), sum(k) FROM c.t";  // changes where the rule says so
  Seen seen = Seen::as_classed;
};

/// At least one for every rule.
std::span<const ChangeCase> change_cases();

/// The statements that make c.t and its rows, and those of the case.
std::vector<std::string> statements_before(const ChangeCase& each);

}  // namespace godwit::test
