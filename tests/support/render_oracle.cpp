// ClickHouse as the judge of what is rendered. Many texts are asked about in one query, since a
// round trip costs more than a parse.

#include "support/render_oracle.hpp"

#include "godwit/base/text.hpp"
#include "godwit/server/connection.hpp"
#include "godwit/sql/lexer.hpp"
#include "godwit/topology/render.hpp"
#include "support/dump.hpp"
#include "support/engine_process.hpp"
#include "support/topologies.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <variant>
#include <vector>

namespace godwit::test {

namespace {

constexpr std::size_t kBatch = 100;

std::string first_word(std::string_view text) {
  for (const sql::Token& token : sql::lex(text)) {
    if (sql::is_significant(token)) return upper(token.text);
  }
  return {};
}

// What the formatter does not print as it read it: the data of an INSERT, and COPY as a whole.
bool is_not_formatted(const sql::Statement& statement) {
  const auto all = with_parts(statement);
  return std::any_of(all.begin(), all.end(), [](const sql::Statement* each) {
    return each->kind == sql::StatementKind::insert || each->kind == sql::StatementKind::copy ||
           each->kind == sql::StatementKind::unknown;
  });
}

// How many ON CLUSTER clauses a statement is sent with.
std::size_t clauses_of(const sql::Statement& statement, std::string_view topology) {
  std::size_t clauses = 0;
  for (const sql::Statement* each : with_parts(statement)) {
    const bool has_place = each->cluster_clause.data() != nullptr;
    if (has_place && !topology::cluster_of(each->scope, topology::parse_topology(topology)).empty())
      ++clauses;
  }
  return clauses;
}

// What a topology may change in a formatted text, apart from ON CLUSTER, made equal: Replicated
// before a MergeTree and its first two arguments, and a database's engine and settings.
std::string without_engines(std::string text) {
  static const std::regex kPath(
      R"re(Replicated(\w*MergeTree)\('(?:[^'\\]|\\.)*', '(?:[^'\\]|\\.)*'(, )?)re");
  static const std::regex kPlain(R"(Replicated(\w*MergeTree))");
  static const std::regex kBrackets(R"((\w*MergeTree)\(\))");
  static const std::regex kDatabase(R"( ENGINE = (Replicated|Atomic|Ordinary|Lazy)(\([^)]*\))?)");
  static const std::regex kSettings(R"( SETTINGS (\S+ = ('[^']*'|\[[^\]]*\]|[^ ,]+)(, )?)+)");
  text = std::regex_replace(text, kPath, "$1(");
  text = std::regex_replace(text, kPlain, "$1");
  text = std::regex_replace(text, kBrackets, "$1");
  if (text.find("CREATE DATABASE ") == std::string::npos) return text;
  return std::regex_replace(std::regex_replace(text, kDatabase, ""), kSettings, "");
}

// Whether `read` is `alone` and just so many clauses more, one of which may be anywhere.
bool differs_by(std::size_t clauses, const std::string& read, const std::string& alone) {
  static constexpr std::string_view kClause = " ON CLUSTER main";
  if (clauses == 0) return without_engines(read) == without_engines(alone);
  for (auto at = read.find(kClause); at != std::string::npos; at = read.find(kClause, at + 1)) {
    std::string without = read;
    without.erase(at, kClause.size());
    if (differs_by(clauses - 1, without, alone)) return true;
  }
  return false;
}

// What is sent on one topology, where `alone` is what the formatter makes of it on a single server.
void expect_read_on(const sql::Statement& statement, std::string_view topology,
                    const std::string& alone, const Formatted& formatted) {
  const std::string sent = rendered(statement.text, topology);
  const std::string& read = formatted.at(sent);
  EXPECT_NE(read, kDoesNotParse) << topology << " does not parse: " << sent;
  if (read == kDoesNotParse) return;
  EXPECT_TRUE(differs_by(clauses_of(statement, topology), read, alone))
      << topology << ": " << sent << "\nis read as " << read << "\nand alone as " << alone;
}

}  // namespace

RenderOracle::RenderOracle() {
  ::setenv("GODWIT_ENGINE", engine_program().c_str(), 1);
  engine_ = server::open_server(server::parse_url("chdb:", secrets_));
}

RenderOracle::~RenderOracle() {
  engine_.reset();
  ::unsetenv("GODWIT_ENGINE");
}

std::vector<std::string> RenderOracle::ask(std::string_view function,
                                           const std::vector<std::string>& texts) {
  std::vector<std::string> answers;
  for (std::size_t next = 0; next < texts.size();) {
    std::vector<std::string> literals;
    for (; next < texts.size() && literals.size() < kBatch; ++next) {
      literals.push_back(server::quote(texts[next]));
    }
    const auto rows = server::read_rows(
        *engine_, fmt::format("SELECT {}(arrayJoin([{}]))", function, fmt::join(literals, ", ")));
    for (const server::Row& row : rows) answers.push_back(row.front());
  }
  EXPECT_EQ(answers.size(), texts.size());
  answers.resize(texts.size());
  return answers;
}

Formatted RenderOracle::format_all(const std::set<std::string>& texts) {
  const std::vector<std::string> asked(texts.begin(), texts.end());
  const std::vector<std::string> answers = ask("formatQuerySingleLineOrNull", asked);
  Formatted formatted;
  for (std::size_t i = 0; i < asked.size(); ++i) formatted[asked[i]] = answers[i];
  return formatted;
}

// The parser refuses several statements at once, and says where the first one ends, from 1.
std::optional<std::size_t> RenderOracle::find_end(std::string_view text) {
  static const std::regex kEnd(R"(\(Multi-statements are not allowed\): failed at position (\d+))");
  const server::Outcome outcome = engine_->try_select(
      fmt::format("SELECT formatQuerySingleLine({})", server::quote(text)), [](const auto&) {});
  const auto* const failed = std::get_if<server::Failed>(&outcome);
  std::smatch match;
  if (failed == nullptr || !std::regex_search(failed->message, match, kEnd)) return std::nullopt;
  return std::stoull(match[1].str()) - 1;
}

std::string rendered(std::string_view text, std::string_view topology) {
  return topology::render(sql::parse_statement(text), topology::parse_topology(topology));
}

void add_renderings(std::string_view text, std::set<std::string>& sent) {
  for (const std::string_view topology : kTopologies) sent.insert(rendered(text, topology));
}

void expect_read_as_sent(const std::string& text, const Formatted& formatted) {
  const sql::Statement statement = sql::parse_statement(text);
  if (is_not_formatted(statement)) return;
  const std::string& alone = formatted.at(rendered(text, "single"));
  EXPECT_NE(alone, kDoesNotParse) << "does not parse: " << text;
  // An embedded engine takes "DROP t" for an expression: what it read begins as what was sent.
  if (statement.cluster_clause.data() != nullptr) {
    EXPECT_EQ(first_word(alone), first_word(text)) << alone;
  }
  for (const std::string_view topology : kTopologies) {
    expect_read_on(statement, topology, alone, formatted);
  }
}

}  // namespace godwit::test
