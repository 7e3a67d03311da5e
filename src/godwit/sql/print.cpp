// Printing what table.hpp reads. The order is ClickHouse's own, so that its formatter agrees with
// every line; text/model round trips are what tests/engine/print_oracle_test.cpp is about.

#include "godwit/sql/print.hpp"

#include "godwit/sql/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace godwit::sql {

namespace {

// What ClickHouse writes with a letter itself; all other bytes stand for themselves.
constexpr std::array<std::pair<char, char>, 6> kEscapes{
    {{'\b', 'b'}, {'\f', 'f'}, {'\n', 'n'}, {'\r', 'r'}, {'\t', 't'}, {'\0', '0'}}};

std::string quote(std::string_view text, char mark) {
  std::string result;
  result.reserve(text.size() + 2);
  result += mark;
  const auto is_plain = [&](char c) {
    return static_cast<unsigned char>(c) >= ' ' && c != mark && c != '\\';
  };
  if (std::all_of(text.begin(), text.end(), is_plain)) return result.append(text) += mark;
  for (const char c : text) {
    char written = c;
    for (const auto& [character, letter] : kEscapes) {
      if (character == c) written = letter;
    }
    if (written != c || c == mark || c == '\\') result += '\\';
    result += written;
  }
  return result + mark;
}

constexpr std::array<std::pair<DefaultKind, std::string_view>, 5> kDefaults{{
    {DefaultKind::value, "DEFAULT"},
    {DefaultKind::materialized, "MATERIALIZED"},
    {DefaultKind::alias, "ALIAS"},
    {DefaultKind::ephemeral, "EPHEMERAL"},
    {DefaultKind::auto_increment, "AUTO_INCREMENT"},
}};

constexpr std::array<std::pair<StatementKind, std::string_view>, 5> kVerbs{{
    {StatementKind::create_table, "CREATE"},
    {StatementKind::create_or_replace_table, "CREATE"},
    {StatementKind::replace_table, "REPLACE"},
    {StatementKind::attach_table, "ATTACH"},
    {StatementKind::create_materialized_view, "CREATE"},
}};

/// Pieces of a line or of a text, those that are not empty, with a separator between them.
class Pieces {
 public:
  explicit Pieces(std::string_view separator) : separator_(separator) {}

  void add(std::string_view piece) {
    if (piece.empty()) return;
    if (!text_.empty()) text_ += separator_;
    text_ += piece;
  }

  // A keyword and its value; nothing where there is no value.
  void add(std::string_view word, std::string_view value) {
    if (!value.empty()) add(fmt::format("{} {}", word, value));
  }

  std::string take() { return std::move(text_); }

 private:
  std::string_view separator_;
  std::string text_;
};

std::string in_brackets(std::span<const SettingElement> settings) {
  return settings.empty() ? std::string() : fmt::format("({})", print(settings));
}

bool is_view(const TableDefinition& table) {
  return table.kind == StatementKind::create_materialized_view;
}

std::string print_list(const TableDefinition& table) {
  Pieces elements(",\n    ");
  for (const ColumnElement& column : table.columns) elements.add(print(column));
  for (const IndexElement& index : table.indexes) elements.add("INDEX", print(index));
  for (const ConstraintElement& constraint : table.constraints) {
    elements.add("CONSTRAINT", print(constraint));
  }
  for (const ProjectionElement& projection : table.projections) {
    elements.add("PROJECTION", print(projection));
  }
  elements.add("PRIMARY KEY", table.primary_key);
  const std::string text = elements.take();
  return text.empty() ? text : fmt::format("(\n    {}\n)", text);
}

std::string print_storage(const Storage& storage) {
  Pieces lines("\n");
  if (!storage.engine.clause.empty()) {
    lines.add(fmt::format("ENGINE = {}{}", storage.engine.name, storage.engine.brackets));
  }
  for (const StorageClause& clause : storage_clauses()) {
    lines.add(clause.words, storage.*clause.expression);
  }
  Pieces ttl(",\n    ");
  for (const std::string_view element : storage.ttl) ttl.add(element);
  lines.add("TTL", ttl.take());
  lines.add("SETTINGS", print(storage.settings));
  return lines.take();
}

std::string print_head(const TableDefinition& table) {
  Pieces words(" ");
  for (const auto& [kind, verb] : kVerbs) {
    if (kind == table.kind) words.add(verb);
  }
  if (table.or_replace) words.add("OR REPLACE");
  words.add(is_view(table) ? "MATERIALIZED VIEW" : "TABLE");
  if (table.if_not_exists) words.add("IF NOT EXISTS");
  words.add(print(table.name));
  words.add("UUID", table.uuid);
  words.add("FROM", table.directory);
  words.add("ON CLUSTER", table.cluster);
  return words.take();
}

bool copies_a_table(const TableDefinition& table) {
  return table.source == TableSource::table || table.source == TableSource::clone;
}

void add_source(Pieces& lines, const TableDefinition& table) {
  if (table.source == TableSource::clone) return lines.add("CLONE AS", print(table.other));
  const std::string_view as = table.empty && !is_view(table) ? "EMPTY AS" : "AS";
  lines.add(as, copies_a_table(table) ? print(table.other) : std::string());
  lines.add(as, table.function);
  lines.add(as, table.query);
}

}  // namespace

std::string quote_name(std::string_view name) { return quote(name, '`'); }

std::string quote_string(std::string_view text) { return quote(text, '\''); }

std::string print_name(std::string_view written) {
  if (written.starts_with('{')) return std::string(written);
  std::string name;
  for (const Token& token : lex(written)) {
    if (is_significant(token)) name += unquote_name(token.text);
  }
  return quote_name(name);
}

std::string print(const ObjectName& name) {
  const std::string database = name.database.empty() ? "" : print_name(name.database) + ".";
  return database + print_name(name.name);
}

std::string print(const ColumnElement& column) {
  Pieces words(" ");
  words.add(print_name(column.name));
  words.add(column.type);
  const std::string_view nullable = !column.nullable ? "" : *column.nullable ? "NULL" : "NOT NULL";
  if (!column.type.empty()) words.add(nullable);
  words.add("COLLATE", column.collation);
  for (const auto& [kind, word] : kDefaults) {
    if (kind == column.default_kind) words.add(word);
  }
  words.add(column.default_expression);
  if (column.type.empty()) words.add(nullable);  // behind the name it would be the type
  words.add("COMMENT", column.comment);
  words.add(column.codec.empty() ? "" : fmt::format("CODEC{}", column.codec));
  words.add(column.statistics.empty() ? "" : fmt::format("STATISTICS{}", column.statistics));
  words.add("TTL", column.ttl);
  if (column.primary_key) words.add("PRIMARY KEY");
  words.add("SETTINGS", in_brackets(column.settings));
  return words.take();
}

std::string print(const IndexElement& index) {
  Pieces words(" ");
  words.add(print_name(index.name));
  words.add(index.expression);
  words.add("TYPE", index.type);
  words.add("GRANULARITY", index.granularity);
  return words.take();
}

std::string print(const ProjectionElement& projection) {
  Pieces words(" ");
  words.add(print_name(projection.name));
  words.add(projection.query);
  words.add("INDEX", projection.index_expression);
  words.add("TYPE", projection.index_type);
  words.add("WITH SETTINGS", in_brackets(projection.settings));
  return words.take();
}

std::string print(const ConstraintElement& constraint) {
  return fmt::format("{} {} {}", print_name(constraint.name),
                     constraint.assume ? "ASSUME" : "CHECK", constraint.expression);
}

std::string print(std::span<const SettingElement> settings) {
  Pieces list(", ");
  for (const SettingElement& setting : settings) {
    list.add(setting.value.empty() ? std::string(setting.name)
                                   : fmt::format("{} = {}", setting.name, setting.value));
  }
  return list.take();
}

std::string print(const TableDefinition& table) {
  Pieces lines("\n");
  lines.add(print_head(table));
  lines.add(table.refresh);
  if (!table.target.name.empty()) lines.add("TO", print(table.target));
  lines.add("TO INNER UUID", table.inner_uuid);
  lines.add(print_list(table));
  if (copies_a_table(table)) add_source(lines, table);
  lines.add(print_storage(table.storage));
  lines.add(table.inner_tables);
  if (table.populate) lines.add("POPULATE");
  if (table.empty && is_view(table)) lines.add("EMPTY");
  lines.add(table.security);
  // What follows a query without a comment between them would be the query's.
  const bool comment_divides = table.source == TableSource::query && !table.tail.empty();
  if (!comment_divides) lines.add("COMMENT", table.comment);
  if (!copies_a_table(table)) add_source(lines, table);
  if (comment_divides) lines.add("COMMENT", table.comment);
  lines.add(table.tail);
  return lines.take();
}

}  // namespace godwit::sql
