#pragma once

#include "godwit/migrations/migration.hpp"

#include <filesystem>
#include <string>

namespace godwit::migrations {

/// The text of godwit.sum: a line a migration, "<version> <hash> <file>", by version. Two branches
/// that each add a migration change the same place of it, so that git shows the conflict.
/// docs/formats.md.
std::string sum_text(const Migrations& migrations);

/// Writes godwit.sum into the directory, with a last line for a file that has just been made and
/// has no statement yet (its hash is "-").
void write_sum(const Migrations& migrations, const std::filesystem::path& added);

}  // namespace godwit::migrations
