// A table's CREATE, as the server shows it, says all that a change meets, so the server's tables
// are read like the directory's: its statement first, then the plan's steps one after the other.

#include "godwit/apply/judge.hpp"

#include "godwit/apply/catalog_query.hpp"
#include "godwit/base/text.hpp"
#include "godwit/plan/classify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace godwit::apply {

namespace {

using Name = std::pair<std::string, std::string>;  // database, table
using plan::Cost;

void add_names(const sql::Statement& statement, const std::string& default_database,
               std::set<Name>& names) {
  for (const sql::Statement& part : statement.parts) add_names(part, default_database, names);
  if (statement.scope != sql::Scope::in_database) return;
  for (const sql::ObjectName& name : statement.names) {
    names.emplace(database_of(name, default_database), sql::unquote_name(name.name));
  }
}

std::set<Name> names_of(const plan::Plan& plan, const std::string& default_database) {
  std::set<Name> names;
  for (const plan::PlannedMigration& migration : plan.migrations) {
    for (const plan::PlannedStep& step : migration.steps) {
      add_names(step.step->statement, default_database, names);
    }
  }
  return names;
}

// (database, name) IN (...), and what may read from one of them.
std::string among(const std::set<Name>& names) {
  std::vector<std::string> pairs;
  pairs.reserve(names.size());
  for (const auto& [database, table] : names) {
    pairs.push_back(fmt::format("({}, {})", server::quote(database), server::quote(table)));
  }
  return join(pairs, ", ");
}

std::string may_read(const std::set<Name>& names) {
  std::vector<std::string> tests;
  tests.reserve(names.size());
  for (const auto& [database, table] : names) {
    tests.push_back(fmt::format("position(create_table_query, {}) > 0", server::quote(table)));
  }
  return join(tests, " OR ");
}

std::uint64_t number(const std::string& text) { return parse_digits(text).value_or(0); }

// The statements of the server's tables; views behind what they read. Nothing where it does not
// say.
std::optional<std::vector<std::string>> created(server::Server& server,
                                                const std::set<Name>& names) {
  std::vector<std::string> texts;
  const server::Outcome outcome = server.try_select(
      fmt::format("SELECT create_table_query FROM system.tables WHERE (database, name) IN ({}) "
                  "OR (engine = 'MaterializedView' AND ({})) ORDER BY engine = 'MaterializedView'",
                  among(names), may_read(names)),
      [&](const server::Row& row) { texts.push_back(row.at(0)); });
  if (!std::holds_alternative<server::Done>(outcome)) return std::nullopt;
  return texts;
}

std::map<Name, Cost> costs(server::Server& server, const std::set<Name>& names) {
  std::map<Name, Cost> found;
  const server::Outcome outcome = server.try_select(
      fmt::format("SELECT database, table, sum(rows), sum(bytes), count() FROM system.parts "
                  "WHERE active AND (database, table) IN ({}) GROUP BY database, table",
                  among(names)),
      [&](const server::Row& row) {
        found[{row.at(0), row.at(1)}] = {number(row.at(2)), number(row.at(3)), number(row.at(4))};
      });
  if (!std::holds_alternative<server::Done>(outcome)) found.clear();
  return found;
}

// What a step's tables hold together, where it does more to them than say something else of them.
std::optional<Cost> cost_of(const plan::PlannedStep& step, const std::string& default_database,
                            const std::map<Name, Cost>& costs) {
  if (step.changes.change() < plan::ChangeClass::mutation) return std::nullopt;
  std::set<Name> names;
  add_names(step.step->statement, default_database, names);
  std::optional<Cost> sum;
  for (const Name& name : names) {
    const auto found = costs.find(name);
    if (found == costs.end()) continue;
    if (!sum) sum.emplace();
    sum->rows += found->second.rows;
    sum->bytes += found->second.bytes;
    sum->parts += found->second.parts;
  }
  return sum;
}

// Marks the steps all of whose tables an earlier step of the plan makes, as no table there is.
void mark_new(plan::Plan& plan, const std::string& default_database, const std::set<Name>& there) {
  std::set<Name> made;
  for (plan::PlannedMigration& migration : plan.migrations) {
    for (plan::PlannedStep& step : migration.steps) {
      std::set<Name> names;
      add_names(step.step->statement, default_database, names);
      step.on_new =
          !names.empty() && std::includes(made.begin(), made.end(), names.begin(), names.end());
      const sql::StatementRow* row = step.step->statement.row;
      if (row == nullptr || row->effect != sql::Effect::creates) continue;
      if (row->object != sql::Object::table || names.size() != 1) continue;
      if (!there.contains(*names.begin())) made.insert(*names.begin());
    }
  }
}

}  // namespace

void judge_by_server(server::Server& server, plan::Plan& plan, const plan::Wanted& wanted) {
  const std::string& default_database = wanted.topology.default_database;
  const std::set<Name> names = names_of(plan, default_database);
  if (names.empty()) return;
  const auto texts = created(server, names);
  if (!texts) return;
  std::deque<sql::Statement> statements;
  plan::KnownTables tables(default_database);
  std::set<Name> there;
  for (const std::string& text : *texts) {
    tables.follow(statements.emplace_back(sql::parse_statement(text)));
    add_names(statements.back(), default_database, there);
  }
  mark_new(plan, default_database, there);
  if (texts->empty()) return;
  const std::map<Name, Cost> all = costs(server, names);
  for (plan::PlannedMigration& migration : plan.migrations) {
    for (plan::PlannedStep& step : migration.steps) {
      step.changes = plan::classify(step.step->statement, tables, step.step->settings);
      step.cost = cost_of(step, default_database, all);
      tables.follow(step.step->statement);
    }
  }
}

}  // namespace godwit::apply
