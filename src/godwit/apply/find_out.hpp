#pragma once

#include "godwit/apply/evidence.hpp"
#include "godwit/apply/on_cluster.hpp"
#include "godwit/base/time.hpp"
#include "godwit/server/server.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace godwit::apply {

/// What became of a step in doubt.
enum class Verdict : std::uint8_t {
  done,       // it ran to its end
  failed,     // it ran and the server refused it
  not_begun,  // it has left nothing, or running it again changes nothing: it may be sent
  unknown,    // nobody knows: a person decides
};

/// The step that is asked about.
struct Doubt {
  const sql::Statement& statement;  // as written, for the catalog
  std::string query_id;
  std::string record_id;   // the query id of the INSERT that recorded it as running
  std::string started_at;  // UTC
  std::string default_database;
  bool is_repeated = false;  // another step has the same statement
  bool is_logged = true;     // false: it was sent with settings that keep it out of the query log
  // Of a statement ON CLUSTER. It went to other hosts too, which this server's catalog and log do
  // not show; the DDL queue does.
  bool on_cluster = false;
  std::string sent;          // as rendered
  std::string queue_before;  // the newest entry before it was sent (DdlQueue::newest())
  DoneBefore done_before;
};

/// The answer, and what each witness said.
struct FoundOut {
  Verdict verdict = Verdict::unknown;
  int code = 0;         // of failed
  std::string message;  // of failed
  std::vector<std::string> said;
  std::vector<HostAnswer> hosts;  // of a statement ON CLUSTER that the DDL queue shows
};

/// How long to look and what to show meanwhile.
struct Patience {
  Clock& clock;
  std::function<bool()> stop;                        // true: give up waiting
  std::function<void(const server::Progress&)> see;  // while it still runs; may be empty
  std::chrono::milliseconds hosts_limit{0};          // how long the hosts of a cluster may take
  std::function<void(const std::vector<HostAnswer>&)> see_hosts = {};
};

/// Asks the server, from the surest witness to the weakest; the first that knows decides. Waits as
/// long as the query still runs, or a mutation it made. Throws Error(failed) where the server
/// cannot be asked.
FoundOut find_out(server::Server& server, const Doubt& doubt, const Patience& patience);

/// Asks the DDL queue alone, about a statement ON CLUSTER that a host has refused. Throws
/// Error(failed) where the queue cannot be read.
FoundOut ask_hosts(server::Server& server, const Doubt& doubt, const Patience& patience);

}  // namespace godwit::apply
