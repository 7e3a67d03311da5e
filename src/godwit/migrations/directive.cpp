#include "godwit/migrations/directive.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/sql/cursor.hpp"
#include "godwit/sql/lexer.hpp"
#include "godwit/sql/statement.hpp"
#include "godwit/topology/hazard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace godwit::migrations {

namespace {

constexpr std::string_view kPrefix = "godwit:";

// clang-format off
constexpr std::array<DirectiveRow, 8> kRows{{
    {DirectiveWord::allow,    "allow",    Place::anywhere,  true,  "what would stop the plan is meant: allow no-engine reason=\"...\""},
    {DirectiveWord::down,     "down",     Place::file,      false, "what follows takes the migration back"},
    {DirectiveWord::empty,    "empty",    Place::file,      false, "the file has no statement, on purpose"},
    {DirectiveWord::envs,     "envs",     Place::file,      true,  "run in these environments only: envs prod-eu,prod-us"},
    {DirectiveWord::raw,      "raw",      Place::anywhere,  false, "send exactly as written, on any topology"},
    {DirectiveWord::secret,   "secret",   Place::anywhere,  false, "never show or store the text; the server does not log it"},
    {DirectiveWord::settings, "settings", Place::anywhere,  true,  "settings of the request: settings max_threads=1 mutations_sync=2"},
    {DirectiveWord::wait,     "wait",     Place::anywhere,  true,  "wait for none, mutations or replicas before the next step"},
}};
// clang-format on

bool stands_alone(const Source& source, std::string_view comment) {
  const std::string_view whole = source.text();
  auto at = static_cast<std::size_t>(comment.data() - whole.data());
  while (at > 0 && (whole[at - 1] == ' ' || whole[at - 1] == '\t')) --at;
  return at == 0 || whole[at - 1] == '\n' || whole.substr(0, at) == "\xEF\xBB\xBF";
}

// DEFAULT, maps and functions such as disk(...) have no form that a request's parameter could
// carry.
bool is_literal(const sql::Token& token) {
  if (token.text.empty() || token.kind == sql::TokenKind::symbol) return false;
  return token.kind != sql::TokenKind::word || equal_ignoring_case(token.text, "true") ||
         equal_ignoring_case(token.text, "false");
}

}  // namespace

std::span<const DirectiveRow> directive_rows() { return kRows; }

std::optional<Directive> parse_directive(const Source& source, std::string_view comment) {
  if (!comment.starts_with("--")) return std::nullopt;
  std::string_view text = trim(comment.substr(2));
  if (!text.starts_with(kPrefix)) return std::nullopt;
  text.remove_prefix(kPrefix.size());
  const std::size_t end = text.find_first_of(" \t");
  const std::string_view word = text.substr(0, end);
  const std::string_view arguments =
      end == std::string_view::npos ? std::string_view() : trim(text.substr(end));

  const auto row = std::find_if(kRows.begin(), kRows.end(),
                                [&](const DirectiveRow& known) { return known.name == word; });
  if (row == kRows.end()) {
    std::array<std::string_view, kRows.size()> words;
    std::transform(kRows.begin(), kRows.end(), words.begin(),
                   [](const DirectiveRow& known) { return known.name; });
    throw Error(ErrorKind::usage, fmt::format("unknown directive 'godwit:{}'", word),
                source.where(word), did_you_mean(word, words));
  }
  if (row->takes_arguments != !arguments.empty()) {
    throw Error(ErrorKind::usage,
                fmt::format("'godwit:{}' takes {}", word,
                            row->takes_arguments ? "arguments" : "no arguments"),
                source.where(word), std::string(row->meaning));
  }
  return Directive{&*row, comment, arguments};
}

std::vector<Directive> parse_directives(const Source& source, std::string_view between) {
  std::vector<Directive> directives;
  if (between.find(kPrefix) == std::string_view::npos) return directives;
  sql::Lexer lexer(between);
  while (!lexer.at_end()) {
    const sql::Token token = lexer.next();
    if (token.kind != sql::TokenKind::comment) continue;
    const auto directive = parse_directive(source, token.text);
    if (!directive) continue;
    if (!stands_alone(source, token.text)) {
      throw Error(ErrorKind::usage, "a directive needs a line of its own", source.where(token.text),
                  "move it to the line before the statement");
    }
    directives.push_back(*directive);
  }
  return directives;
}

std::vector<std::string_view> split_arguments(const Directive& directive) {
  std::vector<std::string_view> words;
  std::string_view text = directive.arguments;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of(" \t,");
    if (end != 0) words.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return words;
}

Allowance parse_allow(const Source& source, const Directive& directive) {
  constexpr std::string_view kReason = "reason=";
  constexpr std::string_view kHint = "write -- godwit:allow <rule> reason=\"why\"";
  const std::size_t end = directive.arguments.find_first_of(" \t");
  const std::string_view rule = directive.arguments.substr(0, end);
  const auto rows = topology::hazard_rows();
  std::vector<std::string_view> rules;
  for (const topology::HazardRow& row : rows) rules.push_back(row.id);
  if (std::find(rules.begin(), rules.end(), rule) == rules.end()) {
    throw Error(ErrorKind::usage, fmt::format("unknown rule '{}'", rule), source.where(rule),
                did_you_mean(rule, rules));
  }
  const std::string_view rest =
      end == std::string_view::npos ? std::string_view() : trim(directive.arguments.substr(end));
  const std::vector<sql::Token> tokens =
      sql::lex(rest.starts_with(kReason) ? rest.substr(kReason.size()) : std::string_view());
  const bool quoted = tokens.size() == 1 && (tokens[0].kind == sql::TokenKind::quoted_identifier ||
                                             tokens[0].kind == sql::TokenKind::string);
  const std::string reason = !quoted ? ""
                             : tokens[0].kind == sql::TokenKind::string
                                 ? sql::unquote_string(tokens[0].text)
                                 : sql::unquote_name(tokens[0].text);
  if (trim(reason).empty()) {
    throw Error(ErrorKind::usage, fmt::format("'godwit:allow {}' needs a reason", rule),
                source.where(rest.empty() ? rule : rest), std::string(kHint));
  }
  return {rule, reason};
}

Settings parse_settings(const Source& source, const Directive& directive) {
  Settings settings;
  for (const std::string_view word : split_arguments(directive)) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
      throw Error(ErrorKind::usage, fmt::format("'{}' is no setting", word), source.where(word),
                  "write name=value, several separated by blanks");
    }
    add_settings(settings,
                 {{std::string(word.substr(0, equals)), std::string(word.substr(equals + 1))}});
  }
  return settings;
}

Settings parse_set(const Source& source, std::string_view statement) {
  const auto refuse = [&](std::string_view at) {
    throw Error(ErrorKind::usage, "this SET cannot be carried by a request", source.where(at),
                "write SET name = literal, several separated by commas, or -- godwit:settings");
  };
  sql::Cursor cursor(statement);
  cursor.take_word("SET");
  Settings settings;
  if (cursor.sees_word("TIME") && cursor.sees_word("ZONE", 1)) {  // SET TIME ZONE [=] 'x'
    cursor.advance(2);
    cursor.take_symbol("=");
    const sql::Token zone = cursor.peek();
    if (zone.kind != sql::TokenKind::string) refuse(zone.text.empty() ? statement : zone.text);
    return {{"session_timezone", sql::unquote_string(zone.text)}};
  }
  do {
    const sql::Token name = cursor.peek();
    if (name.kind != sql::TokenKind::word && name.kind != sql::TokenKind::quoted_identifier) {
      refuse(name.text.empty() ? statement : name.text);
    }
    cursor.advance();
    std::string value = "1";
    if (cursor.take_symbol("=")) {
      const std::string sign = cursor.take_symbol("-") ? "-" : "";
      const sql::Token literal = cursor.peek();
      if (!is_literal(literal)) refuse(literal.text.empty() ? statement : literal.text);
      value = sign + (literal.kind == sql::TokenKind::string ? sql::unquote_string(literal.text)
                                                             : std::string(literal.text));
      cursor.advance();
    }
    add_settings(settings, {{sql::unquote_name(name.text), value}});
  } while (cursor.take_symbol(","));
  if (!cursor.at_end()) refuse(cursor.peek().text);
  return settings;
}

void add_settings(Settings& settings, const Settings& later) {
  for (const auto& setting : later) {
    const auto same = std::find_if(settings.begin(), settings.end(),
                                   [&](const auto& known) { return known.first == setting.first; });
    if (same == settings.end()) {
      settings.push_back(setting);
    } else {
      same->second = setting.second;
    }
  }
}

}  // namespace godwit::migrations
