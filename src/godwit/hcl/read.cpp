#include "godwit/hcl/read.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

// The bridge from HCL to whatever is written in it. What a body may hold are rows of its reader, so
// that the check, the hint and the reader's documentation come from one list.

namespace godwit::hcl {

namespace {

constexpr std::size_t kShownCharacters = 40;

[[noreturn]] void fail(std::string_view place, const Source& source, const std::string& message,
                       std::string hint = {}) {
  throw Error(ErrorKind::usage, message, source.where(place), std::move(hint));
}

[[noreturn]] void fail_type(const Value& value, const Source& source, std::string_view expected) {
  fail(value.place, source, fmt::format("expected {}, found {}", expected, describe_type(value)));
}

// The type is right and the content is not.
[[noreturn]] void fail_content(const Value& value, const Source& source,
                               std::string_view expected) {
  const std::string text = value.sensitive ? std::string("another text, which may be secret")
                                           : fmt::format("'{}'", scalar_text(value).value_or(""));
  fail(value.place, source,
       fmt::format("expected {}, found {}", expected, one_line(text, kShownCharacters)));
}

template <class T>
std::optional<T> converted(const std::optional<Value>& value, const Source& source,
                           T (*convert)(const Value&, const Source&)) {
  if (!value) return std::nullopt;
  return convert(*value, source);
}

std::string plural(std::size_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

}  // namespace

std::string as_string(const Value& value, const Source& source) {
  auto text = scalar_text(value);
  if (!text) fail_type(value, source, "a string");
  return std::move(*text);
}

bool as_bool(const Value& value, const Source& source) {
  if (const auto* known = std::get_if<bool>(&value.data)) return *known;
  const auto* text = std::get_if<std::string>(&value.data);
  if (text == nullptr) fail_type(value, source, "a bool");
  if (*text != "true" && *text != "false") fail_content(value, source, "true or false");
  return *text == "true";
}

Number as_number(const Value& value, const Source& source) {
  if (const auto* known = std::get_if<Number>(&value.data)) return *known;
  const auto* text = std::get_if<std::string>(&value.data);
  if (text == nullptr) fail_type(value, source, "a number");
  auto number = Number::parse(*text);
  if (!number) fail_content(value, source, "a number");
  return std::move(*number);
}

std::int64_t as_int64(const Value& value, const Source& source) {
  const auto number = as_number(value, source).as_int64();
  if (!number) fail_content(value, source, "a whole number of at most 64 bits");
  return *number;
}

std::chrono::milliseconds as_duration(const Value& value, const Source& source) {
  constexpr std::string_view kExpected = "a duration such as \"180s\", \"2m\" or \"500ms\"";
  if (std::holds_alternative<Number>(value.data)) fail_content(value, source, kExpected);
  const auto* text = std::get_if<std::string>(&value.data);
  if (text == nullptr) fail_type(value, source, kExpected);
  const auto duration = parse_duration_ms(*text);
  if (!duration) fail_content(value, source, kExpected);
  return std::chrono::milliseconds(*duration);
}

std::vector<std::string> as_strings(const Value& value, const Source& source) {
  const auto* list = std::get_if<List>(&value.data);
  if (list == nullptr) fail_type(value, source, "a list of strings");
  std::vector<std::string> strings;
  for (const Value& item : *list) strings.push_back(as_string(item, source));
  return strings;
}

std::map<std::string, std::string> as_string_map(const Value& value, const Source& source) {
  const auto* object = std::get_if<Object>(&value.data);
  if (object == nullptr) fail_type(value, source, "a map of strings");
  std::map<std::string, std::string> strings;
  for (const Member& member : object->members) {
    strings.emplace(member.name, as_string(member.value, source));
  }
  return strings;
}

BodyReader::BodyReader(const Body& body, const BodyRows& rows, const Source& source,
                       const Scope& scope)
    : body_(body), rows_(rows), source_(source), scope_(scope) {
  for (const Attribute& attribute : body_.attributes) {
    if (std::ranges::find(rows_.attributes, attribute.name) == rows_.attributes.end()) {
      refuse_unknown(attribute.name, false);
    }
  }
  for (const Block& block : body_.blocks) {
    refuse_labels(block);
  }
}

std::optional<Value> BodyReader::value(std::string_view name) const {
  const Attribute* attribute = find(name);
  if (attribute == nullptr) return std::nullopt;
  Value value = evaluate(attribute->value, source_, scope_);
  if (std::holds_alternative<Null>(value.data)) return std::nullopt;
  return value;
}

std::optional<std::string> BodyReader::string(std::string_view name) const {
  return converted(value(name), source_, as_string);
}

std::optional<bool> BodyReader::boolean(std::string_view name) const {
  return converted(value(name), source_, as_bool);
}

std::optional<Number> BodyReader::number(std::string_view name) const {
  return converted(value(name), source_, as_number);
}

std::optional<std::int64_t> BodyReader::int64(std::string_view name) const {
  return converted(value(name), source_, as_int64);
}

std::optional<std::chrono::milliseconds> BodyReader::duration(std::string_view name) const {
  return converted(value(name), source_, as_duration);
}

std::optional<std::vector<std::string>> BodyReader::strings(std::string_view name) const {
  return converted(value(name), source_, as_strings);
}

std::optional<std::map<std::string, std::string>> BodyReader::string_map(
    std::string_view name) const {
  return converted(value(name), source_, as_string_map);
}

Value BodyReader::required(std::string_view name) const {
  if (auto found = value(name)) return std::move(*found);
  const Attribute* null = find(name);
  fail(null == nullptr ? body_.place : null->name, source_, fmt::format("'{}' is not set", name),
       fmt::format("write {} = ...", name));
}

std::vector<const Block*> BodyReader::blocks(std::string_view type) const {
  std::vector<const Block*> found;
  for (const Block& block : body_.blocks) {
    if (block.type == type) found.push_back(&block);
  }
  return found;
}

const Block* BodyReader::block(std::string_view type) const {
  const std::vector<const Block*> found = blocks(type);
  if (found.size() > 1) {
    fail(found[1]->type, source_,
         fmt::format("there is a block '{}' on line {} already", type,
                     source_.where(found[0]->type).line));
  }
  return found.empty() ? nullptr : found.front();
}

Where BodyReader::where(std::string_view name) const {
  if (const Attribute* attribute = find(name)) return source_.where(attribute->name);
  const std::vector<const Block*> found = blocks(name);
  return source_.where(found.empty() ? body_.place : found.front()->type);
}

const Attribute* BodyReader::find(std::string_view name) const {
  const auto found = std::ranges::find(body_.attributes, name, &Attribute::name);
  return found == body_.attributes.end() ? nullptr : &*found;
}

// The most likely mistake is told first: the right word in the other form, then a word nearly
// right.
void BodyReader::refuse_unknown(std::string_view name, bool is_block) const {
  const bool is_attribute_row = std::ranges::find(rows_.attributes, name) != rows_.attributes.end();
  const auto block_row = std::ranges::find(rows_.blocks, name, &BlockRow::type);
  if (is_block && is_attribute_row) {
    fail(name, source_, fmt::format("'{}' is an attribute, not a block", name),
         fmt::format("write {} = ...", name));
  }
  if (!is_block && block_row != rows_.blocks.end()) {
    fail(name, source_, fmt::format("'{}' is a block, not an attribute", name),
         fmt::format("write {} {}{{ ... }}", name, block_row->labels == 0 ? "" : "\"...\" "));
  }
  std::vector<std::string_view> words(rows_.attributes.begin(), rows_.attributes.end());
  for (const BlockRow& row : rows_.blocks) {
    if (std::ranges::find(words, row.type) == words.end()) words.push_back(row.type);
  }
  fail(name, source_, fmt::format("unknown {} '{}'", is_block ? "block" : "attribute", name),
       words.empty() ? std::string("nothing may stand here") : did_you_mean(name, words));
}

void BodyReader::refuse_labels(const Block& block) const {
  const auto row = std::ranges::find(rows_.blocks, block.type, &BlockRow::type);
  if (row == rows_.blocks.end()) return refuse_unknown(block.type, true);
  if (block.labels.size() == row->labels) return;
  const bool too_many = block.labels.size() > row->labels;
  std::string form(block.type);
  for (std::size_t i = 0; i < row->labels; ++i) form += " \"...\"";
  fail(too_many ? block.labels[row->labels].place : block.type, source_,
       fmt::format("a block '{}' has {}, found {}", block.type, plural(row->labels, "label"),
                   block.labels.size()),
       fmt::format("write {} {{ ... }}", form));
}

void refuse_repeated(std::span<const Block* const> blocks, const Source& source) {
  std::map<std::vector<std::string_view>, const Block*> seen;
  for (const Block* block : blocks) {
    std::vector<std::string_view> head{block->type};
    for (const Label& label : block->labels) head.emplace_back(label.text);
    const auto [earlier, is_first] = seen.emplace(std::move(head), block);
    if (is_first) continue;
    fail(block->labels.empty() ? block->type : block->labels.back().place, source,
         fmt::format("there is a block '{}' on line {} already", one_line(block->body.place, 80),
                     source.where(earlier->second->type).line));
  }
}

}  // namespace godwit::hcl
