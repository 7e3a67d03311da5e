#pragma once

#include "godwit/sql/lexer.hpp"

#include <string_view>

namespace godwit::sql {

/// Finds the place in a statement where data that is not SQL begins: behind the name of the format
/// in INSERT ... FORMAT x (all formats but Values). Reads the statement's significant tokens, from
/// its first one on.
class InlineDataWatch {
 public:
  /// No data will follow, whatever comes: the tokens need not be shown any more.
  [[nodiscard]] bool is_over() const { return stage_ == Stage::over; }

  /// True where `token` is the name of the format; what follows it is for inline_data().
  bool data_follows(const Token& token);

 private:
  enum class Stage : unsigned char {
    first_word,     // INSERT, or the WITH of WITH ... INSERT, or over
    with,           // its expressions, up to INSERT INTO
    into,           // INTO
    table_word,     // [TABLE]
    function_word,  // [FUNCTION]
    name,           // table, database or function; again behind a dot
    clauses,        // columns, SETTINGS, ..., up to VALUES, FORMAT, FROM, SELECT
    format_name,    // behind FORMAT
    first_column,   // behind "(SELECT": a column of that name, or the query
    query,          // SELECT ...: data only if it reads input()
    over,
  };

  bool read_head(const Token& token);
  bool read_clauses(const Token& token);
  void read_query(const Token& token);
  void count_brackets(const Token& token);

  Stage stage_ = Stage::first_word;
  Stage before_format_ = Stage::clauses;
  int depth_ = 0;
  bool only_opened_ = false;  // nothing but ( since the depth was 0
  bool after_input_ = false;  // the token before is the word input
  bool reads_input_ = false;
};

/// The data in what follows a format's name: from the next line, or from the first byte that is no
/// blank if the name's own line goes on; to the first empty line or the end, without the last line
/// end. A view into `rest`, empty (but in its place) where there is none.
std::string_view inline_data(std::string_view rest);

}  // namespace godwit::sql
