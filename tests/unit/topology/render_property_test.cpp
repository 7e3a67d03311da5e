// What must hold for rendering whatever the statement: over every row's example, every statement
// of tests/data/ddl-26.7.jsonl with and without ON CLUSTER, and those of the goldens, on each
// topology.

#include "godwit/topology/render.hpp"
#include "support/ddl_cases.hpp"
#include "support/dump.hpp"
#include "support/topologies.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::topology {
namespace {

using sql::EngineClause;
using sql::parse_statement;
using sql::Statement;
using sql::StatementKind;
using test::all_statement_texts;
using test::kTopologies;
using test::tokens_of;
using test::with_parts;

std::string rendered(std::string_view text, std::string_view topology) {
  return render(parse_statement(text), parse_topology(topology));
}

bool is_string(std::string_view argument) {
  return argument.starts_with('\'') || argument.starts_with('$') || argument.starts_with("\u2018");
}

bool is_family(const EngineClause& engine) {
  const std::string name = sql::unquote_name(engine.name);
  return name.ends_with("MergeTree") && !name.starts_with("Shared");
}

bool has_path(const EngineClause& engine) {
  return is_family(engine) && sql::unquote_name(engine.name).starts_with("Replicated") &&
         engine.arguments.size() >= 2 && is_string(engine.arguments[0]) &&
         is_string(engine.arguments[1]);
}

/// A row of what "A then B is B" does not hold for, and why that is right.
struct Exception {
  std::string_view reason;
  bool (*holds)(const Statement& statement);
};

bool has_explicit_path(const Statement& statement) {
  return std::any_of(statement.engines.begin(), statement.engines.end(), has_path);
}

bool has_empty_brackets(const Statement& statement) {
  return std::any_of(statement.engines.begin(), statement.engines.end(), [](const auto& engine) {
    return is_family(engine) && !engine.brackets.empty() && engine.arguments.empty();
  });
}

bool has_database_engine(const Statement& statement) {
  return statement.kind == StatementKind::create_database && !statement.engines.empty();
}

// Whether a clause written by hand stands where render() would not put one.
bool has_clause_elsewhere(const Statement& statement) {
  if (statement.cluster_clause.empty()) return false;
  const auto offset =
      static_cast<std::size_t>(statement.cluster_clause.data() - statement.text.data());
  std::string without(statement.text);
  without.erase(offset, statement.cluster_clause.size());
  const std::string_view place = parse_statement(without).cluster_clause;
  return static_cast<std::size_t>(place.data() - without.data()) != offset;
}

bool has_settings_without_engine(const Statement& statement) {
  return statement.kind == StatementKind::create_database && statement.engines.empty() &&
         statement.text.find("SETTINGS") != std::string_view::npos;
}

// Whether tokens stand side by side where rendering writes: a blank that is needed there once
// stays.
bool is_tight(const Statement& statement) {
  const char* const end = statement.text.data() + statement.text.size();
  const auto touches = [&](std::string_view range) {
    const char* const behind = range.data() + range.size();
    return behind < end && *behind != ' ' && *behind != '\n' && *behind != ';';
  };
  const std::string_view clause = statement.cluster_clause;
  if (clause.data() != nullptr && touches(clause)) return true;
  return std::any_of(statement.engines.begin(), statement.engines.end(), [&](const auto& engine) {
    const char before = *(engine.name.data() - 1);
    return touches(engine.clause) || (before != ' ' && before != '=');
  });
}

constexpr Exception kExceptions[] = {
    {"only clusters have a Keeper path to write, so one written by hand is lost elsewhere",
     has_explicit_path},
    {"with path and name gone, the empty pair of brackets round them goes too", has_empty_brackets},
    {"a Replicated database takes the place of the engine that was written", has_database_engine},
    {"SETTINGS of a database without ENGINE are the query's; a Replicated engine takes them",
     has_settings_without_engine},
    {"where tokens stood side by side, a blank that was needed between them stays", is_tight},
    {"a clause written by hand at another of its places is replaced there, but once removed it "
     "comes back at the place that the formatter gives it",
     has_clause_elsewhere},
};

bool is_exception(std::string_view text) {
  const Statement statement = parse_statement(text);
  const auto all = with_parts(statement);
  return std::any_of(std::begin(kExceptions), std::end(kExceptions), [&](const Exception& row) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Statement* each) { return row.holds(*each); });
  });
}

/// The text without the clause and the engine clauses, `instead` in their places: what no topology
/// may change.
std::string rest_of(std::string_view text, std::string_view instead) {
  const Statement statement = parse_statement(text);
  std::vector<std::string_view> ranges;
  for (const Statement* each : with_parts(statement)) {
    if (!each->cluster_clause.empty()) ranges.push_back(each->cluster_clause);
    for (const EngineClause& engine : each->engines) {
      ranges.push_back(engine.clause);
      if (!engine.settings.empty()) ranges.push_back(engine.settings);
    }
  }
  std::sort(ranges.begin(), ranges.end(),
            [](auto a, auto b) { return std::less<>{}(a.data(), b.data()); });
  std::string rest;
  const char* at = text.data();
  for (const std::string_view range : ranges) {
    rest.append(at, range.data());
    rest += instead;
    at = range.data() + range.size();
  }
  return rest.append(at, text.data() + text.size());
}

std::string without_blanks(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

/// What an engine says on every topology: its family and the family's own arguments.
std::string kept_of(const EngineClause& engine) {
  std::string name = sql::unquote_name(engine.name);
  const bool is_replicated = is_family(engine) && name.starts_with("Replicated");
  if (is_replicated) name = name.substr(std::string_view("Replicated").size());
  std::vector<std::string_view> arguments = engine.arguments;
  if (has_path(engine)) arguments.erase(arguments.begin(), arguments.begin() + 2);
  return fmt::format("{}({})", name, fmt::join(arguments, ","));
}

TEST(RenderProperty, TwiceIsOnce) {
  for (const std::string& text : all_statement_texts()) {
    for (const std::string_view topology : kTopologies) {
      const std::string once = rendered(text, topology);
      EXPECT_EQ(rendered(once, topology), once) << topology << ": " << text;
    }
  }
}

TEST(RenderProperty, OneTopologyThenAnotherIsTheOther) {
  std::size_t compared = 0;
  for (const std::string& text : all_statement_texts()) {
    if (is_exception(text)) continue;
    ++compared;
    for (const std::string_view first : kTopologies) {
      for (const std::string_view second : kTopologies) {
        EXPECT_EQ(rendered(rendered(text, first), second), rendered(text, second))
            << first << ", then " << second << ": " << text;
      }
    }
  }
  EXPECT_GT(compared, 1500U);  // the exceptions are few
}

TEST(RenderProperty, EveryExceptionIsNeeded) {
  const std::vector<std::string> texts = all_statement_texts();
  for (const Exception& exception : kExceptions) {
    const bool needed = std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
      if (!exception.holds(parse_statement(text))) return false;
      for (const std::string_view first : kTopologies) {
        for (const std::string_view second : kTopologies) {
          if (rendered(rendered(text, first), second) != rendered(text, second)) return true;
        }
      }
      return false;
    });
    EXPECT_TRUE(needed) << exception.reason;
  }
}

TEST(RenderProperty, OutsideTheClauseAndTheEngineNothingChanges) {
  for (const std::string& text : all_statement_texts()) {
    if (has_settings_without_engine(parse_statement(text))) continue;
    const bool is_database = parse_statement(text).kind == StatementKind::create_database;
    for (const std::string_view topology : kTopologies) {
      const std::string result = rendered(text, topology);
      EXPECT_EQ(parse_statement(result).kind, parse_statement(text).kind) << result;
      // A line end instead, since a comment before a clause must not swallow what is behind it.
      EXPECT_EQ(tokens_of(rest_of(result, "\n")), tokens_of(rest_of(text, "\n")))
          << topology << ": " << text;
      // A database's whole ENGINE clause comes and goes, and a blank with it.
      if (is_database) continue;
      // Where tokens stood side by side a blank may come between them.
      EXPECT_EQ(without_blanks(rest_of(result, "")), without_blanks(rest_of(text, "")))
          << topology << ": " << text;
    }
  }
}

TEST(RenderProperty, AnEngineKeepsItsFamilyAndItsOwnArguments) {
  std::size_t engines = 0;
  for (const std::string& text : all_statement_texts()) {
    const Statement statement = parse_statement(text);
    if (statement.kind == StatementKind::create_database) continue;
    for (const std::string_view topology : kTopologies) {
      const std::string result = rendered(text, topology);
      const Statement after = parse_statement(result);
      ASSERT_EQ(after.engines.size(), statement.engines.size()) << result;
      for (std::size_t i = 0; i < after.engines.size(); ++i) {
        EXPECT_EQ(kept_of(after.engines[i]), kept_of(statement.engines[i])) << result;
        ++engines;
      }
    }
  }
  EXPECT_GT(engines, 500U);
}

TEST(RenderProperty, TheClauseStandsWhereTheTopologyHasOneAndNowhereElse) {
  for (const std::string& text : all_statement_texts()) {
    const Statement statement = parse_statement(text);
    if (statement.cluster_clause.data() == nullptr) continue;
    for (const std::string_view word : kTopologies) {
      const Topology topology = parse_topology(word);
      const std::string result = render(statement, topology);
      const std::string_view clause = parse_statement(result).cluster_clause;
      const bool expected = !cluster_of(statement.scope, topology).empty();
      EXPECT_EQ(clause, expected ? " ON CLUSTER `main`" : "") << word << ": " << text;
    }
  }
}

}  // namespace
}  // namespace godwit::topology
