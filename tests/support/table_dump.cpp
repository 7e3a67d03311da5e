#include "support/table_dump.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace godwit::test {

namespace {

using sql::unquote_name;

constexpr std::array<std::string_view, 6> kDefaults{"",      "default",   "materialized",
                                                    "alias", "ephemeral", "auto_increment"};
constexpr std::array<std::string_view, 5> kSources{"", "as", "clone_as", "as_query", "as_function"};

/// word=value, for values that are there; an empty one can be there too.
class Fields {
 public:
  explicit Fields(std::string_view separator) : separator_(separator) {}

  void add(std::string_view text) {
    if (!text_.empty()) text_ += separator_;
    text_ += text;
  }
  void add(std::string_view word, std::string_view value) {
    if (value.data() != nullptr) add(std::string(word) + '=' + std::string(value));
  }
  void add_if(bool there, std::string_view word) {
    if (there) add(word);
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string_view separator_;
  std::string text_;
};

std::string dump(const sql::ObjectName& name) {
  const std::string database = name.database.empty() ? "" : unquote_name(name.database) + ".";
  return database + unquote_name(name.name);
}

std::string dump(const std::vector<sql::SettingElement>& settings) {
  Fields fields(", ");
  for (const sql::SettingElement& setting : settings) fields.add(setting.name, setting.value);
  for (const sql::SettingElement& setting : settings) {
    if (setting.value.data() == nullptr) fields.add(setting.name);
  }
  return fields.text();
}

std::string dump(const sql::ColumnElement& column) {
  Fields fields(" ");
  fields.add(unquote_name(column.name));
  fields.add("type", column.type);
  if (column.nullable) fields.add(*column.nullable ? "null" : "not_null");
  fields.add("collate", column.collation);
  const std::string_view kind = kDefaults.at(static_cast<std::size_t>(column.default_kind));
  fields.add_if(!kind.empty(), kind);
  fields.add("e", column.default_expression);
  fields.add("comment", column.comment);
  fields.add("codec", column.codec);
  fields.add("statistics", column.statistics);
  fields.add("ttl", column.ttl);
  fields.add_if(column.primary_key, "primary_key");
  fields.add_if(!column.settings.empty(), "settings(" + dump(column.settings) + ")");
  return fields.text();
}

std::string dump(const sql::IndexElement& index) {
  Fields fields(" ");
  fields.add("index", unquote_name(index.name));
  fields.add("e", index.expression);
  fields.add("type", index.type);
  fields.add("granularity", index.granularity);
  return fields.text();
}

std::string dump(const sql::ProjectionElement& projection) {
  Fields fields(" ");
  fields.add("projection", unquote_name(projection.name));
  fields.add("query", projection.query);
  fields.add("index", projection.index_expression);
  fields.add("type", projection.index_type);
  fields.add_if(!projection.settings.empty(), "settings(" + dump(projection.settings) + ")");
  return fields.text();
}

std::string dump(const sql::ConstraintElement& constraint) {
  Fields fields(" ");
  fields.add("constraint", unquote_name(constraint.name));
  fields.add(constraint.assume ? "assume" : "check", constraint.expression);
  return fields.text();
}

void add_storage(Fields& fields, const sql::Storage& storage) {
  if (storage.engine.clause.data() != nullptr) {
    fields.add("engine", std::string(storage.engine.name) + std::string(storage.engine.brackets));
  }
  fields.add("partition", storage.partition_key);
  fields.add("primary", storage.primary_key);
  fields.add("order", storage.sorting_key);
  fields.add("unique", storage.unique_key);
  fields.add("sample", storage.sampling_key);
  for (const std::string_view element : storage.ttl) fields.add("ttl", element);
  if (!storage.settings.empty()) fields.add("settings(" + dump(storage.settings) + ")");
}

}  // namespace

std::string dump(const sql::TableDefinition& table) {
  Fields fields("; ");
  fields.add(std::string(sql::to_string(table.kind)) + ' ' + dump(table.name));
  fields.add_if(table.or_replace, "or_replace");
  fields.add_if(table.if_not_exists, "if_not_exists");
  fields.add("uuid", table.uuid);
  fields.add("directory", table.directory);
  fields.add("cluster", table.cluster);
  fields.add("refresh", table.refresh);
  fields.add_if(table.refresh_append, "append");
  if (!table.target.name.empty()) fields.add("to", dump(table.target));
  fields.add("inner_uuid", table.inner_uuid);
  for (const auto& column : table.columns) fields.add(dump(column));
  for (const auto& index : table.indexes) fields.add(dump(index));
  for (const auto& projection : table.projections) fields.add(dump(projection));
  for (const auto& constraint : table.constraints) fields.add(dump(constraint));
  fields.add("primary_in_list", table.primary_key);
  add_storage(fields, table.storage);
  fields.add("inner_tables", table.inner_tables);
  fields.add_if(table.populate, "populate");
  fields.add_if(table.empty, "empty");
  fields.add("security", table.security);
  fields.add("comment", table.comment);
  const std::string_view source = kSources.at(static_cast<std::size_t>(table.source));
  if (!table.other.name.empty()) fields.add(source, dump(table.other));
  fields.add(source, table.function);
  fields.add(source, table.query);
  fields.add("tail", table.tail);
  return fields.text();
}

}  // namespace godwit::test
