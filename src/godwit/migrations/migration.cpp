// A migration's text becomes steps. Directives stand between statements; those before the first
// statement hold for the file. SET statements are no steps: a statement is a request of its own and
// nothing carries over, so they become settings of the file's later statements, and a resume at
// step k sends what a straight run would have sent.

#include "godwit/migrations/migration.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/hash.hpp"
#include "godwit/base/text.hpp"
#include "godwit/migrations/session.hpp"
#include "godwit/sql/inline_data.hpp"
#include "godwit/sql/lexer.hpp"
#include "godwit/sql/split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace godwit::migrations {

namespace {

struct FileName {
  std::string version;
  std::string name;
};

/// What directives say about a step.
struct Manner {
  Settings settings;
  bool raw = false;
  bool secret = false;
  Wait wait = Wait::automatic;
  std::vector<Allowance> allowances = {};
  std::string_view directive = {};  // one of those that say it; empty: none does
};

FileName parse_file_name(const std::filesystem::path& path) {
  const std::string stem = path.stem().string();
  const std::size_t underscore = stem.find('_');
  const auto version = normal_version(std::string_view(stem).substr(0, underscore));
  if (!version || underscore == std::string::npos || underscore + 1 == stem.size()) {
    throw Error(ErrorKind::usage, "a migration's name is <version>_<name>.sql",
                {path.string(), 0, 0, {}},
                fmt::format("rename it, for example to 0001_{}.sql, or move it elsewhere", stem));
  }
  return {*version, stem.substr(underscore + 1)};
}

Wait parse_wait(const Source& source, const Directive& directive) {
  static constexpr std::array<std::pair<std::string_view, Wait>, 3> kWords{
      {{"none", Wait::none}, {"mutations", Wait::mutations}, {"replicas", Wait::replicas}}};
  for (const auto& [word, wait] : kWords) {
    if (word == directive.arguments) return wait;
  }
  static constexpr std::array<std::string_view, 3> kNames{"none", "mutations", "replicas"};
  throw Error(ErrorKind::usage, fmt::format("cannot wait for '{}'", directive.arguments),
              source.where(directive.arguments), did_you_mean(directive.arguments, kNames));
}

std::vector<std::string> parse_environments(const Directive& directive) {
  const std::vector<std::string_view> names = split_arguments(directive);
  return {names.begin(), names.end()};
}

/// Reads a text from left to right into steps forth and back.
class Reader {
 public:
  Reader(Migration& migration, Source source, bool down)
      : migration_(migration), source_(std::move(source)), down_(down) {}

  void read() {
    const sql::SplitText text = sql::split(source_);
    for (std::size_t i = 0; i < text.statements.size(); ++i) {
      const sql::WrittenStatement& written = text.statements[i];
      refuse_directive_inside(written.text, i + 1 < text.statements.size()
                                                ? text.statements[i + 1].preface
                                                : text.tail);
      Manner manner = directives(written.preface);
      if (first_) {
        of_file_ = std::exchange(manner, Manner{});
        first_ = false;
      }
      statement(written, manner);
    }
    tail(text);
  }

  [[nodiscard]] bool says_empty() const { return says_empty_; }

 private:
  Manner directives(std::string_view between) {
    Manner manner;
    for (const Directive& directive : parse_directives(source_, between)) {
      if (directive.row->word == DirectiveWord::down) {
        begin_down(directive, manner);
        continue;
      }
      if (directive.row->place == Place::file && !first_) {
        throw Error(ErrorKind::usage,
                    fmt::format("'godwit:{}' holds for the file", directive.row->name),
                    source_.where(directive.text), "move it before the first statement");
      }
      follow(directive, manner);
    }
    return manner;
  }

  void begin_down(const Directive& directive, Manner& manner) {
    if (down_) {
      throw Error(ErrorKind::usage, "a second 'godwit:down'", source_.where(directive.text),
                  migration_.down_source ? "the way back is in the .down.sql file already"
                                         : "one is enough");
    }
    down_ = true;
    if (!first_) refuse_idle(manner);
    if (first_) of_file_ = manner;
    manner = Manner{};
    first_ = false;
  }

  // A directive for the next statement, where none follows that is a step.
  void refuse_idle(const Manner& manner) const {
    if (manner.directive.empty()) return;
    throw Error(ErrorKind::usage,
                fmt::format("no statement follows '{}'", trim(manner.directive.substr(2))),
                source_.where(manner.directive), "move it before the statement it is for");
  }

  void follow(const Directive& directive, Manner& manner) {
    if (directive.row->place != Place::file) manner.directive = directive.text;
    switch (directive.row->word) {
      case DirectiveWord::down:
        break;
      case DirectiveWord::allow:
        manner.allowances.push_back(parse_allow(source_, directive));
        break;
      case DirectiveWord::empty:
        says_empty_ = true;
        break;
      case DirectiveWord::envs:
        migration_.environments = parse_environments(directive);
        break;
      case DirectiveWord::raw:
        manner.raw = true;
        break;
      case DirectiveWord::secret:
        manner.secret = true;
        break;
      case DirectiveWord::settings:
        add_settings(manner.settings, parse_settings(source_, directive));
        break;
      case DirectiveWord::wait:
        manner.wait = parse_wait(source_, directive);
        break;
    }
  }

  void statement(const sql::WrittenStatement& written, const Manner& manner) {
    Step step;
    step.statement = sql::parse_statement(written.text);
    refuse_session(source_, step.statement);
    if (step.statement.kind == sql::StatementKind::set) {
      refuse_idle(manner);
      add_settings(set_, parse_set(source_, written.text));
      return;
    }
    std::vector<Step>& steps = down_ ? migration_.down_steps : migration_.steps;
    step.number = steps.size() + 1;
    step.hash = sql::statement_hash(written.text);
    step.settings = of_file_.settings;
    add_settings(step.settings, set_);
    add_settings(step.settings, manner.settings);
    step.raw = of_file_.raw || manner.raw;
    step.secret = of_file_.secret || manner.secret;
    step.wait = manner.wait == Wait::automatic ? of_file_.wait : manner.wait;
    step.allowances = of_file_.allowances;
    step.allowances.insert(step.allowances.end(), manner.allowances.begin(),
                           manner.allowances.end());
    steps.push_back(std::move(step));
  }

  // Between the first token of a statement and the end of its `;`, which is where the text between
  // it and the next one begins. The data of an INSERT ends the statement, and is no SQL: whatever
  // its lines look like, none is a comment.
  void refuse_directive_inside(std::string_view statement, std::string_view next) const {
    const std::string_view whole(statement.data(),
                                 static_cast<std::size_t>(next.data() - statement.data()));
    if (whole.find("godwit:") == std::string_view::npos) return;
    sql::InlineDataWatch watch;
    sql::Lexer lexer(whole);
    while (!lexer.at_end()) {
      const sql::Token token = lexer.next();
      if (sql::is_significant(token) && !watch.is_over() && watch.data_follows(token)) return;
      if (token.kind != sql::TokenKind::comment || !parse_directive(source_, token.text)) continue;
      throw Error(ErrorKind::usage, "a directive stands inside a statement",
                  source_.where(token.text), "move it to a line before the statement");
    }
  }

  void tail(const sql::SplitText& text) {
    const bool was_first = first_;
    for (const Directive& directive : parse_directives(source_, text.tail)) {
      const bool of_file = directive.row->place == Place::file &&
                           (was_first || directive.row->word == DirectiveWord::down);
      if (!of_file) {
        throw Error(ErrorKind::usage,
                    fmt::format("no statement follows 'godwit:{}'", directive.row->name),
                    source_.where(directive.text), "move it before the statement it is for");
      }
      Manner ignored;
      if (directive.row->word == DirectiveWord::down) begin_down(directive, ignored);
      follow(directive, ignored);
    }
  }

  Migration& migration_;
  Source source_;
  Manner of_file_;
  Settings set_;
  bool down_;
  bool first_ = true;
  bool says_empty_ = false;
};

std::string hash_of(const Migration& migration) {
  Sha256 hash;
  for (const Step& step : migration.steps) {
    hash.add(step.hash);
    // The value's hash: whatever is in it, it cannot look like the next setting or a word of ours.
    for (const auto& [name, value] : step.settings) {
      hash.add(fmt::format(" {}={}", name, sha256(value)));
    }
    if (step.raw) hash.add(" raw");
    hash.add("\n");
  }
  return hash.hex();
}

void read_down_file(Migration& migration) {
  std::filesystem::path path = migration.path;
  path.replace_extension(".down.sql");
  if (!std::filesystem::exists(path)) return;
  if (!migration.down_steps.empty()) {
    throw Error(ErrorKind::usage, "the way back is written twice", {path.string(), 0, 0, {}},
                fmt::format("keep this file or 'godwit:down' in {}", migration.path.string()));
  }
  migration.down_source = read_source(path);
  Reader(migration, *migration.down_source, true).read();
}

bool is_down_file(const std::filesystem::path& path) { return path.stem().extension() == ".down"; }

}  // namespace

bool Migration::is_for(std::string_view environment) const {
  return environments.empty() ||
         std::find(environments.begin(), environments.end(), environment) != environments.end();
}

Where Migration::where(const Step& step, std::string_view part) const {
  Where place = source.where(part);
  if (place.line == 0 && down_source) place = down_source->where(part);
  if (step.secret) place.text.clear();
  return place;
}

const Migration* Migrations::find(std::string_view version) const {
  const auto wanted = normal_version(version);
  if (!wanted) return nullptr;
  const auto found = std::partition_point(
      migrations.begin(), migrations.end(),
      [&](const Migration& other) { return compare_versions(other.version, *wanted) < 0; });
  return found != migrations.end() && found->version == *wanted ? &*found : nullptr;
}

Migration parse_migration(const std::filesystem::path& path, Source source) {
  auto [version, name] = parse_file_name(path);
  Migration migration;
  migration.version = std::move(version);
  migration.name = std::move(name);
  migration.path = path;
  migration.source = source;
  Reader reader(migration, std::move(source), false);
  reader.read();
  if (migration.steps.empty() && !reader.says_empty()) {
    throw Error(ErrorKind::usage, "no statement in this file", {path.string(), 0, 0, {}},
                "write one, or the line -- godwit:empty if it is to have none");
  }
  if (!migration.steps.empty() && reader.says_empty()) {
    throw Error(ErrorKind::usage, "the file says 'godwit:empty' and has statements",
                migration.where(migration.steps.front()),
                "take the directive or the statements out");
  }
  migration.hash = hash_of(migration);
  return migration;
}

Migrations read_migrations(const std::filesystem::path& directory) {
  std::error_code problem;
  Migrations result{directory, {}};
  std::vector<std::filesystem::path> paths;
  std::vector<std::filesystem::path> down_paths;
  for (const auto& entry : std::filesystem::directory_iterator(directory, problem)) {
    if (entry.path().extension() != ".sql") continue;
    (is_down_file(entry.path()) ? down_paths : paths).push_back(entry.path());
  }
  if (problem) {
    throw Error(ErrorKind::usage,
                fmt::format("cannot read the migrations directory {}: {}", directory.string(),
                            problem.message()),
                {}, "godwit init makes one; --dir names another");
  }
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) {
    result.migrations.push_back(parse_migration(path, read_source(path)));
  }
  std::stable_sort(result.migrations.begin(), result.migrations.end(),
                   [](const Migration& a, const Migration& b) {
                     return compare_versions(a.version, b.version) < 0;
                   });
  for (std::size_t i = 1; i < result.migrations.size(); ++i) {
    const Migration& a = result.migrations[i - 1];
    const Migration& b = result.migrations[i];
    if (a.version != b.version) continue;
    throw Error(ErrorKind::usage,
                fmt::format("two migrations have version {}: {} and {}", a.version,
                            a.path.filename().string(), b.path.filename().string()),
                {b.path.string(), 0, 0, {}}, "give one of them another version");
  }
  for (const auto& path : down_paths) {
    std::filesystem::path forth = path;
    forth.replace_extension().replace_extension(".sql");
    if (std::find(paths.begin(), paths.end(), forth) != paths.end()) continue;
    throw Error(ErrorKind::usage, "a way back without its migration", {path.string(), 0, 0, {}},
                fmt::format("{} is missing", forth.filename().string()));
  }
  for (Migration& migration : result.migrations) {
    if (!down_paths.empty()) read_down_file(migration);
  }
  return result;
}

int compare_versions(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return a.compare(b);
}

std::optional<std::string> normal_version(std::string_view text) {
  const bool digits = !text.empty() && std::all_of(text.begin(), text.end(),
                                                   [](char c) { return c >= '0' && c <= '9'; });
  if (!digits) return std::nullopt;
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size() - 1));
  return std::string(text);
}

}  // namespace godwit::migrations
