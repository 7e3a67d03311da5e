// One pass over the tokens, none of which is kept. Only a statement that begins with INSERT (or
// WITH, which may come before it) has its tokens looked at for inline data.
#include "godwit/sql/split.hpp"

#include "godwit/base/error.hpp"
#include "godwit/sql/inline_data.hpp"
#include "godwit/sql/lexer.hpp"

#include <fmt/format.h>

namespace godwit::sql {

namespace {

struct OpeningRow {
  std::string_view opening;
  std::string_view name;
  std::string_view hint;
};

// clang-format off
constexpr OpeningRow kOpenings[] = {
    // opening  what it is           hint
    {"'",       "string",            "close it with ' (inside a string, ' is written '' or \\')"},
    {"\u2018",  "string",            "close it with \u2019"},
    {"x'",      "string",            "x'...' takes hexadecimal digits and closes with '"},
    {"X'",      "string",            "X'...' takes hexadecimal digits and closes with '"},
    {"b'",      "string",            "b'...' takes 0 and 1 and closes with '"},
    {"B'",      "string",            "B'...' takes 0 and 1 and closes with '"},
    {"`",       "quoted identifier", "close it with `"},
    {"\"",      "quoted identifier", "close it with \""},
    {"\u201C",  "quoted identifier", "close it with \u201D"},
    {"/*",      "comment",           "comments nest: each /* needs a */ of its own"},
    {"$$",      "heredoc",           "close it with $$"},
};
// clang-format on

[[noreturn]] void throw_unterminated(const Source& source, std::string_view rest) {
  for (const OpeningRow& row : kOpenings) {
    if (!rest.starts_with(row.opening)) continue;
    throw Error(ErrorKind::usage, fmt::format("unterminated {}", row.name), source.where(rest),
                std::string(row.hint));
  }
  throw Error(ErrorKind::usage, "unterminated text", source.where(rest));
}

// ClickHouse stops there too: where a format's name is followed by `;`, the data would be taken
// for the next statement.
void expect_data_before_semicolon(const Source& source, std::string_view rest,
                                  std::string_view data) {
  if (!rest.starts_with(';') && data != ";" && !data.starts_with(";\n") &&
      !data.starts_with(";\r\n")) {
    return;
  }
  if (rest.substr(0, static_cast<std::size_t>(data.data() - rest.data())).find('\n') !=
      std::string_view::npos) {
    return;
  }
  throw Error(ErrorKind::usage, "';' between the format and its data", source.where(data),
              "remove it: what follows the format's name is data, up to an empty line");
}

class Splitter {
 public:
  explicit Splitter(const Source& source) : source_(source), lexer_(source.text()) {}

  SplitText split() {
    for (Token token{}; lexer_.read_significant(token);) take(token);
    finish(end_);
    result_.tail = source_.text().substr(gap_begin_);
    return std::move(result_);
  }

 private:
  void take(const Token& token) {
    if (token.kind == TokenKind::unclosed) throw_unterminated(source_, token.text);
    if (token.kind == TokenKind::symbol) {
      if (token.text == ";") {
        finish(end_of(token.text));
        return;
      }
      // Two that open no heredoc: ClickHouse has no use for them.
      if (token.text == "$" && lexer_.rest().starts_with('$')) {
        throw_unterminated(source_, source_.text().substr(offset(token.text)));
      }
    }
    if (token.text.front() == '$') refuse_open_heredoc(token);
    if (!in_statement_) {
      in_statement_ = true;
      begin_ = offset(token.text);
      watch_ = InlineDataWatch();
    }
    end_ = end_of(token.text);
    if (!watch_.is_over() && watch_.data_follows(token)) take_data();
  }

  // A heredoc whose end is missing is a name to ClickHouse, which fails somewhere in its middle.
  // Nobody means such a name.
  void refuse_open_heredoc(const Token& token) {
    const std::size_t end =
        token.kind == TokenKind::word ? token.text.find('$', 1) : std::string_view::npos;
    if (end == std::string_view::npos) return;
    const std::string_view tag = token.text.substr(0, end + 1);
    throw Error(ErrorKind::usage, "unterminated heredoc", source_.where(token.text),
                fmt::format("close it with {}; a name of this form needs back quotes", tag));
  }

  void take_data() {
    const std::string_view data = inline_data(lexer_.rest());
    expect_data_before_semicolon(source_, lexer_.rest(), data);
    lexer_.skip(end_of(data) - offset(lexer_.rest()));
    if (!data.empty()) end_ = end_of(data);
    finish(end_of(data));
  }

  // A statement ends, or an empty one, which is left to the gap before the next.
  void finish(std::size_t next_gap) {
    if (!in_statement_) return;
    in_statement_ = false;
    const std::string_view text = source_.text();
    result_.statements.push_back(
        {text.substr(begin_, end_ - begin_), text.substr(gap_begin_, begin_ - gap_begin_)});
    gap_begin_ = next_gap;
  }

  [[nodiscard]] std::size_t offset(std::string_view view) const {
    return static_cast<std::size_t>(view.data() - source_.text().data());
  }

  [[nodiscard]] std::size_t end_of(std::string_view view) const {
    return offset(view) + view.size();
  }

  const Source& source_;
  Lexer lexer_;
  SplitText result_;
  InlineDataWatch watch_;
  std::size_t gap_begin_ = 0;  // where the statement before ended, its `;` included
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool in_statement_ = false;
};

}  // namespace

SplitText split(const Source& source) { return Splitter(source).split(); }

}  // namespace godwit::sql
