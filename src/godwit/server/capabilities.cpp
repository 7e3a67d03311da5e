// What a server can do follows from its version alone. A row's release may be later than the true
// one where the changelogs leave a doubt: a server that could and is not asked loses nothing (each
// capability has an older way), while one that is sent an unknown setting refuses with code 115.

#include "godwit/server/capabilities.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace godwit::server {

namespace {

// A component of a version never has more digits than this, so it always fits an int.
constexpr std::size_t kMaxDigits = 6;

std::optional<int> number(std::string_view text) {
  if (text.size() > kMaxDigits) return std::nullopt;
  const auto digits = parse_digits(text);
  if (!digits) return std::nullopt;
  return static_cast<int>(*digits);
}

}  // namespace

std::span<const CapabilityRow> capability_rows() {
  using enum Capability;
  // clang-format off
  static constexpr CapabilityRow kRows[] = {
      // capability          since     where that is known from
      {alter_sync_setting,   {23, 8},  "ClickHouse#56308 documents it; the old name stays an alias"},
      {datetime64,           {20, 1},  "ClickHouse#7170, changelog of 20.1"},
      {ddl_queue_settings,   {23, 8},  "documentation of system.distributed_ddl_queue, example of September 2023"},
      {ddl_output_mode,      {21, 4},  "ClickHouse#21535, March 2021"},
      {exception_header,     {20, 3},  "ClickHouse#8786, January 2020"},
      {format_query,         {23, 11}, "formatQueryOrNull, ClickHouse#55239; formatQuery itself is older"},
      {keeper_map,           {23, 4},  "engine ClickHouse#39976 (22.9), strict mode ClickHouse#48293"},
      {log_comment,          {21, 3},  "ClickHouse#19583, January 2021"},
      {mutations_sync,       {20, 1},  "ClickHouse#8237, changelog of 20.1"},
      {progress_total_rows,  {19, 9},  "ClickHouse#5116 renames total_rows, May 2019"},
      {table_macros,         {19, 3},  "ClickHouse#3251; 18.16.1 does not expand them"},
  };
  // clang-format on
  return kRows;
}

bool Capabilities::has(Capability capability) const {
  const auto rows = capability_rows();
  return std::any_of(rows.begin(), rows.end(), [&](const CapabilityRow& row) {
    return row.capability == capability && version >= row.since;
  });
}

Version parse_version(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, '.');
  if (parts.size() >= 2) {
    const auto major = number(parts[0]);
    const auto minor = number(parts[1]);
    if (major && minor) return {*major, *minor};
  }
  throw Error(ErrorKind::failed, fmt::format("'{}' is not a ClickHouse version", text), {},
              "version() prints one such as 26.7.3.1");
}

}  // namespace godwit::server
