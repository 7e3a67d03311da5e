// Any bytes as a statement: it is read without a throw, what was found lies within the text, the
// clause and the engines do not overlap, and the parts cover the statement. Read with the tokens of
// the splitter at hand, it is the same; and what is made of it further is made without a throw.
#include "godwit/base/error.hpp"
#include "godwit/sql/alter.hpp"
#include "godwit/sql/misfit.hpp"
#include "godwit/sql/print.hpp"
#include "godwit/sql/split.hpp"
#include "godwit/sql/statement.hpp"
#include "godwit/sql/table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "expect.hpp"

namespace {

using namespace godwit;
using fuzz::expect;
using fuzz::is_same;
using fuzz::lies_within;
using sql::EngineClause;
using sql::Statement;

bool is_same(const sql::ObjectName& left, const sql::ObjectName& right) {
  return is_same(left.database, right.database) && is_same(left.name, right.name);
}

bool is_same(const EngineClause& left, const EngineClause& right) {
  return is_same(left.clause, right.clause) && is_same(left.name, right.name) &&
         is_same(left.brackets, right.brackets) && is_same(left.settings, right.settings);
}

template <typename Element, typename Same>
bool are_same(const std::vector<Element>& left, const std::vector<Element>& right, Same same) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), same);
}

bool is_same(const Statement& left, const Statement& right) {
  const auto same = [](const auto& one, const auto& other) { return is_same(one, other); };
  return left.kind == right.kind && left.row == right.row && is_same(left.text, right.text) &&
         are_same(left.names, right.names, same) &&
         is_same(left.cluster_clause, right.cluster_clause) &&
         are_same(left.engines, right.engines, same) && is_same(left.source, right.source) &&
         is_same(left.target, right.target) && is_same(left.refresh, right.refresh) &&
         left.scope == right.scope && are_same(left.parts, right.parts, same);
}

void expect_engine_within(const EngineClause& engine, std::string_view text) {
  expect(lies_within(engine.clause, text) && !engine.name.empty());
  expect(lies_within(engine.name, engine.clause) && lies_within(engine.brackets, engine.clause));
  for (const std::string_view argument : sql::split_arguments(engine.brackets)) {
    expect(argument.data() != nullptr && lies_within(argument, engine.brackets));
  }
  expect(lies_within(engine.settings, text));
}

void expect_within(const Statement& statement) {
  const std::string_view text = statement.text;
  for (const sql::ObjectName& name : statement.names) {
    expect(lies_within(name.database, text) && lies_within(name.name, text) && !name.name.empty());
  }
  for (const sql::ObjectName& name : {statement.source, statement.target}) {
    expect(lies_within(name.database, text) && lies_within(name.name, text));
  }
  expect(lies_within(statement.cluster_clause, text) && lies_within(statement.refresh, text));
  for (const EngineClause& engine : statement.engines) expect_engine_within(engine, text);
}

void expect_no_overlap(const Statement& statement) {
  std::vector<std::string_view> ranges;
  if (statement.cluster_clause.data() != nullptr) ranges.push_back(statement.cluster_clause);
  for (const EngineClause& engine : statement.engines) {
    ranges.push_back(engine.clause);
    if (!engine.settings.empty()) ranges.push_back(engine.settings);
  }
  std::sort(ranges.begin(), ranges.end(), [](std::string_view left, std::string_view right) {
    return std::less<>{}(left.data(), right.data());
  });
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    expect(ranges[i - 1].data() + ranges[i - 1].size() <= ranges[i].data());
  }
}

// The parts lie in order, the last one ends where the statement does, and between two there is
// nothing but PARALLEL WITH.
void expect_parts_cover(const Statement& statement) {
  if (statement.parts.empty()) return;
  const auto tokens = fuzz::significant_tokens(statement.text);
  const char* at = tokens.front().text.data();
  const bool is_parallel = statement.kind == sql::StatementKind::parallel_with;
  expect(statement.parts.size() > (is_parallel ? 1U : 0U));
  for (const Statement& part : statement.parts) {
    expect(part.text.data() >= at && lies_within(part.text, statement.text));
    const std::string_view gap(at, static_cast<std::size_t>(part.text.data() - at));
    const bool is_first = &part == &statement.parts.front();
    if (is_parallel) expect(fuzz::significant_tokens(gap).size() == (is_first ? 0U : 2U));
    at = part.text.data() + part.text.size();
  }
  expect(at == tokens.back().text.data() + tokens.back().text.size());
}

void expect_sound(const Statement& statement) {
  expect((statement.row == nullptr) == (statement.kind == sql::StatementKind::unknown));
  expect_within(statement);
  expect_no_overlap(statement);
  expect_parts_cover(statement);
  for (const Statement& part : statement.parts) {
    expect_sound(part);
    expect(part.row == nullptr || is_same(sql::parse_statement(part.text), part));
  }
}

// The models behind it are total too.
void expect_models(const Statement& statement) {
  if (statement.row == nullptr) {
    const sql::Misfit misfit = sql::find_misfit(statement);
    expect(lies_within(misfit.at, statement.text) && !sql::describe(misfit).empty());
  }
  for (const sql::AlterCommand& command : sql::parse_alter(statement)) {
    expect(lies_within(command.text, statement.text));
  }
  if (const auto table = sql::parse_table(statement)) {
    expect(lies_within(table->name.name, statement.text));
    expect(!sql::print(*table).empty());
  }
  for (const Statement& part : statement.parts) expect_models(part);
}

void expect_same_with_tokens(std::string_view text) {
  const Source source("text", std::string(text));
  sql::StatementReader reader(source);
  try {
    while (reader.next()) {
      const std::string_view written = reader.statement().text;
      const Statement statement = sql::parse_statement(written);
      expect_sound(statement);
      expect_models(statement);
      if (fuzz::ends_openly(written)) continue;
      expect(is_same(sql::parse_statement(written, reader.tokens()), statement));
    }
  } catch (const Error&) {
    return;  // the text cannot be split
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const std::string text(bytes, bytes + count);
  expect_sound(sql::parse_statement(text));
  expect_same_with_tokens(text);
  return 0;
}
