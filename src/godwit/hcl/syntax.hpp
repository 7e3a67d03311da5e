#pragma once

#include "godwit/hcl/number.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace godwit::hcl {

// The tree of a file in HCL's native syntax. It knows the grammar and no word of any
// configuration. Every `place` is a view into the Source that was parsed, so that
// `source.where(place)` tells a person where to go; views also compare in the order of the file.
// The tree is good as long as that Source (or a copy of it) lives, and is never changed.

struct Expression;
using Operand = std::shared_ptr<const Expression>;

struct Null {
  bool operator==(const Null&) const = default;
};

/// null, true, 12.5, "text without ${}".
struct Literal {
  std::variant<Null, bool, Number, std::string> value;
};

/// "text ${expression} text" or a heredoc; the texts are Literals. At least one part is none. Of
/// one part alone, "${x}", the value is x itself and not its text.
struct Template {
  std::vector<Expression> parts;
};

struct ListExpression {
  std::vector<Expression> items;
};

/// { a = 1, "b" : 2, (key) = 3 }; a bare word as a key is a Literal.
struct ObjectItem;
struct ObjectExpression {
  std::vector<ObjectItem> items;
};

struct Variable {
  std::string_view name;
};

/// of.name and of[key], one after another: a.b["c"][0] has three keys. A name is a Literal.
struct Index {
  Operand of;
  std::vector<Expression> keys;
};

struct Call {
  std::string_view function;
  std::vector<Expression> arguments;
};

enum class UnaryOperator { negate, logical_not };

struct Unary {
  UnaryOperator op;
  Operand operand;
};

enum class BinaryOperator {
  logical_or,
  logical_and,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  add,
  subtract,
  multiply,
  divide,
  remainder,
};

/// first op term op term ..., of one precedence and computed from the left. Flat, so that a chain
/// of any length is as deep as one of two.
struct BinaryTerm;
struct Binary {
  Operand first;
  std::vector<BinaryTerm> rest;
};

/// condition ? yes : no.
struct Conditional {
  Operand condition;
  Operand yes;
  Operand no;
};

/// `place` is the expression's whole text, with parentheses where it stands in some.
struct Expression {
  std::variant<Literal, Template, ListExpression, ObjectExpression, Variable, Index, Call, Unary,
               Binary, Conditional>
      node;
  std::string_view place;
};

struct ObjectItem {
  Expression key;
  Expression value;
};

struct BinaryTerm {
  BinaryOperator op;
  Expression operand;
};

/// name = value.
struct Attribute {
  std::string_view name;
  Expression value;
};

/// A block's label, a quoted one without its quotes and escapes; `place` is as written.
struct Label {
  std::string text;
  std::string_view place;
};

struct Block;

/// What stands in a file or between a block's braces. No two attributes have the same name.
struct Body {
  std::vector<Attribute> attributes;
  std::vector<Block> blocks;
  std::string_view place;  // the block's head as far as its last label; of a file, its empty start
};

/// type "label" label { body }.
struct Block {
  std::string_view type;
  std::vector<Label> labels;
  Body body;
};

}  // namespace godwit::hcl
