// ClickHouse's exceptions as text. The forms, from old to new:
//
//   Code: 60, e.displayText() = DB::Exception: Table d.t doesn't exist., e.what() = DB::Exception
//   Code: 60, e.displayText() = DB::Exception: Table d.t doesn't exist. (version 20.8.1.1)
//   Poco::Exception. Code: 1000, e.code() = 111, e.displayText() = Connection refused, ...
//   Code: 60. DB::Exception: Table d.t does not exist. (UNKNOWN_TABLE) (version 26.7.1.1)
//
// and since 25.11, where rows have been sent before it (ClickHouse#88818):
//
//   \r\n__exception__\r\n<tag>\r\n<one of the above>\n<its size> <tag>\r\n__exception__\r\n

#include "godwit/server/exception.hpp"

#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>

namespace godwit::server {

namespace {

constexpr std::string_view kCode = "Code: ";
constexpr std::string_view kDisplayText = "e.displayText() = ";
constexpr std::string_view kMarker = "__exception__";

/// A code, and what its message says where the code alone does not decide.
struct FailureRow {
  int code;
  std::string_view message_part;  // empty: whatever the message
};

// clang-format off
constexpr FailureRow kDoubts[] = {
    // code  says                       name and case
    {159, ""},                       // TIMEOUT_EXCEEDED: hosts did not answer in time, the queue goes on
    {209, ""},                       // SOCKET_TIMEOUT: the server waited for another in vain
    {210, ""},                       // NETWORK_ERROR: the same, its connection was cut
    {319, ""},                       // UNKNOWN_STATUS_OF_INSERT: Keeper did not say
    {341, ""},                       // UNFINISHED: taken, replicas have not done it yet
    {999, "Session expired"},        // KEEPER_EXCEPTION: sent to Keeper, answer lost
    {999, "Connection loss"},
    {999, "Operation timeout"},
};
// clang-format on

// clang-format off
constexpr FailureRow kPassing[] = {
    {517, ""},         // CANNOT_ASSIGN_ALTER: the replica has not seen the ALTER before this one yet
    {999, "No node"},  // KEEPER_EXCEPTION: somebody removed the node between two looks at it
};
// clang-format on

// How an initiator begins what another host of the cluster said.
constexpr std::string_view kHostSaid = "There was an error on [";

struct Head {
  int code = 0;
  std::string_view rest;  // what follows the digits
};

std::optional<Head> read_head(std::string_view text) {
  for (const std::string_view prefix : {"Poco::Exception. ", "std::exception. "}) {
    if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  }
  if (!text.starts_with(kCode)) return std::nullopt;
  text.remove_prefix(kCode.size());
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  if (end == text.size()) return std::nullopt;  // a digit more may have been cut off
  const auto code = end <= 6 ? parse_digits(text.substr(0, end)) : std::nullopt;
  if (!code) return std::nullopt;
  return Head{static_cast<int>(*code), text.substr(end)};
}

// "DB::Exception: " and its relatives: a C++ name that ends so. It says nothing to a person.
std::string_view without_type(std::string_view text) {
  static constexpr std::string_view kEnd = "Exception: ";
  const std::size_t end = text.find(kEnd);
  if (end == std::string_view::npos) return text;
  const bool name = text.substr(0, end).find(' ') == std::string_view::npos;
  return name ? text.substr(end + kEnd.size()) : text;
}

std::string_view without_tail(std::string_view text) {
  for (const std::string_view mark : {", Stack trace (when copying", ", e.what() = "}) {
    text = text.substr(0, text.rfind(mark));
  }
  text = trim(text);
  // Only the outermost version: a message from another host carries that host's inside.
  const std::size_t version = text.rfind("(version ");
  const bool last = version != std::string_view::npos && text.ends_with(')') &&
                    text.find('\n', version) == std::string_view::npos;
  return last ? trim(text.substr(0, version)) : text;
}

}  // namespace

bool begins_exception(std::string_view line) {
  const auto head = read_head(line);
  return head && (head->rest.starts_with(". DB::") || head->rest.starts_with(", e."));
}

std::optional<Failed> parse_exception(std::string_view text) {
  const auto head = read_head(trim(text));
  if (!head) return std::nullopt;
  std::string_view message = head->rest;
  const std::size_t display = message.find(kDisplayText);
  if (display != std::string_view::npos) {
    message = message.substr(display + kDisplayText.size());
  } else if (message.starts_with(". ")) {
    message.remove_prefix(2);
  }
  return Failed{head->code, std::string(without_tail(without_type(message)))};
}

std::optional<Failed> find_exception(std::string_view body, std::string_view tag) {
  if (!tag.empty()) {
    const std::string opening = fmt::format("{}\r\n{}\r\n", kMarker, tag);
    const std::size_t begin = body.rfind(opening);
    if (begin == std::string_view::npos) return std::nullopt;
    const std::string_view text = body.substr(begin + opening.size());
    const std::string closing = fmt::format(" {}\r\n{}", tag, kMarker);
    std::string_view inside = text.substr(0, text.find(closing));
    // Before the closing mark stands the size, on a line of its own.
    if (inside.size() != text.size()) inside = inside.substr(0, inside.rfind('\n'));
    if (auto failed = parse_exception(inside)) return failed;
    return Failed{0, std::string(trim(inside))};
  }
  for (std::size_t begin = 0; begin < body.size();) {
    if (begins_exception(body.substr(begin))) return parse_exception(body.substr(begin));
    const std::size_t end = body.find('\n', begin);
    if (end == std::string_view::npos) break;
    begin = end + 1;
  }
  return std::nullopt;
}

namespace {

bool has_code(std::span<const FailureRow> rows, int code) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](const FailureRow& row) { return row.code == code; });
}

bool has_row(std::span<const FailureRow> rows, const Failed& failed) {
  return std::any_of(rows.begin(), rows.end(), [&](const FailureRow& row) {
    return row.code == failed.code && failed.message.find(row.message_part) != std::string::npos;
  });
}

}  // namespace

bool leaves_doubt(const Failed& failed) { return has_row(kDoubts, failed); }

bool may_leave_doubt(const Failed& cut) {
  return has_code(kDoubts, cut.code) || has_code(kPassing, cut.code);
}

bool is_from_a_host(const Failed& failed) {
  return failed.message.find(kHostSaid) != std::string::npos;
}

bool passes_by_itself(const Failed& failed) {
  return has_row(kPassing, failed) && !is_from_a_host(failed);
}

}  // namespace godwit::server
