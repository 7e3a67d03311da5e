// What must hold for rendering whatever the statement, over statements of every kind made at
// random; render_property_test.cpp says the same of those that people wrote.
#include "godwit/topology/render.hpp"
#include "support/dump.hpp"
#include "support/render_rules.hpp"
#include "support/statement_generator.hpp"
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
using test::kTopologies;
using test::rest_of;
using test::StatementGenerator;
using test::tokens_of;

constexpr std::uint64_t kSeed = 990011;
// A sanitizer makes each take ten times as long, and the fuzzers have millions under one.
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t kCount = 4000;
#else
constexpr std::size_t kCount = 20000;
#endif

std::string rendered(std::string_view text, std::string_view topology) {
  return render(parse_statement(text), parse_topology(topology));
}

TEST(RenderRandom, TwiceIsOnce) {
  StatementGenerator generator(kSeed);
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::string text = generator.next().text;
    for (const std::string_view topology : kTopologies) {
      const std::string once = rendered(text, topology);
      EXPECT_EQ(rendered(once, topology), once) << topology << ": " << text;
    }
  }
}

TEST(RenderRandom, OneTopologyThenAnotherIsTheOther) {
  StatementGenerator generator(kSeed);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::string text = generator.next().text;
    if (test::is_render_exception(text)) continue;
    ++compared;
    for (const std::string_view second : kTopologies) {
      const std::string expected = rendered(text, second);
      for (const std::string_view first : kTopologies) {
        EXPECT_EQ(rendered(rendered(text, first), second), expected)
            << first << ", then " << second << ": " << text;
      }
    }
  }
  EXPECT_GT(compared, kCount / 2);
}

TEST(RenderRandom, OutsideTheClauseAndTheEngineNothingChanges) {
  StatementGenerator generator(kSeed);
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::string text = generator.next().text;
    const Statement statement = parse_statement(text);
    const auto all = test::with_parts(statement);
    if (std::any_of(all.begin(), all.end(), [](const Statement* each) {
          return test::has_settings_without_engine(*each);
        })) {
      continue;
    }
    // A line end instead, since a comment before a clause must not swallow what is behind it.
    const std::string kept = tokens_of(rest_of(text, "\n"));
    for (const std::string_view topology : kTopologies) {
      const std::string result = rendered(text, topology);
      EXPECT_EQ(parse_statement(result).kind, statement.kind) << result;
      EXPECT_EQ(tokens_of(rest_of(result, "\n")), kept) << topology << ": " << text;
    }
  }
}

// The clause stands once, at the place that was found, where the topology has one.
TEST(RenderRandom, TheClauseStandsWhereTheTopologyHasOneAndNowhereElse) {
  StatementGenerator generator(kSeed);
  for (std::size_t i = 0; i < kCount; ++i) {
    const test::GeneratedStatement made = generator.next();
    if (!made.clause) continue;
    const Statement statement = parse_statement(made.text);
    for (const std::string_view word : kTopologies) {
      const Topology topology = parse_topology(word);
      const std::string result = render(statement, topology);
      const bool expected = !cluster_of(statement.scope, topology).empty();
      EXPECT_EQ(parse_statement(result).cluster_clause, expected ? " ON CLUSTER `main`" : "")
          << word << ": " << made.text;
    }
  }
}

}  // namespace
}  // namespace godwit::topology
