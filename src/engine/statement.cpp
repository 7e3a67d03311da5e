// libchdb runs every statement of a text, a server only ever one; and in INSERT ... FORMAT it takes
// an empty line for the data's end, where a server takes all there is. So a text is asked about
// before it runs. The engine's own parser answers (formatQuerySingleLine, which refuses several
// statements with a server's words), so there is no second lexer here to disagree with it.
//
// Where an INSERT's data begins it does not say. But a prefix of the text that ends in VALUES or
// FORMAT x, and that the parser prints exactly as it prints the whole text, is the head: what is
// left is what the parser did not look at. A "VALUES" in a string, a comment or a column's name
// gives a prefix that does not parse or prints differently. Whether the head ends in a SELECT (then
// FORMAT is the result's, and there is no data) shows when another SELECT is put behind it.
//
// The question costs 0.7 ms, so it is asked only where it matters: a text without INSERT, without a
// ';' before its end, and that begins with a letter or a bracket, is one statement or an error.

#include "engine/statement.hpp"

#include "engine/exception.hpp"
#include "engine/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <vector>

namespace godwit::engine {

namespace {

// A server parses this much of an INSERT (max_query_size); the rest can only be data.
constexpr std::size_t kHeadLimit = std::size_t{256} << 10;
constexpr std::size_t kCandidates = 16;
constexpr std::string_view kSpace = " \t\r\n\f\v";

struct Candidate {
  std::size_t word;  // where VALUES or FORMAT begins
  std::size_t end;   // behind VALUES or the format's name
  std::string_view format;
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Where `word` (upper case) next stands as a word of its own, in any case.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  const auto same = [](char a, char b) { return std::toupper(static_cast<unsigned char>(a)) == b; };
  while (from < text.size()) {
    const auto found = std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(),
                                   word.begin(), word.end(), same);
    if (found == text.end()) break;
    const auto at = static_cast<std::size_t>(found - text.begin());
    const std::size_t end = at + word.size();
    const bool alone =
        (at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]));
    if (alone) return at;
    from = at + 1;
  }
  return std::string_view::npos;
}

std::vector<Candidate> candidates(std::string_view text) {
  std::vector<Candidate> found;
  for (std::size_t at = find_word(text, "VALUES", 0); at != std::string_view::npos;
       at = find_word(text, "VALUES", at + 1)) {
    found.push_back({at, at + 6, "Values"});
    if (found.size() == kCandidates) break;
  }
  const std::size_t limit = found.size() + kCandidates;
  for (std::size_t at = find_word(text, "FORMAT", 0); at != std::string_view::npos;
       at = find_word(text, "FORMAT", at + 1)) {
    const std::size_t name = text.find_first_not_of(kSpace, at + 6);
    if (name == std::string_view::npos || !is_word(text[name])) continue;
    std::size_t end = name;
    while (end < text.size() && is_word(text[end])) ++end;
    found.push_back({at, end, text.substr(name, end - name)});
    if (found.size() == limit) break;
  }
  std::sort(found.begin(), found.end(),
            [](const Candidate& a, const Candidate& b) { return a.word < b.word; });
  return found;
}

/// The engine's answer to `question`, whose parameters are texts. Throws what the parser says of
/// the text, without the question it was wrapped in.
std::string ask(Connection& connection, const std::string& question, Parameters parameters) {
  for (auto& parameter : parameters) parameter.second = tsv_field(parameter.second);
  const Result result = connection.query(
      "SELECT " + question + " SETTINGS max_query_size = 1000000000", "TSVRaw", parameters);
  if (result.error.empty()) return result.data;
  Exception exception = read_exception(result.error);
  const auto scope = exception.message.rfind(": In scope SELECT ");
  if (scope != std::string::npos) {
    const auto name = exception.message.rfind(" (");
    const auto end = exception.message.find_last_not_of(' ', scope - 1) + 1;
    exception.message.erase(end, name == std::string::npos ? name : name - end);
  }
  throw exception;
}

std::string parse(Connection& connection, std::string_view text) {
  return ask(connection, "formatQuerySingleLine({text:String})", {{"text", std::string(text)}});
}

std::optional<Candidate> find_data(Connection& connection, std::string_view text,
                                   const std::vector<Candidate>& all) {
  if (all.empty()) return std::nullopt;
  Parameters parameters = {{"text", std::string(text)}};
  std::string question = "[";
  for (std::size_t i = 0; i < all.size(); ++i) {
    // The same text in print, and a head that another SELECT may follow.
    const std::string_view prefix = text.substr(0, all[i].end);
    const std::string_view head = text.substr(0, all[i].word);
    question += fmt::format(
        "{}ifNull(formatQuerySingleLineOrNull({{p{}:String}}) = "
        "formatQuerySingleLine({{text:String}}), 0) AND "
        "isNotNull(formatQuerySingleLineOrNull({{h{}:String}}))",
        i == 0 ? "" : ", ", i, i);
    parameters.emplace_back(fmt::format("p{}", i), prefix);
    parameters.emplace_back(fmt::format("h{}", i), fmt::format("{}\nSELECT 1", head));
  }
  const std::string answer =
      ask(connection,
          fmt::format("if(startsWith(formatQuerySingleLine({{text:String}}), 'INSERT '), "
                      "indexOf({}], 1), 0)",
                      question),
          parameters);
  const std::size_t index = std::stoul(answer);
  if (index == 0) return std::nullopt;
  return all[index - 1];
}

/// Data begins behind the format's name: after the first line end if only spaces are before it.
std::string_view data_behind(std::string_view text, std::size_t end) {
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t' || text[end] == '\f')) ++end;
  if (text.substr(end).starts_with("\r\n")) return text.substr(end + 2);
  if (text.substr(end).starts_with("\n")) return text.substr(end + 1);
  return text.substr(end);
}

bool has_inner_semicolon(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n\f\v;");
  return last != std::string_view::npos && text.substr(0, last).find(';') != std::string_view::npos;
}

/// Where the engine, which runs all it finds, would find more than `text` may hold. In Values it
/// stops at a ';' outside of strings, and leaves the rest unread without a word.
void refuse_what_follows(const Connection& connection, std::string_view text) {
  const std::size_t count = connection.count_statements(text);
  if (count == 1) return;
  if (count > 1) {
    throw Exception{62,
                    "Syntax error (Multi-statements are not allowed): another statement follows "
                    "the data of INSERT. (SYNTAX_ERROR)"};
  }
  throw Exception{27,
                  "Cannot parse input: expected rows of VALUES up to the end of the query, and one "
                  "';' at most. (CANNOT_PARSE_INPUT_ASSERTION_FAILED)"};
}

Shape examine_insert(Connection& connection, std::string_view text) {
  const std::string_view head = text.substr(0, kHeadLimit);
  const std::vector<Candidate> all = candidates(head);
  std::optional<Candidate> found;
  try {
    found = find_data(connection, head, all);
  } catch (const Exception&) {
    // It does not parse; where it was cut, that may be all that is wrong with it.
    if (head.size() == text.size()) throw;
  }
  if (!found) {
    parse(connection, text);
    if (!all.empty()) refuse_what_follows(connection, text);
    return Plain{};
  }
  const InlineInsert insert{text.substr(0, found->word), found->format,
                            data_behind(text, found->end)};
  if (lower(insert.format) == "values" && has_inner_semicolon(insert.data)) {
    refuse_what_follows(connection, text);
  }
  return insert;
}

}  // namespace

Shape examine(Connection& connection, std::string_view text) {
  if (find_word(text.substr(0, kHeadLimit), "INSERT", 0) != std::string_view::npos) {
    return examine_insert(connection, text);
  }
  const std::size_t first = text.find_first_not_of(kSpace);
  const bool begins_plainly =
      first != std::string_view::npos && (is_word(text[first]) || text[first] == '(');
  if (!begins_plainly || has_inner_semicolon(text)) parse(connection, text);
  return Plain{};
}

}  // namespace godwit::engine
