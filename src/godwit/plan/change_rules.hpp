#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace godwit::plan {

/// What a change does to what is there, from the least to the most.
enum class ChangeClass : std::uint8_t {
  none,      // nothing of the schema or the data changes
  create,    // something new; what is there stays as it is
  metadata,  // the description changes; no part is rewritten
  mutation,  // parts are rewritten in the background
  rebuild,   // no statement can do it: a new table, a copy, a swap
  drop,      // objects or rows are gone
  unknown,   // not understood: anything may happen
};

/// What may surprise, as bits.
inline constexpr std::uint8_t kDestructive = 1;  // gone, and nothing brings it back
inline constexpr std::uint8_t kLossy = 2;  // values become other ones, or it stops at one half-way
inline constexpr std::uint8_t kBlocking = 4;      // as long as the table is large
inline constexpr std::uint8_t kReplicaLocal = 8;  // only the server that is sent it has it

/// A change, by what godwit knows of the table it meets. `code` is ClickHouse's where it refuses
/// the change (0 where it does not, -1 where the code differs); its class is then what would be
/// needed.
struct ChangeRule {
  std::string_view id;  // GW###
  ChangeClass change;
  std::uint8_t flags;
  int code;
  std::string_view title;
  std::string_view restriction;  // one sentence
  std::string_view docs;         // behind https://clickhouse.com/docs/
};

/// All rules, by id.
std::span<const ChangeRule> change_rules();

/// The rule of an id, which must be one.
const ChangeRule& change_rule(std::string_view id);

std::string_view to_string(ChangeClass change);

/// A flag as it is shown.
struct FlagWord {
  std::uint8_t flag;
  std::string_view word;
  std::string_view meaning;
};
std::span<const FlagWord> flag_words();

}  // namespace godwit::plan
