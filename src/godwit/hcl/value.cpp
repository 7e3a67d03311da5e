#include "godwit/hcl/value.hpp"

#include <algorithm>
#include <array>

// Values are plain data; the few questions that evaluation and reading both ask are here.

namespace godwit::hcl {

namespace {

bool same(const Null& /*a*/, const Null& /*b*/) { return true; }
bool same(const bool& a, const bool& b) { return a == b; }
bool same(const Number& a, const Number& b) { return a == b; }
bool same(const std::string& a, const std::string& b) { return a == b; }

bool same(const List& a, const List& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal);
}

bool same(const Object& a, const Object& b) {
  return a.members.size() == b.members.size() &&
         std::all_of(a.members.begin(), a.members.end(), [&](const Member& member) {
           const Value* other = b.find(member.name);
           return other != nullptr && equal(member.value, *other);
         });
}

template <class A, class B>
bool same(const A& /*a*/, const B& /*b*/) {
  return false;
}

std::optional<std::string> text_of(const Null& /*null*/) { return std::nullopt; }
std::optional<std::string> text_of(const bool& value) { return value ? "true" : "false"; }
std::optional<std::string> text_of(const Number& number) { return number.text(); }
std::optional<std::string> text_of(const std::string& text) { return text; }
std::optional<std::string> text_of(const List& /*list*/) { return std::nullopt; }
std::optional<std::string> text_of(const Object& /*object*/) { return std::nullopt; }

}  // namespace

const Value* Object::find(std::string_view name) const {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const Member& member) { return member.name == name; });
  return found == members.end() ? nullptr : &found->value;
}

std::string_view describe_type(const Value& value) {
  // In the order of the variant.
  static constexpr std::array<std::string_view, std::variant_size_v<decltype(Value::data)>> kNames =
      {"null", "a bool", "a number", "a string", "a list", "an object"};
  return kNames.at(value.data.index());
}

bool equal(const Value& a, const Value& b) {
  return std::visit([](const auto& x, const auto& y) { return same(x, y); }, a.data, b.data);
}

std::optional<std::string> scalar_text(const Value& value) {
  return std::visit([](const auto& data) { return text_of(data); }, value.data);
}

void mark_sensitive(Value& value) {
  value.sensitive = true;
  if (auto* list = std::get_if<List>(&value.data)) {
    for (Value& item : *list) mark_sensitive(item);
  }
  if (auto* object = std::get_if<Object>(&value.data)) {
    for (Member& member : object->members) mark_sensitive(member.value);
  }
}

}  // namespace godwit::hcl
