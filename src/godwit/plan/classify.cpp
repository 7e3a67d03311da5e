// A statement's kind names its rule; what a CREATE says besides its name (OR REPLACE, IF NOT
// EXISTS, AS SELECT) names another. ALTER TABLE is classify_alter.cpp's.

#include "godwit/plan/classify.hpp"

#include "godwit/sql/cursor.hpp"
#include "godwit/sql/elements.hpp"
#include "godwit/sql/table.hpp"

#include <algorithm>
#include <array>

namespace godwit::plan {

namespace {

using sql::Statement;
using sql::StatementKind;
using enum sql::StatementKind;

struct KindRow {
  StatementKind kind;
  std::string_view rule;
};

constexpr auto kKinds = std::to_array<KindRow>({
    {create_database, "GW101"},
    {attach_database, "GW106"},
    {detach_database, "GW114"},
    {drop_database, "GW110"},
    {truncate_database, "GW113"},
    {rename_database, "GW120"},
    {alter_database, "GW121"},
    {create_table, "GW101"},
    {create_or_replace_table, "GW104"},
    {replace_table, "GW104"},
    {create_temporary_table, "GW101"},
    {attach_table, "GW106"},
    {detach_table, "GW114"},
    {drop_table, "GW110"},
    {drop_temporary_table, "GW110"},
    {truncate_temporary_table, "GW113"},
    {truncate_table, "GW113"},
    {truncate_all_tables, "GW113"},
    {undrop_table, "GW107"},
    {rename_table, "GW120"},
    {exchange_tables, "GW120"},
    {create_hypothetical_index, "GW134"},
    {drop_hypothetical_index, "GW134"},
    {optimize_table, "GW133"},
    {delete_from, "GW131"},
    {update, "GW132"},
    {create_view, "GW101"},
    {create_temporary_view, "GW101"},
    {create_materialized_view, "GW101"},
    {create_window_view, "GW101"},
    {attach_view, "GW106"},
    {drop_view, "GW111"},
    {create_dictionary, "GW101"},
    {attach_dictionary, "GW106"},
    {drop_dictionary, "GW112"},
    {create_function, "GW101"},
    {drop_function, "GW112"},
    {create_named_collection, "GW101"},
    {alter_named_collection, "GW123"},
    {drop_named_collection, "GW112"},
    {create_workload, "GW101"},
    {drop_workload, "GW112"},
    {create_resource, "GW101"},
    {drop_resource, "GW112"},
    {create_user, "GW101"},
    {alter_user, "GW122"},
    {drop_user, "GW112"},
    {create_role, "GW101"},
    {alter_role, "GW122"},
    {drop_role, "GW112"},
    {create_row_policy, "GW101"},
    {alter_row_policy, "GW122"},
    {drop_row_policy, "GW112"},
    {create_masking_policy, "GW101"},
    {alter_masking_policy, "GW122"},
    {drop_masking_policy, "GW112"},
    {create_quota, "GW101"},
    {alter_quota, "GW122"},
    {drop_quota, "GW112"},
    {create_settings_profile, "GW101"},
    {alter_settings_profile, "GW122"},
    {drop_settings_profile, "GW112"},
    {move_access_entity, "GW122"},
    {grant, "GW122"},
    {revoke, "GW122"},
    {set_role, "GW134"},
    {set_default_role, "GW122"},
    {kill, "GW135"},
    {backup, "GW134"},
    {restore, "GW136"},
    {sql::StatementKind::system, "GW135"},
    {system_local, "GW135"},
    {insert, "GW130"},
    {select, "GW134"},
    {set, "GW134"},
    {use, "GW134"},
    {explain, "GW134"},
    {describe, "GW134"},
    {check, "GW134"},
    {copy, "GW130"},
    {snapshot, "GW134"},
    {transaction, "GW134"},
});

// Whether the words stand before the first bracket: behind CREATE and the kind.
bool says(const Statement& statement, std::string_view words) {
  for (sql::Cursor cursor(statement.text); !cursor.at_end(); cursor.advance()) {
    if (cursor.sees_symbol("(") || cursor.sees_word("AS")) return false;
    if (sql::sees_words(cursor, words)) return true;
  }
  return false;
}

bool copies_rows(const Statement& statement) {
  const auto table = sql::parse_table(statement);
  if (!table || table->empty) return false;
  const bool is_view = table->kind == create_materialized_view;
  return table->populate || table->source == sql::TableSource::clone ||
         (!is_view && (table->source == sql::TableSource::query ||
                       table->source == sql::TableSource::function));
}

std::string_view create_rule(const Statement& statement, std::string_view plain) {
  const bool makes_table = statement.row->object == sql::Object::table;
  if (plain == "GW104") return plain;
  if (makes_table && copies_rows(statement)) return "GW103";
  if (says(statement, "OR REPLACE")) return "GW105";
  return says(statement, "IF NOT EXISTS") ? "GW102" : "GW101";
}

// A view that is known to keep no rows of its own.
std::string_view drop_rule(const Statement& statement, KnownTables& tables,
                           std::string_view plain) {
  const bool keeps_none =
      plain == "GW111" &&
      std::all_of(statement.names.begin(), statement.names.end(), [&](const sql::ObjectName& name) {
        const TableFacts* const view = tables.find(name);
        return view != nullptr && view->engine == "View";
      });
  return keeps_none ? "GW112" : plain;
}

void classify_one(const Statement& statement, KnownTables& tables, const StepSettings& settings,
                  std::vector<Change>& list) {
  for (const Statement& part : statement.parts) classify_one(part, tables, settings, list);
  if (!statement.parts.empty()) return;
  if (statement.kind == alter_table || statement.kind == alter_temporary_table ||
      statement.kind == create_index || statement.kind == drop_index) {
    const TableFacts* const table =
        statement.names.empty() ? nullptr : tables.find(statement.names.front());
    for (Change& change : classify_alter(statement, table, settings)) {
      list.push_back(std::move(change));
    }
    return;
  }
  const auto row = std::find_if(kKinds.begin(), kKinds.end(),
                                [&](const KindRow& each) { return each.kind == statement.kind; });
  std::string_view rule = row == kKinds.end() ? "GW199" : row->rule;
  if (rule == "GW101" || rule == "GW104") rule = create_rule(statement, rule);
  list.push_back({&change_rule(drop_rule(statement, tables, rule)), statement.text, {}});
}

}  // namespace

ChangeClass Changes::change() const {
  ChangeClass highest = ChangeClass::none;
  for (const Change& each : list) highest = std::max(highest, each.rule->change);
  return highest;
}

std::uint8_t Changes::flags() const {
  unsigned flags = 0;
  for (const Change& each : list) flags |= each.rule->flags;
  return static_cast<std::uint8_t>(flags);
}

Changes classify(const Statement& statement, KnownTables& tables, const StepSettings& settings) {
  Changes changes;
  classify_one(statement, tables, settings, changes.list);
  return changes;
}

}  // namespace godwit::plan
