// The way back from alter.cpp: the form of a command's row is walked once more, and each piece
// writes what it would read.

#include "godwit/sql/print_alter.hpp"

#include "godwit/sql/alter_form.hpp"
#include "godwit/sql/print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>
#include <vector>

namespace godwit::sql {

namespace {

std::string print_names(std::span<const std::string_view> names) {
  std::vector<std::string> printed;
  for (const std::string_view name : names) printed.push_back(print_name(name));
  return fmt::format("{}", fmt::join(printed, ", "));
}

std::string print_assignments(std::span<const Assignment> assignments) {
  std::vector<std::string> printed;
  for (const Assignment& each : assignments) {
    printed.push_back(fmt::format("{} = {}", print_name(each.column), each.expression));
  }
  return fmt::format("{}", fmt::join(printed, ", "));
}

std::string print_element(const AlterElement& element) {
  const auto print_one = [](const auto& one) -> std::string {
    if constexpr (std::is_same_v<decltype(one), const std::monostate&>)
      return {};
    else
      return print(one);
  };
  return std::visit(print_one, element);
}

// c TYPE t ...: a column with a word behind its name.
std::string print_with_type(const AlterCommand& command) {
  std::string text = print_element(command.element);
  return text.insert(print_name(command.name).size(), " TYPE");
}

std::string print_place(const Placement& place) {
  return place.after.empty() ? "FIRST" : fmt::format("AFTER {}", print_name(place.after));
}

std::string print_partition(const PartitionRange& partition) {
  switch (partition.kind) {
    case PartitionKind::value:
    case PartitionKind::part:
      return std::string(partition.text);
    case PartitionKind::id:
      return fmt::format("ID {}", partition.text);
    case PartitionKind::all:
      return "ALL";
  }
  return {};
}

std::string behind(std::string_view keyword, std::string_view value) {
  return value.empty() ? std::string() : fmt::format("{} {}", keyword, value);
}

std::string print_piece(AlterPiece piece, const AlterCommand& command) {
  switch (piece) {
    case AlterPiece::if_exists:
      return command.if_exists ? "IF EXISTS" : "";
    case AlterPiece::if_not_exists:
      return command.if_not_exists ? "IF NOT EXISTS" : "";
    case AlterPiece::name:
      return print_name(command.name);
    case AlterPiece::new_name:
      return print_name(command.new_name);
    case AlterPiece::column:
    case AlterPiece::typed:
    case AlterPiece::defaulted:
    case AlterPiece::commented:
    case AlterPiece::described:
    case AlterPiece::index:
    case AlterPiece::projection:
    case AlterPiece::constraint:
      return print_element(command.element);
    case AlterPiece::type:
      return print_with_type(command);
    case AlterPiece::place:
      return command.place ? print_place(*command.place) : "";
    case AlterPiece::partition:
    case AlterPiece::part:
      return command.partition ? print_partition(*command.partition) : "";
    case AlterPiece::in_partition:
      return command.partition ? behind("IN PARTITION", print_partition(*command.partition)) : "";
    case AlterPiece::table:
      return print(command.other_table);
    case AlterPiece::literal:
      return std::string(command.literal);
    case AlterPiece::with_name:
      return behind("WITH NAME", command.literal);
    case AlterPiece::settings:
    case AlterPiece::setting_names:
      return print(command.settings);
    case AlterPiece::columns:
      return print_names(command.columns);
    case AlterPiece::types:
      return fmt::format("{}", fmt::join(command.types, ", "));
    case AlterPiece::assignments:
      return print_assignments(command.assignments);
    case AlterPiece::condition:
      return std::string(command.condition);
    case AlterPiece::from:
      return behind("FROM", command.body);
    case AlterPiece::body:
    case AlterPiece::property:
    case AlterPiece::group:
    case AlterPiece::ttl:
    case AlterPiece::query:
    case AlterPiece::schedule:
      return std::string(command.body);
  }
  return {};
}

bool takes_comma(const AlterCommand& command) {
  return command.row != nullptr && command.row->comma == AlterComma::is_taken;
}

}  // namespace

std::string print_command(const AlterCommand& command) {
  if (command.row == nullptr) return std::string(command.text);
  std::string text;
  for (const AlterItem& item : form_of(*command.row)) {
    const std::string part =
        item.piece ? print_piece(*item.piece, command) : std::string(item.words.front());
    if (!part.empty()) text += (text.empty() ? "" : " ") + part;
  }
  return text;
}

std::string print_alter(const ObjectName& object, std::span<const AlterCommand> commands) {
  const bool in_brackets = commands.size() > 1 && std::ranges::any_of(commands, takes_comma);
  std::vector<std::string> printed;
  for (const AlterCommand& command : commands) {
    const std::string text = print_command(command);
    printed.push_back(in_brackets ? fmt::format("({})", text) : text);
  }
  const AlterRow* const row = commands.front().row;
  const bool of_database = row != nullptr && row->object == AlterObject::database;
  return fmt::format("ALTER {} {} {}", of_database ? "DATABASE" : "TABLE", print(object),
                     fmt::join(printed, ", "));
}

}  // namespace godwit::sql
