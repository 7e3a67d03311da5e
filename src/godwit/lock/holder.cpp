#include "godwit/lock/holder.hpp"

#include "godwit/base/text.hpp"

#include <fmt/format.h>

namespace godwit::lock {

std::string written_holder(const Holder& holder) {
  return fmt::format("{}\n{}\n{}\n", holder.run_id, holder.runner, holder.since);
}

Holder parse_holder(std::string_view text) {
  const auto lines = split(text, '\n');
  if (lines.size() < 4) return {};
  return {std::string(lines[0]), std::string(lines[1]), std::string(lines[2]), {}};
}

}  // namespace godwit::lock
