// Servers that keep the settings of an entry show which one is ours: the query id goes along as
// log_comment. Older ones show the text alone, written anew by their formatter, so that it is read
// as a statement and compared by what it does to which names. Only entries behind the one that was
// newest before the statement was sent come into question, and godwit's lock keeps other runs out,
// so that there is more than one only where a person sends the same by hand.

#include "godwit/apply/ddl_queue.hpp"

#include "godwit/apply/catalog_query.hpp"
#include "godwit/apply/keeper_nodes.hpp"
#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/server/exception.hpp"
#include "godwit/sql/statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace godwit::apply {

namespace {

// Where servers keep it unless their configuration's <distributed_ddl> says otherwise.
constexpr std::string_view kPath = "/clickhouse/task_queue/ddl";
constexpr std::string_view kBeforeAll = "query-";
constexpr std::string_view kFirst = "query-0000000000";

// What stands behind "name: " in its line.
std::string_view line_of(std::string_view value, std::string_view name) {
  for (const std::string_view line : split(value, '\n')) {
    if (line.starts_with(name)) return line.substr(name.size());
  }
  return {};
}

// The message of an exception's text, without the code that is known.
std::string said_in(std::string_view text) {
  const auto failed = server::parse_exception(text);
  return failed ? failed->message : std::string(text);
}

// "127%2E0%2E0%2E1:9000" to "127.0.0.1:9000". What no server writes stays.
std::string decode_host(std::string_view text) {
  return percent_decoded(text).value_or(std::string(text));
}

// "0\n", or the code, a line end and the exception's text.
HostAnswer answer_of(std::string host, std::string_view value) {
  const std::size_t end = std::min(value.find('\n'), value.size());
  const auto code = static_cast<int>(parse_digits(value.substr(0, end)).value_or(0));
  if (code == 0) return {std::move(host), HostState::done};
  return {std::move(host), HostState::failed, code, said_in(trim(value.substr(end)))};
}

/// What a statement does to which objects, however it is written.
std::string meaning_of(const sql::Statement& statement, const std::string& default_database) {
  std::string meaning(sql::to_string(statement.kind));
  for (const sql::ObjectName& name : statement.names) {
    meaning += fmt::format(" {}.{}", server::quote(database_of(name, default_database)),
                           server::quote(sql::unquote_name(name.name)));
  }
  return meaning;
}

// The words of a statement without quotes, brackets, blanks and case, all of which formatters
// change.
std::string words_of(std::string_view text) {
  std::string words;
  for (const char c : text) {
    const bool mark = c == ' ' || c == '\n' || c == '`' || c == '"' || c == '(' || c == ')';
    if (!mark) words += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  }
  return words;
}

// Of several, the one with the same words.
void keep_one(std::vector<std::pair<std::string, EntryText>>& found, const std::string& statement) {
  if (found.size() < 2) return;
  const std::string words = words_of(statement);
  auto same = found;
  std::erase_if(same, [&](const auto& each) { return words_of(each.second.query) != words; });
  if (same.size() == 1) {
    found = std::move(same);
    return;
  }
  std::vector<std::string> names;
  names.reserve(found.size());
  for (const auto& each : found) names.push_back(each.first);
  throw Error(ErrorKind::failed,
              fmt::format("the DDL queue holds several that may be it: {}", join(names, ", ")));
}

HostState state_of(std::string_view status) {
  if (status == "Finished") return HostState::done;
  return status == "Active" ? HostState::working : HostState::waiting;
}

constexpr std::string_view kTableColumns =
    "entry, host, port, status, exception_code, exception_text";

std::vector<QueueEntry> entries_of(const std::vector<server::Row>& rows) {
  std::vector<QueueEntry> entries;
  for (const server::Row& row : rows) {
    if (entries.empty() || entries.back().name != row.at(0)) entries.push_back({row.at(0), {}});
    HostAnswer answer{fmt::format("{}:{}", row.at(1), row.at(2)), state_of(row.at(3))};
    answer.code = static_cast<int>(parse_digits(row.at(4)).value_or(0));
    if (answer.code != 0) {
      answer.state = HostState::failed;
      answer.message = said_in(row.at(5) == "\\N" ? std::string_view() : row.at(5));
    }
    entries.back().hosts.push_back(std::move(answer));
  }
  return entries;
}

}  // namespace

bool is_finished(const HostAnswer& answer) {
  return answer.state == HostState::done || answer.state == HostState::failed;
}

EntryText parse_entry(std::string_view value) {
  EntryText entry;
  // The query is escaped as a string is between its quotes.
  entry.query = sql::unquote_string(fmt::format("'{}'", line_of(value, "query: ")));
  std::string_view hosts = line_of(value, "hosts: ");
  for (std::size_t open = hosts.find('\''); open != std::string_view::npos;
       open = hosts.find('\'')) {
    hosts.remove_prefix(open + 1);
    const std::size_t close = hosts.find('\'');
    if (close == std::string_view::npos) break;
    entry.hosts.push_back(decode_host(hosts.substr(0, close)));
    hosts.remove_prefix(close + 1);
  }
  return entry;
}

bool DdlQueue::keeps_settings() const {
  return server_.capabilities().has(server::Capability::ddl_queue_settings);
}

std::string DdlQueue::newest() {
  if (keeps_settings()) {
    // Whether it may be read has to be known before anything relies on it; once will do.
    if (!may_be_read_) {
      server::read_rows(server_, "SELECT entry FROM system.distributed_ddl_queue LIMIT 1");
    }
    may_be_read_ = true;
    return {};
  }
  const auto rows = server::read_rows(
      server_,
      fmt::format("SELECT max(name) FROM system.zookeeper WHERE path = {}", server::quote(kPath)));
  const std::string newest = rows.empty() ? std::string() : rows[0].at(0);
  return fmt::format("{}@{}", newest.empty() ? kBeforeAll : std::string_view(newest), own_name());
}

// As the cluster's configuration has it; empty where that does not have it.
const std::string& DdlQueue::own_name() {
  if (!own_name_) {
    const auto rows = server::read_rows(
        server_,
        "SELECT host_name, port FROM system.clusters WHERE is_local ORDER BY cluster "
        "LIMIT 1");
    own_name_ = rows.empty() ? std::string() : fmt::format("{}:{}", rows[0].at(0), rows[0].at(1));
  }
  return *own_name_;
}

QueueSearch DdlQueue::find(const Queued& queued) {
  return keeps_settings() ? find_by_comment(queued) : find_by_text(queued);
}

QueueSearch DdlQueue::find_by_comment(const Queued& queued) {
  auto entries = entries_of(server::read_rows(
      server_, fmt::format("SELECT {} FROM system.distributed_ddl_queue "
                           "WHERE settings['log_comment'] = {} ORDER BY entry, host, port",
                           kTableColumns, server::quote(queued.query_id))));
  if (entries.empty()) return {};
  return {std::move(entries.back()), false};
}

QueueSearch DdlQueue::find_by_text(const Queued& queued) {
  if (queued.after.empty()) {
    throw Error(ErrorKind::failed, "where the DDL queue was before it was sent is not known");
  }
  const std::string_view after = std::string_view(queued.after).substr(0, queued.after.find('@'));
  const std::string meaning =
      meaning_of(sql::parse_statement(queued.statement), queued.default_database);
  std::vector<std::pair<std::string, EntryText>> found;
  bool reaches_back = true;
  const auto nodes = nodes_under(server_, kPath);
  if (!nodes.empty()) reaches_back = nodes.front().name <= std::max(after, kFirst);
  for (const KeeperNode& node : nodes) {
    if (node.name <= after) continue;
    EntryText entry = parse_entry(node.value);
    if (meaning_of(sql::parse_statement(entry.query), queued.default_database) != meaning) continue;
    found.emplace_back(node.name, std::move(entry));
  }
  keep_one(found, queued.statement);
  if (found.empty()) return {std::nullopt, reaches_back && was_sent_here(queued)};
  const auto& [name, entry] = found.front();
  return {QueueEntry{name, hosts_of(name, entry.hosts)}, false};
}

// Another server may still have it before it: stopped, or with the request unread in its socket.
bool DdlQueue::was_sent_here(const Queued& queued) {
  const std::size_t at = queued.after.find('@');
  if (at == std::string::npos) return false;
  const std::string_view sent_to = std::string_view(queued.after).substr(at + 1);
  return !sent_to.empty() && sent_to == own_name();
}

std::vector<HostAnswer> DdlQueue::hosts_of(const std::string& name,
                                           const std::vector<std::string>& hosts) {
  std::map<std::string, HostAnswer> answers;
  for (const KeeperNode& node : nodes_under(server_, fmt::format("{}/{}/finished", kPath, name))) {
    std::string host = decode_host(node.name);
    answers.emplace(host, answer_of(host, node.value));
  }
  for (const KeeperNode& node : nodes_under(server_, fmt::format("{}/{}/active", kPath, name))) {
    std::string host = decode_host(node.name);
    answers.emplace(host, HostAnswer{host, HostState::working});
  }
  std::vector<HostAnswer> all;
  for (const std::string& host : hosts) {
    const auto answer = answers.find(host);
    all.push_back(answer == answers.end() ? HostAnswer{host} : answer->second);
  }
  return all;
}

std::vector<QueueEntry> DdlQueue::unfinished() {
  std::vector<QueueEntry> entries;
  if (keeps_settings()) {
    entries = entries_of(server::read_rows(
        server_,
        fmt::format("SELECT {} FROM system.distributed_ddl_queue ORDER BY entry, host, port",
                    kTableColumns)));
  } else {
    // A host takes the entries in their order: only the newest ones can be unfinished.
    const auto nodes = nodes_under(server_, kPath);
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
      entries.insert(entries.begin(),
                     {node->name, hosts_of(node->name, parse_entry(node->value).hosts)});
      const auto& hosts = entries.front().hosts;
      if (std::all_of(hosts.begin(), hosts.end(), is_finished)) break;
    }
  }
  std::erase_if(entries, [](const QueueEntry& entry) {
    return std::all_of(entry.hosts.begin(), entry.hosts.end(), is_finished);
  });
  return entries;
}

}  // namespace godwit::apply
