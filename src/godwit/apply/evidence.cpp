// The catalog as a witness. Each kind of statement has a row that says how its effect shows; what
// has none (INSERT, EXCHANGE, TRUNCATE, ...) cannot be told from the catalog, and says so.
// An ALTER is read command by command, and its commands must agree.

#include "godwit/apply/evidence.hpp"

#include "godwit/apply/alter_evidence.hpp"
#include "godwit/apply/catalog_query.hpp"
#include "godwit/base/text.hpp"
#include "godwit/sql/cursor.hpp"

#include <fmt/format.h>

#include <array>
#include <span>

namespace godwit::apply {

namespace {

using sql::Effect;
using sql::Object;
using sql::StatementKind;

// A statement that is done or not, never half: what it leaves when it is sent twice is the same.
constexpr std::array<StatementKind, 8> kRepeatable{StatementKind::optimize_table,
                                                   StatementKind::system,
                                                   StatementKind::system_local,
                                                   StatementKind::kill,
                                                   StatementKind::grant,
                                                   StatementKind::revoke,
                                                   StatementKind::set_default_role,
                                                   StatementKind::check};

// Whether `found` holds somewhere outside brackets.
template <class Found>
bool anywhere(const sql::Statement& statement, Found found) {
  sql::Cursor cursor(statement.text);
  for (; !cursor.at_end(); cursor.advance()) {
    if (found(cursor)) return true;
    if (cursor.take_group('(', ')')) cursor.go_to(cursor.position() - 1);
  }
  return false;
}

bool says(const sql::Statement& statement, std::string_view first, std::string_view second) {
  return anywhere(statement, [&](sql::Cursor& cursor) {
    return cursor.sees_word(first) && (second.empty() || cursor.sees_word(second, 1));
  });
}

// AS with a query behind it, not with another table or a table function.
bool is_as_query(sql::Cursor& cursor) {
  if (!cursor.sees_word("AS")) return false;
  return cursor.sees_word("SELECT", 1) || cursor.sees_word("WITH", 1) ||
         cursor.sees_word("FROM", 1) || cursor.sees_symbol("(", 1);
}

// CREATE TABLE ... AS SELECT and POPULATE fill what they create: that it is there does not say
// that it is full.
bool fills_what_it_creates(const sql::Statement& statement) {
  if (statement.kind == StatementKind::create_materialized_view)
    return says(statement, "POPULATE", "");
  const bool table = statement.kind == StatementKind::create_table ||
                     statement.kind == StatementKind::create_or_replace_table ||
                     statement.kind == StatementKind::replace_table;
  if (!table || says(statement, "EMPTY", "AS")) return false;
  return anywhere(statement, is_as_query) || says(statement, "CLONE", "AS");
}

// OR REPLACE puts a new object in the place of one that may have been there before.
bool replaces(const sql::Statement& statement) {
  return statement.kind == StatementKind::replace_table || says(statement, "OR", "REPLACE");
}

std::string count_objects(const sql::Statement& statement, const std::string& default_database) {
  // What is created is named first; the table that a view writes TO is named too.
  const std::span<const sql::ObjectName> all(statement.names);
  std::string names;
  for (const sql::ObjectName& name :
       statement.row->effect == Effect::creates ? all.first(1) : all) {
    const std::string value = server::quote(sql::unquote_name(name.name));
    if (!names.empty()) names += ", ";
    names +=
        statement.row->object == Object::table
            ? fmt::format("({}, {})", server::quote(database_of(name, default_database)), value)
            : value;
  }
  switch (statement.row->object) {
    case Object::table:
      return fmt::format("SELECT count() FROM system.tables WHERE (database, name) IN ({})", names);
    case Object::database:
      return fmt::format("SELECT count() FROM system.databases WHERE name IN ({})", names);
    case Object::function:
      return fmt::format("SELECT count() FROM system.functions WHERE name IN ({})", names);
    case Object::other:
    case Object::none:
      return {};
  }
  return {};
}

Finding created(const sql::Statement& statement, std::size_t count) {
  if (count == 0) return {Evidence::absent, "what it creates is not there"};
  if (fills_what_it_creates(statement)) {
    return {Evidence::unknown, "what it creates is there, but whether it is full is not known"};
  }
  if (replaces(statement)) {
    const bool data = statement.row->object == Object::table &&
                      statement.kind != StatementKind::create_view &&
                      statement.kind != StatementKind::create_dictionary;
    if (!data) return {Evidence::harmless, "replacing it once more changes nothing"};
    return {Evidence::unknown, "what it creates is there, but it may be what it was to replace"};
  }
  return {Evidence::there, "what it creates is there"};
}

Finding dropped(const sql::Statement& statement, std::size_t count) {
  if (count == 0) return {Evidence::there, "what it drops is gone"};
  if (count == statement.names.size()) return {Evidence::absent, "what it drops is still there"};
  return {Evidence::unknown, "only some of what it drops is gone"};
}

}  // namespace

bool is_repeatable(const sql::Statement& statement) {
  if (statement.row == nullptr) return false;
  if (statement.row->effect == Effect::reads) return true;
  for (const StatementKind kind : kRepeatable) {
    if (kind == statement.kind) return true;
  }
  return false;
}

Finding find_evidence(server::Server& server, const Question& question) {
  const sql::Statement& statement = question.statement;
  if (is_repeatable(statement)) return {Evidence::harmless, "running it again changes nothing"};
  if (statement.kind == StatementKind::alter_table) return find_alter_evidence(server, question);
  const bool named = statement.row != nullptr && !statement.names.empty();
  if (named && statement.row->effect != Effect::changes) {
    const std::string query = count_objects(statement, question.default_database);
    if (!query.empty()) {
      const std::size_t count = read_count(server, query);
      return statement.row->effect == Effect::creates ? created(statement, count)
                                                      : dropped(statement, count);
    }
  }
  return {Evidence::unknown, "the catalog does not show what it does"};
}

}  // namespace godwit::apply
