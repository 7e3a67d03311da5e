#include "godwit/plan/table_facts.hpp"

#include "godwit/base/text.hpp"
#include "godwit/sql/cursor.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace godwit::plan {

namespace {

using sql::AlterCommand;
using sql::AlterKind;

ColumnFacts column_of(const sql::ColumnElement& column) {
  return {plain_name(column.name), type_of(column), column.default_kind,
          std::string(column.default_expression)};
}

// ReplacingMergeTree(ver), SummingMergeTree((a, b)): what is a name among the arguments.
std::vector<std::string> names_in(const sql::EngineClause& engine) {
  std::vector<std::string> names;
  for (sql::Cursor cursor(engine.brackets); !cursor.at_end(); cursor.advance()) {
    if (sql::is_identifier(cursor.peek())) names.push_back(sql::unquote_name(cursor.peek().text));
  }
  return names;
}

template <typename Element>
std::vector<Reader> readers_of(const std::vector<Element>& elements,
                               std::string_view Element::*text) {
  std::vector<Reader> readers;
  readers.reserve(elements.size());
  for (const Element& element : elements) {
    readers.push_back({plain_name(element.name), std::string(element.*text)});
  }
  return readers;
}

template <typename List>
auto find_named(List& list, std::string_view name) {
  return std::find_if(list.begin(), list.end(),
                      [&](const auto& each) { return each.name == name; });
}

template <typename List>
void remove_named(List& list, std::string_view name) {
  std::erase_if(list, [&](const auto& each) { return each.name == name; });
}

void change_column(TableFacts& facts, const AlterCommand& command) {
  const auto* element = std::get_if<sql::ColumnElement>(&command.element);
  if (element == nullptr) return;
  const auto column = find_named(facts.columns, plain_name(element->name));
  if (column == facts.columns.end()) return;
  if (!element->type.empty()) column->type = type_of(*element);
  if (element->default_kind != sql::DefaultKind::none) {
    column->default_kind = element->default_kind;
    column->default_expression = std::string(element->default_expression);
  }
}

template <typename Element>
void add_reader(std::vector<Reader>& readers, const AlterCommand& command,
                std::string_view Element::*text) {
  const auto* element = std::get_if<Element>(&command.element);
  if (element == nullptr) return;
  remove_named(readers, plain_name(element->name));
  readers.push_back({plain_name(element->name), std::string(element->*text)});
}

void add_column(TableFacts& facts, const AlterCommand& command) {
  const auto* element = std::get_if<sql::ColumnElement>(&command.element);
  if (element != nullptr && facts.find(plain_name(element->name)) == nullptr) {
    facts.columns.push_back(column_of(*element));
  }
}

void follow(TableFacts& facts, const AlterCommand& command) {
  switch (command.row->kind) {
    case AlterKind::add_column:
      return add_column(facts, command);
    case AlterKind::drop_column:
      return remove_named(facts.columns, plain_name(command.name));
    case AlterKind::rename_column: {
      const auto column = find_named(facts.columns, plain_name(command.name));
      if (column != facts.columns.end()) column->name = plain_name(command.new_name);
      return;
    }
    case AlterKind::modify_column:
    case AlterKind::alter_column:
    case AlterKind::modify_column_default:
      return change_column(facts, command);
    case AlterKind::modify_order_by:
      if (facts.primary_key.empty()) facts.primary_key = facts.sorting_key;
      facts.sorting_key = std::string(command.body);
      return;
    case AlterKind::modify_sample_by:
      facts.sampling_key = std::string(command.body);
      return;
    case AlterKind::remove_sample_by:
      return facts.sampling_key.clear();
    case AlterKind::modify_ttl:
      facts.ttl = std::string(command.body);
      return;
    case AlterKind::remove_ttl:
      return facts.ttl.clear();
    case AlterKind::add_index:
      return add_reader(facts.indexes, command, &sql::IndexElement::expression);
    case AlterKind::drop_index:
      return remove_named(facts.indexes, plain_name(command.name));
    case AlterKind::add_projection:
      return add_reader(facts.projections, command, &sql::ProjectionElement::query);
    case AlterKind::drop_projection:
      return remove_named(facts.projections, plain_name(command.name));
    case AlterKind::add_constraint:
    case AlterKind::modify_constraint:
      return add_reader(facts.constraints, command, &sql::ConstraintElement::expression);
    case AlterKind::drop_constraint:
      return remove_named(facts.constraints, plain_name(command.name));
    default:
      return;
  }
}

}  // namespace

std::string plain_name(std::string_view name) {
  std::string text;
  for (sql::Cursor cursor(name); !cursor.at_end(); cursor.advance()) {
    text += sql::is_identifier(cursor.peek()) ? sql::unquote_name(cursor.peek().text)
                                              : std::string(cursor.peek().text);
  }
  return text;
}

std::string type_of(const sql::ColumnElement& column) {
  const bool nullable = column.nullable.value_or(false);
  return nullable ? fmt::format("Nullable({})", column.type) : std::string(column.type);
}

const ColumnFacts* TableFacts::find(std::string_view column) const {
  const auto found = find_named(columns, column);
  return found == columns.end() ? nullptr : &*found;
}

TableFacts facts_of(const sql::TableDefinition& table) {
  TableFacts facts;
  const bool is_view = table.kind == sql::StatementKind::create_materialized_view;
  facts.engine = is_view ? "MaterializedView" : sql::unquote_name(table.storage.engine.name);
  facts.engine_columns = names_in(table.storage.engine);
  for (const sql::ColumnElement& column : table.columns) {
    facts.columns.push_back(column_of(column));
    if (column.primary_key) {
      facts.primary_key += fmt::format("{}{}", facts.primary_key.empty() ? "" : ", ", column.name);
    }
  }
  facts.sorting_key = table.storage.sorting_key;
  if (!table.primary_key.empty()) facts.primary_key = table.primary_key;
  if (!table.storage.primary_key.empty()) facts.primary_key = table.storage.primary_key;
  if (facts.sorting_key.empty()) facts.sorting_key = facts.primary_key;
  facts.partition_key = table.storage.partition_key;
  facts.sampling_key = table.storage.sampling_key;
  for (const std::string_view element : table.storage.ttl) {
    facts.ttl += fmt::format("{}{}", facts.ttl.empty() ? "" : ", ", element);
  }
  facts.indexes = readers_of(table.indexes, &sql::IndexElement::expression);
  facts.projections = readers_of(table.projections, &sql::ProjectionElement::query);
  facts.constraints = readers_of(table.constraints, &sql::ConstraintElement::expression);
  return facts;
}

void follow_alter(TableFacts& facts, const std::vector<AlterCommand>& commands) {
  for (const AlterCommand& command : commands) {
    if (command.row != nullptr) follow(facts, command);
  }
}

bool mentions(std::string_view expression, std::string_view column) {
  const std::string inside = std::string(column) + ".";
  for (sql::Cursor cursor(expression); !cursor.at_end(); cursor.advance()) {
    if (!sql::is_identifier(cursor.peek())) continue;
    std::string name = sql::unquote_name(cursor.peek().text);
    while (cursor.sees_symbol(".", 1) && sql::is_identifier(cursor.peek(2))) {
      // A qualified name may be t.c, or n.x of a Nested one.
      if (name == column) return true;
      cursor.advance(2);
      const std::string last = sql::unquote_name(cursor.peek().text);
      if (last == column && !cursor.sees_symbol("(", 1)) return true;
      name += "." + last;
    }
    if (cursor.sees_symbol("(", 1)) continue;
    if (name == column || name.starts_with(inside) || name.ends_with("." + std::string(column))) {
      return true;
    }
  }
  return false;
}

bool has_parts(std::string_view engine) { return engine.ends_with("MergeTree"); }

}  // namespace godwit::plan
