#include "godwit/sql/compiled_rows.hpp"

#include "godwit/base/text.hpp"

#include <algorithm>
#include <array>

namespace godwit::sql {

namespace {

void collect_first_words(std::span<const HeadNode> nodes, std::vector<std::string_view>& words) {
  for (const HeadNode& node : nodes) {
    if (node.type == HeadNode::Type::keyword) words.push_back(node.text);
    if (node.type == HeadNode::Type::symbol) words.emplace_back();
    if (node.type != HeadNode::Type::choice) return;
    for (const auto& alternative : node.alternatives) collect_first_words(alternative, words);
    if (!node.optional) return;
  }
}

// The number of a word's first letter in any case, from 1; 0 where there is no word.
std::size_t letter_of(std::string_view word) {
  return word.empty() ? 0 : static_cast<std::size_t>(word.front() & 0x1F);
}

/// Every statement is looked up, most of them twice, so the words with one letter stand together.
struct Index {
  std::vector<CompiledRow> compiled;
  std::vector<FirstWord> words;          // by letter_of
  std::array<std::size_t, 32> starts{};  // where the words of a letter start, if there are any
};

void add(Index& index, std::string_view word, const CompiledRow& row) {
  const auto known = std::find_if(index.words.begin(), index.words.end(),
                                  [&](const FirstWord& first) { return first.word == word; });
  if (known == index.words.end()) {
    index.words.push_back({word, {&row}});
  } else if (known->rows.back() != &row) {
    known->rows.push_back(&row);
  }
}

Index make_index() {
  Index made;
  for (const StatementRow& row : statement_rows()) {
    made.compiled.push_back({&row, compile_head(row.head)});
  }
  for (const CompiledRow& row : made.compiled) {
    std::vector<std::string_view> words;
    collect_first_words(row.head, words);
    for (const std::string_view word : words) add(made, word, row);
  }
  std::stable_sort(made.words.begin(), made.words.end(), [](const auto& a, const auto& b) {
    return letter_of(a.word) < letter_of(b.word);
  });
  made.starts.fill(made.words.size());
  for (std::size_t i = made.words.size(); i-- > 0;) {
    made.starts.at(letter_of(made.words[i].word)) = i;
  }
  return made;
}

const Index& index() {
  static const Index made = make_index();
  return made;
}

}  // namespace

std::span<const FirstWord> first_words() { return index().words; }

std::span<const CompiledRow* const> rows_that_begin(const Token& first) {
  if (first.kind != TokenKind::word && first.kind != TokenKind::symbol) return {};
  const std::string_view word = first.kind == TokenKind::word ? first.text : std::string_view();
  const Index& all = index();
  for (std::size_t i = all.starts.at(letter_of(word)); i < all.words.size(); ++i) {
    const FirstWord& candidate = all.words[i];
    if (letter_of(candidate.word) != letter_of(word)) break;
    if (equal_ignoring_case(candidate.word, word)) return candidate.rows;
  }
  return {};
}

}  // namespace godwit::sql
