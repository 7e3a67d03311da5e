#pragma once

#include "godwit/sql/statement.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::topology {

/// The tables that statements make, one after the other: what CREATE TABLE t AS other copies. Keeps
/// views into the statements' texts, which must outlive it.
class Tables {
 public:
  /// `default_database` is that of unqualified names.
  explicit Tables(std::string default_database = "default")
      : default_database_(std::move(default_database)) {}

  /// Takes note of a statement that creates, renames, swaps or drops tables. Costs next to nothing:
  /// nothing is read before somebody asks.
  void follow(const sql::Statement& statement);

  /// The statement that made the table which has this name now; nothing where none of those that
  /// were followed did.
  [[nodiscard]] std::optional<std::string_view> find(const sql::ObjectName& name);

 private:
  using Key = std::pair<std::string, std::string>;  // database, table

  [[nodiscard]] Key key(const sql::ObjectName& name) const;
  void read(std::string_view text);
  void rename(const sql::Statement& statement);

  std::string default_database_;
  std::vector<std::string_view> unread_;
  std::map<Key, std::string_view> made_by_;
};

}  // namespace godwit::topology
