// A run of thousands of statements hardly ever asks, so following is keeping a view, and the names
// are read when the first question comes.

#include "godwit/topology/tables.hpp"

namespace godwit::topology {

namespace {

bool makes_table(sql::StatementKind kind) {
  using enum sql::StatementKind;
  return kind == create_table || kind == create_or_replace_table || kind == replace_table ||
         kind == attach_table || kind == create_materialized_view;
}

bool moves_table(sql::StatementKind kind) {
  using enum sql::StatementKind;
  return kind == rename_table || kind == exchange_tables || kind == drop_table ||
         kind == drop_view || kind == detach_table || kind == drop_database ||
         kind == rename_database;
}

}  // namespace

void Tables::follow(const sql::Statement& statement) {
  for (const sql::Statement& part : statement.parts) follow(part);
  if (makes_table(statement.kind) || moves_table(statement.kind)) {
    unread_.push_back(statement.text);
  }
}

std::optional<std::string_view> Tables::find(const sql::ObjectName& name) {
  for (const std::string_view text : unread_) read(text);
  unread_.clear();
  const auto found = made_by_.find(key(name));
  if (found == made_by_.end()) return std::nullopt;
  return found->second;
}

Tables::Key Tables::key(const sql::ObjectName& name) const {
  return {name.database.empty() ? default_database_ : sql::unquote_name(name.database),
          sql::unquote_name(name.name)};
}

void Tables::read(std::string_view text) {
  const sql::Statement statement = sql::parse_statement(text);
  if (statement.names.empty()) return;
  using enum sql::StatementKind;
  switch (statement.kind) {
    case rename_table:
    case exchange_tables:
    case rename_database:
      rename(statement);
      return;
    case drop_table:
    case drop_view:
    case detach_table:
      for (const sql::ObjectName& name : statement.names) made_by_.erase(key(name));
      return;
    case drop_database: {
      const std::string database = sql::unquote_name(statement.names.front().name);
      std::erase_if(made_by_, [&](const auto& made) { return made.first.first == database; });
      return;
    }
    default:
      made_by_[key(statement.names.front())] = text;
  }
}

// Pairs one after the other, as the server does it; what was not made here stays unknown.
void Tables::rename(const sql::Statement& statement) {
  if (statement.kind == sql::StatementKind::rename_database) {
    const std::string from = sql::unquote_name(statement.names[0].name);
    const std::string to = sql::unquote_name(statement.names[1].name);
    std::map<Key, std::string_view> moved;
    for (const auto& [name, text] : made_by_) {
      moved[{name.first == from ? to : name.first, name.second}] = text;
    }
    made_by_ = std::move(moved);
    return;
  }
  for (std::size_t i = 0; i + 1 < statement.names.size(); i += 2) {
    auto first = made_by_.extract(key(statement.names[i]));
    auto second = made_by_.extract(key(statement.names[i + 1]));
    if (!first.empty()) made_by_[key(statement.names[i + 1])] = first.mapped();
    const bool swaps = statement.kind == sql::StatementKind::exchange_tables;
    if (swaps && !second.empty()) made_by_[key(statement.names[i])] = second.mapped();
  }
}

}  // namespace godwit::topology
