// How ALTER is read. What follows its commands cannot be found by looking for words: in ADD COLUMN
// format String there is no FORMAT. So every FORMAT, SETTINGS and INTO OUTFILE that goes on to the
// end of the text in the right way is tried, from the left, and the first that leaves commands
// before it is the one. Only a query and a refresh schedule have SETTINGS of their own, and take
// them before the ALTER does.

#include "godwit/sql/alter.hpp"

#include "godwit/sql/alter_form.hpp"
#include "godwit/sql/cursor.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace godwit::sql {

namespace {

/// The commands before one of the places at which the tail may begin.
struct Reading {
  std::vector<AlterCommand> commands;
  bool in_brackets = false;
};

bool take_item(const AlterItem& item, Cursor& cursor, AlterCommand& command) {
  if (item.piece) return take_alter_piece(*item.piece, cursor, command);
  return std::ranges::any_of(item.words,
                             [&](std::string_view word) { return cursor.take_word(word); });
}

// The command at the cursor, if the row reads all of it.
std::optional<AlterCommand> read_as(const AlterRow& row, Cursor& cursor) {
  AlterCommand command;
  command.row = &row;
  const std::size_t start = cursor.position();
  for (const AlterItem& item : form_of(row)) {
    if (!take_item(item, cursor, command)) return std::nullopt;
  }
  if (!cursor.at_end() && !cursor.sees_symbol(",")) return std::nullopt;
  command.text = cursor.between(start, cursor.position());
  return command;
}

// What a token does to the depth of brackets. Counted, and not skipped as groups: a text of nothing
// but "(" would be looked through once for each of them.
int depth_of(const Token& token) {
  if (token.kind != TokenKind::symbol || token.text.size() != 1) return 0;
  if (token.text == "(" || token.text == "[" || token.text == "{") return 1;
  return token.text == ")" || token.text == "]" || token.text == "}" ? -1 : 0;
}

// Steps to the next comma outside brackets, or the end.
AlterCommand skip_command(Cursor& cursor) {
  const std::size_t start = cursor.position();
  for (int depth = 0; !cursor.at_end() && (depth > 0 || !cursor.sees_symbol(","));
       cursor.advance()) {
    depth += depth_of(cursor.peek());
  }
  AlterCommand unknown;
  unknown.text = cursor.between(start, cursor.position());
  return unknown;
}

AlterCommand read_command(AlterObject object, Cursor& cursor) {
  const std::size_t start = cursor.position();
  for (const AlterRow& row : alter_rows()) {
    if (row.object != object) continue;
    if (auto command = read_as(row, cursor)) return std::move(*command);
    cursor.go_to(start);
  }
  return skip_command(cursor);
}

// "( command )": what is between the brackets is one command, or none.
AlterCommand read_bracket(AlterObject object, Cursor& cursor) {
  const std::size_t start = cursor.position();
  const bool is_closed = cursor.take_group('(', ')');
  if (!is_closed || (!cursor.at_end() && !cursor.sees_symbol(","))) {
    cursor.go_to(start);
    return skip_command(cursor);
  }
  const std::string_view brackets = cursor.between(start, cursor.position());
  Cursor inside(brackets.substr(1, brackets.size() - 2));
  AlterCommand command = read_command(object, inside);
  if (inside.at_end()) return command;
  while (!inside.at_end()) inside.advance();
  AlterCommand unknown;
  unknown.text = inside.between(0, inside.position());
  return unknown;
}

Reading read_commands(AlterObject object, std::string_view text) {
  Cursor cursor(text);
  Reading reading;
  reading.in_brackets = cursor.sees_symbol("(");
  do {
    reading.commands.push_back(reading.in_brackets ? read_bracket(object, cursor)
                                                   : read_command(object, cursor));
  } while (cursor.take_symbol(","));
  return reading;
}

std::size_t unknown_commands(const Reading& reading) {
  return static_cast<std::size_t>(std::ranges::count(
      reading.commands, nullptr, [](const AlterCommand& command) { return command.row; }));
}

// Whether SETTINGS behind these commands are the last one's: those of MODIFY QUERY SELECT 1, not of
// MODIFY QUERY SELECT 1 SETTINGS a = 1 or MODIFY REFRESH EVERY 1 DAY APPEND.
bool takes_settings(const Reading& reading) {
  const AlterCommand& last = reading.commands.back();
  if (reading.in_brackets || last.row == nullptr) return false;
  if (last.row->kind != AlterKind::modify_query && last.row->kind != AlterKind::modify_refresh) {
    return false;
  }
  Cursor cursor(last.body);
  while (!cursor.at_end()) {
    if (cursor.take_group('(', ')')) continue;
    const std::size_t start = cursor.position();
    if (cursor.take_symbol(".")) {  // what follows is part of a name
      cursor.advance();
      continue;
    }
    const bool ends = (cursor.take_word("SETTINGS") && take_settings(cursor).has_value()) ||
                      (last.row->kind == AlterKind::modify_refresh && cursor.take_word("APPEND"));
    if (ends && cursor.at_end()) return false;
    cursor.go_to(start + 1);
  }
  return true;
}

bool take_string(Cursor& cursor) {
  const bool is_string = cursor.peek().kind == TokenKind::string;
  if (is_string) cursor.advance();
  return is_string;
}

// INTO OUTFILE 'f' [APPEND | TRUNCATE] [AND STDOUT] [COMPRESSION 'c' [LEVEL n]]
bool take_outfile(Cursor& cursor) {
  if (!take_words(cursor, "INTO OUTFILE") || !take_string(cursor)) return false;
  if (!cursor.take_word("APPEND")) cursor.take_word("TRUNCATE");
  take_words(cursor, "AND STDOUT");
  if (!cursor.take_word("COMPRESSION")) return true;
  if (!take_string(cursor)) return false;
  if (cursor.take_word("LEVEL")) cursor.advance();
  return true;
}

bool take_format(Cursor& cursor) {
  const TokenKind name = cursor.peek(1).kind;
  if (!cursor.sees_word("FORMAT") ||
      (name != TokenKind::word && name != TokenKind::quoted_identifier)) {
    return false;
  }
  cursor.advance(2);
  return true;
}

bool take_tail_settings(Cursor& cursor) {
  return cursor.take_word("SETTINGS") && take_settings(cursor).has_value();
}

// [INTO OUTFILE ...] [FORMAT x] [SETTINGS ...], the last two in any order, at least one of them,
// and nothing behind.
bool is_tail(Cursor& cursor) {
  const bool has_outfile = take_outfile(cursor);
  const bool has_format = take_format(cursor);
  const bool has_settings = take_tail_settings(cursor);
  if (has_settings && !has_format) take_format(cursor);
  return (has_outfile || has_format || has_settings) && cursor.at_end();
}

bool may_begin_tail(Cursor& cursor) {
  return cursor.sees_word("FORMAT") || cursor.sees_word("SETTINGS") || cursor.sees_word("INTO");
}

/// A place where the tail may begin.
struct Tail {
  std::string_view before;
  bool begins_with_settings = false;
};

// All of them, from the left; behind the last one, the text that has no tail.
std::vector<Tail> find_tails(std::string_view text) {
  std::vector<Tail> tails;
  Cursor cursor(text);
  int depth = 0;
  while (!cursor.at_end()) {
    const std::size_t start = cursor.position();
    depth += depth_of(cursor.peek());
    if (depth <= 0 && may_begin_tail(cursor)) {
      const bool with_settings = cursor.sees_word("SETTINGS");
      const char* const begin = cursor.peek().text.data();
      if (is_tail(cursor)) {
        tails.push_back(
            {{text.data(), static_cast<std::size_t>(begin - text.data())}, with_settings});
      }
    }
    cursor.go_to(start + 1);
  }
  tails.push_back({text});
  return tails;
}

std::vector<AlterCommand> read_alter(AlterObject object, std::string_view text) {
  std::optional<Reading> best;
  for (const Tail& tail : find_tails(text)) {
    Reading reading = read_commands(object, tail.before);
    if (tail.begins_with_settings && takes_settings(reading)) continue;
    if (!best || unknown_commands(reading) < unknown_commands(*best)) best = std::move(reading);
    if (unknown_commands(*best) == 0) break;
  }
  return std::move(best->commands);
}

const AlterRow* row_of(AlterKind kind) {
  return &*std::ranges::find(alter_rows(), kind, &AlterRow::kind);
}

// CREATE [UNIQUE] INDEX [IF NOT EXISTS] i ON t e [TYPE x] [GRANULARITY n]: only here may the type
// be missing (allow_create_index_without_type).
IndexElement read_index(std::string_view name, std::string_view definition) {
  static constexpr std::array<std::string_view, 2> kEnds{"TYPE", "GRANULARITY"};
  IndexElement index;
  index.name = name;
  Cursor cursor(definition);
  index.expression = take_expression(cursor, kEnds);
  if (cursor.take_word("TYPE")) index.type = take_type(cursor);
  if (cursor.take_word("GRANULARITY")) index.granularity = cursor.peek().text;
  return index;
}

AlterCommand read_index_statement(const Statement& statement, std::string_view behind_table) {
  const bool creates = statement.kind == StatementKind::create_index;
  AlterCommand command;
  command.text = statement.text;
  command.row = row_of(creates ? AlterKind::add_index : AlterKind::drop_index);
  Cursor cursor(statement.text);
  while (!cursor.take_word("INDEX")) cursor.advance();
  take_alter_piece(creates ? AlterPiece::if_not_exists : AlterPiece::if_exists, cursor, command);
  command.name = cursor.peek().text;
  if (creates) command.element = read_index(command.name, behind_table);
  return command;
}

// What follows the name of the table and ON CLUSTER.
std::string_view behind_cluster(const Statement& statement) {
  const std::string_view behind = statement.cluster_clause.substr(statement.cluster_clause.size());
  const char* const end = statement.text.data() + statement.text.size();
  return {behind.data(), static_cast<std::size_t>(end - behind.data())};
}

}  // namespace

std::vector<AlterCommand> parse_alter(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::alter_table:
    case StatementKind::alter_temporary_table:
      return read_alter(AlterObject::table, behind_cluster(statement));
    case StatementKind::alter_database:
      return read_alter(AlterObject::database, behind_cluster(statement));
    case StatementKind::create_index:
    case StatementKind::drop_index:
      return {read_index_statement(statement, behind_cluster(statement))};
    default:
      return {};
  }
}

}  // namespace godwit::sql
