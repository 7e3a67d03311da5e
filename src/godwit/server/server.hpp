#pragma once

#include "godwit/server/capabilities.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace godwit::server {

struct Done {};
struct Failed {  // the server says so
  int code;      // ClickHouse's
  std::string message;
};
struct InDoubt {  // no answer, or 159: it ran, still runs, or never began
  std::string reason;
};
using Outcome = std::variant<Done, Failed, InDoubt>;

/// How far a running statement is, as the server tells it.
struct Progress {
  std::uint64_t read_rows = 0;
  std::uint64_t read_bytes = 0;
  std::uint64_t total_rows = 0;  // 0: the server does not know
  std::chrono::milliseconds elapsed{0};
};

using Settings = std::vector<std::pair<std::string, std::string>>;

/// One statement to be sent.
struct Request {
  std::string statement;      // as sent, inline data included, without a `;` at the end
  std::string query_id = {};  // empty: the server draws one
  Settings settings = {};     // only those that this server knows: the caller asks capabilities()
  std::function<void(const Progress&)> on_progress =
      {};  // called about once a second; may be empty
  std::function<bool()> stop_waiting =
      {};  // asked about five times a second; true: InDoubt at once
  // Unqualified names mean the URL's database, which is sent along and must exist. False: it is
  // not sent, as a statement needs that creates this database, or runs before it is there.
  bool needs_database = true;
};

/// A row of a result: the columns in the server's text form, unescaped. NULL reads "\N".
using Row = std::vector<std::string>;

/// How a run bears a server that starts again: who takes no connection has been sent nothing, so
/// that asking once more is safe whatever is asked.
struct Reconnecting {
  std::chrono::milliseconds limit{0};                    // in all, until one is taken again
  std::function<void(std::chrono::milliseconds)> waits;  // before each new try; may be empty
  std::function<bool()> stop;                            // true: give up; may be empty
};

/// One ClickHouse. Calls block; one thread uses a Server at a time.
class Server {
 public:
  virtual ~Server() = default;

  /// Holds for all that is asked from now on. A server that cannot come back does nothing with it.
  virtual void reconnect(const Reconnecting& /*how*/) {}

  /// Sends a statement once and waits for its end, however long. Never retries: what to do about
  /// InDoubt is for apply/ to say. Throws Error(failed) only where nothing was sent.
  [[nodiscard]] virtual Outcome execute(const Request& request) = 0;

  /// Hands the rows of a read-only query to `each` as they arrive, and says how it ended; after
  /// anything but Done the rows may be incomplete. Unqualified names mean the URL's database where
  /// that exists. The first column must not be an exception's text: servers before 25.11 report a
  /// late failure as a last line that begins like one. Throws what `each` throws, and Error(failed)
  /// where nothing was sent.
  [[nodiscard]] virtual Outcome try_select(std::string_view query,
                                           const std::function<void(const Row&)>& each) = 0;

  /// try_select(), where anything but Done is an Error(failed): "code 60: ..." with the server's
  /// code and message, or the transport's reason.
  void select(std::string_view query, const std::function<void(const Row&)>& each);

  /// Version, host and abilities of this server. Probed once, before anything else is sent.
  virtual const Capabilities& capabilities() = 0;

  /// What a person calls this server: URL without secrets ("https://ch:8443/shop", "chdb://dev").
  [[nodiscard]] virtual std::string name() const = 0;
};

/// All rows of a query.
std::vector<Row> read_rows(Server& server, std::string_view query);

/// `text` as a string literal of ClickHouse, escaped.
std::string quote(std::string_view text);

/// `name` as a back-quoted identifier, escaped.
std::string quote_name(std::string_view name);

/// `text` as a field of the TabSeparated format.
std::string escape_field(std::string_view text);

}  // namespace godwit::server
