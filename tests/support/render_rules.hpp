#pragma once

#include "godwit/sql/statement.hpp"

#include <span>
#include <string>
#include <string_view>

namespace godwit::test {

/// A row of what "rendered for one topology and then for another is rendered for the other" does
/// not hold for, and why that is right.
struct RenderException {
  std::string_view reason;
  bool (*holds)(const sql::Statement& statement);
};

std::span<const RenderException> render_exceptions();

/// Whether a row holds for the statement or for one of those it holds.
bool is_render_exception(std::string_view text);

/// CREATE DATABASE d SETTINGS ...: whose the settings are depends on the engine.
bool has_settings_without_engine(const sql::Statement& statement);

/// MergeTree('a', 'b') and ReplicatedMergeTree('/path', 'replica', 'a', 'b'), which no server
/// takes: with Replicated written, or the path taken away, the two are path and replica.
bool has_strings_beside_path(const sql::Statement& statement);

/// The text without the clause and the engine clauses, `instead` in their places: what no topology
/// may change.
std::string rest_of(std::string_view text, std::string_view instead);

/// What an engine says on every topology: its family and the family's own arguments.
std::string kept_of(const sql::EngineClause& engine);

}  // namespace godwit::test
