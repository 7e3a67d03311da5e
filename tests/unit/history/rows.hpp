#pragma once

#include "godwit/base/text.hpp"
#include "godwit/history/columns.hpp"
#include "godwit/server/tab_separated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace godwit::history {

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

/// The rows of an INSERT's text, as a server would read them and hand them back.
inline std::vector<Row> rows_in(std::string_view statement) {
  std::vector<Row> rows;
  std::string_view text = statement.substr(statement.find('\n') + 1);
  EXPECT_THAT(std::string(text), ::testing::EndsWith("\n"));
  text.remove_suffix(1);
  for (const std::string_view line : split(text, '\n')) {
    const std::vector<std::string_view> fields = split(line, '\t');
    EXPECT_EQ(fields.size(), column_rows().size()) << line;
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < fields.size() && i < column_rows().size(); ++i) {
      column_rows()[i].take(row, server::unescape_field(fields[i]));
    }
  }
  return rows;
}

}  // namespace godwit::history
