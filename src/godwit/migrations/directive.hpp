#pragma once

#include "godwit/base/source.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::migrations {

/// The words of `-- godwit:<word>` lines.
enum class DirectiveWord : std::uint8_t {
  allow,     // allow <rule> reason="...": what would stop the plan is meant
  down,      // what follows is the way back
  empty,     // the file has no statement, on purpose
  envs,      // envs prod-eu,prod-us: only there
  raw,       // send exactly as written
  secret,    // never stored or shown
  settings,  // settings k=v: sent with the statement
  wait,      // wait none|mutations|replicas: for what before the next step
};

/// Where a directive may stand.
enum class Place : std::uint8_t { file, statement, anywhere };

struct DirectiveRow {
  DirectiveWord word;
  std::string_view name;
  Place place;
  bool takes_arguments;
  std::string_view meaning;  // for docs and errors
};

std::span<const DirectiveRow> directive_rows();

/// One line `-- godwit:word arguments`.
struct Directive {
  const DirectiveRow* row;
  std::string_view text;       // the comment, for its place
  std::string_view arguments;  // trimmed
};

/// The directive that a comment is, if it is one. Throws Error(usage) with the nearest word for an
/// unknown one, and where arguments are missing or superfluous.
std::optional<Directive> parse_directive(const Source& source, std::string_view comment);

/// All directives among the comments of a text between statements, in order. Throws as above, and
/// for a directive that shares its line with something else.
std::vector<Directive> parse_directives(const Source& source, std::string_view between);

/// A rule that a step may break, and why.
struct Allowance {
  std::string_view rule;  // of topology::hazard_rows()
  std::string reason;
};

/// allow <rule> reason="...": both are needed. Throws Error(usage), with the nearest rule for one
/// that does not exist.
Allowance parse_allow(const Source& source, const Directive& directive);

/// The arguments, separated by blanks or commas.
std::vector<std::string_view> split_arguments(const Directive& directive);

using Settings = std::vector<std::pair<std::string, std::string>>;

/// k=v pairs, separated by blanks or commas. Throws Error(usage) at the directive.
Settings parse_settings(const Source& source, const Directive& directive);

/// SET a = 1, b = 'x', c: the settings it makes (a bare name is 1). Throws Error(usage) where the
/// text is no SET that a request can carry.
Settings parse_set(const Source& source, std::string_view statement);

/// Adds settings; a later one of a name takes the place of an earlier one.
void add_settings(Settings& settings, const Settings& later);

}  // namespace godwit::migrations
