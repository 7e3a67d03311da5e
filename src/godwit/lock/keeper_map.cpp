// The lock is one row of a KeeperMap table: a node in Keeper, which creates it once and refuses to
// create it again (keeper_map_strict_mode; without it a second INSERT overwrites the holder).
//
// Whatever an INSERT answers, the row decides: read back, it is ours, somebody else's or not there.
// So nothing hangs on error codes, which differ (999, or 1001 where async_insert wraps it), an
// INSERT in doubt is found out, and a table that is no KeeperMap shows by its second row. INSERT
// ... SELECT because async_insert, on by default in 26.7, would queue an INSERT ... VALUES.
//
// Nobody's row is ever touched: UPDATE and DELETE name the run, and run in strict mode, in which
// Keeper refuses them when the row has changed between the server's read and its write. Both are
// synchronous on KeeperMap. They are sent without ON CLUSTER: the rows are Keeper's, not a host's.
//
// A lock that is there costs two requests to take (INSERT, SELECT), one to ask for, another every
// ten seconds (the heartbeat, whose age the server tells, so that no clock of ours matters), one to
// give back. The table is only made when the INSERT misses it: ON CLUSTER waits for every host.

#include "godwit/base/error.hpp"
#include "godwit/lock/lock.hpp"
#include "godwit/sql/statement.hpp"
#include "godwit/topology/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace godwit::lock {

namespace {

using server::Done;
using server::Failed;
using server::InDoubt;
using server::Outcome;
using server::quote;
using server::quote_name;

constexpr int kUnknownTable = 60;
constexpr int kUnknownDatabase = 81;
constexpr int kUnknownSetting = 115;

/// How a server says that it has no such lock, now or later. Any other failure is an error: Keeper
/// may be down while another run holds the lock, and then nothing may stand in for it.
struct RefusalRow {
  int code;
  std::string_view part;  // of the message
};

// clang-format off
constexpr RefusalRow kRefusals[] = {
    // code  in the message                     what is missing
    {36,     "keeper_map_path_prefix"},            // the setting that turns the engine on
    {36,     "Engine KeeperMap doesn't support"},  // the engine: 18.16, which takes no such keys
    {56,     "KeeperMap"},                         // the engine: before 22.9
    {115,    "keeper_map_strict_mode"},            // strict mode: before 23.4
    {139,    "Zookeeper"},                         // Keeper: not in the configuration
    {225,    ""},                                  // the same, said elsewhere in the server
};
// clang-format on

bool refuses_engine(const Failed& failed) {
  return std::ranges::any_of(kRefusals, [&](const RefusalRow& row) {
    return row.code == failed.code && failed.message.find(row.part) != std::string::npos;
  });
}

std::string table_name(const std::string& database) { return quote_name(database) + ".`lock`"; }

/// One part of a Keeper path: what could mean something there (a slash, a macro) is written %XX.
std::string keeper_name(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '-';
    result += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

/// The row of a run, as a condition.
std::string is_row_of(const std::string& run_id) {
  return fmt::format("name = 'apply' AND run_id = {}", quote(run_id));
}

Outcome send(server::Server& server, std::string statement, server::Settings settings = {}) {
  server::Request request;
  request.statement = std::move(statement);
  request.settings = std::move(settings);
  request.needs_database = false;
  return server.execute(request);
}

Outcome insert_row(server::Server& server, const std::string& database, const Holder& self) {
  // The server's own 20 retries take minutes when Keeper is gone; five take about three seconds.
  return send(
      server,
      fmt::format("INSERT INTO {} (name, run_id, runner, since, heartbeat) "
                  "SELECT 'apply', {}, {}, {}, now()",
                  table_name(database), quote(self.run_id), quote(self.runner), quote(self.since)),
      {{"keeper_map_strict_mode", "1"}, {"insert_keeper_max_retries", "5"}});
}

std::string describe(const Outcome& outcome) {
  if (const auto* failed = std::get_if<Failed>(&outcome)) {
    return fmt::format("code {}: {}", failed->code, failed->message);
  }
  if (const auto* in_doubt = std::get_if<InDoubt>(&outcome)) return in_doubt->reason;
  return "done, but the row is not there";
}

struct LockRow {
  Holder holder;
  bool heartbeat_is_old;
};

std::optional<LockRow> read_row(server::Server& server, const std::string& database) {
  std::vector<LockRow> rows;
  const Outcome outcome = server.try_select(
      fmt::format("SELECT run_id, runner, since, heartbeat, heartbeat < now() - 10 "
                  "FROM {} WHERE name = 'apply'",
                  table_name(database)),
      [&](const server::Row& row) {
        rows.push_back({{row.at(0), row.at(1), row.at(2), row.at(3)}, row.at(4) == "1"});
      });
  if (const auto* failed = std::get_if<Failed>(&outcome);
      failed != nullptr && (failed->code == kUnknownTable || failed->code == kUnknownDatabase)) {
    return std::nullopt;
  }
  if (!std::holds_alternative<Done>(outcome)) {
    throw Error(ErrorKind::failed, fmt::format("{}: the lock {} cannot be read: {}", server.name(),
                                               table_name(database), describe(outcome)));
  }
  if (rows.size() > 1) {
    throw Error(ErrorKind::failed,
                fmt::format("{}: {} has {} holders, so it is not the KeeperMap table that godwit "
                            "makes and locks nothing",
                            server.name(), table_name(database), rows.size()),
                {}, "drop or rename that table when no run is active");
  }
  if (rows.empty()) return std::nullopt;
  return rows.front();
}

void delete_row(server::Server& server, const std::string& database, const std::string& run_id) {
  const Outcome outcome =
      send(server,
           fmt::format("ALTER TABLE {} DELETE WHERE {}", table_name(database), is_row_of(run_id)),
           {{"keeper_map_strict_mode", "1"}});
  if (std::holds_alternative<Done>(outcome)) return;
  const auto row = read_row(server, database);
  if (!row || row->holder.run_id != run_id) return;
  throw Error(ErrorKind::failed,
              fmt::format("{}: the lock {} could not be cleared: {}", server.name(),
                          table_name(database), describe(outcome)),
              {}, "godwit unlock");
}

class KeeperMapLock final : public Lock {
 public:
  KeeperMapLock(server::Server& server, std::string database, std::string run_id)
      : server_(server), database_(std::move(database)), run_id_(std::move(run_id)) {}

  ~KeeperMapLock() override {
    try {
      release_once();
    } catch (const std::exception&) {  // the row stays; `godwit unlock` shows it
    }
  }
  KeeperMapLock(const KeeperMapLock&) = delete;
  KeeperMapLock& operator=(const KeeperMapLock&) = delete;

  [[nodiscard]] bool is_held() override {
    if (released_) return false;
    const auto row = read_row(server_, database_);
    if (!row || row->holder.run_id != run_id_) return false;
    return !row->heartbeat_is_old || renew();
  }

  void release() override { release_once(); }

  [[nodiscard]] std::string describe() const override {
    return fmt::format("keeper_map {}.lock", database_);
  }

 private:
  void release_once() {
    if (std::exchange(released_, true)) return;
    delete_row(server_, database_, run_id_);
  }

  /// False if the row has been cleared since it was read.
  bool renew() {
    const Outcome outcome = send(server_,
                                 fmt::format("ALTER TABLE {} UPDATE heartbeat = now() WHERE {}",
                                             table_name(database_), is_row_of(run_id_)),
                                 {{"keeper_map_strict_mode", "1"}});
    if (std::holds_alternative<Done>(outcome)) return true;
    const auto row = read_row(server_, database_);
    return row && row->holder.run_id == run_id_;
  }

  server::Server& server_;
  std::string database_;
  std::string run_id_;
  bool released_ = false;
};

/// Whether the INSERT failed as it does where the table is missing or cannot be made.
bool wants_table(const Outcome& inserted) {
  const auto* failed = std::get_if<Failed>(&inserted);
  return failed != nullptr && (failed->code == kUnknownTable || failed->code == kUnknownSetting);
}

Error not_taken(const server::Server& server, const std::string& database, const Outcome& reason) {
  return {ErrorKind::failed, fmt::format("{}: the lock {} cannot be taken: {}", server.name(),
                                         table_name(database), describe(reason))};
}

}  // namespace

std::string keeper_map_ddl(const topology::Topology& topology, const std::string& database) {
  // Only types that 18.16 knows, so that an old server names the engine in its refusal.
  const std::string written = fmt::format(
      "CREATE TABLE IF NOT EXISTS {} (name String, run_id String, runner String, since String, "
      "heartbeat DateTime('UTC')) ENGINE = KeeperMap({}) PRIMARY KEY name",
      table_name(database), quote(fmt::format("/godwit/{}/lock", keeper_name(database))));
  return topology::render(sql::parse_statement(written), topology);
}

Acquired acquire_keeper_map(server::Server& server, const topology::Topology& topology,
                            const std::string& database, const Holder& self) {
  Outcome inserted = insert_row(server, database, self);
  if (wants_table(inserted)) {
    const Outcome created = send(server, keeper_map_ddl(topology, database));
    if (const auto* failed = std::get_if<Failed>(&created)) {
      if (refuses_engine(*failed)) return Unavailable{failed->message};
      throw not_taken(server, database, created);
    }
    inserted = insert_row(server, database, self);  // also finds out a CREATE in doubt
    if (wants_table(inserted) && !std::holds_alternative<Done>(created)) {
      throw not_taken(server, database, created);
    }
  }
  const auto* failed = std::get_if<Failed>(&inserted);
  if (failed != nullptr && refuses_engine(*failed)) return Unavailable{failed->message};

  // What may be ours by now is given back should the reading fail.
  std::unique_ptr<Lock> lock;
  if (failed == nullptr) lock = std::make_unique<KeeperMapLock>(server, database, self.run_id);
  const auto holder = read_keeper_map(server, database);
  if (!holder) throw not_taken(server, database, inserted);
  if (holder->run_id != self.run_id) return Held{*holder};
  if (!lock) lock = std::make_unique<KeeperMapLock>(server, database, self.run_id);
  return lock;
}

std::optional<Holder> read_keeper_map(server::Server& server, const std::string& database) {
  auto row = read_row(server, database);
  if (!row) return std::nullopt;
  return std::move(row->holder);
}

bool clear_keeper_map(server::Server& server, const std::string& database,
                      const std::string& run_id) {
  const auto holder = read_keeper_map(server, database);
  if (!holder || holder->run_id != run_id) return false;
  delete_row(server, database, run_id);
  return true;
}

}  // namespace godwit::lock
