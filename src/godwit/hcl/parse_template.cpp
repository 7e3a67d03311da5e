#include "godwit/base/text.hpp"
#include "godwit/hcl/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

// Strings and heredocs. Both are templates: texts with ${expressions} between. A string has escapes
// and ends on its line; a heredoc has none and ends with the line that holds only its word. In
// both, $${ and %%{ are the texts ${ and %{.

namespace godwit::hcl {

namespace {

struct EscapeRow {
  char letter;
  char meaning;
};
constexpr EscapeRow kEscapeRows[] = {
    {'n', '\n'}, {'r', '\r'}, {'t', '\t'}, {'"', '"'}, {'\\', '\\'}};
constexpr std::string_view kEscapesHint =
    "one of: \\n \\r \\t \\\" \\\\ \\uXXXX \\UXXXXXXXX; a backslash itself is \\\\";

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// UTF-8 of a code point; nothing for what is no character.
std::string utf8(unsigned long code) {
  const auto byte = [](unsigned long bits) { return static_cast<char>(bits); };
  const auto follow = [&](unsigned shift, unsigned long c) {
    return byte(0x80U | ((c >> shift) & 0x3FU));
  };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0U | (code >> 6U)), follow(0, code)};
  if (code >= 0xD800 && code <= 0xDFFF) return {};
  if (code < 0x10000) return {byte(0xE0U | (code >> 12U)), follow(6, code), follow(0, code)};
  if (code > 0x10FFFF) return {};
  return {byte(0xF0U | (code >> 18U)), follow(12, code), follow(6, code), follow(0, code)};
}

std::string* find_text(Expression& part) {
  auto* literal = std::get_if<Literal>(&part.node);
  return literal == nullptr ? nullptr : std::get_if<std::string>(&literal->value);
}

// Texts that touch become one; a template of texts alone is a Literal. A ${"text"} is a text, too.
Expression whole(std::vector<Expression> pieces, std::string_view place) {
  std::vector<Expression> parts;
  for (Expression& part : pieces) {
    const std::string* text = find_text(part);
    std::string* before = parts.empty() ? nullptr : find_text(parts.back());
    if (text == nullptr || before == nullptr) {
      parts.push_back(std::move(part));
      continue;
    }
    *before += *text;
    const char* start = parts.back().place.data();
    const char* end = part.place.data() + part.place.size();
    parts.back().place = {start, static_cast<std::size_t>(end - start)};
  }
  if (parts.empty()) return {Literal{std::string()}, place};
  if (parts.size() == 1 && find_text(parts.front()) != nullptr) {
    return {std::move(parts.front().node), place};
  }
  return {Template{std::move(parts)}, place};
}

}  // namespace

void Parser::Pieces::add_text(std::string_view text, std::string_view place) {
  parts.push_back({Literal{std::string(text)}, place});
}

// string = '"' { text | escape | marked } '"'
Expression Parser::parse_string() {
  const Token open = scanner_.take();
  Pieces pieces;
  for (;;) {
    const std::string_view rest = scanner_.rest();
    if (rest.empty() || rest.front() == '\n') {
      scanner_.fail(open.text, "this string is never closed",
                    "a string ends on its line; write \\n, or a heredoc: <<EOT");
    }
    if (rest.front() == '"') break;
    if (rest.front() == '\\') {
      take_escape(pieces);
    } else if (!take_marked(pieces)) {
      const std::size_t end = std::min(rest.find_first_of("\"\\$%\n", 1), rest.size());
      const std::string_view text = scanner_.skip(end);
      pieces.add_text(text, text);
    }
  }
  scanner_.skip(1);
  return whole(std::move(pieces.parts), scanner_.since(open.text));
}

void Parser::take_escape(Pieces& pieces) {
  const std::string_view rest = scanner_.rest();
  const char letter = rest.size() > 1 ? rest[1] : '\0';
  for (const EscapeRow& row : kEscapeRows) {
    if (row.letter == letter) return pieces.add_text({&row.meaning, 1}, scanner_.skip(2));
  }
  if (letter != 'u' && letter != 'U') {
    scanner_.fail(rest.substr(0, 1), "a backslash that begins no escape",
                  std::string(kEscapesHint));
  }
  const std::string_view digits = rest.substr(2, letter == 'u' ? 4 : 8);
  unsigned long code = 0;
  const auto [end, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
  const bool complete = digits.size() == (letter == 'u' ? 4U : 8U) && problem == std::errc() &&
                        end == digits.data() + digits.size();
  const std::string character = complete ? utf8(code) : std::string();
  if (character.empty()) {
    scanner_.fail(rest.substr(0, 1), fmt::format("'\\{}' without the {} hexadecimal digits of a "
                                                 "character",
                                                 letter, letter == 'u' ? 4 : 8));
  }
  pieces.add_text(character, scanner_.skip(2 + digits.size()));
}

// heredoc = "<<" ["-"] word line end { line } [blanks] word
Expression Parser::parse_heredoc() {
  const Token open = scanner_.take();
  const bool indented = open.text.starts_with("<<-");
  const std::string_view word = open.text.substr(indented ? 3 : 2);
  std::string_view head = scanner_.rest();
  head = head.substr(0, head.find('\n'));
  if (!trim(head).empty()) {
    scanner_.fail(trim(head), fmt::format("expected the end of the line after {}", open.text));
  }
  scanner_.skip(head.size() + 1);

  Pieces pieces;
  for (;;) {
    const std::string_view rest = scanner_.rest();
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (trim(line) == word) {
      scanner_.skip(line.size());
      break;
    }
    if (!trim(line).empty()) {
      const auto first = std::find_if_not(line.begin(), line.end(), is_blank);
      pieces.line_starts.push_back(
          {pieces.parts.size(), static_cast<std::size_t>(first - line.begin())});
    }
    parse_heredoc_line(open, pieces);
  }
  if (indented) pieces.strip_margin();
  return whole(std::move(pieces.parts), scanner_.since(open.text));
}

// One line with its end, which may be lines further down if a ${} spans them.
void Parser::parse_heredoc_line(const Token& open, Pieces& pieces) {
  for (;;) {
    const std::string_view rest = scanner_.rest();
    if (rest.empty()) {
      scanner_.fail(open.text, "this heredoc is never closed",
                    fmt::format("end it with a line that holds only {}",
                                open.text.substr(open.text.find_first_not_of("<-"))));
    }
    if (take_marked(pieces)) continue;
    const bool at_line_end = rest.starts_with('\n') || rest.starts_with("\r\n");
    if (at_line_end) {
      const std::string_view end = scanner_.skip(rest.find('\n') + 1);
      return pieces.add_text("\n", end);
    }
    const std::size_t end = std::min(rest.find_first_of("$%\r\n", 1), rest.size());
    const std::string_view text = scanner_.skip(end);
    pieces.add_text(text, text);
  }
}

// marked = "$${" | "%%{" | interpolation
// False, and nothing taken, where none of them is next.
bool Parser::take_marked(Pieces& pieces) {
  const std::string_view rest = scanner_.rest();
  if (rest.starts_with("$${") || rest.starts_with("%%{")) {
    pieces.add_text(rest.substr(1, 2), scanner_.skip(3));
    return true;
  }
  if (rest.starts_with("%{")) {
    scanner_.fail(rest.substr(0, 2), "template directives are not supported",
                  "write %%{ for the characters %{");
  }
  if (!rest.starts_with("${")) return false;
  pieces.parts.push_back(parse_interpolation());
  return true;
}

// interpolation = "${" expression "}"
Expression Parser::parse_interpolation() {
  const std::string_view open = scanner_.rest().substr(0, 2);
  const Inside inside(*this, open, LineEnds::are_space);
  scanner_.skip(open.size());
  Expression expression = parse_expression();
  take_close("}", "'}'");
  return expression;
}

// What <<- takes off each line: as many blanks as begin the line that has fewest. Lines of nothing
// but blanks are not counted and stay as they are, and the closing word's own margin does not count
// (HCL2).
void Parser::Pieces::strip_margin() {
  const auto least =
      std::min_element(line_starts.begin(), line_starts.end(),
                       [](const auto& a, const auto& b) { return a.margin < b.margin; });
  if (least == line_starts.end() || least->margin == 0) return;
  for (const LineStart& line : line_starts) find_text(parts[line.part])->erase(0, least->margin);
  std::erase_if(parts, [](Expression& part) {
    const std::string* text = find_text(part);
    return text != nullptr && text->empty();
  });
}

}  // namespace godwit::hcl
