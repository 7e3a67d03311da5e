#pragma once

#include "godwit/sql/statement.hpp"
#include "godwit/topology/edits.hpp"
#include "godwit/topology/prepared.hpp"
#include "godwit/topology/tables.hpp"
#include "godwit/topology/topology.hpp"

#include <string_view>

namespace godwit::topology {

/// Whether an engine (its name without quotes) has a Replicated form: the MergeTree family, and not
/// what Cloud shares.
bool is_replicable(std::string_view engine);

/// The edits that make a table's engine the topology's.
void render_table_engine(const sql::Statement& statement, const sql::EngineClause& engine,
                         const Prepared& prepared, Edits& edits);

/// The edit that writes the engine of a copied table (CREATE TABLE t AS other without ENGINE) where
/// the topology replicates and `tables` know the other one.
void render_copied_engine(const sql::Statement& statement, const Topology& topology, Tables& tables,
                          Edits& edits);

/// The edits that make a database's engine the topology's (CREATE DATABASE).
void render_database_engine(const sql::Statement& statement, const Topology& topology,
                            Edits& edits);

}  // namespace godwit::topology
