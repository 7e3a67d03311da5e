#include "godwit/hcl/parser.hpp"

#include <fmt/format.h>

#include <optional>

// Expressions. Inside parentheses, brackets and ${} line ends are space; between an object's
// braces they part its items; anywhere else an expression ends with its line.

namespace godwit::hcl {

namespace {

struct BinaryRow {
  std::size_t level;  // the higher binds tighter
  std::string_view symbol;
  BinaryOperator op;
};

constexpr std::size_t kLevels = 6;

constexpr BinaryRow kBinaryRows[] = {
    {0, "||", BinaryOperator::logical_or}, {1, "&&", BinaryOperator::logical_and},
    {2, "==", BinaryOperator::equal},      {2, "!=", BinaryOperator::not_equal},
    {3, "<", BinaryOperator::less},        {3, "<=", BinaryOperator::less_equal},
    {3, ">", BinaryOperator::greater},     {3, ">=", BinaryOperator::greater_equal},
    {4, "+", BinaryOperator::add},         {4, "-", BinaryOperator::subtract},
    {5, "*", BinaryOperator::multiply},    {5, "/", BinaryOperator::divide},
    {5, "%", BinaryOperator::remainder},
};

std::optional<BinaryOperator> find_operator(const Token& token, std::size_t level) {
  for (const BinaryRow& row : kBinaryRows) {
    if (row.level == level && token.is(row.symbol)) return row.op;
  }
  return std::nullopt;
}

struct WordRow {
  std::string_view word;
  std::variant<Null, bool, Number, std::string> (*value)();
};

constexpr WordRow kWordRows[] = {
    {"null", [] { return decltype(Literal::value)(Null{}); }},
    {"true", [] { return decltype(Literal::value)(true); }},
    {"false", [] { return decltype(Literal::value)(false); }},
};

Operand operand(Expression expression) {
  return std::make_shared<const Expression>(std::move(expression));
}

}  // namespace

// expression = binary [ "?" expression ":" expression ]
Expression Parser::parse_expression() {
  const std::string_view start = scanner_.peek().text;
  Expression condition = parse_binary(0);
  if (!scanner_.peek().is("?")) return condition;
  const Token mark = scanner_.take();
  const Nested nested(*this, mark.text);
  Operand yes = operand(parse_expression());
  take_close(":", "':' and what is taken otherwise");
  Operand no = operand(parse_expression());
  return {Conditional{operand(std::move(condition)), std::move(yes), std::move(no)},
          scanner_.since(start)};
}

// binary(level) = binary(level + 1) { operator of the level  binary(level + 1) }
Expression Parser::parse_binary(std::size_t level) {
  if (level == kLevels) return parse_unary();
  const std::string_view start = scanner_.peek().text;
  Expression first = parse_binary(level + 1);
  std::vector<BinaryTerm> rest;
  while (const auto op = find_operator(scanner_.peek(), level)) {
    scanner_.take();
    rest.push_back({*op, parse_binary(level + 1)});
  }
  if (rest.empty()) return first;
  return {Binary{operand(std::move(first)), std::move(rest)}, scanner_.since(start)};
}

// unary = { "-" | "!" } postfix
Expression Parser::parse_unary() {
  const Token token = scanner_.peek();
  if (!token.is("-") && !token.is("!")) return parse_postfix();
  scanner_.take();
  const Nested nested(*this, token.text);
  const auto op = token.is("-") ? UnaryOperator::negate : UnaryOperator::logical_not;
  Operand of = operand(parse_unary());
  return {Unary{op, std::move(of)}, scanner_.since(token.text)};
}

// postfix = primary { "." name | "[" expression "]" }
Expression Parser::parse_postfix() {
  const std::string_view start = scanner_.peek().text;
  Expression of = parse_primary();
  std::vector<Expression> keys;
  for (Token token = scanner_.peek(); token.is(".") || token.is("["); token = scanner_.peek()) {
    if (token.is("[")) {
      const Inside inside(*this, token.text, LineEnds::are_space);
      scanner_.take();
      keys.push_back(parse_expression());
      take_close("]", "']'");
    } else {
      scanner_.take();
      const Token name = scanner_.peek();
      if (name.kind != TokenKind::identifier) fail_unexpected("a name after '.'", name);
      scanner_.take();
      keys.push_back({Literal{std::string(name.text)}, name.text});
    }
  }
  if (keys.empty()) return of;
  return {Index{operand(std::move(of)), std::move(keys)}, scanner_.since(start)};
}

// primary = number | string | heredoc | word | "(" expression ")" | list | object
Expression Parser::parse_primary() {
  const Token token = scanner_.peek();
  if (token.kind == TokenKind::number) return parse_number();
  if (token.kind == TokenKind::quote) return parse_string();
  if (token.kind == TokenKind::heredoc) return parse_heredoc();
  if (token.kind == TokenKind::identifier) return parse_word();
  if (token.is("(")) return parse_parentheses();
  if (token.is("[")) return parse_list();
  if (token.is("{")) return parse_object();
  fail_unexpected("a value", token);
}

Expression Parser::parse_number() {
  const Token token = scanner_.take();
  auto number = Number::parse(token.text);
  if (!number) scanner_.fail(token.text, "the number's exponent is too large");
  return {Literal{std::move(*number)}, token.text};
}

// word = "null" | "true" | "false" | variable | function "(" [expressions] ")"
Expression Parser::parse_word() {
  const Token name = scanner_.take();
  const Token open = scanner_.peek();
  if (open.is("(")) {
    std::vector<Expression> arguments = parse_comma_separated(open, ")");
    return {Call{name.text, std::move(arguments)}, scanner_.since(name.text)};
  }
  for (const WordRow& row : kWordRows) {
    if (row.word == name.text) return {Literal{row.value()}, name.text};
  }
  return {Variable{name.text}, name.text};
}

Expression Parser::parse_parentheses() {
  const Token open = scanner_.peek();
  const Inside inside(*this, open.text, LineEnds::are_space);
  scanner_.take();
  Expression expression = parse_expression();
  take_close(")", "')'");
  expression.place = scanner_.since(open.text);
  return expression;
}

// list = "[" [expressions] "]"
Expression Parser::parse_list() {
  const Token open = scanner_.peek();
  std::vector<Expression> items = parse_comma_separated(open, "]");
  return {ListExpression{std::move(items)}, scanner_.since(open.text)};
}

// expressions = expression { "," expression } [","]
std::vector<Expression> Parser::parse_comma_separated(const Token& open, std::string_view close) {
  const Inside inside(*this, open.text, LineEnds::are_space);
  scanner_.take();
  refuse_for(open);
  std::vector<Expression> items;
  while (!scanner_.peek().is(close)) {
    items.push_back(parse_expression());
    if (!scanner_.peek().is(",")) break;
    scanner_.take();
  }
  take_close(close, fmt::format("',' or '{}'", close));
  return items;
}

// object = "{" { key ("=" | ":") expression ("," | line end | before the brace) } "}"
Expression Parser::parse_object() {
  const Token open = scanner_.peek();
  const Inside inside(*this, open.text, LineEnds::matter);
  scanner_.take();
  refuse_for(open);
  std::vector<ObjectItem> items;
  for (;;) {
    while (scanner_.peek().kind == TokenKind::line_end) scanner_.take();
    if (scanner_.peek().is("}")) break;
    Expression key = parse_object_key();
    const Token between = scanner_.peek();
    if (!between.is("=") && !between.is(":")) fail_unexpected("'=' after the key", between);
    scanner_.take();
    items.push_back({std::move(key), parse_expression()});
    const Token after = scanner_.peek();
    if (after.is(",") || after.kind == TokenKind::line_end) {
      scanner_.take();
    } else if (!after.is("}")) {
      fail_unexpected("',', the end of the line or '}'", after);
    }
  }
  scanner_.take();
  return {ObjectExpression{std::move(items)}, scanner_.since(open.text)};
}

// key = name | number | string | "(" expression ")"
Expression Parser::parse_object_key() {
  const Token token = scanner_.peek();
  if (token.kind == TokenKind::quote) return parse_string();
  if (token.is("(")) return parse_parentheses();
  if (token.kind != TokenKind::identifier && token.kind != TokenKind::number) {
    fail_unexpected("a key", token);
  }
  scanner_.take();
  return {Literal{std::string(token.text)}, token.text};
}

// "[for x in ..." would else be told as a missing comma after "for".
void Parser::refuse_for(const Token& open) {
  const Token word = scanner_.peek();
  if (open.is("(") || word.kind != TokenKind::identifier || word.text != "for") return;
  Scanner ahead = scanner_;
  ahead.take();
  if (ahead.peek().kind == TokenKind::identifier) {
    scanner_.fail(word.text, "'for' is not supported", "write the items out");
  }
}

}  // namespace godwit::hcl
