#pragma once

#include "godwit/server/server.hpp"

#include <optional>
#include <string_view>

namespace godwit::server {

/// Whether a line begins as an exception's text does: "Code: 60. DB::Exception: ...", or as 18.16
/// writes it, "Code: 60, e.displayText() = DB::Exception: ...".
bool begins_exception(std::string_view line);

/// The code and message of an exception's text: the frame round the message (code, C++ type,
/// version, e.what()) is left out, its symbolic name "(UNKNOWN_TABLE)" stays. Empty for other text.
std::optional<Failed> parse_exception(std::string_view text);

/// The exception at the end of an answer that began well. `tag` is what the header
/// X-ClickHouse-Exception-Tag says (25.11 and later), or empty.
std::optional<Failed> find_exception(std::string_view body, std::string_view tag);

/// Whether a failure says no more than that somebody's answer did not come: the statement may have
/// run, may still run, or may never have begun.
bool leaves_doubt(const Failed& failed);

/// The same of a failure whose message was cut off: with its code, the rest could have said so, or
/// that it came from one host of many.
bool may_leave_doubt(const Failed& cut);

/// Whether a failure is what one host of a cluster said to a statement ON CLUSTER: the others may
/// have done it.
bool is_from_a_host(const Failed& failed);

/// Whether a failure says that the statement was refused before anything was done, for a reason
/// that passes by itself, so that sending it again is safe. What one host of a cluster said is not
/// that.
bool passes_by_itself(const Failed& failed);

}  // namespace godwit::server
