// What must hold for rendering whatever the statement: over every row's example, every statement
// of tests/data/ddl-26.7.jsonl with and without ON CLUSTER, and those of the goldens, on each
// topology.

#include "godwit/topology/render.hpp"
#include "support/ddl_cases.hpp"
#include "support/dump.hpp"
#include "support/render_rules.hpp"
#include "support/topologies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::topology {
namespace {

using sql::parse_statement;
using sql::Statement;
using sql::StatementKind;
using test::all_statement_texts;
using test::kept_of;
using test::kTopologies;
using test::rest_of;
using test::tokens_of;

std::string rendered(std::string_view text, std::string_view topology) {
  return render(parse_statement(text), parse_topology(topology));
}

std::string without_blanks(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
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
    if (test::is_render_exception(text)) continue;
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
  for (const test::RenderException& exception : test::render_exceptions()) {
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
    if (test::has_settings_without_engine(parse_statement(text))) continue;
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

// What stood apart stays apart when the clause between is gone.
TEST(RenderProperty, NeighboursOfTheClauseDoNotJoin) {
  constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
      {"DROP TABLE {t:Identifier} ON CLUSTER c\xB9", "DROP TABLE {t:Identifier} \xB9"},
      {"DROP TABLE t ON CLUSTER c`x`", "DROP TABLE t `x`"},
      {"DROP TABLE t ON CLUSTER c;", "DROP TABLE t;"},
      {"ALTER POLICY s ON w-ON CLUSTER c- 1", "ALTER POLICY s ON w- - 1"},
      {"ALTER POLICY s ON w#ON CLUSTER c! 1", "ALTER POLICY s ON w#\n! 1"},
  };
  for (const auto& [text, single] : kPairs) {
    EXPECT_EQ(render(sql::parse_statement(text), Topology{}), single) << text;
  }
  const std::string once = rendered("ALTER POLICY s ON w#ON CLUSTER c", "cluster:main");
  EXPECT_EQ(once, "ALTER POLICY s ON w#\n ON CLUSTER `main`");
  EXPECT_EQ(rendered(once, "cluster:main"), once);
}

// Its escapes go, and do not come back.
TEST(RenderProperty, AnEngineWrittenWithEscapesIsReadAsWhatItSays) {
  constexpr std::string_view kText = "CREATE TABLE t (a Int8) ENGINE = `Merge\\x54ree` ORDER BY a";
  const std::string once = rendered(kText, "replicated");
  EXPECT_EQ(once, "CREATE TABLE t (a Int8) ENGINE = `ReplicatedMergeTree` ORDER BY a");
  EXPECT_EQ(rendered(once, "replicated"), once);
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
