// Any bytes as a file of statements, each rendered for every topology: rendering again changes
// nothing, the kind stays, and so does every token outside the clause and the engines.
#include "godwit/base/error.hpp"
#include "godwit/sql/split.hpp"
#include "godwit/sql/statement.hpp"
#include "godwit/topology/render.hpp"
#include "support/dump.hpp"
#include "support/render_rules.hpp"
#include "support/topologies.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "expect.hpp"

namespace {

using namespace godwit;
using fuzz::expect;
using sql::Statement;
using sql::StatementKind;
using topology::Topology;

// One of each form, and some whose names and paths need care.
const std::vector<Topology>& topologies() {
  static const std::vector<Topology> all = [] {
    std::vector<Topology> list;
    for (const std::string_view text : test::kTopologies) {
      list.push_back(topology::parse_topology(text));
    }
    Topology odd = topology::parse_topology("cluster:{a}_`b'\\c");
    odd.replica_path = "/c/{database}/it's/{table}/{shard}";
    odd.server_expands_table_macros = false;
    list.push_back(odd);
    Topology renamed = topology::parse_topology("cluster:main");
    renamed.replica_path = topology::kServersReplicaPath;
    renamed.clusters = {{"main", "real `main`"}, {"logs", "real_logs"}};
    list.push_back(renamed);
    return list;
  }();
  return all;
}

// The SETTINGS of CREATE DATABASE d SETTINGS ... are a Replicated engine's once it has one.
bool changes_owner_of_settings(const Statement& statement) {
  const auto all = test::with_parts(statement);
  return std::any_of(all.begin(), all.end(), [](const Statement* each) {
    return test::has_settings_without_engine(*each);
  });
}

// A database's ENGINE may come and go, a table's cannot.
void expect_kept(const Statement& before, const Statement& after) {
  expect(after.kind == before.kind && after.scope == before.scope);
  expect(after.parts.size() == before.parts.size());
  const auto all_before = test::with_parts(before);
  const auto all_after = test::with_parts(after);
  expect(all_after.size() == all_before.size());
  for (std::size_t i = 0; i < all_before.size(); ++i) {
    expect(all_after[i]->kind == all_before[i]->kind);
    expect(all_after[i]->names.size() == all_before[i]->names.size());
    if (all_before[i]->kind == StatementKind::create_database) continue;
    expect(all_after[i]->engines.size() == all_before[i]->engines.size());
    expect((all_after[i]->cluster_clause.data() == nullptr) ==
           (all_before[i]->cluster_clause.data() == nullptr));
  }
}

void expect_sound_rendering(const Statement& statement, const Topology& topology) {
  const std::string once = render(statement, topology);
  const Statement after = sql::parse_statement(once);
  expect_kept(statement, after);
  expect(render(after, topology) == once);
  // A line end in their place, since a comment before a clause must not swallow what is behind it.
  if (!changes_owner_of_settings(statement)) {
    expect(test::tokens_of(test::rest_of(once, "\n")) ==
           test::tokens_of(test::rest_of(statement.text, "\n")));
  }
}

// Whether a second clause stands behind the first, which no server takes: it comes to light once
// the first is gone.
bool has_second_clause(const Statement& statement) {
  const Statement alone = sql::parse_statement(render(statement, topologies().front()));
  const auto all = test::with_parts(alone);
  return std::any_of(all.begin(), all.end(),
                     [](const Statement* each) { return !each->cluster_clause.empty(); });
}

bool is_refused_by_servers(const Statement& statement) {
  const auto all = test::with_parts(statement);
  return has_second_clause(statement) || std::any_of(all.begin(), all.end(), [](const auto* each) {
           return test::has_strings_beside_path(*each);
         });
}

void expect_sound_renderings(std::string_view text) {
  const Source source("text", std::string(text));
  sql::StatementReader reader(source);
  try {
    while (reader.next()) {
      const Statement statement = sql::parse_statement(reader.statement().text, reader.tokens());
      if (is_refused_by_servers(statement)) continue;
      for (const Topology& topology : topologies()) expect_sound_rendering(statement, topology);
    }
  } catch (const Error&) {
    return;  // the text cannot be split
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  expect_sound_renderings(std::string(bytes, bytes + count));
  return 0;
}
