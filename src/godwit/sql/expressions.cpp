// Where an expression ends. ClickHouse reserves no word, so a keyword ends one only where an
// operator could stand: in "DEFAULT a || comment COMMENT 'x'" the first comment is a column. All
// that must be known of an expression is thus whether an operand is due.

#include "godwit/base/text.hpp"
#include "godwit/sql/cursor.hpp"
#include "godwit/sql/elements.hpp"

#include <algorithm>
#include <array>

namespace godwit::sql {

namespace {

using Words = std::span<const std::string_view>;

// Behind these an operand is due.
constexpr std::array<std::string_view, 17> kOperators{
    "AND", "OR",     "NOT",  "IN",   "LIKE", "ILIKE", "REGEXP", "BETWEEN", "IS",
    "DIV", "GLOBAL", "WHEN", "THEN", "ELSE", "FROM",  "ZONE",   "MOD"};

// Operators of several words begin with these.
constexpr std::array<std::string_view, 3> kFirstOfOperators{"NOT", "IS", "GLOBAL"};

constexpr std::array<std::string_view, 11> kUnits{
    "NANOSECOND", "MICROSECOND", "MILLISECOND", "SECOND",  "MINUTE", "HOUR",
    "DAY",        "WEEK",        "MONTH",       "QUARTER", "YEAR"};

constexpr std::array<std::string_view, 16> kAfterExpression{
    "PARTITION BY", "PRIMARY KEY", "ORDER BY",     "UNIQUE KEY", "SAMPLE BY", "TTL",
    "SETTINGS",     "DEFINER",     "SQL SECURITY", "COMMENT",    "EMPTY",     "CLONE",
    "POPULATE",     "AS",          "INTO",         "FORMAT"};

constexpr std::array<std::string_view, 6> kTtlWords{"DELETE",     "WHERE",    "TO",
                                                    "RECOMPRESS", "GROUP BY", "SET"};

bool sees_any(Cursor& cursor, Words words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return sees_words(cursor, word); });
}

bool sees_unit(Cursor& cursor, std::size_t ahead) {
  return std::any_of(kUnits.begin(), kUnits.end(), [&](std::string_view unit) {
    const std::string_view word = cursor.peek(ahead).text;
    return equal_ignoring_case(word, unit) ||
           (word.size() == unit.size() + 1 &&
            equal_ignoring_case(word.substr(0, unit.size()), unit));
  });
}

/// Walks over an expression, token by token or bracket by bracket.
class Walk {
 public:
  Walk(Cursor& cursor, Words ends) : cursor_(cursor), ends_(ends) {}

  // False where the expression has ended.
  bool step() {
    const Token token = cursor_.peek();
    if (token.kind == TokenKind::symbol) return symbol(token.text);
    if (token.kind != TokenKind::word) return operand();
    if (!operand_due_ && sees_any(cursor_, ends_)) return false;
    return word();
  }

 private:
  bool symbol(std::string_view text) {
    if (text.empty() || text == "," || text == ")" || text == "]" || text == "}") return false;
    if (text == "(" || text == "[" || text == "{") {
      operand_due_ = false;
      return cursor_.take_group(text.front(), text == "(" ? ')' : text == "[" ? ']' : '}');
    }
    operand_due_ = !(operand_due_ && text == "*");
    within_operator_ = false;
    cursor_.advance();
    const bool names_part = text == "." && cursor_.peek().kind == TokenKind::word;
    return !names_part || operand();
  }

  bool operand() {
    operand_due_ = false;
    within_operator_ = false;
    cursor_.advance();
    return true;
  }

  // In the place of an operand NOT, CASE and INTERVAL go before one, other operators are names.
  bool word() {
    const bool begins = operand_due_ && !within_operator_;
    const bool is_operator = begins ? is_prefix() : sees_any(cursor_, kOperators);
    if (!is_operator) return operand();
    within_operator_ = !begins && sees_any(cursor_, kFirstOfOperators);
    operand_due_ = true;
    cursor_.advance();
    return true;
  }

  // Columns called case and interval are these where what follows cannot be their operand.
  bool is_prefix() {
    if (cursor_.sees_word("NOT")) return true;
    const bool is_case = cursor_.sees_word("CASE");
    if (!is_case && !cursor_.sees_word("INTERVAL")) return false;
    cursor_.advance();
    const bool keyword_follows = sees_any(cursor_, ends_);
    cursor_.go_to(cursor_.position() - 1);
    if (!keyword_follows) return true;
    if (!is_case) return sees_unit(cursor_, 2);
    const Token next = cursor_.peek(2);
    return cursor_.sees_word("WHEN", 2) || (next.kind == TokenKind::symbol && next.text != "(");
  }

  Cursor& cursor_;
  Words ends_;
  bool operand_due_ = true;
  bool within_operator_ = false;  // behind the NOT of NOT IN
};

const std::vector<std::string_view>& after_ttl_expression() {
  static const std::vector<std::string_view> words = [] {
    std::vector<std::string_view> all(kTtlWords.begin(), kTtlWords.end());
    all.insert(all.end(), kAfterExpression.begin(), kAfterExpression.end());
    return all;
  }();
  return words;
}

bool take_ttl_expression(Cursor& cursor) {
  return !take_expression(cursor, after_ttl_expression()).empty();
}

bool take_assignment(Cursor& cursor) {
  if (!cursor.sees_symbol("=", 1)) return false;
  cursor.advance(2);
  return take_ttl_expression(cursor);
}

// A comma that nothing of the list follows is left.
bool take_list(Cursor& cursor, bool (*take)(Cursor&)) {
  const std::size_t start = cursor.position();
  std::size_t behind = start;
  while (take(cursor)) {
    behind = cursor.position();
    if (!cursor.take_symbol(",")) break;
  }
  cursor.go_to(behind);
  return behind != start;
}

bool take_move(Cursor& cursor) {
  if (!cursor.take_word("DISK") && !cursor.take_word("VOLUME")) return false;
  take_words(cursor, "IF EXISTS");
  if (cursor.peek().kind != TokenKind::string) return false;
  cursor.advance();
  return true;
}

// The one case in which ALTER's next command ends a list of TTLs: "MODIFY TTL a, REMOVE TTL" is two
// commands, and "MODIFY TTL a, REMOVE" is one.
bool sees_ttl_command(Cursor& cursor) {
  return sees_words(cursor, "MODIFY TTL") || sees_words(cursor, "REMOVE TTL") ||
         sees_words(cursor, "MATERIALIZE TTL");
}

bool take_ttl_element(Cursor& cursor) {
  if (sees_ttl_command(cursor) || !take_ttl_expression(cursor)) return false;
  if (cursor.take_word("TO")) return take_move(cursor);
  if (cursor.take_word("RECOMPRESS"))
    return cursor.take_word("CODEC") && cursor.take_group('(', ')');
  if (take_words(cursor, "GROUP BY")) {
    return take_list(cursor, take_ttl_expression) &&
           (!cursor.take_word("SET") || take_list(cursor, take_assignment));
  }
  cursor.take_word("DELETE");
  return !cursor.take_word("WHERE") || take_ttl_expression(cursor);
}

}  // namespace

std::string_view take_expression(Cursor& cursor, Words ends) {
  const std::size_t start = cursor.position();
  Walk walk(cursor, ends);
  while (walk.step()) {
  }
  return cursor.between(start, cursor.position());
}

std::optional<std::vector<std::string_view>> take_ttl(Cursor& cursor) {
  std::vector<std::string_view> elements;
  std::size_t behind = cursor.position();
  std::size_t start = behind;
  while (take_ttl_element(cursor)) {
    behind = cursor.position();
    elements.push_back(cursor.between(start, behind));
    if (!cursor.take_symbol(",")) break;
    start = cursor.position();
  }
  cursor.go_to(behind);
  if (elements.empty()) return std::nullopt;
  return elements;
}

Words after_expression() { return kAfterExpression; }

bool sees_words(Cursor& cursor, std::string_view words) {
  for (std::size_t ahead = 0;; ++ahead) {
    const std::size_t blank = words.find(' ');
    if (!cursor.sees_word(words.substr(0, blank), ahead)) return false;
    if (blank == std::string_view::npos) return true;
    words.remove_prefix(blank + 1);
  }
}

bool take_words(Cursor& cursor, std::string_view words) {
  if (!sees_words(cursor, words)) return false;
  cursor.advance(1 + static_cast<std::size_t>(std::count(words.begin(), words.end(), ' ')));
  return true;
}

}  // namespace godwit::sql
