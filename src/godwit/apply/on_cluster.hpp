#pragma once

#include "godwit/apply/ddl_queue.hpp"
#include "godwit/base/time.hpp"
#include "godwit/history/history.hpp"
#include "godwit/sql/statement.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::apply {

/// What hosts did with a statement when it was sent before.
struct DoneBefore {
  std::vector<std::string> hosts;  // that have done it
  std::vector<int> codes;          // with which they refuse it now, because they have done it
};

/// With which codes a host refuses a statement that it has done: none where doing it again changes
/// nothing. Nothing where it must not be sent again to a host that has done it.
std::optional<std::vector<int>> codes_of_repeat(const sql::Statement& statement);

/// Takes a host's refusal as done where it has done the statement before and says no more than
/// that.
void forgive(std::vector<HostAnswer>& hosts, const DoneBefore& before);

/// How a statement ended that these hosts were asked for: Done where all have done it, InDoubt as
/// long as one has not finished, with the hosts' names, and otherwise Failed with the first code
/// and a line for each host that failed.
server::Outcome outcome_of(std::span<const HostAnswer> hosts);

/// "3 of 4 hosts have done it; waiting for ch-4:9000". `who` are hosts, or replicas of a table.
std::string describe(std::span<const HostAnswer> hosts, std::string_view who = "hosts");

/// How long there is between two looks at what others do.
inline constexpr std::chrono::milliseconds kPollEvery{500};

/// How long the queue is asked, and who watches.
struct Following {
  Clock& clock;
  std::chrono::milliseconds limit;
  std::function<bool()> stop;                                // true: give up
  std::function<void(const std::vector<HostAnswer>&)> show;  // may be empty
};

/// Asks the queue about a statement until every host has finished it, the limit is over or it is
/// not in the queue. A queue that cannot be read (Keeper restarts) is asked again until then.
/// Throws Error(failed) where it cannot be read at the end.
QueueSearch follow(DdlQueue& queue, const Queued& queued, const Following& following);

/// The newest entry of the queue as a history's note keeps it, and read from there; empty for none.
std::string queue_note(const std::string& newest);
std::string newest_in(const std::string& note);

}  // namespace godwit::apply
