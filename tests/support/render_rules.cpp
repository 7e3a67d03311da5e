// What rendering keeps and where two renderings may differ, for all tests that ask: over statements
// that people wrote, over random ones, and over what a fuzzer makes.

#include "support/render_rules.hpp"

#include "godwit/base/text.hpp"
#include "godwit/sql/lexer.hpp"
#include "support/dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace godwit::test {

namespace {

using sql::EngineClause;
using sql::parse_statement;
using sql::Statement;
using sql::StatementKind;

bool is_string(std::string_view argument) {
  const std::vector<sql::Token> tokens = sql::lex(argument);
  return tokens.size() == 1 && tokens.front().kind == sql::TokenKind::string;
}

bool is_family(const EngineClause& engine) {
  const std::string name = sql::unquote_name(engine.name);
  return name.ends_with("MergeTree") && !name.starts_with("Shared");
}

bool is_replicated(const EngineClause& engine) {
  return sql::unquote_name(engine.name).starts_with("Replicated");
}

bool has_two_strings(const EngineClause& engine, std::size_t first = 0) {
  const std::vector<std::string_view> arguments = sql::split_arguments(engine.brackets);
  return is_family(engine) && arguments.size() >= first + 2 && is_string(arguments[first]) &&
         is_string(arguments[first + 1]);
}

bool has_path(const EngineClause& engine) {
  return has_two_strings(engine) && is_replicated(engine);
}

bool has_explicit_path(const Statement& statement) {
  return std::any_of(statement.engines.begin(), statement.engines.end(), has_path);
}

bool has_empty_brackets(const Statement& statement) {
  return std::any_of(statement.engines.begin(), statement.engines.end(), [](const auto& engine) {
    return is_family(engine) && !engine.brackets.empty() &&
           sql::split_arguments(engine.brackets).empty();
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

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<signed char>(c) > 0; });
}

// Whether tokens stand side by side where rendering writes: a blank that is needed there once
// stays. A blank that is not ASCII counts as a token's letter.
bool is_tight(const Statement& statement) {
  const char* const end = statement.text.data() + statement.text.size();
  const auto touches = [&](std::string_view range) {
    const char* const behind = range.data() + range.size();
    return behind < end && !is_blank(*behind) && *behind != ';';
  };
  const auto is_tight_engine = [&](const EngineClause& engine) {
    const char before = *(engine.name.data() - 1);
    return touches(engine.clause) || !is_ascii(engine.clause) ||
           (!is_blank(before) && before != '=');
  };
  // Those it holds end in the middle of its text.
  const auto all = with_parts(statement);
  return std::any_of(all.begin(), all.end(), [&](const Statement* each) {
    const std::string_view clause = each->cluster_clause;
    return (clause.data() != nullptr && touches(clause)) ||
           std::any_of(each->engines.begin(), each->engines.end(), is_tight_engine);
  });
}

constexpr RenderException kExceptions[] = {
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

}  // namespace

std::span<const RenderException> render_exceptions() { return kExceptions; }

bool has_settings_without_engine(const Statement& statement) {
  return statement.kind == StatementKind::create_database && statement.engines.empty() &&
         upper(statement.text).find("SETTINGS") != std::string_view::npos;
}

bool has_strings_beside_path(const Statement& statement) {
  return std::any_of(statement.engines.begin(), statement.engines.end(),
                     [](const EngineClause& engine) {
                       return has_two_strings(engine, is_replicated(engine) ? 2 : 0);
                     });
}

bool is_render_exception(std::string_view text) {
  const Statement statement = parse_statement(text);
  const auto all = with_parts(statement);
  return std::any_of(std::begin(kExceptions), std::end(kExceptions),
                     [&](const RenderException& row) {
                       return std::any_of(all.begin(), all.end(),
                                          [&](const Statement* each) { return row.holds(*each); });
                     });
}

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

std::string kept_of(const EngineClause& engine) {
  std::string name = sql::unquote_name(engine.name);
  if (is_family(engine) && is_replicated(engine))
    name = name.substr(std::string_view("Replicated").size());
  std::vector<std::string_view> arguments = sql::split_arguments(engine.brackets);
  if (has_path(engine)) arguments.erase(arguments.begin(), arguments.begin() + 2);
  return fmt::format("{}({})", name, fmt::join(arguments, ","));
}

}  // namespace godwit::test
