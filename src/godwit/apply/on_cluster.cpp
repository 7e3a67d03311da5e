// A statement ON CLUSTER is done when every host has done it. While one has not finished, nothing
// may be sent again: the queue still holds it for that host, who would then run both. Once all have
// finished and some have failed, it is sent to all again, as there is no other way to reach just
// those; who has done it before must then refuse it, or do what changes nothing.

#include "godwit/apply/on_cluster.hpp"

#include "godwit/apply/evidence.hpp"
#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/sql/alter.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace godwit::apply {

namespace {

using sql::Effect;
using sql::Object;

// The code's name is behind it:
// https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp
struct RepeatRow {
  Effect effect;
  Object object;
  int code;
};
constexpr RepeatRow kRepeats[] = {
    {Effect::creates, Object::table, 57},      // TABLE_ALREADY_EXISTS
    {Effect::creates, Object::database, 82},   // DATABASE_ALREADY_EXISTS
    {Effect::creates, Object::function, 609},  // FUNCTION_ALREADY_EXISTS
    {Effect::creates, Object::other, 493},     // ACCESS_ENTITY_ALREADY_EXISTS
    {Effect::drops, Object::table, 60},        // UNKNOWN_TABLE
    {Effect::drops, Object::database, 81},     // UNKNOWN_DATABASE
    {Effect::drops, Object::function, 46},     // UNKNOWN_FUNCTION
};

struct AlterRepeatRow {
  sql::AlterKind kind;
  std::vector<int> codes;
};

// Of one command: one of several may be done and the next one not.
const std::vector<AlterRepeatRow>& alter_repeats() {
  using enum sql::AlterKind;
  // 44 ILLEGAL_COLUMN, 15 DUPLICATE_COLUMN, 10 NOT_FOUND_COLUMN_IN_BLOCK, 16
  // NO_SUCH_COLUMN_IN_TABLE, 36 BAD_ARGUMENTS, 582 NO_SUCH_PROJECTION_IN_TABLE
  static const std::vector<AlterRepeatRow> rows{
      {add_column, {44, 15}}, {drop_column, {10, 16, 44}}, {add_index, {44, 36}},
      {drop_index, {36}},     {add_projection, {44, 36}},  {drop_projection, {582}},
      {modify_column, {}},    {modify_column_default, {}}, {modify_column_comment, {}},
      {alter_column, {}},     {comment_column, {}},        {modify_comment, {}},
      {modify_setting, {}},   {reset_setting, {}},         {modify_ttl, {}},
      {modify_query, {}},
  };
  return rows;
}

std::size_t count(std::span<const HostAnswer> hosts, HostState state) {
  return static_cast<std::size_t>(std::count_if(
      hosts.begin(), hosts.end(), [&](const HostAnswer& host) { return host.state == state; }));
}

constexpr std::string_view kNote = "; queue after ";

}  // namespace

std::optional<std::vector<int>> codes_of_repeat(const sql::Statement& statement) {
  if (statement.row == nullptr || !statement.parts.empty()) return std::nullopt;
  if (is_repeatable(statement)) return std::vector<int>{};
  const auto commands = sql::parse_alter(statement);
  if (commands.size() == 1 && commands.front().row != nullptr) {
    for (const AlterRepeatRow& row : alter_repeats()) {
      if (row.kind == commands.front().row->kind) return row.codes;
    }
  }
  if (!commands.empty()) return std::nullopt;
  for (const RepeatRow& row : kRepeats) {
    if (row.effect == statement.row->effect && row.object == statement.row->object) {
      return std::vector<int>{row.code};
    }
  }
  return std::nullopt;
}

void forgive(std::vector<HostAnswer>& hosts, const DoneBefore& before) {
  for (HostAnswer& host : hosts) {
    const bool did =
        std::find(before.hosts.begin(), before.hosts.end(), host.host) != before.hosts.end();
    const bool says_so =
        std::find(before.codes.begin(), before.codes.end(), host.code) != before.codes.end();
    if (host.state == HostState::failed && did && says_so) host = {host.host, HostState::done};
  }
}

server::Outcome outcome_of(std::span<const HostAnswer> hosts) {
  if (!std::all_of(hosts.begin(), hosts.end(), is_finished))
    return server::InDoubt{describe(hosts)};
  server::Failed failed{0, {}};
  for (const HostAnswer& host : hosts) {
    if (host.state != HostState::failed) continue;
    if (failed.code == 0) failed.code = host.code;
    failed.message += fmt::format("\n  {}: code {}: {}", host.host, host.code, host.message);
  }
  if (failed.code == 0) return server::Done{};
  failed.message = fmt::format("{} of {} hosts failed:{}", count(hosts, HostState::failed),
                               hosts.size(), failed.message);
  return failed;
}

std::string describe(std::span<const HostAnswer> hosts, std::string_view who) {
  std::string text =
      fmt::format("{} of {} {} have done it", count(hosts, HostState::done), hosts.size(), who);
  const auto add = [&](HostState state, std::string_view words) {
    std::vector<std::string> names;
    for (const HostAnswer& host : hosts) {
      if (host.state == state) names.push_back(host.host);
    }
    if (!names.empty()) text += fmt::format("; {} {}", words, join(names, ", "));
  };
  add(HostState::failed, "failed on");
  add(HostState::working, "running on");
  add(HostState::waiting, "waiting for");
  return text;
}

QueueSearch follow(DdlQueue& queue, const Queued& queued, const Following& following) {
  const TimePoint end = following.clock.now() + following.limit;
  for (;;) {
    const bool last = following.clock.now() >= end || (following.stop && following.stop());
    try {
      QueueSearch search = queue.find(queued);
      if (!search.entry) return search;
      const auto& hosts = search.entry->hosts;
      if (following.show) following.show(hosts);
      if (last || std::all_of(hosts.begin(), hosts.end(), is_finished)) return search;
    } catch (const Error&) {
      if (last) throw;
    }
    following.clock.sleep(kPollEvery);
  }
}

std::string queue_note(const std::string& newest) {
  return newest.empty() ? std::string() : fmt::format("{}{}", kNote, newest);
}

std::string newest_in(const std::string& note) {
  const std::size_t at = note.rfind(kNote);
  if (at == std::string::npos) return {};
  const std::string_view rest = std::string_view(note).substr(at + kNote.size());
  return std::string(rest.substr(0, rest.find(';')));
}

}  // namespace godwit::apply
