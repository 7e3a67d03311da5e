// A head is walked from left to right: of a choice one alternative is taken, and a piece is written
// in one of its forms (statement_forms.hpp). All of it is lists of tokens; only at the end are they
// joined by random gaps, and a gap that would change the tokens beside it gives way to a blank.

#include "support/statement_generator.hpp"

#include "godwit/base/text.hpp"
#include "godwit/sql/cursor.hpp"
#include "godwit/sql/lexer.hpp"
#include "support/ddl_cases.hpp"
#include "support/statement_forms.hpp"

#include <algorithm>
#include <map>

namespace godwit::test {

namespace {

using sql::HeadNode;
using sql::Piece;
using sql::StatementKind;

constexpr std::string_view kUuid = "'61f0c404-5cb3-11e7-907b-a6006ad3dba0'";
constexpr std::size_t kLongestTail = 400;

std::vector<std::string> tokens_in(std::string_view text) {
  std::vector<std::string> tokens;
  for (const sql::Token& token : sql::lex(text)) {
    if (sql::is_significant(token)) tokens.emplace_back(token.text);
  }
  return tokens;
}

void add_tokens(std::vector<std::string>& tokens, std::string_view text) {
  for (std::string& token : tokens_in(text)) tokens.push_back(std::move(token));
}

bool is_last(const std::vector<std::string>& tokens, std::string_view word) {
  return !tokens.empty() && equal_ignoring_case(tokens.back(), word);
}

bool names_cluster(const std::vector<std::string>& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const std::string& token) {
    return equal_ignoring_case(token, "CLUSTER") || equal_ignoring_case(token, "PARALLEL");
  });
}

// What stands behind the head. Of an INSERT it may not be laid out anew: there may be data in it.
std::vector<std::string> tail_of(std::string_view text, const sql::Head& head) {
  sql::Cursor cursor(text);
  sql::Statement statement;
  sql::match_head(head, cursor, statement);
  std::vector<std::string> tokens;
  for (; !cursor.at_end(); cursor.advance()) tokens.emplace_back(cursor.peek().text);
  return tokens;
}

bool gives_tails(const sql::Statement& statement) {
  return statement.row != nullptr && statement.kind != StatementKind::insert &&
         statement.kind != StatementKind::copy && statement.text.size() < kLongestTail;
}

bool knows_word(const sql::Head& head, std::string_view word) {
  return std::any_of(head.begin(), head.end(), [&](const HeadNode& node) {
    if (node.type == HeadNode::Type::keyword) return equal_ignoring_case(node.text, word);
    return std::any_of(node.alternatives.begin(), node.alternatives.end(),
                       [&](const sql::Head& inner) { return knows_word(inner, word); });
  });
}

// How many places for the clause a head has.
std::size_t places_in(const sql::Head& head) {
  return static_cast<std::size_t>(std::count_if(head.begin(), head.end(), [](const HeadNode& node) {
    return node.type == HeadNode::Type::slot || node.type == HeadNode::Type::other_slot;
  }));
}

}  // namespace

StatementGenerator::StatementGenerator(std::uint64_t seed) : random_(seed) {
  std::map<const sql::StatementRow*, std::size_t> indices;
  for (const sql::StatementRow& row : sql::statement_rows()) {
    indices[&row] = rows_.size();
    rows_.push_back({&row, sql::compile_head(row.head), {}});
    if (!row.head.empty()) rows_.back().tails.push_back(tail_of(row.example, rows_.back().head));
  }
  for (const std::string& text : all_statement_texts()) {
    const sql::Statement statement = sql::parse_statement(text);
    if (!gives_tails(statement) || !statement.parts.empty()) continue;
    Row& row = rows_[indices.at(statement.row)];
    std::vector<std::string> tail = tail_of(text, row.head);
    if (!names_cluster(tail)) row.tails.push_back(std::move(tail));
  }
}

GeneratedStatement StatementGenerator::next() {
  const Row& row = rows_[next_];
  next_ = (next_ + 1) % rows_.size();
  return laid_out(row.head.empty() ? joined() : drafted(row));
}

StatementGenerator::Draft StatementGenerator::drafted(const Row& row) {
  Draft result;
  result.row = &row;
  write(row.head, result);
  write_tail(result);
  return result;
}

// Two or three that PARALLEL WITH joins.
StatementGenerator::Draft StatementGenerator::joined() {
  Draft result;
  result.row = &rows_[next_ == 0 ? rows_.size() - 1 : next_ - 1];
  for (std::size_t left = 2 + random_() % 2; left > 0;) {
    const Row& row = pick(rows_);
    const StatementKind kind = row.row->kind;
    if (row.head.empty() || kind == StatementKind::insert) continue;
    if (!result.tokens.empty()) add_tokens(result.tokens, "PARALLEL WITH");
    const Draft part = drafted(row);
    result.tokens.insert(result.tokens.end(), part.tokens.begin(), part.tokens.end());
    result.parts.push_back(kind);
    --left;
  }
  return result;
}

void StatementGenerator::write(const std::vector<HeadNode>& nodes, Draft& draft) {
  for (const HeadNode& node : nodes) write_node(node, draft);
}

void StatementGenerator::write_node(const HeadNode& node, Draft& draft) {
  switch (node.type) {
    case HeadNode::Type::keyword:
      draft.tokens.push_back(any_case(node.text));
      return;
    case HeadNode::Type::symbol:
      draft.tokens.emplace_back(node.text);
      return;
    case HeadNode::Type::piece:
      write_piece(node.piece, draft);
      return;
    case HeadNode::Type::slot:
      if (draft.clause_tokens != 0) return;
      draft.slot = draft.tokens.size();
      if (chance(50)) write_clause(draft);
      return;
    case HeadNode::Type::other_slot:
      if (draft.clause_tokens != 0 || !chance(100 / (2 * places_in(draft.row->head)))) return;
      draft.slot = draft.tokens.size();
      write_clause(draft);
      return;
    case HeadNode::Type::choice:
      if (!node.optional || chance(50)) write(pick(node.alternatives), draft);
      return;
  }
}

void StatementGenerator::write_clause(Draft& draft) {
  draft.tokens.push_back(any_case("ON"));
  draft.tokens.push_back(any_case("CLUSTER"));
  draft.tokens.emplace_back(pick(kClusters));
  draft.clause_tokens = 3;
}

void StatementGenerator::write_piece(Piece piece, Draft& draft) {
  for (const FormRow& row : kForms) {
    if (row.piece == piece) return add_tokens(draft.tokens, pick(row.forms));
  }
  switch (piece) {
    case Piece::word:
      return write_word(draft);
    case Piece::name:
    case Piece::target:
      return write_name(draft);
    case Piece::names:
      return write_list(draft, "");
    case Piece::pairs:
      return write_list(draft, "TO");
    case Piece::swaps:
      return write_list(draft, "AND");
    case Piece::users:
      return write_users(draft);
    case Piece::string:
      return write_string(draft);
    case Piece::group:
      return write_group(draft);
    case Piece::source:
      return add_tokens(draft.tokens, chance(50) ? "src" : "`odd name`.src");
    case Piece::engine:
      return write_engine(draft);
    case Piece::inner_engines:
      return write_inner_engines(draft);
    default:
      return;  // a row of kForms
  }
}

void StatementGenerator::write_users(Draft& draft) {
  add_tokens(draft.tokens, pick(kUsers));
  while (chance(30)) {
    draft.tokens.emplace_back(",");
    add_tokens(draft.tokens, pick(kUsers));
  }
}

void StatementGenerator::write_group(Draft& draft) {
  const bool is_copy = draft.row->row->kind == StatementKind::copy;
  add_tokens(draft.tokens, is_copy ? pick(kColumns) : pick(kGroups));
}

void StatementGenerator::write_name(Draft& draft) {
  if (draft.row->row->object == sql::Object::table && chance(40)) {
    write_part(draft);
    draft.tokens.emplace_back(".");
  }
  write_part(draft);
}

void StatementGenerator::write_part(Draft& draft) {
  const std::string_view keyword = pick(kKeywordNames);
  const bool is_free = !knows_word(draft.row->head, keyword);
  add_tokens(draft.tokens, is_free && chance(25) ? keyword : pick(kNames));
}

// a, b or a TO b, c TO d.
void StatementGenerator::write_list(Draft& draft, std::string_view between) {
  write_item(draft, between);
  for (; chance(30); write_item(draft, between)) draft.tokens.emplace_back(",");
}

void StatementGenerator::write_item(Draft& draft, std::string_view between) {
  write_name(draft);
  if (!between.empty()) {
    draft.tokens.push_back(any_case(between));
    write_name(draft);
  } else if (chance(10)) {
    draft.tokens.push_back(any_case("UUID"));
    draft.tokens.emplace_back(kUuid);
  }
}

void StatementGenerator::write_engine(Draft& draft) {
  draft.tokens.push_back(any_case("ENGINE"));
  if (chance(80)) draft.tokens.emplace_back(chance(90) ? "=" : "==");
  const bool is_database = draft.row->row->kind == StatementKind::create_database;
  add_tokens(draft.tokens, is_database ? pick(kDatabaseEngines) : pick(kTableEngines));
}

// No other engine has any.
void StatementGenerator::write_inner_engines(Draft& draft) {
  if (is_last(draft.tokens, "TimeSeries")) add_tokens(draft.tokens, pick(kInnerEngines));
}

void StatementGenerator::write_word(Draft& draft) {
  static constexpr std::string_view kSecurity[] = {"DEFINER", "INVOKER", "NONE"};
  if (is_last(draft.tokens, "SECURITY")) {
    draft.tokens.push_back(any_case(pick(kSecurity)));
  } else if (is_last(draft.tokens, "OFFSET")) {
    draft.tokens.emplace_back("0");
  } else {
    draft.tokens.emplace_back(chance(50) ? "local_directory" : "`odd name`");
  }
}

void StatementGenerator::write_string(Draft& draft) {
  draft.tokens.emplace_back(is_last(draft.tokens, "UUID") ? kUuid : pick(kStrings));
}

// EXECUTE AS u runs any other statement.
void StatementGenerator::write_tail(Draft& draft) {
  if (draft.row->row->kind == StatementKind::execute_as) {
    const Row& row = pick(rows_);
    if (row.head.empty() || row.row->kind == StatementKind::execute_as) return;
    const Draft part = drafted(row);
    draft.tokens.insert(draft.tokens.end(), part.tokens.begin(), part.tokens.end());
    draft.parts.push_back(row.row->kind);
    return;
  }
  for (const std::string& token : pick(draft.row->tails)) {
    const bool is_keyword = token.size() > 1 && std::all_of(token.begin(), token.end(), [](char c) {
                              return c >= 'A' && c <= 'Z';
                            });
    draft.tokens.push_back(is_keyword ? any_case(token) : token);
  }
}

GeneratedStatement StatementGenerator::laid_out(const Draft& draft) {
  GeneratedStatement result{draft.row->row, {}, std::nullopt, draft.parts};
  std::string& text = result.text;
  for (std::size_t i = 0; i < draft.tokens.size(); ++i) {
    const std::size_t end = text.size();
    if (i > 0) text += gap(draft.tokens[i - 1], draft.tokens[i]);
    if (i == draft.slot) {
      result.clause = {draft.clause_tokens == 0 ? end : text.size(), end};
    }
    text += draft.tokens[i];
    if (draft.clause_tokens != 0 && i == *draft.slot + 2) result.clause->end = text.size();
  }
  if (draft.slot == draft.tokens.size()) result.clause = {text.size(), text.size()};
  return result;
}

// Nothing where both tokens may touch, or blanks and comments.
std::string StatementGenerator::gap(std::string_view left, std::string_view right) {
  const auto keeps_apart = [&](std::string_view between) {
    const std::string text = std::string(left) + std::string(between) + std::string(right);
    return tokens_in(text) == std::vector<std::string>{std::string(left), std::string(right)};
  };
  if (left == "." || right == "." ? chance(90) : chance(15)) {
    if (keeps_apart("")) return "";
  }
  const std::string_view between = chance(60) ? " " : pick(kGaps);
  return std::string(keeps_apart(between) ? between : " ");
}

std::string StatementGenerator::any_case(std::string_view word) {
  if (chance(50)) return std::string(word);
  if (chance(50)) return lower(word);
  std::string mixed(word);
  for (char& c : mixed) {
    if (c >= 'A' && c <= 'Z' && chance(50)) c = static_cast<char>(c | 0x20);
  }
  return mixed;
}

}  // namespace godwit::test
