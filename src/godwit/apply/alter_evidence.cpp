// How the commands of an ALTER TABLE show: columns and indexes come or go, a mutation is a row of
// system.mutations, and MODIFY or COMMENT give the same when they run again.

#include "godwit/apply/alter_evidence.hpp"

#include "godwit/apply/catalog_query.hpp"
#include "godwit/sql/cursor.hpp"
#include "godwit/sql/head.hpp"

#include <fmt/format.h>

#include <optional>
#include <vector>

namespace godwit::apply {

namespace {

enum class Shows : std::uint8_t { appears, disappears, renamed, mutation, harmless };
enum class Catalog : std::uint8_t { none, columns, indexes, projections };

/// A command by how it begins (sql/head.hpp) and how it shows.
struct CommandRow {
  std::string_view head;
  Shows shows;
  Catalog catalog;
};

// clang-format off
constexpr CommandRow kCommands[] = {
    {"ADD COLUMN [IF NOT EXISTS] @name",                Shows::appears,    Catalog::columns},
    {"DROP COLUMN [IF EXISTS] @name",                   Shows::disappears, Catalog::columns},
    {"RENAME COLUMN [IF EXISTS] @name TO @name",        Shows::renamed,    Catalog::columns},
    {"ADD INDEX [IF NOT EXISTS] @name",                 Shows::appears,    Catalog::indexes},
    {"DROP INDEX [IF EXISTS] @name",                    Shows::disappears, Catalog::indexes},
    {"ADD PROJECTION [IF NOT EXISTS] @name",            Shows::appears,    Catalog::projections},
    {"DROP PROJECTION [IF EXISTS] @name",               Shows::disappears, Catalog::projections},
    {"{UPDATE|DELETE|CLEAR|MATERIALIZE|REWRITE PARTS}", Shows::mutation,   Catalog::none},
    {"{MODIFY|COMMENT|ALTER} COLUMN",                   Shows::harmless,   Catalog::none},
    {"MODIFY {COMMENT|SETTING|TTL|QUERY|REFRESH|SQL}",  Shows::harmless,   Catalog::none},
    {"RESET SETTING",                                   Shows::harmless,   Catalog::none},
};
// clang-format on

/// A command of the statement, and the names in it (RENAME has two).
struct Command {
  const CommandRow* row;
  std::vector<std::string> names;
};

// Steps to the next comma outside brackets, or the end.
void skip_command(sql::Cursor& cursor) {
  while (!cursor.at_end() && !cursor.sees_symbol(",")) {
    if (cursor.take_group('(', ')') || cursor.take_group('[', ']')) continue;
    cursor.advance();
  }
}

struct CompiledRow {
  const CommandRow* row;
  sql::Head head;
};

const std::vector<CompiledRow>& compiled_rows() {
  static const std::vector<CompiledRow> compiled = [] {
    std::vector<CompiledRow> rows;
    for (const CommandRow& row : kCommands) rows.push_back({&row, sql::compile_head(row.head)});
    return rows;
  }();
  return compiled;
}

std::optional<Command> read_command(sql::Cursor& cursor) {
  for (const auto& [row, head] : compiled_rows()) {
    sql::Statement names;
    if (!sql::match_head(head, cursor, names)) continue;
    Command command{row, {}};
    for (const sql::ObjectName& name : names.names) {
      const std::string nested =
          name.database.empty() ? "" : sql::unquote_name(name.database) + ".";
      command.names.push_back(nested + sql::unquote_name(name.name));
    }
    return command;
  }
  return std::nullopt;
}

// The commands, or nothing where one of them has no row. "(ADD COLUMN a), (DROP COLUMN b)" is read
// as well; a bracket is not part of a name.
std::optional<std::vector<Command>> read_commands(const sql::Statement& statement) {
  const std::string_view behind = statement.cluster_clause.substr(statement.cluster_clause.size());
  const char* const end = statement.text.data() + statement.text.size();
  sql::Cursor cursor({behind.data(), static_cast<std::size_t>(end - behind.data())});
  std::vector<Command> commands;
  do {
    const bool bracket = cursor.sees_symbol("(");
    const std::size_t start = cursor.position();
    if (bracket) cursor.advance();
    auto command = read_command(cursor);
    if (!command) return std::nullopt;
    commands.push_back(std::move(*command));
    if (bracket) cursor.go_to(start);
    skip_command(cursor);
  } while (cursor.take_symbol(","));
  return commands;
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

Finding command_evidence(server::Server& server, const Question& question, const Command& command) {
  const CommandRow& row = *command.row;
  switch (row.shows) {
    case Shows::appears:
      return is_there(server, question, row.catalog, command.names.front())
                 ? Finding{Evidence::there, command.names.front() + " is there"}
                 : Finding{Evidence::absent, command.names.front() + " is not there"};
    case Shows::disappears:
      return is_there(server, question, row.catalog, command.names.front())
                 ? Finding{Evidence::absent, command.names.front() + " is still there"}
                 : Finding{Evidence::there, command.names.front() + " is gone"};
    case Shows::renamed: {
      const bool before = is_there(server, question, row.catalog, command.names[0]);
      const bool after = is_there(server, question, row.catalog, command.names[1]);
      if (before == after) return {Evidence::unknown, "the catalog shows both names, or neither"};
      return after ? Finding{Evidence::there, command.names[1] + " is there"}
                   : Finding{Evidence::absent, command.names[0] + " is still there"};
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
  const auto commands = read_commands(question.statement);
  if (!commands) return {Evidence::unknown, "the catalog does not show what this ALTER does"};
  Finding finding{Evidence::harmless, {}};
  for (const Command& command : *commands) {
    const Finding one = command_evidence(server, question, command);
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
