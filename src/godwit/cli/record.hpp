#pragma once

#include "godwit/cli/target.hpp"

#include <functional>
#include <vector>

namespace godwit::cli {

/// Takes the lock, reads the history (making it where it is missing), asks `rows` what to append
/// and appends it: how baseline, resolve and repair write. Gives the rows written.
std::vector<history::Row> record_under_lock(
    Target& target, Invocation& invocation,
    const std::function<std::vector<history::Row>(const history::Snapshot&,
                                                  const apply::Identity&)>& rows);

/// The migration of a version. Throws Error(usage) where there is none.
const migrations::Migration& find_migration(const Target& target, const std::string& version);

/// A row for a migration or one of its steps that a person decided about.
history::Row decided_row(const migrations::Migration& migration, std::uint32_t step,
                         history::State state, const apply::Identity& identity);

}  // namespace godwit::cli
