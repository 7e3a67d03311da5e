#include "godwit/sql/split.hpp"

#include "godwit/base/text.hpp"
#include "godwit/cli/commands.hpp"
#include "godwit/cli/files.hpp"
#include "godwit/sql/statement.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>

namespace godwit::cli {

namespace {

void run(const std::string& path, Invocation& invocation) {
  const Source source = read_argument(path);
  nlohmann::json statements = nlohmann::json::array();
  for (sql::StatementReader reader(source); reader.next();) {
    const sql::WrittenStatement& written = reader.statement();
    const Where where = source.where(written.text);
    const std::string_view kind =
        sql::to_string(sql::parse_statement(written.text, reader.tokens()).kind);
    const std::string hash = sql::statement_hash(written.text);
    invocation.output.line(fmt::format("{}:{}  {}  {}  {}", where.path, where.line, kind,
                                       hash.substr(0, 12), one_line(written.text, 80)));
    if (!invocation.output.json()) continue;
    statements.push_back({{"statement", written.text},
                          {"kind", kind},
                          {"line", where.line},
                          {"column", where.column},
                          {"hash", hash}});
  }
  invocation.output.document({{"schema_version", 1},
                              {"command", "split"},
                              {"path", source.path()},
                              {"statements", statements}});
}

}  // namespace

void add_split(CLI::App& program, Invocation& invocation) {
  CLI::App& command =
      *program.add_subcommand("split", "print the statements of a file: kind, line, hash, text");
  const auto path = std::make_shared<std::string>();
  command.add_option("file", *path, "an SQL file; - is stdin")->required();
  command.callback([path, &invocation] { run(*path, invocation); });
}

}  // namespace godwit::cli
