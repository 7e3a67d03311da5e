#pragma once

#include "godwit/server/server.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace godwit::server {

/// The value of an X-ClickHouse-Progress header: JSON whose numbers are strings. Empty for what is
/// not that.
std::optional<Progress> parse_progress(std::string_view json);

/// The query that asks a server how far a statement is, and how its row reads.
std::string progress_query(std::string_view query_id, const Capabilities& capabilities);
std::optional<Progress> parse_progress_row(const Row& row);

}  // namespace godwit::server
