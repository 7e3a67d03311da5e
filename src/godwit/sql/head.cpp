// How a statement is recognised. A row's head is compiled once into a small tree, and matched with
// backtracking over choices only: ClickHouse reserves no word, so "IF" may be the start of IF
// EXISTS or a table's name, and just trying the longer reading first decides as its parser does.

#include "godwit/sql/head.hpp"

#include "godwit/base/text.hpp"
#include "godwit/sql/pieces.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <utility>

namespace godwit::sql {

namespace {

constexpr std::array<std::pair<std::string_view, Piece>, 21> kPieces{{
    {"word", Piece::word},
    {"name", Piece::name},
    {"names", Piece::names},
    {"pairs", Piece::pairs},
    {"swaps", Piece::swaps},
    {"target", Piece::target},
    {"definer", Piece::definer},
    {"user", Piece::user},
    {"users", Piece::users},
    {"targets", Piece::targets},
    {"string", Piece::string},
    {"group", Piece::group},
    {"source", Piece::source},
    {"engine", Piece::engine},
    {"engine_settings", Piece::engine_settings},
    {"engines", Piece::engines},
    {"inner_engines", Piece::inner_engines},
    {"with", Piece::with},
    {"before_to", Piece::before_to},
    {"before_from", Piece::before_from},
    {"refresh", Piece::refresh},
}};

// What a person would call a piece that is missing.
std::string_view words_of(Piece piece) {
  switch (piece) {
    case Piece::string:
      return "a string";
    case Piece::group:
      return "(";
    case Piece::engine:
    case Piece::engines:
    case Piece::inner_engines:
      return "ENGINE";
    case Piece::engine_settings:
      return "SETTINGS";
    case Piece::refresh:
      return "REFRESH";
    case Piece::user:
    case Piece::users:
    case Piece::definer:
      return "a user";
    case Piece::with:
      return "INSERT";
    case Piece::pairs:
      return "a TO b";
    case Piece::swaps:
      return "a AND b";
    case Piece::before_to:
      return "TO";
    case Piece::before_from:
      return "FROM";
    case Piece::word:
    case Piece::name:
    case Piece::names:
    case Piece::targets:
    case Piece::source:
    case Piece::target:
      break;
  }
  return "a name";
}

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads a head's text from left to right.
class Compiler {
 public:
  explicit Compiler(std::string_view text) : whole_(text), rest_(text) {}

  Head compile() {
    Head head = sequence();
    if (!rest_.empty()) refuse();
    return head;
  }

 private:
  Head sequence() {
    Head nodes;
    for (;;) {
      while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
      if (rest_.empty() || rest_.front() == '|' || rest_.front() == ']' || rest_.front() == '}') {
        return nodes;
      }
      nodes.push_back(node());
    }
  }

  HeadNode node() {
    const char first = rest_.front();
    if (is_letter(first)) return {HeadNode::Type::keyword, word(), {}, false, {}};
    rest_.remove_prefix(1);
    switch (first) {
      case '[':
        return choice(']', true);
      case '{':
        return choice('}', false);
      case '^':
        return {HeadNode::Type::slot, {}, {}, false, {}};
      case '~':
        return {HeadNode::Type::other_slot, {}, {}, false, {}};
      case '@':
        return {HeadNode::Type::piece, {}, piece(word()), false, {}};
      default:
        return {HeadNode::Type::symbol, {rest_.data() - 1, 1}, {}, false, {}};
    }
  }

  HeadNode choice(char close, bool optional) {
    HeadNode result{HeadNode::Type::choice, {}, {}, optional, {}};
    if (rest_.starts_with('!')) {
      result.is_final = true;
      rest_.remove_prefix(1);
    }
    for (;;) {
      result.alternatives.push_back(sequence());
      if (rest_.empty()) refuse();
      const char end = rest_.front();
      rest_.remove_prefix(1);
      if (end == close) return result;
      if (end != '|') refuse();
    }
  }

  Piece piece(std::string_view name) {
    for (const auto& [known, piece] : kPieces) {
      if (known == name) return piece;
    }
    refuse();
  }

  std::string_view word() {
    std::size_t length = 0;
    while (length < rest_.size() && (is_letter(rest_[length]) || is_digit(rest_[length]))) ++length;
    const std::string_view result = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return result;
  }

  [[noreturn]] void refuse() const {
    throw std::logic_error(fmt::format("a head is written wrongly at '{}': {}", rest_, whole_));
  }

  std::string_view whole_;
  std::string_view rest_;
};

/// What a match has found so far, so that a failed alternative takes back what it found.
struct Mark {
  std::size_t position;
  std::size_t names;
  std::string_view cluster_clause;
  std::size_t engines;
  ObjectName source;
  ObjectName target;
  std::string_view refresh;
};

class Matcher {
 public:
  Matcher(Cursor& cursor, Statement& statement, Furthest* furthest = nullptr)
      : cursor_(cursor), statement_(statement), furthest_(furthest) {}

  bool sequence(std::span<const HeadNode> nodes) {
    if (nodes.empty()) return true;
    const HeadNode& first = nodes.front();
    const auto rest = nodes.subspan(1);
    if (first.type == HeadNode::Type::other_slot) return other_slot(rest);
    if (first.type != HeadNode::Type::choice) return one(first) && sequence(rest);
    const Mark mark = here();
    for (const auto& alternative : first.alternatives) {
      if (sequence(alternative)) {
        if (sequence(rest)) return true;
        if (first.is_final) return false;
      }
      go_back(mark);
    }
    return first.optional && sequence(rest);
  }

  [[nodiscard]] Mark here() const {
    return {cursor_.position(),        statement_.names.size(), statement_.cluster_clause,
            statement_.engines.size(), statement_.source,       statement_.target,
            statement_.refresh};
  }

  void go_back(const Mark& mark) {
    cursor_.go_to(mark.position);
    statement_.names.resize(mark.names);
    statement_.cluster_clause = mark.cluster_clause;
    statement_.engines.resize(mark.engines);
    statement_.source = mark.source;
    statement_.target = mark.target;
    statement_.refresh = mark.refresh;
  }

 private:
  bool one(const HeadNode& node) {
    const bool taken = take(node);
    if (!taken && furthest_ != nullptr) note(node);
    return taken;
  }

  void note(const HeadNode& node) {
    if (cursor_.position() < furthest_->position) return;
    if (cursor_.position() > furthest_->position) furthest_->expected.clear();
    furthest_->position = cursor_.position();
    if (node.type == HeadNode::Type::keyword) furthest_->expected.push_back(node.text);
    if (node.type == HeadNode::Type::piece) furthest_->expected.push_back(words_of(node.piece));
  }

  bool take(const HeadNode& node) {
    switch (node.type) {
      case HeadNode::Type::keyword:
        return cursor_.take_word(node.text);
      case HeadNode::Type::symbol:
        return cursor_.take_symbol(node.text);
      case HeadNode::Type::piece:
        return take_piece(node.piece, cursor_, statement_);
      case HeadNode::Type::slot:
        return slot();
      case HeadNode::Type::other_slot:
      case HeadNode::Type::choice:
        return sequence({&node, 1});
    }
    return false;
  }

  // A clause that was found at another place stays where it is: there is at most one.
  bool slot() {
    if (statement_.cluster_clause.empty()) statement_.cluster_clause = take_cluster_clause(cursor_);
    return !is_torn();
  }

  // Whether this is no place for a clause, as without it the text would say something else: before
  // a sign by which the names go on, before an ON that would then go with the name before it (only
  // ON VOLUME does not), and where its ON was taken for a name (TRUNCATE database ON CLUSTER c).
  bool is_torn() {
    if (names_go_on(cursor_)) return true;
    if (cursor_.sees_word("ON")) return !cursor_.sees_word("VOLUME", 1);
    return cursor_.sees_word("CLUSTER") && !statement_.names.empty() &&
           equal_ignoring_case(statement_.names.back().name, "ON");
  }

  // "p ON CLUSTER USING 1" has no clause, but a table called CLUSTER: without it is tried as well.
  bool other_slot(std::span<const HeadNode> rest) {
    const Mark mark = here();
    const std::string_view clause = take_cluster_clause(cursor_);
    if (!clause.empty()) {
      statement_.cluster_clause = clause;
      if (sequence(rest)) return true;
      go_back(mark);
    }
    return sequence(rest);
  }

  Cursor& cursor_;
  Statement& statement_;
  Furthest* furthest_;
};

}  // namespace

Head compile_head(std::string_view text) { return Compiler(text).compile(); }

bool match_head(const Head& head, Cursor& cursor, Statement& statement) {
  Matcher matcher(cursor, statement);
  const Mark start = matcher.here();
  if (matcher.sequence(head)) return true;
  matcher.go_back(start);
  return false;
}

void follow_head(const Head& head, Cursor& cursor, Furthest& furthest) {
  Statement ignored;
  const std::size_t start = cursor.position();
  Matcher(cursor, ignored, &furthest).sequence(head);
  cursor.go_to(start);
}

bool names_go_on(Cursor& cursor) {
  return cursor.peek().text.starts_with('.') ||  // .1 is a number behind a bracket
         cursor.sees_symbol(",") || cursor.sees_symbol("@");
}

std::string_view take_cluster_clause(Cursor& cursor) {
  const std::string_view gap = cursor.gap_before();
  if (!cursor.sees_word("ON") || !cursor.sees_word("CLUSTER", 1)) return gap;
  const Token name = cursor.peek(2);
  const bool is_name = name.kind == TokenKind::word || name.kind == TokenKind::quoted_identifier ||
                       name.kind == TokenKind::string;
  if (!is_name || cursor.sees_symbol(".", 3)) return gap;
  // The blanks before ON go with the clause. A comment there stays, and so does the line end that
  // closes it: without it the comment would swallow what stands there afterwards.
  const char* begin = gap.data();
  const auto length = static_cast<std::size_t>(cursor.peek().text.data() - begin);
  for (const Token& token : lex({gap.data(), length})) {
    if (token.kind != TokenKind::comment) continue;
    begin = token.text.data() + token.text.size() + (token.text.starts_with("/*") ? 0 : 1);
  }
  cursor.advance(3);
  return {begin, static_cast<std::size_t>(name.text.data() + name.text.size() - begin)};
}

}  // namespace godwit::sql
