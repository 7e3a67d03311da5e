#pragma once

#include "godwit/history/columns.hpp"
#include "godwit/history/history.hpp"
#include "support/recorded_rows.hpp"
#include "support/scripted_server.hpp"
#include "support/thrown.hpp"
#include "support/topologies.hpp"

namespace godwit::history {

using server::Failed;
using server::InDoubt;
using server::Outcome;
using test::rows_in;
using test::ScriptedServer;
using test::thrown_by;
using test::values_of;

/// A row no two of whose members are alike.
inline Row full_row() {
  Row row;
  row.migration = "20261130090807";
  row.name = "events";
  row.step = 4'294'967'295;
  row.host = "ch-1";
  row.state = State::failed;
  row.statement_hash = "ab";
  row.migration_hash = "cd";
  row.note = "topology=single";
  row.query_id = "godwit-r-1-2";
  row.run_id = "r";
  row.runner = "ann@laptop:1";
  row.user = "ann";
  row.version = "0.1.0";
  row.started_at = "2026-01-02 03:04:05.006";
  row.finished_at = "2026-01-02 03:04:06.007";
  row.duration_ms = 18'446'744'073'709'551'615U;
  row.error_code = -1;
  row.error = "no";
  return row;
}

}  // namespace godwit::history
