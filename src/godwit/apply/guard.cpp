#include "godwit/apply/guard.hpp"

#include "godwit/apply/catalog_query.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>
#include <vector>

namespace godwit::apply {

namespace {

/// A table that a planned statement creates.
struct Created {
  std::string database;
  std::string name;
  const plan::PlannedMigration* migration;
};

void add_created(const sql::Statement& statement, const plan::PlannedMigration& migration,
                 const std::string& default_database, std::vector<Created>& created) {
  for (const sql::Statement& part : statement.parts) {
    add_created(part, migration, default_database, created);
  }
  const bool creates = statement.row != nullptr && statement.row->effect == sql::Effect::creates &&
                       statement.row->object == sql::Object::table;
  if (!creates || statement.names.empty()) return;
  const sql::ObjectName& name = statement.names.front();
  created.push_back(
      {database_of(name, default_database), sql::unquote_name(name.name), &migration});
}

std::vector<Created> created_by(const plan::Plan& plan, const std::string& default_database) {
  std::vector<Created> created;
  for (const plan::PlannedMigration& planned : plan.migrations) {
    for (const plan::PlannedStep& step : planned.steps) {
      add_created(step.step->statement, planned, default_database, created);
    }
  }
  return created;
}

}  // namespace

std::optional<Error> existing_objects(server::Server& server, const plan::Plan& plan,
                                      const plan::Wanted& wanted) {
  const std::vector<Created> created = created_by(plan, wanted.topology.default_database);
  if (created.empty()) return std::nullopt;
  std::set<std::pair<std::string, std::string>> there;
  server.select(
      "SELECT database, name FROM system.tables "
      "WHERE database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema')",
      [&](const server::Row& row) { there.emplace(row.at(0), row.at(1)); });
  std::vector<std::string> found;
  const plan::PlannedMigration* last = nullptr;
  for (const Created& object : created) {
    if (!there.contains({object.database, object.name})) continue;
    if (found.size() < 5) found.push_back(fmt::format("{}.{}", object.database, object.name));
    last = object.migration;
  }
  if (last == nullptr) return std::nullopt;
  return Error(
      ErrorKind::policy,
      fmt::format("the history is empty, but what the migrations create is already there: {}",
                  join(found, ", ")),
      {},
      fmt::format("if these tables came from the migrations, take them as done up to the last\n"
                  "one whose effect is there, for example\ngodwit baseline {} --to {}",
                  wanted.words, last->migration->version));
}

}  // namespace godwit::apply
