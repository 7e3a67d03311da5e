// How far a statement is, from headers and from system.processes. Headers of 18.16 call the total
// "total_rows"; elapsed_ns came later than the rest.

#include "godwit/server/progress.hpp"

#include "godwit/base/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>

namespace godwit::server {

namespace {

using nlohmann::json;

std::uint64_t number(const json& object, const char* name) {
  const auto member = object.find(name);
  if (member == object.end()) return 0;
  if (member->is_number_unsigned()) return member->get<std::uint64_t>();
  return member->is_string() ? parse_digits(member->get<std::string>()).value_or(0) : 0;
}

}  // namespace

std::optional<Progress> parse_progress(std::string_view text) {
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object() || !object.contains("read_rows")) return std::nullopt;
  Progress progress;
  progress.read_rows = number(object, "read_rows");
  progress.read_bytes = number(object, "read_bytes");
  const std::uint64_t total = number(object, "total_rows_to_read");
  progress.total_rows = total > 0 ? total : number(object, "total_rows");
  progress.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::nanoseconds(number(object, "elapsed_ns")));
  return progress;
}

std::string progress_query(std::string_view query_id, const Capabilities& capabilities) {
  const std::string id = quote(query_id);
  // The embedded engine takes no query ids; it shows them as log_comment.
  const std::string comment = capabilities.has(Capability::log_comment)
                                  ? fmt::format(" OR Settings['log_comment'] = {}", id)
                                  : "";
  return fmt::format(
      "SELECT read_rows, read_bytes, total_rows_approx, toUInt64(elapsed * 1000)"
      " FROM system.processes WHERE query_id = {}{}",
      id, comment);
}

std::optional<Progress> parse_progress_row(const Row& row) {
  if (row.size() != 4) return std::nullopt;
  std::uint64_t numbers[4];
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto value = parse_digits(row[i]);
    if (!value) return std::nullopt;
    numbers[i] = *value;
  }
  return Progress{numbers[0], numbers[1], numbers[2], std::chrono::milliseconds(numbers[3])};
}

}  // namespace godwit::server
