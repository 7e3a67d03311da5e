#pragma once

#include "godwit/hcl/scanner.hpp"
#include "godwit/hcl/syntax.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::hcl {

/// Internal to hcl/: recursive descent over one text, in three files: parse.cpp (bodies and
/// blocks), parse_expression.cpp, parse_template.cpp (strings and heredocs). The grammar stands
/// above each function.
class Parser {
 public:
  explicit Parser(const Source& source) : scanner_(source) {}

  Body parse_file();

 private:
  // One more level of nesting, for as long as it lives.
  class Nested {
   public:
    Nested(Parser& parser, std::string_view place);
    ~Nested() { --parser_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    Nested(Nested&&) = delete;
    Nested& operator=(Nested&&) = delete;

   private:
    Parser& parser_;
  };

  // Between two brackets, for as long as it lives: where it was opened, and what line ends mean.
  class Inside {
   public:
    Inside(Parser& parser, std::string_view open, LineEnds line_ends);
    ~Inside();
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
    Inside(Inside&&) = delete;
    Inside& operator=(Inside&&) = delete;

   private:
    Parser& parser_;
    Nested nested_;
    LineEnds before_;
  };

  // The literal texts and expressions of a template, as they come.
  struct LineStart {
    std::size_t part;
    std::size_t margin;  // its text begins with so many blanks
  };
  struct Pieces {
    std::vector<Expression> parts;
    std::vector<LineStart> line_starts;  // of a heredoc's lines that are not blank

    void add_text(std::string_view text, std::string_view place);
    void strip_margin();
  };

  void parse_items(Body& body, const std::optional<Token>& open);
  void parse_item(Body& body);
  void parse_attribute(Body& body, const Token& name);
  Block parse_block(const Token& type);
  std::optional<Label> take_label();

  Expression parse_expression();
  Expression parse_binary(std::size_t level);
  Expression parse_unary();
  Expression parse_postfix();
  Expression parse_primary();
  Expression parse_number();
  Expression parse_word();
  Expression parse_parentheses();
  Expression parse_list();
  Expression parse_object();
  Expression parse_object_key();
  std::vector<Expression> parse_comma_separated(const Token& open, std::string_view close);

  Expression parse_string();
  Expression parse_heredoc();
  void parse_heredoc_line(const Token& open, Pieces& pieces);
  bool take_marked(Pieces& pieces);
  Expression parse_interpolation();
  void take_escape(Pieces& pieces);

  void take_close(std::string_view close, std::string_view expected);
  void refuse_for(const Token& open);
  [[noreturn]] void fail_unexpected(std::string_view expected, const Token& found) const;

  Scanner scanner_;
  std::vector<std::string_view> open_;  // the brackets that are open here
  int depth_ = 0;
};

}  // namespace godwit::hcl
