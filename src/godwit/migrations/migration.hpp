#pragma once

#include "godwit/base/source.hpp"
#include "godwit/migrations/directive.hpp"
#include "godwit/sql/statement.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::migrations {

/// For what a step is waited for before the next one is sent.
enum class Wait : std::uint8_t { automatic, none, mutations, replicas };

/// One unit of a migration: a statement as written, and how it is to be sent.
struct Step {
  std::size_t number = 0;  // from 1
  sql::Statement statement;
  std::string hash;   // of the statement as written
  Settings settings;  // of SET statements and directives before it
  bool raw = false;
  bool secret = false;
  Wait wait = Wait::automatic;
  std::vector<Allowance> allowances;  // what would stop the plan, and why it is meant
};

/// One file of the directory. Views are into its source.
struct Migration {
  std::string version;  // digits without leading zeros: the key in the history
  std::string name;     // what follows the version in the file's name
  std::filesystem::path path;
  Source source{"", ""};
  std::optional<Source> down_source;  // where the way back is a file of its own
  std::vector<Step> steps;
  std::vector<Step> down_steps;
  std::vector<std::string> environments;  // empty: all
  std::string hash;                       // over the steps and what changes how they run

  /// "0001_events": the file's name without its end.
  [[nodiscard]] std::string title() const { return path.stem().string(); }

  /// Whether it is for an environment; one that names none is for all.
  [[nodiscard]] bool is_for(std::string_view environment) const;

  /// Where a step is written; without the line itself for a secret one.
  [[nodiscard]] Where where(const Step& step) const { return where(step, step.statement.text); }

  /// The same for a part of a step's statement.
  [[nodiscard]] Where where(const Step& step, std::string_view part) const;
};

/// A directory of migrations, by version.
struct Migrations {
  std::filesystem::path directory;
  std::vector<Migration> migrations;  // by version

  /// The migration of a version (digits, leading zeros or not); null where there is none.
  [[nodiscard]] const Migration* find(std::string_view version) const;
};

/// Reads `<version>_<name>.sql` and `<version>_<name>.down.sql`. Everything doubtful is an
/// Error(usage) at its place: two files of one version, a .sql file without a version, a file
/// without a statement that does not say `-- godwit:empty`, a statement of a session (USE,
/// temporary tables), an unknown directive, one that stands inside a statement or in front of none.
Migrations read_migrations(const std::filesystem::path& directory);

/// One migration from its text; `path` gives version and name. For read_migrations and tests.
Migration parse_migration(const std::filesystem::path& path, Source source);

/// Less, equal, greater by numeric value, for digits of any length without leading zeros.
int compare_versions(std::string_view a, std::string_view b);

/// The digits without leading zeros; nothing for anything but digits.
std::optional<std::string> normal_version(std::string_view text);

}  // namespace godwit::migrations
