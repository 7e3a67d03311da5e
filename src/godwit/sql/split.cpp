// One pass over the tokens. A statement's first ones are kept for who parses it, since lexing is
// most of the work; so many that only data and dumps have more. Only a statement that begins with
// INSERT (or WITH, which may come before it) has its tokens looked at for inline data.
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

// As many as a core's nearest memory holds.
constexpr std::size_t kKept = 1000;

const char* end_of(std::string_view view) { return view.data() + view.size(); }

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

StatementReader::StatementReader(const Source& source)
    : source_(source),
      lexer_(source.text()),
      tokens_(kKept),
      gap_begin_(source.text().data()),
      end_(gap_begin_) {}

bool StatementReader::next() {
  kept_ = 0;
  keeps_ = true;
  for (;;) {
    if (kept_ == tokens_.size()) tokens_.emplace_back();
    Token& token = tokens_[kept_];  // read to where it is kept: a copy costs as much as lexing
    if (!lexer_.read_significant(token)) return finish(end_);
    const char first = token.text.front();
    if (first == ';' || first == '$' || token.kind == TokenKind::unclosed) {
      if (ends_here(token)) return finish(end_of(token.text));
      if (!in_statement_ && first == ';') continue;  // an empty one, left to the gap
    }
    if (!in_statement_) begin(token);
    if (keeps_) keep(token);
    end_ = end_of(token.text);
    if (!watch_.is_over() && watch_.data_follows(token)) return finish(take_data());
  }
}

std::string_view StatementReader::tail() const {
  const std::string_view text = source_.text();
  return text.substr(static_cast<std::size_t>(gap_begin_ - text.data()));
}

// Throws for what ends nowhere.
bool StatementReader::ends_here(const Token& token) {
  if (token.kind == TokenKind::unclosed) throw_unterminated(source_, token.text);
  if (token.kind == TokenKind::symbol) {
    if (token.text.front() == ';') return in_statement_;
    // Two that open no heredoc: ClickHouse has no use for them.
    if (token.text.front() == '$' && lexer_.rest().starts_with('$')) {
      throw_unterminated(source_, between(token.text.data(), end_of(source_.text())));
    }
  }
  if (token.text.front() == '$') refuse_open_heredoc(token);
  return false;
}

void StatementReader::begin(const Token& token) {
  in_statement_ = true;
  begin_ = token.text.data();
  watch_ = InlineDataWatch();
}

// The last one kept is a comma or a bracket: lexing can go on behind it without knowing what stood
// before.
void StatementReader::keep(const Token& token) {
  if (++kept_ >= kKept) keeps_ = !(token.text == "," || token.text == "(");
}

// A heredoc whose end is missing is a name to ClickHouse, which fails somewhere in its middle.
// Nobody means such a name.
void StatementReader::refuse_open_heredoc(const Token& token) const {
  const std::size_t end =
      token.kind == TokenKind::word ? token.text.find('$', 1) : std::string_view::npos;
  if (end == std::string_view::npos) return;
  const std::string_view tag = token.text.substr(0, end + 1);
  throw Error(ErrorKind::usage, "unterminated heredoc", source_.where(token.text),
              fmt::format("close it with {}; a name of this form needs back quotes", tag));
}

const char* StatementReader::take_data() {
  const std::string_view data = inline_data(lexer_.rest());
  expect_data_before_semicolon(source_, lexer_.rest(), data);
  lexer_.skip(static_cast<std::size_t>(end_of(data) - lexer_.rest().data()));
  if (!data.empty()) end_ = end_of(data);
  return end_of(data);
}

bool StatementReader::finish(const char* next_gap) {
  if (!in_statement_) return false;
  in_statement_ = false;
  statement_ = {between(begin_, end_), between(gap_begin_, begin_)};
  gap_begin_ = next_gap;
  return true;
}

SplitText split(const Source& source) {
  SplitText result;
  StatementReader reader(source);
  while (reader.next()) result.statements.push_back(reader.statement());
  result.tail = reader.tail();
  return result;
}

}  // namespace godwit::sql
