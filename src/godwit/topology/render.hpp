#pragma once

#include "godwit/base/error.hpp"
#include "godwit/sql/misfit.hpp"
#include "godwit/sql/statement.hpp"
#include "godwit/topology/edits.hpp"
#include "godwit/topology/prepared.hpp"
#include "godwit/topology/tables.hpp"
#include "godwit/topology/topology.hpp"

#include <string>
#include <string_view>

namespace godwit::topology {

/// The text that is sent for a statement written for one node. Only the ON CLUSTER clause, engine
/// names and arguments, a database's engine and Distributed's cluster name are edited; every other
/// byte stays. Rendering twice is rendering once. A statement that is not understood comes back as
/// it is: whether it may be sent is the caller's to ask (may_be_sent).
/// Rules: https://clickhouse.com/docs/sql-reference/distributed-ddl,
/// https://clickhouse.com/docs/engines/database-engines/replicated.
std::string render(const sql::Statement& statement, const Topology& topology);

/// Renders one statement after the other for a topology, which must outlive it: what they share is
/// made once.
class Renderer {
 public:
  explicit Renderer(const Topology& topology) : prepared_(topology) {}

  /// The same as render(), with the tables that the statements before it made, appended to `out`:
  /// where one of them is copied without ENGINE (CREATE TABLE t AS other) and the topology
  /// replicates, its engine is written, since the copy would have its Keeper path.
  void render(const sql::Statement& statement, Tables& tables, std::string& out);

 private:
  void collect(const sql::Statement& statement, Tables& tables);

  Prepared prepared_;
  Edits edits_;
};

/// The cluster on which a statement of this scope runs, as the server knows it; empty for none.
std::string_view cluster_of(sql::Scope scope, const Topology& topology);

/// Whether a statement can be sent on a topology without guessing: what is not understood goes to
/// a single server only.
bool may_be_sent(const sql::Statement& statement, const Topology& topology);

/// The error for one that cannot; `where` is the place of what is not understood.
Error not_understood(const sql::Misfit& misfit, const Topology& topology, Where where);

}  // namespace godwit::topology
