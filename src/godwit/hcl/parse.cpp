#include "godwit/hcl/parse.hpp"

#include "godwit/hcl/parser.hpp"

#include <fmt/format.h>

#include <algorithm>

// Bodies and blocks, and what the whole parser shares. There is no recovery: the first mistake is
// the only one told, since what follows it is mostly its consequence.

namespace godwit::hcl {

Body parse(const Source& source) { return Parser(source).parse_file(); }

Parser::Nested::Nested(Parser& parser, std::string_view place) : parser_(parser) {
  if (parser_.depth_ == kMaxDepth) {
    parser_.scanner_.fail(place, fmt::format("nested more than {} levels deep", kMaxDepth));
  }
  ++parser_.depth_;
}

Parser::Inside::Inside(Parser& parser, std::string_view open, LineEnds line_ends)
    : parser_(parser), nested_(parser, open), before_(parser.scanner_.set_line_ends(line_ends)) {
  parser_.open_.push_back(open);
}

Parser::Inside::~Inside() {
  parser_.open_.pop_back();
  parser_.scanner_.set_line_ends(before_);
}

// file = items end
Body Parser::parse_file() {
  Body body;
  body.place = scanner_.rest().substr(0, 0);
  parse_items(body, std::nullopt);
  return body;
}

// items = { (attribute | block) (line end | before the closing brace) }
// HCL2 allows one attribute, and no block, in a block on one line. Others write more, and what
// they mean is plain, so as long as no line has ended, nothing need part two items.
void Parser::parse_items(Body& body, const std::optional<Token>& open) {
  bool on_one_line = open.has_value();
  for (;;) {
    const Token token = scanner_.peek();
    if (token.kind == TokenKind::line_end) {
      scanner_.take();
      on_one_line = false;
      continue;
    }
    if (open && token.is("}")) return;
    if (!open && token.kind == TokenKind::end) return;
    if (token.kind != TokenKind::identifier) fail_unexpected("an attribute or a block", token);
    parse_item(body);

    const Token next = scanner_.peek();
    const bool ended =
        next.kind == TokenKind::line_end || next.kind == TokenKind::end || (open && next.is("}"));
    if (!ended && !(on_one_line && next.kind == TokenKind::identifier)) {
      fail_unexpected("the end of the line", next);
    }
  }
}

void Parser::parse_item(Body& body) {
  const Token name = scanner_.take();
  if (scanner_.peek().is("=")) {
    parse_attribute(body, name);
  } else {
    body.blocks.push_back(parse_block(name));
  }
}

// attribute = name "=" expression
void Parser::parse_attribute(Body& body, const Token& name) {
  for (const Attribute& earlier : body.attributes) {
    if (earlier.name != name.text) continue;
    scanner_.fail(name.text, fmt::format("'{}' is already set on line {}", name.text,
                                         scanner_.line(earlier.name)));
  }
  scanner_.take();
  body.attributes.push_back({name.text, parse_expression()});
}

// block = type { name | string without ${} } "{" items "}"
Block Parser::parse_block(const Token& type) {
  Block block;
  block.type = type.text;
  while (auto label = take_label()) block.labels.push_back(std::move(*label));
  block.body.place = scanner_.since(type.text);
  const Token open = scanner_.peek();
  if (!open.is("{")) {
    fail_unexpected(block.labels.empty() ? fmt::format("'=', a label or '{{' after '{}'", type.text)
                                         : std::string("a label or '{'"),
                    open);
  }
  const Inside inside(*this, open.text, LineEnds::matter);
  scanner_.take();
  parse_items(block.body, open);
  take_close("}", "'}'");
  return block;
}

std::optional<Label> Parser::take_label() {
  const Token token = scanner_.peek();
  if (token.kind == TokenKind::identifier) {
    scanner_.take();
    return Label{std::string(token.text), token.text};
  }
  if (token.kind != TokenKind::quote) return std::nullopt;
  const Expression text = parse_string();
  const auto* literal = std::get_if<Literal>(&text.node);
  if (literal == nullptr) scanner_.fail(text.place, "a label takes no ${...}", "write $${ for ${");
  return Label{std::get<std::string>(literal->value), text.place};
}

void Parser::take_close(std::string_view close, std::string_view expected) {
  const Token token = scanner_.peek();
  if (!token.is(close)) fail_unexpected(expected, token);
  scanner_.take();
}

// At the end of the file the mistake is where the bracket that is still open was opened.
void Parser::fail_unexpected(std::string_view expected, const Token& found) const {
  if (found.kind == TokenKind::end && !open_.empty()) {
    scanner_.fail(open_.back(), fmt::format("this '{}' is never closed", open_.back()));
  }
  scanner_.fail(found.text, fmt::format("expected {}, found {}", expected, describe(found)));
}

}  // namespace godwit::hcl
