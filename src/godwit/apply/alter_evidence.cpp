// How the commands of an ALTER TABLE show: columns and indexes come or go, a mutation is a row of
// system.mutations, and MODIFY or COMMENT give the same when they run again.

#include "godwit/apply/alter_evidence.hpp"

#include "godwit/apply/catalog_query.hpp"
#include "godwit/sql/alter.hpp"
#include "godwit/sql/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace godwit::apply {

namespace {

enum class Shows : std::uint8_t { appears, disappears, renamed, mutation, harmless };
enum class Catalog : std::uint8_t { none, columns, indexes, projections };

/// How a command shows. Those of the group mutation need no row.
struct ShowRow {
  sql::AlterKind kind;
  Shows shows;
  Catalog catalog;
};

using enum sql::AlterKind;

// clang-format off
constexpr ShowRow kShows[] = {
    {add_column,               Shows::appears,    Catalog::columns},
    {drop_column,              Shows::disappears, Catalog::columns},
    {rename_column,            Shows::renamed,    Catalog::columns},
    {add_index,                Shows::appears,    Catalog::indexes},
    {drop_index,               Shows::disappears, Catalog::indexes},
    {add_projection,           Shows::appears,    Catalog::projections},
    {drop_projection,          Shows::disappears, Catalog::projections},
    {clear_column,             Shows::mutation,   Catalog::none},
    {clear_index,              Shows::mutation,   Catalog::none},
    {clear_projection,         Shows::mutation,   Catalog::none},
    {clear_statistics,         Shows::mutation,   Catalog::none},
    {clear_all_statistics,     Shows::mutation,   Catalog::none},
    {modify_column,            Shows::harmless,   Catalog::none},
    {modify_column_default,    Shows::harmless,   Catalog::none},
    {modify_column_comment,    Shows::harmless,   Catalog::none},
    {modify_column_properties, Shows::harmless,   Catalog::none},
    {modify_column_setting,    Shows::harmless,   Catalog::none},
    {reset_column_setting,     Shows::harmless,   Catalog::none},
    {modify_column_add_enum,   Shows::harmless,   Catalog::none},
    {alter_column,             Shows::harmless,   Catalog::none},
    {comment_column,           Shows::harmless,   Catalog::none},
    {modify_comment,           Shows::harmless,   Catalog::none},
    {modify_setting,           Shows::harmless,   Catalog::none},
    {reset_setting,            Shows::harmless,   Catalog::none},
    {modify_ttl,               Shows::harmless,   Catalog::none},
    {modify_query,             Shows::harmless,   Catalog::none},
    {modify_refresh,           Shows::harmless,   Catalog::none},
    {modify_sql_security,      Shows::harmless,   Catalog::none},
    {modify_definer,           Shows::harmless,   Catalog::none},
};
// clang-format on

constexpr ShowRow kMutation{update, Shows::mutation, Catalog::none};

/// Null where the catalog does not show the command.
const ShowRow* find_row(const sql::AlterCommand& command) {
  if (command.row == nullptr) return nullptr;
  if (command.row->group == sql::AlterGroup::mutation) return &kMutation;
  for (const ShowRow& row : kShows) {
    if (row.kind == command.row->kind) return &row;
  }
  return nullptr;
}

// n.`x y` is the column "n.x y" of the catalog.
std::string catalog_name(std::string_view written) {
  std::string name;
  for (const sql::Token& token : sql::lex(written)) {
    if (sql::is_significant(token)) name += sql::unquote_name(token.text);
  }
  return name;
}

std::string table_condition(const Question& question) {
  const sql::ObjectName& name = question.statement.names.front();
  return fmt::format("database = {} AND table = {}",
                     server::quote(database_of(name, question.default_database)),
                     server::quote(sql::unquote_name(name.name)));
}

std::string_view catalog_table(Catalog catalog) {
  switch (catalog) {
    case Catalog::columns:
      return "columns";
    case Catalog::indexes:
      return "data_skipping_indices";
    case Catalog::projections:
      return "projections";
    case Catalog::none:
      break;
  }
  return {};
}

bool is_there(server::Server& server, const Question& question, Catalog catalog,
              const std::string& name) {
  return read_count(server, fmt::format("SELECT count() FROM system.{} WHERE {} AND name = {}",
                                        catalog_table(catalog), table_condition(question),
                                        server::quote(name))) > 0;
}

// Those made since the statement was sent, by the server's own clock, and a minute before.
std::string mutation_query(const Question& question, std::string_view what,
                           std::string_view condition) {
  return fmt::format("SELECT {} FROM system.mutations WHERE {}{} AND create_time >= now() - {}",
                     what, table_condition(question), condition, question.age.count() + 60);
}

// The command is compared as the server prints it: formatted, in the text of the whole ALTER. The
// two printers put different numbers of spaces behind UPDATE, and may differ elsewhere: that none
// looks alike says nothing as long as there are any.
Finding mutation_evidence(server::Server& server, const Question& question) {
  if (read_count(server, mutation_query(question, "count()", "")) == 0) {
    return {Evidence::absent, "no mutation was made since"};
  }
  if (!server.capabilities().has(server::Capability::format_query)) {
    return {Evidence::unknown, "mutations were made since, and this server cannot tell which"};
  }
  const std::string alike = fmt::format(
      " AND (position(replaceRegexpAll(formatQuerySingleLineOrNull({0}), ' +', ' '), "
      "replaceRegexpAll(command, ' +', ' ')) > 0)",
      server::quote(question.statement.text));
  if (read_count(server, mutation_query(question, "count()", alike)) == 0) {
    return {Evidence::unknown, "mutations were made since, and none looks like it"};
  }
  if (question.is_repeated) {
    return {Evidence::unknown,
            "a mutation like it was made since, but another step makes the same"};
  }
  if (read_count(server, mutation_query(question, "countIf(NOT is_done)", alike)) > 0) {
    return {Evidence::unknown, "its mutation is not done"};
  }
  return {Evidence::there, "its mutation is done"};
}

Finding command_evidence(server::Server& server, const Question& question, const ShowRow& row,
                         const sql::AlterCommand& command) {
  const std::string name = catalog_name(command.name);
  switch (row.shows) {
    case Shows::appears:
      return is_there(server, question, row.catalog, name)
                 ? Finding{Evidence::there, name + " is there"}
                 : Finding{Evidence::absent, name + " is not there"};
    case Shows::disappears:
      return is_there(server, question, row.catalog, name)
                 ? Finding{Evidence::absent, name + " is still there"}
                 : Finding{Evidence::there, name + " is gone"};
    case Shows::renamed: {
      const std::string new_name = catalog_name(command.new_name);
      const bool before = is_there(server, question, row.catalog, name);
      const bool after = is_there(server, question, row.catalog, new_name);
      if (before == after) return {Evidence::unknown, "the catalog shows both names, or neither"};
      return after ? Finding{Evidence::there, new_name + " is there"}
                   : Finding{Evidence::absent, name + " is still there"};
    }
    case Shows::mutation:
      return mutation_evidence(server, question);
    case Shows::harmless:
      return {Evidence::harmless, "running it again changes nothing"};
  }
  return {};
}

// Two commands say one thing, or one of them may run again.
Evidence agree(Evidence a, Evidence b) {
  if (a == b || b == Evidence::harmless) return a;
  if (a == Evidence::harmless) return b;
  return Evidence::unknown;
}

}  // namespace

Finding find_alter_evidence(server::Server& server, const Question& question) {
  const auto commands = sql::parse_alter(question.statement);
  // Nothing is asked before it is known that every command shows.
  if (std::ranges::any_of(commands, [](const auto& each) { return find_row(each) == nullptr; })) {
    return {Evidence::unknown, "the catalog does not show what this ALTER does"};
  }
  Finding finding{Evidence::harmless, {}};
  for (const sql::AlterCommand& command : commands) {
    const Finding one = command_evidence(server, question, *find_row(command), command);
    finding.evidence = agree(finding.evidence, one.evidence);
    if (finding.said.find(one.said) != std::string::npos) continue;
    finding.said += (finding.said.empty() ? "" : "; ") + one.said;
  }
  return finding;
}

std::size_t unfinished_mutations(server::Server& server, const Question& question) {
  if (question.statement.kind != sql::StatementKind::alter_table) return 0;
  return read_count(server, mutation_query(question, "countIf(NOT is_done)", ""));
}

}  // namespace godwit::apply
