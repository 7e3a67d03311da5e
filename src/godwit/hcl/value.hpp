#pragma once

#include "godwit/hcl/syntax.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace godwit::hcl {

struct Value;
struct Member;

using List = std::vector<Value>;

/// Members in the order written; no two have the same name.
struct Object {
  std::vector<Member> members;

  /// Nothing where there is no such member.
  [[nodiscard]] const Value* find(std::string_view name) const;
};

/// What an expression comes to.
struct Value {
  std::variant<Null, bool, Number, std::string, List, Object> data;

  /// The expression it came from: a view into the Source that was evaluated. Items and members
  /// have their own. Of what a variable brings, the place where the variable stands, unless it is
  /// from the same Source.
  std::string_view place;

  /// Whether it is or was computed from the result of env() or file(), so that it may be a secret.
  /// A list or object is sensitive where an item or member is.
  bool sensitive = false;
};

struct Member {
  std::string name;
  Value value;
};

/// "null", "a bool", "a number", "a string", "a list", "an object".
std::string_view describe_type(const Value& value);

/// Equal in type and content, numbers by value, objects in any order; places do not matter.
bool equal(const Value& a, const Value& b);

/// The text of a scalar as ${} and a string attribute take it: a string itself, a number as it was
/// written, true or false. Nothing for null, lists and objects.
std::optional<std::string> scalar_text(const Value& value);

/// Marks a value and all that is in it.
void mark_sensitive(Value& value);

}  // namespace godwit::hcl
