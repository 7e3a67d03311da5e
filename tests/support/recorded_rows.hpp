#pragma once

#include "godwit/base/text.hpp"
#include "godwit/history/columns.hpp"
#include "godwit/server/server.hpp"
#include "godwit/server/tab_separated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace godwit::test {

/// The rows of an INSERT into the history, as a server would read them and hand them back.
inline std::vector<history::Row> rows_in(std::string_view statement) {
  std::vector<history::Row> rows;
  const auto columns = history::column_rows();
  std::string_view text = statement.substr(statement.find('\n') + 1);
  EXPECT_THAT(std::string(text), ::testing::EndsWith("\n"));
  text.remove_suffix(1);
  for (const std::string_view line : split(text, '\n')) {
    const std::vector<std::string_view> fields = split(line, '\t');
    EXPECT_EQ(fields.size(), columns.size()) << line;
    history::Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < fields.size() && i < columns.size(); ++i) {
      columns[i].take(row, server::unescape_field(fields[i]));
    }
  }
  return rows;
}

/// A row as a server hands it back, in the order of the columns.
inline server::Row values_of(const history::Row& row) {
  server::Row values;
  for (const history::ColumnRow& column : history::column_rows()) {
    values.push_back(column.text_of(row));
  }
  return values;
}

}  // namespace godwit::test
