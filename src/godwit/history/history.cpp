// Reading and appending. The newest row of a key is chosen by the server (LIMIT 1 BY, which every
// ClickHouse has), so that what is read grows with the steps, not with the attempts.

#include "godwit/history/history.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/history/columns.hpp"
#include "godwit/migrations/migration.hpp"
#include "godwit/topology/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace godwit::history {

namespace {

constexpr int kUnknownTable = 60;
constexpr int kUnknownDatabase = 81;
constexpr int kTableAlreadyExists = 57;

// What servers say while Keeper is away, and for some seconds behind that: nothing was done, or, of
// an INSERT, the same rows may be there twice, which changes nothing.
constexpr std::array<int, 4> kKeeperIsAway{225,   // NO_ZOOKEEPER
                                           242,   // TABLE_IS_READ_ONLY
                                           319,   // UNKNOWN_STATUS_OF_INSERT
                                           999};  // KEEPER_EXCEPTION
constexpr std::chrono::milliseconds kTryEvery{500};
constexpr int kTries = 60;

bool is_keeper_away(const server::Outcome& outcome) {
  const auto* failed = std::get_if<server::Failed>(&outcome);
  return failed != nullptr &&
         std::find(kKeeperIsAway.begin(), kKeeperIsAway.end(), failed->code) != kKeeperIsAway.end();
}

bool is_missing(const server::Outcome& outcome) {
  const auto* failed = std::get_if<server::Failed>(&outcome);
  return failed != nullptr && (failed->code == kUnknownTable || failed->code == kUnknownDatabase);
}

struct StateRow {
  State state;
  std::string_view word;
  bool complete;
};

constexpr std::array<StateRow, 8> kStates{{
    {State::running, "running", false},
    {State::done, "done", true},
    {State::failed, "failed", false},
    {State::skipped, "skipped", true},
    {State::baseline, "baseline", true},
    {State::resolved, "resolved", true},
    {State::reverted, "reverted", false},
    {State::approved, "approved", false},
}};

constexpr std::string_view kEpoch = "1970-01-01 00:00:00.000";

bool is_time(const ColumnRow& column) { return column.type != column.old_type; }

std::string value_text(const Row& row, const ColumnRow& column, bool milliseconds) {
  std::string text = column.text_of(row);
  if (!is_time(column)) return server::escape_field(text);
  if (text.empty()) text = kEpoch;
  return milliseconds ? text : text.substr(0, text.find('.'));
}

std::string column_names() {
  std::string names;
  for (const ColumnRow& column : column_rows()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", column.name);
  }
  return names;
}

std::string qualified(const TableName& name) {
  return fmt::format("{}.{}", server::quote_name(name.database), server::quote_name(name.table));
}

Row row_of(const server::Row& values) {
  const auto columns = column_rows();
  if (values.size() != columns.size()) {
    throw Error(ErrorKind::failed,
                "the history's rows do not have the columns that were asked for");
  }
  Row row;
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i].take(row, values[i]);
  return row;
}

bool before(const Row& a, const Row& b) {
  const int order = migrations::compare_versions(a.migration, b.migration);
  if (order != 0) return order < 0;
  return std::tie(a.step, a.host) < std::tie(b.step, b.host);
}

[[noreturn]] void refuse(std::string_view what, const TableName& name, const std::string& reason) {
  throw Error(ErrorKind::failed, fmt::format("cannot {} the history {}.{}: {}", what, name.database,
                                             name.table, reason));
}

// The history's database is not the URL's, which may not be there yet.
server::Request request(std::string statement, std::string query_id = {}) {
  server::Request result;
  result.statement = std::move(statement);
  result.query_id = std::move(query_id);
  result.needs_database = false;
  return result;
}

// A statement of the history itself: it either is done or the run stops.
void demand(const server::Outcome& outcome, std::string_view what, const TableName& name) {
  if (const auto* failed = std::get_if<server::Failed>(&outcome))
    refuse(what, name, failed->message);
  if (const auto* doubt = std::get_if<server::InDoubt>(&outcome)) refuse(what, name, doubt->reason);
}

}  // namespace

std::string_view to_string(State state) { return kStates.at(static_cast<std::size_t>(state)).word; }

State parse_state(std::string_view word) {
  for (const StateRow& row : kStates) {
    if (row.word == word) return row.state;
  }
  throw Error(ErrorKind::failed, fmt::format("the history holds the unknown state '{}'", word), {},
              "a newer godwit wrote it: use that one");
}

bool is_complete(State state) { return kStates.at(static_cast<std::size_t>(state)).complete; }

TableName parse_table_name(std::string_view text, const Where& where) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == text.size() ||
      text.find('.', dot + 1) != std::string_view::npos) {
    throw Error(ErrorKind::usage, fmt::format("'{}' is no <database>.<table>", text), where,
                "for example godwit.history");
  }
  return {std::string(text.substr(0, dot)), std::string(text.substr(dot + 1))};
}

const Row* Snapshot::find(std::string_view migration, std::uint32_t step) const {
  for (const Row& row : of(migration)) {
    if (row.step == step && row.host.empty()) return &row;
  }
  return nullptr;
}

std::vector<const Row*> Snapshot::steps(std::string_view migration) const {
  std::vector<const Row*> found;
  for (const Row& row : of(migration)) {
    if (row.step > 0 && row.host.empty()) found.push_back(&row);
  }
  return found;
}

std::vector<const Row*> Snapshot::hosts(std::string_view migration) const {
  std::vector<const Row*> found;
  for (const Row& row : of(migration)) {
    if (!row.host.empty() && row.state != State::reverted) found.push_back(&row);
  }
  return found;
}

std::span<const Row> Snapshot::of(std::string_view migration) const {
  const auto first = std::partition_point(rows.begin(), rows.end(), [&](const Row& row) {
    return migrations::compare_versions(row.migration, migration) < 0;
  });
  const auto last = std::partition_point(
      first, rows.end(), [&](const Row& row) { return row.migration == migration; });
  return {first, last};
}

server::Outcome History::send(const server::Request& request) {
  server::Outcome outcome = server_.execute(request);
  for (int i = 1; clock_ != nullptr && i < kTries && is_keeper_away(outcome); ++i) {
    clock_->sleep(kTryEvery);
    outcome = server_.execute(request);
  }
  return outcome;
}

Snapshot History::read(bool brings) {
  Snapshot snapshot;
  if (topology::replicates(topology_)) {
    // A replica that lags would show what ran elsewhere as pending. It may not exist yet.
    const server::Request sync = request(fmt::format("SYSTEM SYNC REPLICA {}", qualified(name_)));
    server::Outcome synced = send(sync);
    if (is_missing(synced)) {
      if (!is_elsewhere()) return snapshot;
      if (!brings) {
        throw Error(
            ErrorKind::failed,
            fmt::format("the history {}.{} is not on this host, and is on others of the cluster",
                        name_.database, name_.table),
            {}, "a host added later? godwit apply brings it; or use another host's url");
      }
      create_database();
      create_table();
      synced = send(sync);
    }
    demand(synced, "sync", name_);
    if (topology_.kind == topology::TopologyKind::cluster) wait_until_caught_up();
  }
  const auto outcome = server_.try_select(
      fmt::format("SELECT {} FROM {} ORDER BY migration, step, host, seq DESC "
                  "LIMIT 1 BY migration, step, host",
                  column_names(), qualified(name_)),
      [&](const server::Row& values) { snapshot.rows.push_back(row_of(values)); });
  if (is_missing(outcome)) return {};
  demand(outcome, "read", name_);
  snapshot.exists = true;
  for (const Row& row : snapshot.rows) snapshot.last_seq = std::max(snapshot.last_seq, row.seq);
  // The newest approval is among them, for its seq.
  std::erase_if(snapshot.rows, [](const Row& row) { return row.state == State::approved; });
  std::sort(snapshot.rows.begin(), snapshot.rows.end(), before);
  last_seq_ = snapshot.last_seq;
  return snapshot;
}

std::vector<Row> History::approvals() {
  std::vector<Row> rows;
  const auto outcome = server_.try_select(
      fmt::format("SELECT {} FROM {} WHERE state = {} ORDER BY seq", column_names(),
                  qualified(name_), server::quote(to_string(State::approved))),
      [&](const server::Row& values) { rows.push_back(row_of(values)); });
  if (is_missing(outcome)) return {};
  demand(outcome, "read", name_);
  return rows;
}

// A server that has just come up syncs at once, since it has not read yet what was queued for its
// copy when it died (seen on 18.16). What is queued in Keeper goes only when it is done.
void History::wait_until_caught_up() {
  for (int i = 1; has_queue(); ++i) {
    if (clock_ == nullptr || i == kTries) {
      throw Error(ErrorKind::failed,
                  fmt::format("this host's copy of the history {}.{} has not caught up with the "
                              "others",
                              name_.database, name_.table),
                  {}, "a host that was away? try again in a moment; or use another host's url");
    }
    clock_->sleep(kTryEvery);
  }
}

// False where the server does not tell: then that it synced must do.
bool History::has_queue() {
  std::string path;
  const auto found = server_.try_select(
      fmt::format("SELECT replica_path FROM system.replicas WHERE database = {} AND table = {}",
                  server::quote(name_.database), server::quote(name_.table)),
      [&](const server::Row& row) { path = row.at(0); });
  if (!std::holds_alternative<server::Done>(found) || path.empty()) return false;
  bool any = false;
  const auto queued =
      server_.try_select(fmt::format("SELECT name FROM system.zookeeper WHERE path = {} LIMIT 1",
                                     server::quote(path + "/queue")),
                         [&](const server::Row& /*row*/) { any = true; });
  return any || is_keeper_away(queued);
}

// The path of a cluster's history has no macros: any host of it sees the others' replicas. That
// there is no such path is told as an error by some servers and by no row by others.
bool History::is_elsewhere() {
  if (topology_.kind != topology::TopologyKind::cluster) return false;
  bool any = false;
  const auto outcome =
      server_.try_select(fmt::format("SELECT name FROM system.zookeeper WHERE path = {}",
                                     server::quote(keeper_path(name_) + "/replicas")),
                         [&](const server::Row& /*row*/) { any = true; });
  const auto* failed = std::get_if<server::Failed>(&outcome);
  const bool no_node = failed != nullptr && failed->message.find("No node") != std::string::npos;
  // Who may not look there, or has no Keeper, cannot have it either.
  const bool cannot = failed != nullptr && !is_keeper_away(outcome);
  if (!no_node && !cannot) demand(outcome, "look for", name_);
  return any;
}

void History::create_database() {
  create(request(database_ddl(name_, topology_)), "create the database of");
}

// On a cluster a host that is away does not keep the others from going on: it makes it when it is
// back, and before a statement is sent the run looks for it.
void History::create(const server::Request& request, std::string_view what) {
  const auto outcome = send(request);
  const bool elsewhere = topology_.kind == topology::TopologyKind::cluster &&
                         std::holds_alternative<server::InDoubt>(outcome);
  if (!elsewhere) demand(outcome, what, name_);
}

// A Replicated database is a cluster of its own name in system.clusters.
std::size_t History::shard_count() {
  if (topology_.kind != topology::TopologyKind::replicated) return 1;
  const auto rows = server::read_rows(
      server_, fmt::format("SELECT uniqExact(shard_num) FROM system.clusters WHERE cluster = {}",
                           server::quote(name_.database)));
  return rows.empty() ? 1 : std::max<std::size_t>(1, parse_digits(rows[0].at(0)).value_or(1));
}

bool History::create_table() {
  const std::size_t shards = shard_count();
  server::Request statement = request(table_ddl(name_, topology_, server_.capabilities(), shards));
  if (shards > 1) {
    // A Replicated database refuses a path of one's own unless it is asked for.
    statement.settings.emplace_back("database_replicated_allow_replicated_engine_arguments", "1");
  }
  if (topology_.kind == topology::TopologyKind::cluster) {
    create(statement, "create");
    return false;
  }
  const auto outcome = server_.execute(statement);
  if (const auto* failed = std::get_if<server::Failed>(&outcome)) {
    if (failed->code == kTableAlreadyExists) return false;
  }
  demand(outcome, "create", name_);
  return topology_.kind == topology::TopologyKind::single ||
         topology_.kind == topology::TopologyKind::cloud;
}

void History::append(std::vector<Row> rows, const std::string& query_id) {
  const bool milliseconds = server_.capabilities().has(server::Capability::datetime64);
  std::string text =
      fmt::format("INSERT INTO {} ({}) FORMAT TabSeparated\n", qualified(name_), column_names());
  for (Row& row : rows) {
    row.seq = ++last_seq_;
    for (const ColumnRow& column : column_rows()) {
      if (&column != column_rows().data()) text += '\t';
      text += value_text(row, column, milliseconds);
    }
    text += '\n';
  }
  demand(send(request(std::move(text), query_id)), "write to", name_);
}

}  // namespace godwit::history
