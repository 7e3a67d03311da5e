#include "godwit/plan/known_tables.hpp"

#include "godwit/sql/cursor.hpp"

#include <algorithm>
#include <optional>

namespace godwit::plan {

namespace {

using sql::ObjectName;
using sql::Statement;
using enum sql::StatementKind;

// The table whose inserts a view gets: the first that its query reads from.
std::optional<ObjectName> source_of(std::string_view query) {
  for (sql::Cursor cursor(query); cursor.find_word("FROM");) {
    cursor.advance();
    if (!sql::is_identifier(cursor.peek())) continue;
    ObjectName name{{}, cursor.peek().text};
    if (cursor.sees_symbol(".", 1)) name = {cursor.peek().text, cursor.peek(2).text};
    return name;
  }
  return std::nullopt;
}

}  // namespace

KnownTables::Key KnownTables::key(const ObjectName& name) const {
  return {name.database.empty() ? default_database_ : sql::unquote_name(name.database),
          sql::unquote_name(name.name)};
}

const TableFacts* KnownTables::find(const ObjectName& name) {
  for (const Statement* statement : unread_) read(*statement);
  unread_.clear();
  return look_up(name);
}

const TableFacts* KnownTables::look_up(const ObjectName& name) const {
  const auto found = tables_.find(key(name));
  return found == tables_.end() ? nullptr : &found->second;
}

void KnownTables::read(const Statement& statement) {
  for (const Statement& part : statement.parts) read(part);
  if (statement.names.empty()) return;
  switch (statement.kind) {
    case create_table:
    case create_or_replace_table:
    case replace_table:
    case attach_table:
    case create_materialized_view:
      return create(statement);
    case create_view: {
      TableFacts view;
      view.engine = "View";
      tables_[key(statement.names.front())] = view;
      return;
    }
    case alter_table:
    case create_index:
    case drop_index:
      return alter(statement);
    case rename_table:
      return rename(statement);
    case exchange_tables:
      return exchange(statement);
    case drop_table:
    case drop_view:
    case drop_dictionary:
    case detach_table:
      for (const ObjectName& name : statement.names) drop(key(name));
      return;
    case drop_database: {
      const std::string database = sql::unquote_name(statement.names.front().name);
      std::erase_if(tables_, [&](const auto& each) { return each.first.first == database; });
      return;
    }
    default:
      return;
  }
}

void KnownTables::create(const Statement& statement) {
  const auto table = sql::parse_table(statement);
  const Key name = key(statement.names.front());
  if (!table) {
    drop(name);
    return;
  }
  if (table->if_not_exists && tables_.contains(name)) return;
  TableFacts facts = facts_of(*table);
  if (facts.engine.empty() && table->source == sql::TableSource::table) {
    const TableFacts* const other = look_up(table->other);
    if (other == nullptr) return;
    facts = *other;
    facts.views.clear();
  }
  const auto before = tables_.find(name);
  if (before != tables_.end()) facts.views = before->second.views;  // they find it by its name
  tables_[name] = std::move(facts);
  if (table->kind != create_materialized_view) return;
  const auto source = source_of(table->query);
  const auto fed = source ? tables_.find(key(*source)) : tables_.end();
  if (fed == tables_.end()) return;
  fed->second.views.push_back({name.first + "." + name.second, std::string(table->query)});
  fed_by_[name] = fed->first;
}

void KnownTables::alter(const Statement& statement) {
  const Key name = key(statement.names.front());
  const auto table = tables_.find(name);
  const auto commands = sql::parse_alter(statement);
  if (table != tables_.end()) follow_alter(table->second, commands);
  const auto source = fed_by_.find(name);
  if (source == fed_by_.end()) return;
  for (const sql::AlterCommand& command : commands) {
    if (command.row == nullptr || command.row->kind != sql::AlterKind::modify_query) continue;
    for (Reader& view : tables_[source->second].views) {
      if (view.name == name.first + "." + name.second) view.text = std::string(command.body);
    }
  }
}

void KnownTables::rename(const Statement& statement) {
  for (std::size_t i = 0; i + 1 < statement.names.size(); i += 2) {
    const auto from = tables_.find(key(statement.names[i]));
    if (from == tables_.end()) continue;
    TableFacts facts = std::move(from->second);
    tables_.erase(from);
    tables_[key(statement.names[i + 1])] = std::move(facts);
  }
}

void KnownTables::exchange(const Statement& statement) {
  for (std::size_t i = 0; i + 1 < statement.names.size(); i += 2) {
    const auto one = tables_.find(key(statement.names[i]));
    const auto other = tables_.find(key(statement.names[i + 1]));
    if (one == tables_.end() || other == tables_.end()) continue;
    std::swap(one->second, other->second);
    std::swap(one->second.views, other->second.views);  // they go on reading from the name
  }
}

void KnownTables::drop(const Key& name) {
  tables_.erase(name);
  const auto source = fed_by_.find(name);
  if (source == fed_by_.end()) return;
  const auto fed = tables_.find(source->second);
  if (fed != tables_.end()) {
    std::erase_if(fed->second.views,
                  [&](const Reader& view) { return view.name == name.first + "." + name.second; });
  }
  fed_by_.erase(source);
}

}  // namespace godwit::plan
