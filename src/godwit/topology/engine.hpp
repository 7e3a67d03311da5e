#pragma once

#include "godwit/sql/statement.hpp"
#include "godwit/topology/tables.hpp"
#include "godwit/topology/topology.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace godwit::topology {

/// A range of the statement, of whole tokens, and what stands there afterwards. An empty range
/// inserts.
struct Edit {
  std::string_view range;
  std::string text;
};

/// Whether an engine (its name without quotes) has a Replicated form: the MergeTree family, and not
/// what Cloud shares.
bool is_replicable(std::string_view engine);

/// The edits that make a table's engine the topology's.
void render_table_engine(const sql::Statement& statement, const sql::EngineClause& engine,
                         const Topology& topology, std::vector<Edit>& edits);

/// The edit that writes the engine of a copied table (CREATE TABLE t AS other without ENGINE) where
/// the topology replicates and `tables` know the other one.
void render_copied_engine(const sql::Statement& statement, const Topology& topology, Tables& tables,
                          std::vector<Edit>& edits);

/// The edits that make a database's engine the topology's (CREATE DATABASE).
void render_database_engine(const sql::Statement& statement, const Topology& topology,
                            std::vector<Edit>& edits);

}  // namespace godwit::topology
