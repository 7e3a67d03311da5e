// What became of a step in doubt. Witnesses are asked from the surest to the weakest, and the first
// that knows decides. The catalog comes last: the effect may be there without us, since somebody
// may have added the same column by hand.
//
// The query log proves a beginning or an end. That it has no line proves nothing by itself: it may
// be switched off, or its last seconds lost with the server. It does prove that the statement never
// began where it has the line of the INSERT that recorded the step just before, and either is
// written before a statement runs (godwit-engine's is) or the server has not been restarted since.

#include "godwit/apply/find_out.hpp"

#include "godwit/apply/catalog_query.hpp"
#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/server/exception.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace godwit::apply {

namespace {

using std::chrono::milliseconds;

struct Asked {
  server::Server& server;
  const Doubt& doubt;
  const Patience& patience;
  FoundOut& result;
};

bool stops(const Patience& patience) { return patience.stop && patience.stop(); }

std::string is_running_query(server::Server& server, const Doubt& doubt) {
  const std::string id = server::quote(doubt.query_id);
  std::string condition = fmt::format("query_id = {}", id);
  if (server.capabilities().has(server::Capability::log_comment)) {
    condition += fmt::format(" OR Settings['log_comment'] = {}", id);
  }
  return fmt::format(
      "SELECT read_rows, read_bytes, toUInt64(elapsed * 1000) FROM system.processes WHERE {}",
      condition);
}

std::uint64_t number(const std::string& text) { return parse_digits(text).value_or(0); }

// Waits for the query to end; says nothing about how.
std::optional<Verdict> running_queries(Asked& asked) {
  bool ran = false;
  for (;;) {
    const auto rows = server::read_rows(asked.server, is_running_query(asked.server, asked.doubt));
    if (rows.empty()) break;
    ran = true;
    if (asked.patience.see) {
      asked.patience.see(
          {number(rows[0].at(0)), number(rows[0].at(1)), 0, milliseconds(number(rows[0].at(2)))});
    }
    if (stops(asked.patience)) {
      asked.result.said.emplace_back("system.processes: it is still running");
      return Verdict::unknown;
    }
    asked.patience.clock.sleep(kPollEvery);
  }
  asked.result.said.emplace_back(ran ? "system.processes: it was running, and ended"
                                     : "system.processes: it is not running");
  return std::nullopt;
}

// Every host's own answer: nothing is known as long as one is missing.
std::optional<Verdict> ddl_queue(Asked& asked) {
  if (!asked.doubt.on_cluster) return std::nullopt;
  DdlQueue queue(asked.server);
  QueueSearch search = follow(queue,
                              {asked.doubt.query_id, asked.doubt.sent, asked.doubt.queue_before,
                               asked.doubt.default_database},
                              {asked.patience.clock, asked.patience.hosts_limit,
                               asked.patience.stop, asked.patience.see_hosts});
  if (!search.entry) {
    asked.result.said.emplace_back("DDL queue: it is not there");
    return search.surely_absent ? std::optional(Verdict::not_begun) : std::nullopt;
  }
  forgive(search.entry->hosts, asked.doubt.done_before);
  asked.result.hosts = std::move(search.entry->hosts);
  asked.result.said.push_back(
      fmt::format("DDL queue: {}: {}", search.entry->name, describe(asked.result.hosts)));
  const server::Outcome outcome = outcome_of(asked.result.hosts);
  if (std::holds_alternative<server::InDoubt>(outcome)) return Verdict::unknown;
  const auto* failed = std::get_if<server::Failed>(&outcome);
  if (failed == nullptr) return Verdict::done;
  asked.result.code = failed->code;
  asked.result.message = failed->message;
  return Verdict::failed;
}

// The engine of system.query_log; empty where there is no log.
std::string query_log_engine(server::Server& server) {
  const auto rows = server::read_rows(
      server, "SELECT engine FROM system.tables WHERE database = 'system' AND name = 'query_log'");
  return rows.empty() ? std::string() : rows[0].at(0);
}

std::vector<server::Row> logged(server::Server& server, const std::string& query_id) {
  // event_date is the log's key; two days cover any step whose end is not recorded yet. The code
  // is read from the text, as old logs have no column of it.
  return server::read_rows(server,
                           fmt::format("SELECT toString(type), exception FROM system.query_log "
                                       "WHERE event_date >= today() - 2 AND query_id = {} "
                                       "ORDER BY event_time, type",
                                       server::quote(query_id)));
}

// A type is a name, and in logs before 19.5 its number.
bool is_finish(const std::string& type) { return type == "QueryFinish" || type == "2"; }
bool is_exception(const std::string& type) {
  return type.starts_with("Exception") || type == "3" || type == "4";
}

// How long ago the step was sent, by our clock on both ends.
std::chrono::seconds age_of(const Asked& asked) {
  const auto age = asked.patience.clock.now() - parse_time(asked.doubt.started_at);
  return std::max(std::chrono::seconds(0), std::chrono::duration_cast<std::chrono::seconds>(age));
}

// Whether this user's every query is logged from its start.
bool logs_everything(server::Server& server) {
  return read_count(server,
                    "SELECT count() FROM system.settings WHERE "
                    "(name = 'log_queries' AND value NOT IN ('1', 'true')) OR "
                    "(name = 'log_queries_probability' AND value != '1') OR "
                    "(name = 'log_queries_min_query_duration_ms' AND value != '0') OR "
                    "(name = 'log_queries_min_type' AND value != 'QUERY_START')") == 0;
}

bool is_told_by_absence(Asked& asked, const std::string& engine) {
  if (!asked.doubt.is_logged || logged(asked.server, asked.doubt.record_id).empty()) return false;
  if (!logs_everything(asked.server)) return false;
  if (engine == "File") return true;  // godwit-engine's, which is written before a query runs
  const auto uptime = std::chrono::seconds(read_count(asked.server, "SELECT uptime()"));
  return uptime > age_of(asked) + std::chrono::minutes(1);
}

std::optional<Verdict> query_log(Asked& asked) {
  const std::string engine = query_log_engine(asked.server);
  if (engine.empty()) {
    asked.result.said.emplace_back("system.query_log: not kept on this server");
    return std::nullopt;
  }
  server::Request flush;
  flush.statement = "SYSTEM FLUSH LOGS";
  flush.needs_database = false;
  const auto flushed = asked.server.execute(flush);
  for (const server::Row& row : logged(asked.server, asked.doubt.query_id)) {
    const std::string& type = row.at(0);
    if (is_finish(type)) {
      asked.result.said.emplace_back("system.query_log: it finished");
      return Verdict::done;
    }
    if (is_exception(type)) {
      const server::Failed failed =
          server::parse_exception(row.at(1)).value_or(server::Failed{0, row.at(1)});
      if (server::leaves_doubt(failed)) {
        asked.result.said.emplace_back(
            fmt::format("system.query_log: it waited in vain: {}", failed.message));
        return std::nullopt;
      }
      asked.result.code = failed.code;
      asked.result.message = failed.message;
      asked.result.said.emplace_back(
          fmt::format("system.query_log: it failed: {}", failed.message));
      return Verdict::failed;
    }
  }
  if (!logged(asked.server, asked.doubt.query_id).empty()) {
    asked.result.said.emplace_back("system.query_log: it began, and its end is not there");
    return std::nullopt;
  }
  const bool is_flushed = std::holds_alternative<server::Done>(flushed);
  if (is_flushed && is_told_by_absence(asked, engine)) {
    asked.result.said.emplace_back("system.query_log: it never began");
    return Verdict::not_begun;
  }
  asked.result.said.emplace_back("system.query_log: has no line of it");
  return std::nullopt;
}

std::optional<Verdict> catalog(Asked& asked) {
  const Question question{asked.doubt.statement, asked.doubt.default_database, age_of(asked),
                          asked.doubt.is_repeated};
  while (unfinished_mutations(asked.server, question) > 0 && !stops(asked.patience)) {
    asked.patience.clock.sleep(kPollEvery);
  }
  const Finding finding = find_evidence(asked.server, question);
  asked.result.said.emplace_back("catalog: " + finding.said);
  if (asked.doubt.on_cluster && finding.evidence != Evidence::unknown) {
    asked.result.said.emplace_back(
        "catalog: this host's; what the others of the cluster did it does "
        "not show");
    return std::nullopt;
  }
  switch (finding.evidence) {
    case Evidence::there:
      return Verdict::done;
    case Evidence::absent:
    case Evidence::harmless:
      return Verdict::not_begun;
    case Evidence::unknown:
      break;
  }
  return std::nullopt;
}

struct WitnessRow {
  std::string_view name;
  std::optional<Verdict> (*ask)(Asked&);
};
constexpr WitnessRow kWitnesses[] = {{"system.processes", running_queries},
                                     {"DDL queue", ddl_queue},
                                     {"system.query_log", query_log},
                                     {"catalog", catalog}};

}  // namespace

FoundOut ask_hosts(server::Server& server, const Doubt& doubt, const Patience& patience) {
  FoundOut result;
  Asked asked{server, doubt, patience, result};
  result.verdict = ddl_queue(asked).value_or(Verdict::unknown);
  return result;
}

FoundOut find_out(server::Server& server, const Doubt& doubt, const Patience& patience) {
  FoundOut result;
  Asked asked{server, doubt, patience, result};
  bool may_be_running = false;
  for (const WitnessRow& witness : kWitnesses) {
    std::optional<Verdict> verdict;
    try {
      verdict = witness.ask(asked);
    } catch (const Error& error) {
      // A user may lack the right to read one of the tables; the others may still decide.
      result.said.push_back(fmt::format("{}: cannot be asked: {}", witness.name, error.what()));
      if (witness.ask == running_queries) may_be_running = true;
    }
    // What may still be running must not be sent again, whatever its effect looks like now.
    if (verdict && !(may_be_running && *verdict == Verdict::not_begun)) {
      result.verdict = *verdict;
      return result;
    }
  }
  return result;
}

}  // namespace godwit::apply
