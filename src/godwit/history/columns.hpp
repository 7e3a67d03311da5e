#pragma once

#include "godwit/history/history.hpp"

#include <span>
#include <string>
#include <string_view>

namespace godwit::history {

/// A column of the history table: its types, and how a row's value gets there and back.
struct ColumnRow {
  std::string_view name;
  std::string_view type;
  std::string_view old_type;  // where the server has no DateTime64
  std::string (*text_of)(const Row& row);
  void (*take)(Row& row, const std::string& text);
};

/// All columns, in the table's order.
std::span<const ColumnRow> column_rows();

}  // namespace godwit::history
