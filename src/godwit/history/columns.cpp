#include "godwit/history/columns.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <limits>
#include <type_traits>

namespace godwit::history {

namespace {

template <typename Number>
Number number(const std::string& text) {
  const bool negative = std::is_signed_v<Number> && text.starts_with('-');
  const auto value = parse_digits(std::string_view(text).substr(negative ? 1 : 0));
  if (!value || *value > static_cast<unsigned long long>(std::numeric_limits<Number>::max())) {
    throw Error(ErrorKind::failed,
                fmt::format("the history holds '{}' where a number is due", text));
  }
  const auto result = static_cast<Number>(*value);
  return negative ? static_cast<Number>(-result) : result;
}

template <auto member>
std::string get(const Row& row) {
  using Type = std::remove_cvref_t<decltype(row.*member)>;
  if constexpr (std::is_same_v<Type, std::string>) {
    return row.*member;
  } else if constexpr (std::is_same_v<Type, State>) {
    return std::string(to_string(row.*member));
  } else {
    return fmt::format("{}", row.*member);
  }
}

template <auto member>
void set(Row& row, const std::string& text) {
  using Type = std::remove_cvref_t<decltype(row.*member)>;
  if constexpr (std::is_same_v<Type, std::string>) {
    row.*member = text;
  } else if constexpr (std::is_same_v<Type, State>) {
    row.*member = parse_state(text);
  } else {
    row.*member = number<Type>(text);
  }
}

constexpr std::string_view kTime = "DateTime64(3, 'UTC')";
constexpr std::string_view kOldTime = "DateTime('UTC')";

template <auto member>
constexpr ColumnRow column(std::string_view name, std::string_view type,
                           std::string_view old_type = {}) {
  return {name, type, old_type.empty() ? type : old_type, get<member>, set<member>};
}

constexpr ColumnRow kColumns[] = {
    column<&Row::migration>("migration", "String"),
    column<&Row::name>("name", "String"),
    column<&Row::step>("step", "UInt32"),
    column<&Row::host>("host", "String"),
    column<&Row::seq>("seq", "UInt64"),
    column<&Row::state>("state", "String"),
    column<&Row::statement_hash>("statement_hash", "String"),
    column<&Row::migration_hash>("migration_hash", "String"),
    column<&Row::note>("note", "String"),
    column<&Row::query_id>("query_id", "String"),
    column<&Row::run_id>("run_id", "String"),
    column<&Row::runner>("runner", "String"),
    column<&Row::user>("user", "String"),
    column<&Row::version>("version", "String"),
    column<&Row::started_at>("started_at", kTime, kOldTime),
    column<&Row::finished_at>("finished_at", kTime, kOldTime),
    column<&Row::duration_ms>("duration_ms", "UInt64"),
    column<&Row::error_code>("error_code", "Int32"),
    column<&Row::error>("error", "String"),
};

}  // namespace

std::span<const ColumnRow> column_rows() { return kColumns; }

}  // namespace godwit::history
