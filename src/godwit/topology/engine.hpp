#pragma once

#include "godwit/sql/statement.hpp"
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

/// The edits that make a table's engine the topology's.
void render_table_engine(const sql::Statement& statement, const sql::EngineClause& engine,
                         const Topology& topology, std::vector<Edit>& edits);

/// The edits that make a database's engine the topology's (CREATE DATABASE).
void render_database_engine(const sql::Statement& statement, const Topology& topology,
                            std::vector<Edit>& edits);

}  // namespace godwit::topology
