#include "unit/hcl/dump.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/hcl/evaluate.hpp"
#include "godwit/hcl/parse.hpp"

#include <fmt/format.h>

namespace godwit::hcl {

namespace {

constexpr std::string_view kBinarySymbols[] = {"||", "&&", "==", "!=", "<", "<=", ">",
                                               ">=", "+",  "-",  "*",  "/", "%"};

std::string in_quotes(std::string_view text) {
  std::string result(text);
  for (const auto& [from, to] :
       {std::pair("\\", "\\\\"), {"\n", "\\n"}, {"\r", "\\r"}, {"\t", "\\t"}, {"\"", "\\\""}}) {
    result = replace_all(std::move(result), from, to);
  }
  return '"' + result + '"';
}

std::string dump(const Null& /*null*/) { return "null"; }
std::string dump(const bool& value) { return value ? "true" : "false"; }
std::string dump(const Number& number) { return number.text(); }
std::string dump(const std::string& text) { return in_quotes(text); }

std::string dump(const Expression& expression);

std::string dump(const std::vector<Expression>& expressions) {
  std::string text;
  for (const Expression& expression : expressions) text += " " + dump(expression);
  return text;
}

std::string dump(const Literal& literal) {
  return std::visit([](const auto& value) { return dump(value); }, literal.value);
}
std::string dump(const Template& text) { return "(text" + dump(text.parts) + ")"; }
std::string dump(const ListExpression& list) { return "(list" + dump(list.items) + ")"; }
std::string dump(const ObjectExpression& object) {
  std::string text = "(object";
  for (const ObjectItem& item : object.items) {
    text += " " + dump(item.key) + "=" + dump(item.value);
  }
  return text + ")";
}
std::string dump(const Variable& variable) { return std::string(variable.name); }
std::string dump(const Index& index) {
  return "(index " + dump(*index.of) + dump(index.keys) + ")";
}
std::string dump(const Call& call) {
  return fmt::format("(call {}{})", call.function, dump(call.arguments));
}
std::string dump(const Unary& unary) {
  return fmt::format("({}{})", unary.op == UnaryOperator::negate ? '-' : '!', dump(*unary.operand));
}
std::string dump(const Binary& binary) {
  std::string text = "(" + dump(*binary.first);
  for (const BinaryTerm& term : binary.rest) {
    text += fmt::format(" {} {}", kBinarySymbols[static_cast<std::size_t>(term.op)],
                        dump(term.operand));
  }
  return text + ")";
}
std::string dump(const Conditional& conditional) {
  return fmt::format("(if {} {} {})", dump(*conditional.condition), dump(*conditional.yes),
                     dump(*conditional.no));
}

std::string dump(const Expression& expression) {
  return std::visit([](const auto& node) { return dump(node); }, expression.node);
}

std::string dump(const Body& body) {
  std::string text;
  for (const Attribute& attribute : body.attributes) {
    text += fmt::format("{} = {}; ", attribute.name, dump(attribute.value));
  }
  for (const Block& block : body.blocks) {
    text += block.type;
    for (const Label& label : block.labels) text += " " + in_quotes(label.text);
    text += " { " + dump(block.body) + "}; ";
  }
  return text;
}

std::string dump(const List& list) {
  std::string text;
  for (const Value& item : list) text += (text.empty() ? "" : ", ") + dump(item);
  return "[" + text + "]";
}

std::string dump(const Object& object) {
  std::string text;
  for (const Member& member : object.members) {
    text += (text.empty() ? "" : ", ") + member.name + " = " + dump(member.value);
  }
  return "{" + text + "}";
}

void evaluate_all(const Body& body, const Source& source, const Scope& scope) {
  for (const Attribute& attribute : body.attributes) evaluate(attribute.value, source, scope);
  for (const Block& block : body.blocks) evaluate_all(block.body, source, scope);
}

}  // namespace

std::string dump_tree(std::string_view text) {
  return std::string(trim(dump(parse(Source("test.hcl", std::string(text))))));
}

std::string dump(const Value& value) {
  return std::visit([](const auto& data) { return dump(data); }, value.data) +
         (value.sensitive ? "!" : "");
}

std::string error_of(std::string_view text) {
  try {
    const Source source("test.hcl", std::string(text));
    evaluate_all(parse(source), source, Scope());
  } catch (const Error& error) {
    return fmt::format("{}:{}: {}", error.where.line, error.where.column, error.what());
  }
  return "no error";
}

}  // namespace godwit::hcl
