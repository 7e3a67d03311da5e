#include "godwit/base/file.hpp"
#include "godwit/base/time.hpp"
#include "godwit/cli/commands.hpp"
#include "godwit/migrations/migration.hpp"
#include "godwit/migrations/sum.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace godwit::cli {

namespace {

// A sequence number as wide as the last one, where the directory counts; else the time in UTC.
constexpr std::size_t kStampDigits = 14;

std::string next_version(const migrations::Migrations& migrations) {
  if (migrations.migrations.empty()) return version_stamp(SystemClock().now());
  const migrations::Migration& last = migrations.migrations.back();
  const std::string written = last.title().substr(0, last.title().find('_'));
  if (written.size() >= kStampDigits) {
    std::string stamp = version_stamp(SystemClock().now());
    if (migrations::compare_versions(stamp, last.version) > 0) return stamp;
  }
  std::string next = written;
  std::size_t at = next.size();
  while (at > 0 && next[at - 1] == '9') next[--at] = '0';
  if (at == 0) return "1" + next;
  ++next[at - 1];
  return next;
}

// Blanks become underscores; what no file name or shell likes is refused.
std::string file_name(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '_');
  const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  if (!plain) {
    throw Error(ErrorKind::usage, fmt::format("'{}' is no name for a migration", name), {},
                "letters, digits, _ and -: for example add_country");
  }
  return name;
}

void run(const std::string& name, Invocation& invocation) {
  const config::Environment environment =
      config::read_environment(invocation.flags, read_variable, invocation.secrets);
  const migrations::Migrations migrations = migrations::read_migrations(environment.migrations);
  const std::string title = fmt::format("{}_{}", next_version(migrations), file_name(name));
  const std::filesystem::path path = environment.migrations / (title + ".sql");
  write_file(path,
             fmt::format("-- {}: write statements for one server here; where they run is the\n"
                         "-- environment's affair. Behind a line -- godwit:down: the way back.\n",
                         name));
  migrations::write_sum(migrations, path);
  invocation.output.line(fmt::format("wrote  {}", path.string()));
  invocation.output.document({{"schema_version", 1}, {"command", "new"}, {"path", path.string()}});
}

}  // namespace

void add_new(CLI::App& program, Invocation& invocation) {
  CLI::App& command = *program.add_subcommand("new", "write the next migration's file");
  const auto name = std::make_shared<std::string>();
  command.add_option("name", *name, "what it does: add_country")->required();
  command.callback([name, &invocation] { run(*name, invocation); });
}

}  // namespace godwit::cli
