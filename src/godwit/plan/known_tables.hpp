#pragma once

#include "godwit/plan/table_facts.hpp"
#include "godwit/sql/statement.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::plan {

/// The tables that statements have made, each as it is by now: what a change meets. Statements that
/// are not understood, and tables made elsewhere, are not known.
class KnownTables {
 public:
  /// `default_database` is that of unqualified names.
  explicit KnownTables(std::string default_database = "default")
      : default_database_(std::move(default_database)) {}

  /// Takes note of a statement, which must outlive this; the parts of a compound one in their
  /// order. Costs next to nothing: nothing is read before somebody asks.
  void follow(const sql::Statement& statement) { unread_.push_back(&statement); }

  /// The table of a name; null where it is not known.
  [[nodiscard]] const TableFacts* find(const sql::ObjectName& name);

 private:
  using Key = std::pair<std::string, std::string>;  // database, table

  [[nodiscard]] Key key(const sql::ObjectName& name) const;
  [[nodiscard]] const TableFacts* look_up(const sql::ObjectName& name) const;
  void read(const sql::Statement& statement);
  void create(const sql::Statement& statement);
  void alter(const sql::Statement& statement);
  void rename(const sql::Statement& statement);
  void exchange(const sql::Statement& statement);
  void drop(const Key& name);

  std::string default_database_;
  std::vector<const sql::Statement*> unread_;
  std::map<Key, TableFacts> tables_;
  std::map<Key, Key> fed_by_;  // a materialized view, and the table whose inserts it gets
};

}  // namespace godwit::plan
