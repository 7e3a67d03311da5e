// The grammar that matters here, as ClickHouse 26.7 reads it:
//
//   [WITH ...] INSERT INTO [TABLE] [FUNCTION] name[.name] | function(...) [PARTITION BY ...]
//   [(columns)] [FROM INFILE 'x' ...] [SETTINGS ...]
//   VALUES rows | FORMAT x data | [(]SELECT ... [FORMAT x]
//
// VALUES and FORMAT Values hold SQL tokens, so they need no care. Behind SELECT ... FORMAT x there
// is data only if the query reads input(). A word counts only outside brackets and where it cannot
// be a name: "INSERT INTO format (values) FORMAT CSV" has one FORMAT.
#include "godwit/sql/inline_data.hpp"

#include "godwit/base/text.hpp"

#include <cstring>

namespace godwit::sql {

namespace {

bool is_word(const Token& token, std::string_view word) {
  return token.kind == TokenKind::word && equal_ignoring_case(token.text, word);
}

bool is_symbol(const Token& token, char symbol) {
  return token.kind == TokenKind::symbol && token.text.front() == symbol;
}

bool begins_query(const Token& token) { return is_word(token, "SELECT") || is_word(token, "WITH"); }

// Where a line is empty, the length of its end; else 0.
std::size_t empty_line(std::string_view line) {
  if (line.starts_with('\n')) return 1;
  return line.starts_with("\r\n") ? 2 : 0;
}

}  // namespace

void InlineDataWatch::count_brackets(const Token& token) {
  if (token.kind != TokenKind::symbol) return;
  const char symbol = token.text.front();
  if (symbol == '(' || symbol == '[' || symbol == '{') {
    only_opened_ = symbol == '(' && (depth_ == 0 || only_opened_);
    ++depth_;
  } else if ((symbol == ')' || symbol == ']' || symbol == '}') && depth_ > 0) {
    --depth_;
  }
}

// Up to the name. False where the token is the name's.
bool InlineDataWatch::read_head(const Token& token) {
  switch (stage_) {
    case Stage::first_word:
      stage_ = is_word(token, "INSERT") ? Stage::into
               : is_word(token, "WITH") ? Stage::with
                                        : Stage::over;
      return true;
    case Stage::with:
      count_brackets(token);
      if (depth_ > 0) return true;
      if (is_word(token, "INSERT")) stage_ = Stage::into;
      if (is_word(token, "SELECT")) stage_ = Stage::over;
      return true;
    case Stage::into:
      stage_ = is_word(token, "INTO") ? Stage::table_word : Stage::over;
      return true;
    case Stage::table_word:
      stage_ = Stage::function_word;
      if (is_word(token, "TABLE")) return true;
      return read_head(token);
    case Stage::function_word:
      stage_ = Stage::name;
      return is_word(token, "FUNCTION");
    default:
      return false;
  }
}

// Behind the name. True where the token names a format whose data is not SQL.
bool InlineDataWatch::read_clauses(const Token& token) {
  const bool outside = depth_ == 0;
  count_brackets(token);
  if (is_symbol(token, '.')) {
    stage_ = Stage::name;
  } else if (outside && is_word(token, "FORMAT")) {
    before_format_ = Stage::clauses;
    stage_ = Stage::format_name;
  } else if (outside && (is_word(token, "VALUES") || is_word(token, "FROM"))) {
    stage_ = Stage::over;
  } else if (outside && begins_query(token)) {
    stage_ = Stage::query;
  } else if (!outside && only_opened_ && begins_query(token)) {
    stage_ = Stage::first_column;
  }
  if (!is_symbol(token, '(')) only_opened_ = false;
  return false;
}

void InlineDataWatch::read_query(const Token& token) {
  if (after_input_ && is_symbol(token, '(')) reads_input_ = true;
  after_input_ = is_word(token, "input");
  if (depth_ == 0 && reads_input_ && is_word(token, "FORMAT")) {
    before_format_ = Stage::query;
    stage_ = Stage::format_name;
  }
  count_brackets(token);
}

bool InlineDataWatch::data_follows(const Token& token) {
  if (read_head(token)) return false;
  if (stage_ == Stage::name) {
    count_brackets(token);  // {name:Identifier}
    stage_ = Stage::clauses;
    return false;
  }
  if (stage_ == Stage::first_column) {
    stage_ = is_symbol(token, ',') || is_symbol(token, ')') ? Stage::clauses : Stage::query;
  }
  if (stage_ == Stage::format_name) {
    if (token.kind == TokenKind::word || token.kind == TokenKind::quoted_identifier) {
      stage_ = Stage::over;
      return !is_word(token, "Values");
    }
    stage_ = before_format_;
  }
  if (stage_ == Stage::clauses) return read_clauses(token);
  if (stage_ == Stage::query) read_query(token);
  return false;
}

std::string_view inline_data(std::string_view rest) {
  std::size_t begin = rest.find_first_not_of(" \t\f");
  if (begin == std::string_view::npos) begin = rest.size();
  begin += empty_line(rest.substr(begin));

  std::size_t line = begin;
  while (line < rest.size() && empty_line(rest.substr(line)) == 0) {
    const std::size_t feed = rest.find('\n', line);
    if (feed == std::string_view::npos) return rest.substr(begin);
    line = feed + 1;
  }
  if (line == begin) return rest.substr(begin, 0);
  const std::size_t end_length = line - begin >= 2 && rest[line - 2] == '\r' ? 2 : 1;
  return rest.substr(begin, line - end_length - begin);
}

}  // namespace godwit::sql
