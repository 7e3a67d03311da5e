#include "godwit/migrations/sum.hpp"

#include "godwit/base/file.hpp"

#include <fmt/format.h>

namespace godwit::migrations {

std::string sum_text(const Migrations& migrations) {
  std::string text;
  for (const Migration& migration : migrations.migrations) {
    text += fmt::format("{} {} {}\n", migration.version, migration.hash,
                        migration.path.filename().string());
  }
  return text;
}

void write_sum(const Migrations& migrations, const std::filesystem::path& added) {
  const std::string name = added.filename().string();
  const std::string version = normal_version(name.substr(0, name.find('_'))).value_or(name);
  write_file(migrations.directory / "godwit.sum",
             sum_text(migrations) + fmt::format("{} - {}\n", version, name));
}

}  // namespace godwit::migrations
