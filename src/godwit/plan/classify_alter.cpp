// A command's kind names its rule, and what the table has may name another: each refinement is a
// question of the facts, asked in the order in which the server asks them. Where the table is not
// known, only what the command itself says decides.

#include "godwit/plan/classify.hpp"
#include "godwit/plan/engine_alters.hpp"
#include "godwit/plan/type_change.hpp"
#include "godwit/sql/cursor.hpp"
#include "godwit/sql/elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace godwit::plan {

namespace {

using sql::AlterCommand;
using sql::AlterKind;
using enum sql::AlterKind;

struct Scene {
  const TableFacts* table;  // null where it is not known
  const std::vector<AlterCommand>& commands;
  StepSettings settings;  // those of the statement's end too
};

struct Verdict {
  std::string_view rule;
  std::string detail = {};
};

bool in_key(const TableFacts& table, std::string_view column) {
  return mentions(table.sorting_key, column) || mentions(table.primary_key, column) ||
         mentions(table.sampling_key, column) || mentions(table.partition_key, column);
}

bool is_engines(const TableFacts& table, std::string_view column) {
  const auto& names = table.engine_columns;
  return std::find(names.begin(), names.end(), column) != names.end();
}

// The first that reads a column; null where none does.
const Reader* reader_of(const std::vector<Reader>& readers, std::string_view column) {
  const auto found = std::find_if(readers.begin(), readers.end(), [&](const Reader& reader) {
    return mentions(reader.text, column);
  });
  return found == readers.end() ? nullptr : &*found;
}

bool has_values(const ColumnFacts& column) {
  return column.default_kind != sql::DefaultKind::alias &&
         column.default_kind != sql::DefaultKind::ephemeral;
}

bool is_dropped(const Scene& scene, AlterKind kind, std::string_view name) {
  return std::any_of(scene.commands.begin(), scene.commands.end(), [&](const AlterCommand& each) {
    return each.row != nullptr && each.row->kind == kind && plain_name(each.name) == name;
  });
}

Verdict drop_column_rule(const Scene& scene, const std::string& column) {
  const TableFacts& table = *scene.table;
  const ColumnFacts* const facts = table.find(column);
  if (in_key(table, column)) return {"GW204", column};
  for (const auto* readers : {&table.indexes, &table.projections, &table.constraints}) {
    const Reader* const reader = reader_of(*readers, column);
    const bool goes = reader != nullptr && (is_dropped(scene, drop_index, reader->name) ||
                                            is_dropped(scene, drop_projection, reader->name) ||
                                            is_dropped(scene, drop_constraint, reader->name));
    if (reader != nullptr && !goes) return {"GW205", reader->name};
  }
  if (mentions(table.ttl, column)) return {"GW205", "TTL"};
  for (const ColumnFacts& other : table.columns) {
    const bool reads = other.name != column && mentions(other.default_expression, column);
    if (reads && !is_dropped(scene, drop_column, other.name)) return {"GW206", other.name};
  }
  if (is_engines(table, column)) return {"GW208", table.engine};
  if (const Reader* const view = reader_of(table.views, column)) return {"GW207", view->name};
  return {facts != nullptr && !has_values(*facts) ? "GW203" : "GW202", column};
}

bool widens_version(const TableFacts& table, const sql::Type& from, const sql::Type& to) {
  const TypeChange change = classify_type_change(from, to, false);
  return table.engine.find("Replacing") != std::string::npos && from.name.starts_with("UInt") &&
         to.name.starts_with("UInt") && !change.lossy;
}

Verdict type_rule(const TableFacts& table, const sql::ColumnElement& element) {
  const std::string column = plain_name(element.name);
  const ColumnFacts* const facts = table.find(column);
  if (facts == nullptr || facts->type.empty()) return {"GW229"};
  const std::string written = type_of(element);
  const sql::Type from = sql::parse_type(facts->type);
  const sql::Type to = sql::parse_type(written);
  const bool has_default = element.default_kind == sql::DefaultKind::value ||
                           facts->default_kind == sql::DefaultKind::value;
  const TypeChange change = classify_type_change(from, to, has_default);
  const std::string detail = fmt::format("{} to {}", facts->type, written);
  if (change.effect == TypeEffect::none) return {"GW231", "the type is the same"};
  if (!has_values(*facts)) return {"GW220", detail + ", no stored values"};
  if (change.effect == TypeEffect::unknown) return {"GW229", detail};
  const bool key = in_key(table, column);
  if (key && !is_safe_in_key(from, to)) return {"GW224", detail};
  if (is_engines(table, column) && change.effect != TypeEffect::metadata &&
      !widens_version(table, from, to)) {
    return {"GW228", detail};
  }
  if (change.effect == TypeEffect::metadata) return {change.lossy ? "GW221" : "GW220", detail};
  if (change.effect == TypeEffect::refused) {
    const bool null = facts->type.starts_with("Nullable") && !written.starts_with("Nullable");
    return {null ? "GW226" : "GW225", detail};
  }
  for (const Reader& projection : table.projections) {
    const bool groups = sql::Cursor(projection.text).find_word("GROUP");
    if (groups && mentions(projection.text, column)) return {"GW227", projection.name};
  }
  return {change.lossy ? "GW223" : "GW222", detail};
}

bool says_zero(const StepSettings& settings, std::string_view name) {
  return std::any_of(settings.begin(), settings.end(), [&](const auto& setting) {
    return setting.first == name && (setting.second == "0" || setting.second == "false");
  });
}

// Appended columns must come with the same ALTER; the key before them stays as it is.
bool only_appends(const Scene& scene, std::string_view key) {
  const auto normal = [](std::string_view text) {
    std::vector<std::string> parts;
    const std::string_view inner =
        text.starts_with("(") && text.ends_with(")") ? text : std::string_view{};
    if (inner.empty()) return std::vector<std::string>{std::string(text)};
    for (const std::string_view part : sql::split_arguments(inner)) parts.emplace_back(part);
    return parts;
  };
  const std::vector<std::string> before = normal(scene.table->sorting_key);
  const std::vector<std::string> after = normal(key);
  if (after.size() < before.size() || !std::equal(before.begin(), before.end(), after.begin())) {
    return false;
  }
  const auto is_new = [&](const std::string& part) {
    return std::any_of(scene.commands.begin(), scene.commands.end(), [&](const AlterCommand& each) {
      const auto* added = std::get_if<sql::ColumnElement>(&each.element);
      if (each.row == nullptr || each.row->kind != add_column || added == nullptr) return false;
      const std::string column = plain_name(added->name);
      // ADD COLUMN IF NOT EXISTS of one that is there adds nothing.
      return added->default_kind == sql::DefaultKind::none && mentions(part, column) &&
             scene.table->find(column) == nullptr;
    });
  };
  return std::all_of(after.begin() + static_cast<std::ptrdiff_t>(before.size()), after.end(),
                     is_new);
}

// Fixed when the table is made: those of system.merge_tree_settings that are readonly in 26.7.
constexpr auto kFixed = std::to_array<std::string_view>({
    "add_minmax_index_for_block_number_column",
    "add_minmax_index_for_block_offset_column",
    "add_minmax_index_for_numeric_columns",
    "add_minmax_index_for_string_columns",
    "add_minmax_index_for_temporal_columns",
    "allow_tuple_element_aggregation",
    "enable_mixed_granularity_parts",
    "index_granularity",
    "index_granularity_bytes",
    "share_nested_offsets",
    "table_disk",
});

Verdict settings_rule(const AlterCommand& command) {
  for (const sql::SettingElement& setting : command.settings) {
    const std::string name = plain_name(setting.name);
    if (std::find(kFixed.begin(), kFixed.end(), name) != kFixed.end()) return {"GW248", name};
  }
  return {"GW247"};
}

// What the table makes of a command, where it makes another rule of it.
Verdict refine(const Scene& scene, const AlterCommand& command, std::string_view rule) {
  const TableFacts& table = *scene.table;
  const auto* element = std::get_if<sql::ColumnElement>(&command.element);
  const std::string column = plain_name(element != nullptr ? element->name : command.name);
  switch (command.row->kind) {
    case drop_column:
      return drop_column_rule(scene, column);
    case clear_column:
      return {in_key(table, column) ? "GW210" : rule, column};
    case rename_column: {
      if (in_key(table, column)) return {"GW212", column};
      const Reader* const projection = reader_of(table.projections, column);
      return projection != nullptr ? Verdict{"GW213", projection->name} : Verdict{rule, column};
    }
    case materialize_column: {
      if (in_key(table, column)) return {"GW216", column};
      const ColumnFacts* const facts = table.find(column);
      const bool none = facts != nullptr && facts->default_kind == sql::DefaultKind::none;
      return {none ? "GW217" : rule, column};
    }
    case modify_column:
    case alter_column:
      return type_rule(table, *element);
    case modify_order_by:
      return {only_appends(scene, command.body) ? "GW240" : "GW241", table.sorting_key};
    case sql::AlterKind::update:
      for (const sql::Assignment& each : command.assignments) {
        if (in_key(table, plain_name(each.column)) || is_engines(table, plain_name(each.column))) {
          return {"GW271", plain_name(each.column)};
        }
      }
      return {rule};
    default:
      return {rule};
  }
}

Verdict judge(const Scene& scene, const AlterCommand& command) {
  const auto* element = std::get_if<sql::ColumnElement>(&command.element);
  if (command.row->kind == modify_setting || command.row->kind == reset_setting) {
    if (scene.table != nullptr && !has_parts(scene.table->engine)) return {"GW247"};
    return settings_rule(command);
  }
  std::string_view rule = alter_rule(command.row->kind);
  if (rule == "GW231" && element != nullptr && !element->ttl.empty()) rule = "GW232";
  if (rule == "GW243" && says_zero(scene.settings, "materialize_ttl_after_modify")) rule = "GW244";
  if (scene.table == nullptr) return {rule};
  return refine(scene, command, rule);
}

// SETTINGS behind the last command are the statement's.
StepSettings with_tail(StepSettings settings, const sql::Statement& statement,
                       const std::vector<AlterCommand>& commands) {
  if (commands.empty()) return settings;
  const char* const behind = commands.back().text.data() + commands.back().text.size();
  sql::Cursor cursor(
      statement.text.substr(static_cast<std::size_t>(behind - statement.text.data())));
  if (!cursor.find_word("SETTINGS")) return settings;
  cursor.advance();
  const auto tail = sql::take_settings(cursor);
  if (!tail) return settings;
  for (const sql::SettingElement& each : *tail) {
    settings.emplace_back(plain_name(each.name), std::string(each.value));
  }
  return settings;
}

}  // namespace

std::vector<Change> classify_alter(const sql::Statement& statement, const TableFacts* table,
                                   const StepSettings& settings) {
  const std::vector<AlterCommand> commands = sql::parse_alter(statement);
  // What is not to be known of a table is not asked: an engine that is not written.
  const TableFacts* const known = table != nullptr && !table->engine.empty() ? table : nullptr;
  const Scene scene{known, commands, with_tail(settings, statement, commands)};
  std::vector<Change> changes;
  for (const AlterCommand& command : commands) {
    Verdict verdict{"GW199"};
    if (command.row != nullptr) {
      const bool refused = known != nullptr && !engine_has(known->engine, command.row->kind);
      verdict = refused ? Verdict{"GW310", known->engine} : judge(scene, command);
    }
    changes.push_back({&change_rule(verdict.rule), command.text, verdict.detail});
    const auto* element = std::get_if<sql::ColumnElement>(&command.element);
    const bool type_and_ttl =
        command.row != nullptr && element != nullptr && !element->ttl.empty() &&
        (command.row->kind == modify_column || command.row->kind == alter_column);
    if (type_and_ttl) changes.push_back({&change_rule("GW232"), command.text, {}});
  }
  if (changes.empty()) changes.push_back({&change_rule("GW199"), statement.text, {}});
  return changes;
}

}  // namespace godwit::plan
