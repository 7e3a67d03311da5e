// Reading a table: its name, its list of elements, its storage, what it takes from elsewhere. Each
// step takes its clauses where they stand in ClickHouse's grammar, and whatever is left over at the
// end makes the whole not understood: half a table would be worse than none.

#include "godwit/sql/table.hpp"

#include "godwit/sql/cursor.hpp"
#include "godwit/sql/pieces.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace godwit::sql {

namespace {

constexpr std::array<StorageClause, 5> kStorageClauses{{
    {"PARTITION BY", &Storage::partition_key},
    {"PRIMARY KEY", &Storage::primary_key},
    {"ORDER BY", &Storage::sorting_key},
    {"UNIQUE KEY", &Storage::unique_key},
    {"SAMPLE BY", &Storage::sampling_key},
}};

constexpr std::array<std::string_view, 4> kInnerTables{"SAMPLES", "DATA", "TAGS", "METRICS"};
constexpr std::array<std::string_view, 3> kQueryWords{"SELECT", "WITH", "FROM"};
constexpr std::array<std::string_view, 3> kTailWords{"INTO", "FORMAT", "SETTINGS"};

template <std::size_t Size>
bool sees_any(Cursor& cursor, const std::array<std::string_view, Size>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return cursor.sees_word(word); });
}

bool is_table_or_view(StatementKind kind) {
  switch (kind) {
    case StatementKind::create_table:
    case StatementKind::create_or_replace_table:
    case StatementKind::replace_table:
    case StatementKind::attach_table:
    case StatementKind::create_materialized_view:
      return true;
    default:
      return false;
  }
}

// What can follow an expression in the storage of an inner table: the next one too.
std::span<const std::string_view> after_inner_expression() {
  static const std::vector<std::string_view> words = [] {
    const auto others = after_expression();
    std::vector<std::string_view> all(others.begin(), others.end());
    all.insert(all.end(), kInnerTables.begin(), kInnerTables.end());
    return all;
  }();
  return words;
}

// Each clause at most once, in any order.
bool take_keys_and_ttl(Cursor& cursor, Storage& storage, std::span<const std::string_view> ends) {
  for (;;) {
    if (storage.ttl.empty() && cursor.take_word("TTL")) {
      auto ttl = take_ttl(cursor);
      if (!ttl) return false;
      storage.ttl = std::move(*ttl);
      continue;
    }
    const auto clause =
        std::find_if(kStorageClauses.begin(), kStorageClauses.end(), [&](const StorageClause& row) {
          return (storage.*row.expression).empty() && take_words(cursor, row.words);
        });
    if (clause == kStorageClauses.end()) return true;
    storage.*clause->expression = take_expression(cursor, ends);
    if ((storage.*clause->expression).empty()) return false;
  }
}

bool take_storage(Cursor& cursor, Storage& storage, std::span<const std::string_view> ends) {
  const std::size_t start = cursor.position();
  if (cursor.sees_word("ENGINE")) {
    Statement engine;
    if (!take_piece(Piece::engine, cursor, engine)) return false;
    storage.engine = engine.engines.front();
  }
  if (!take_keys_and_ttl(cursor, storage, ends)) return false;
  if (cursor.take_word("SETTINGS")) {
    auto settings = take_settings(cursor);
    if (!settings) return false;
    storage.settings = std::move(*settings);
  }
  storage.text = cursor.between(start, cursor.position());
  return true;
}

/// Reads one statement from left to right. Its methods are false where what stands there is not
/// understood; a clause that is not there is none of that.
class TableReader {
 public:
  explicit TableReader(const Statement& statement) : cursor_(statement.text) {
    table_.kind = statement.kind;
  }

  bool read() {
    if (!take_head() || !take_list() || !take_source()) return false;
    if (!ends_in_source() && !take_storage_and_inner_tables()) return false;
    table_.populate = is_view() && cursor_.take_word("POPULATE");
    take_security();
    if (!take_comment() || !take_source() || !take_comment()) return false;
    take_tail();
    return cursor_.at_end();
  }

  TableDefinition& table() { return table_; }

 private:
  [[nodiscard]] bool is_view() const {
    return table_.kind == StatementKind::create_materialized_view;
  }

  [[nodiscard]] bool ends_in_source() const {
    return table_.source == TableSource::query || table_.source == TableSource::function;
  }

  bool take_head() {
    if (!cursor_.take_word("CREATE") && !cursor_.take_word("REPLACE")) cursor_.take_word("ATTACH");
    table_.or_replace = take_words(cursor_, "OR REPLACE");
    if (is_view()) take_security();
    if (!take_words(cursor_, is_view() ? "MATERIALIZED VIEW" : "TABLE")) return false;
    table_.if_not_exists = take_words(cursor_, "IF NOT EXISTS");
    if (!take_name(table_.name) || !take_literal_behind("UUID", table_.uuid)) return false;
    if (!take_literal_behind("FROM", table_.directory)) return false;
    take_cluster();
    return !is_view() || take_view_head();
  }

  bool take_view_head() {
    if (cursor_.sees_word("REFRESH")) {
      Statement refresh;
      if (!take_piece(Piece::refresh, cursor_, refresh)) return false;
      table_.refresh = refresh.refresh;
      cursor_.go_to(cursor_.position() - 1);
      table_.refresh_append = cursor_.take_word("APPEND");
      if (!table_.refresh_append) cursor_.advance();
    }
    if (take_words(cursor_, "TO INNER")) return take_literal_behind("UUID", table_.inner_uuid);
    return !cursor_.take_word("TO") || take_name(table_.target);
  }

  bool take_name(ObjectName& name) {
    Statement names;
    if (!take_piece(Piece::name, cursor_, names)) return false;
    name = names.names.front();
    return true;
  }

  // The word may be another clause's or a name: without a literal behind it nothing is taken.
  bool take_literal_behind(std::string_view word, std::string_view& literal) {
    if (!cursor_.sees_word(word) || cursor_.peek(1).kind != TokenKind::string) return true;
    literal = cursor_.peek(1).text;
    cursor_.advance(2);
    return true;
  }

  void take_cluster() {
    if (take_cluster_clause(cursor_).empty()) return;
    const std::size_t behind = cursor_.position();
    table_.cluster = cursor_.between(behind - 1, behind);
  }

  bool take_list() {
    if (!cursor_.take_symbol("(")) return true;
    do {
      if (cursor_.sees_symbol(")")) break;  // behind a trailing comma
      if (!take_element()) return false;
    } while (cursor_.take_symbol(","));
    return cursor_.take_symbol(")");
  }

  bool take_element() {
    if (cursor_.take_word("INDEX")) return take(take_index, table_.indexes);
    if (cursor_.take_word("PROJECTION")) return take(take_projection, table_.projections);
    if (cursor_.take_word("CONSTRAINT")) return take(take_constraint, table_.constraints);
    if (table_.primary_key.empty() && take_words(cursor_, "PRIMARY KEY")) {
      table_.primary_key = take_expression(cursor_, {});
      return !table_.primary_key.empty();
    }
    if (take_words(cursor_, "FOREIGN KEY")) return take_foreign_key();
    if (is_view() && (cursor_.sees_symbol(",", 1) || cursor_.sees_symbol(")", 1))) {
      ColumnElement column;
      column.name = cursor_.peek().text;
      cursor_.advance();
      table_.columns.push_back(column);
      return true;
    }
    return take(take_column, table_.columns);
  }

  template <typename Element>
  bool take(std::optional<Element> (*take_one)(Cursor&), std::vector<Element>& elements) {
    auto element = take_one(cursor_);
    if (!element) return false;
    elements.push_back(std::move(*element));
    return true;
  }

  // (a) REFERENCES t (b) ON DELETE SET NULL
  bool take_foreign_key() {
    while (!cursor_.at_end() && !cursor_.sees_symbol(",") && !cursor_.sees_symbol(")")) {
      if (!cursor_.take_group('(', ')')) cursor_.advance();
    }
    return true;
  }

  bool take_storage_and_inner_tables() {
    if (!take_storage(cursor_, table_.storage, after_expression())) return false;
    const std::size_t start = cursor_.position();
    while (sees_any(cursor_, kInnerTables)) {
      cursor_.advance();
      if (!take_inner_table()) return false;
    }
    table_.inner_tables = cursor_.between(start, cursor_.position());
    return take_source();
  }

  // INNER UUID 'x', [INNER] ENGINE = ..., or the name of a table.
  bool take_inner_table() {
    const bool inner = cursor_.take_word("INNER");
    std::string_view uuid;
    take_literal_behind("UUID", uuid);
    Storage storage;
    ObjectName name;
    if (cursor_.sees_word("ENGINE")) {
      return take_storage(cursor_, storage, after_inner_expression());
    }
    return inner ? uuid.data() != nullptr : take_name(name);
  }

  void take_security() {
    const std::size_t start = cursor_.position();
    for (;;) {
      if (take_words(cursor_, "SQL SECURITY")) {
        cursor_.advance();
      } else if (cursor_.take_word("DEFINER")) {
        cursor_.take_symbol("=");
        Statement definer;
        take_piece(Piece::definer, cursor_, definer);
      } else {
        break;
      }
    }
    if (start != cursor_.position()) table_.security = cursor_.between(start, cursor_.position());
  }

  bool take_comment() {
    if (table_.comment.data() != nullptr) return true;
    return take_literal_behind("COMMENT", table_.comment);
  }

  // EMPTY stands alone where a view has a storage, and before AS.
  bool take_source() {
    if (table_.source != TableSource::none) return true;
    if (cursor_.sees_word("EMPTY")) {
      table_.empty = true;
      cursor_.advance();
    }
    const bool clone = take_words(cursor_, "CLONE AS");
    if (!clone && !cursor_.take_word("AS")) return true;
    if (!clone && (cursor_.sees_symbol("(") || sees_any(cursor_, kQueryWords))) return take_query();
    Statement named;
    const std::size_t start = cursor_.position();
    if (take_piece(Piece::source, cursor_, named)) {
      table_.source = clone ? TableSource::clone : TableSource::table;
      table_.other = named.source;
      return table_.kind != StatementKind::attach_table;  // AS [NOT] REPLICATED
    }
    cursor_.go_to(start + 1);
    if (!cursor_.take_group('(', ')')) return false;
    table_.source = TableSource::function;
    table_.function = cursor_.between(start, cursor_.position());
    return true;
  }

  // Up to the end; only a comment of the table's can stand behind it. No expression has the word
  // and a string beside each other.
  bool take_query() {
    table_.source = TableSource::query;
    const std::size_t start = cursor_.position();
    while (!cursor_.at_end() &&
           !(cursor_.sees_word("COMMENT") && cursor_.peek(1).kind == TokenKind::string)) {
      if (cursor_.take_group('(', ')')) continue;
      if (cursor_.sees_symbol("(") || cursor_.sees_symbol(")")) return false;
      cursor_.advance();
    }
    table_.query = cursor_.between(start, cursor_.position());
    return true;
  }

  void take_tail() {
    if (!sees_any(cursor_, kTailWords)) return;
    const std::size_t start = cursor_.position();
    while (!cursor_.at_end()) cursor_.advance();
    table_.tail = cursor_.between(start, cursor_.position());
  }

  Cursor cursor_;
  TableDefinition table_;
};

}  // namespace

std::span<const StorageClause> storage_clauses() { return kStorageClauses; }

std::optional<TableDefinition> parse_table(const Statement& statement) {
  if (!is_table_or_view(statement.kind)) return std::nullopt;
  TableReader reader(statement);
  if (!reader.read()) return std::nullopt;
  return std::move(reader.table());
}

}  // namespace godwit::sql
