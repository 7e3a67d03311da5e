#include "godwit/hcl/evaluate.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/hcl/arithmetic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>

// A walk over the tree: one function for each kind of node. Recursion is as deep as the tree, which
// the parser has bounded. A value gets its place at the end of the walk of its expression; whether
// it is sensitive, each function says.

namespace godwit::hcl {

namespace {

class Evaluator {
 public:
  Evaluator(const Source& source, const Scope& scope) : source_(source), scope_(scope) {}

  [[nodiscard]] Value evaluate(const Expression& expression) const {
    Value value = std::visit([&](const auto& node) { return value_of(node, expression.place); },
                             expression.node);
    value.place = expression.place;
    return value;
  }

 private:
  [[noreturn]] void fail(std::string_view place, const std::string& message,
                         std::string hint = {}) const {
    throw Error(ErrorKind::usage, message, source_.where(place), std::move(hint));
  }

  [[nodiscard]] Value value_of(const Literal& literal, std::string_view place) const;
  [[nodiscard]] Value value_of(const Template& text, std::string_view place) const;
  [[nodiscard]] Value value_of(const ListExpression& list, std::string_view place) const;
  [[nodiscard]] Value value_of(const ObjectExpression& object, std::string_view place) const;
  [[nodiscard]] Value value_of(const Variable& variable, std::string_view place) const;
  [[nodiscard]] Value value_of(const Index& index, std::string_view place) const;
  [[nodiscard]] Value value_of(const Call& call, std::string_view place) const;
  [[nodiscard]] Value value_of(const Unary& unary, std::string_view place) const;
  [[nodiscard]] Value value_of(const Binary& binary, std::string_view place) const;
  [[nodiscard]] Value value_of(const Conditional& conditional, std::string_view place) const;

  [[nodiscard]] const Value& item(const Value& of, const Value& key) const;
  [[nodiscard]] const Value& list_item(const List& list, const Value& key) const;
  [[nodiscard]] const Value& member(const Object& object, const Value& key) const;
  [[nodiscard]] Value combine(const Value& left, const BinaryTerm& term) const;
  [[nodiscard]] std::string text_of(const Value& value) const;
  [[nodiscard]] bool bool_of(const Value& value) const;
  [[nodiscard]] const Number& number_of(const Value& value) const;
  [[nodiscard]] bool is_ours(std::string_view place) const;
  void bring_home(Value& value, std::string_view place) const;

  const Source& source_;
  const Scope& scope_;
};

Value Evaluator::value_of(const Literal& literal, std::string_view /*place*/) const {
  return std::visit([](const auto& value) { return Value{value, {}}; }, literal.value);
}

Value Evaluator::value_of(const Template& text, std::string_view /*place*/) const {
  if (text.parts.size() == 1) return evaluate(text.parts.front());
  Value result{std::string(), {}};
  for (const Expression& part : text.parts) {
    const Value value = evaluate(part);
    std::get<std::string>(result.data) += text_of(value);
    result.sensitive = result.sensitive || value.sensitive;
  }
  return result;
}

Value Evaluator::value_of(const ListExpression& list, std::string_view /*place*/) const {
  List items;
  bool sensitive = false;
  for (const Expression& item : list.items) {
    items.push_back(evaluate(item));
    sensitive = sensitive || items.back().sensitive;
  }
  return {std::move(items), {}, sensitive};
}

Value Evaluator::value_of(const ObjectExpression& object, std::string_view /*place*/) const {
  Object result;
  bool sensitive = false;
  std::map<std::string, std::string_view, std::less<>> places;
  for (const ObjectItem& item : object.items) {
    const Value key = evaluate(item.key);
    std::string name = text_of(key);
    const auto [earlier, is_first] = places.emplace(name, key.place);
    if (!is_first) {
      fail(key.place, fmt::format("{} is already set on line {}",
                                  key.sensitive ? "this key" : fmt::format("'{}'", name),
                                  source_.where(earlier->second).line));
    }
    result.members.push_back({std::move(name), evaluate(item.value)});
    sensitive = sensitive || key.sensitive || result.members.back().value.sensitive;
  }
  return {std::move(result), {}, sensitive};
}

Value Evaluator::value_of(const Variable& variable, std::string_view place) const {
  const auto found = scope_.variables.find(variable.name);
  if (found != scope_.variables.end()) {
    Value value = found->second;
    bring_home(value, place);
    return value;
  }
  std::vector<std::string_view> names;
  for (const auto& [name, value] : scope_.variables) names.push_back(name);
  const auto near = nearest(variable.name, names);
  fail(place, fmt::format("unknown name '{}'", variable.name),
       near ? fmt::format("did you mean '{}'?", *near)
            : fmt::format("a text stands in quotes: \"{}\"", variable.name));
}

Value Evaluator::value_of(const Index& index, std::string_view /*place*/) const {
  Value value = evaluate(*index.of);
  for (const Expression& expression : index.keys) {
    const Value key = evaluate(expression);
    Value next = item(value, key);
    if (key.sensitive) mark_sensitive(next);
    value = std::move(next);
  }
  return value;
}

Value Evaluator::value_of(const Call& call, std::string_view place) const {
  const std::string_view name_place = place.substr(0, call.function.size());
  const auto row = std::find_if(scope_.functions.begin(), scope_.functions.end(),
                                [&](const FunctionRow& r) { return r.name == call.function; });
  if (row == scope_.functions.end()) {
    std::vector<std::string_view> names;
    for (const FunctionRow& known : scope_.functions) names.push_back(known.name);
    fail(name_place, fmt::format("unknown function '{}'", call.function),
         did_you_mean(call.function, names));
  }
  if (call.arguments.size() < row->least || call.arguments.size() > row->most) {
    fail(name_place,
         fmt::format("{}() does not take {} argument{}", call.function, call.arguments.size(),
                     call.arguments.size() == 1 ? "" : "s"),
         std::string(row->summary));
  }
  FunctionCall evaluated{{}, place, source_, scope_};
  bool sensitive = row->sensitive;
  for (const Expression& argument : call.arguments) {
    evaluated.arguments.push_back(evaluate(argument));
    sensitive = sensitive || evaluated.arguments.back().sensitive;
  }
  Value result = row->call(evaluated);
  if (sensitive) mark_sensitive(result);
  return result;
}

Value Evaluator::value_of(const Unary& unary, std::string_view /*place*/) const {
  const Value of = evaluate(*unary.operand);
  switch (unary.op) {
    case UnaryOperator::negate:
      return {number_of(of).negated(), {}, of.sensitive};
    case UnaryOperator::logical_not:
      return {!bool_of(of), {}, of.sensitive};
  }
  fail(of.place, "not an operator");
}

Value Evaluator::value_of(const Binary& binary, std::string_view /*place*/) const {
  Value result = evaluate(*binary.first);
  for (const BinaryTerm& term : binary.rest) {
    // The place of what was computed so far, for an error about it: a + b, without the rest.
    const char* start = result.place.data();
    const char* end = term.operand.place.data() + term.operand.place.size();
    result = combine(result, term);
    result.place = {start, static_cast<std::size_t>(end - start)};
  }
  return result;
}

Value Evaluator::value_of(const Conditional& conditional, std::string_view /*place*/) const {
  const Value condition = evaluate(*conditional.condition);
  Value value = evaluate(bool_of(condition) ? *conditional.yes : *conditional.no);
  if (condition.sensitive) mark_sensitive(value);
  return value;
}

const Value& Evaluator::item(const Value& of, const Value& key) const {
  if (const auto* list = std::get_if<List>(&of.data)) return list_item(*list, key);
  if (const auto* object = std::get_if<Object>(&of.data)) return member(*object, key);
  fail(key.place, fmt::format("{} has no items or members", describe_type(of)));
}

const Value& Evaluator::list_item(const List& list, const Value& key) const {
  const auto index = number_of(key).as_uint64();
  if (!index || *index >= list.size()) {
    fail(key.place, fmt::format("no such item: the list has {}", list.size()),
         "the first item is [0]");
  }
  return list[*index];
}

const Value& Evaluator::member(const Object& object, const Value& key) const {
  const std::string name = text_of(key);
  if (const Value* found = object.find(name)) return *found;
  std::vector<std::string_view> names;
  for (const Member& known : object.members) names.push_back(known.name);
  fail(key.place,
       key.sensitive ? std::string("no such member") : fmt::format("no member '{}'", name),
       names.empty() || key.sensitive ? std::string() : did_you_mean(name, names));
}

Value Evaluator::combine(const Value& left, const BinaryTerm& term) const {
  using enum BinaryOperator;
  // Without looking at the right side where the left one decides.
  if (term.op == logical_or && bool_of(left)) return {true, {}, left.sensitive};
  if (term.op == logical_and && !bool_of(left)) return {false, {}, left.sensitive};

  const Value right = evaluate(term.operand);
  const bool sensitive = left.sensitive || right.sensitive;
  const auto order = [&] {
    const Number& a = number_of(left);  // the left one first, so that its error comes first
    return a <=> number_of(right);
  };
  switch (term.op) {
    case logical_or:
    case logical_and:
      return {bool_of(right), {}, sensitive};
    case equal:
      return {hcl::equal(left, right), {}, sensitive};
    case not_equal:
      return {!hcl::equal(left, right), {}, sensitive};
    case less:
      return {std::is_lt(order()), {}, sensitive};
    case less_equal:
      return {std::is_lteq(order()), {}, sensitive};
    case greater:
      return {std::is_gt(order()), {}, sensitive};
    case greater_equal:
      return {std::is_gteq(order()), {}, sensitive};
    case add:
    case subtract:
    case multiply:
    case divide:
    case remainder:
      break;
  }
  const Number& a = number_of(left);
  auto result = compute(term.op, a, number_of(right));
  if (const auto* none = std::get_if<NoResult>(&result)) fail(right.place, none->reason);
  return {std::get<Number>(std::move(result)), {}, sensitive};
}

std::string Evaluator::text_of(const Value& value) const {
  auto text = scalar_text(value);
  if (!text) fail(value.place, fmt::format("expected a string, found {}", describe_type(value)));
  return std::move(*text);
}

bool Evaluator::bool_of(const Value& value) const {
  if (const auto* known = std::get_if<bool>(&value.data)) return *known;
  fail(value.place, fmt::format("expected a bool, found {}", describe_type(value)));
}

const Number& Evaluator::number_of(const Value& value) const {
  if (const auto* number = std::get_if<Number>(&value.data)) return *number;
  fail(value.place, fmt::format("expected a number, found {}", describe_type(value)));
}

bool Evaluator::is_ours(std::string_view place) const {
  const std::string_view text = source_.text();
  return std::greater_equal<>{}(place.data(), text.data()) &&
         std::less_equal<>{}(place.data() + place.size(), text.data() + text.size());
}

// A view into another file would name this file and a place that is none of it.
void Evaluator::bring_home(Value& value, std::string_view place) const {
  if (!is_ours(value.place)) value.place = place;
  if (auto* list = std::get_if<List>(&value.data)) {
    for (Value& item : *list) bring_home(item, place);
  }
  if (auto* object = std::get_if<Object>(&value.data)) {
    for (Member& member : object->members) bring_home(member.value, place);
  }
}

}  // namespace

Value evaluate(const Expression& expression, const Source& source, const Scope& scope) {
  return Evaluator(source, scope).evaluate(expression);
}

}  // namespace godwit::hcl
