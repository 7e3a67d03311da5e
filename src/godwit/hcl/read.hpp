#pragma once

#include "godwit/base/source.hpp"
#include "godwit/hcl/evaluate.hpp"
#include "godwit/hcl/syntax.hpp"
#include "godwit/hcl/value.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::hcl {

// A value as the type a reader wants. Each throws Error(usage) at the value's place where it is of
// another type ("expected a string, found a list"). Scalars are converted as HCL2 does: a number or
// a bool is taken as a string, "5" as a number, "true" and "false" as bools. A message never quotes
// a sensitive value.

std::string as_string(const Value& value, const Source& source);
bool as_bool(const Value& value, const Source& source);
Number as_number(const Value& value, const Source& source);

/// A number without a fraction that fits.
std::int64_t as_int64(const Value& value, const Source& source);

/// A string such as "500ms", "180s", "2m", "1h". A bare number is refused: it has no unit.
std::chrono::milliseconds as_duration(const Value& value, const Source& source);

std::vector<std::string> as_strings(const Value& value, const Source& source);
std::map<std::string, std::string> as_string_map(const Value& value, const Source& source);

/// A kind of block that a body may hold, and how many labels it has.
struct BlockRow {
  std::string_view type;
  std::size_t labels;
};

/// All that a body may hold. A name may be both, as `topology = "..."` and `topology { ... }`.
struct BodyRows {
  std::span<const std::string_view> attributes;
  std::span<const BlockRow> blocks;
};

/// Reads one body by its rows. Everything it was given must outlive it, and so must what its rows
/// view. An attribute that is null counts as not set.
class BodyReader {
 public:
  /// Throws Error(usage) where the body holds an attribute or a block that no row has, with the
  /// nearest that one has, or a block has another number of labels than its row.
  BodyReader(const Body& body, const BodyRows& rows, const Source& source, const Scope& scope);

  /// The value of an attribute; nothing where it is not set. The others are made of it.
  [[nodiscard]] std::optional<Value> value(std::string_view name) const;

  [[nodiscard]] std::optional<std::string> string(std::string_view name) const;
  [[nodiscard]] std::optional<bool> boolean(std::string_view name) const;
  [[nodiscard]] std::optional<Number> number(std::string_view name) const;
  [[nodiscard]] std::optional<std::int64_t> int64(std::string_view name) const;
  [[nodiscard]] std::optional<std::chrono::milliseconds> duration(std::string_view name) const;
  [[nodiscard]] std::optional<std::vector<std::string>> strings(std::string_view name) const;
  [[nodiscard]] std::optional<std::map<std::string, std::string>> string_map(
      std::string_view name) const;

  /// As value(), where the attribute must be set: throws Error(usage) at the body's head if not.
  /// `as_string(reader.required("url"), source)` is a required string.
  [[nodiscard]] Value required(std::string_view name) const;

  /// The blocks of a type, in the order written.
  [[nodiscard]] std::vector<const Block*> blocks(std::string_view type) const;

  /// The only block of a type, or null. Throws Error(usage) at the second one.
  [[nodiscard]] const Block* block(std::string_view type) const;

  /// Where the attribute's name stands, else the only or first block of that type, else the body's
  /// head.
  [[nodiscard]] Where where(std::string_view name) const;

 private:
  [[nodiscard]] const Attribute* find(std::string_view name) const;
  void refuse_unknown(std::string_view name, bool is_block) const;
  void refuse_labels(const Block& block) const;

  const Body& body_;
  BodyRows rows_;
  const Source& source_;
  const Scope& scope_;
};

/// Throws Error(usage) at the second of two blocks that have the same type and labels.
void refuse_repeated(std::span<const Block* const> blocks, const Source& source);

}  // namespace godwit::hcl
