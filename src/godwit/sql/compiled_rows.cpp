#include "godwit/sql/compiled_rows.hpp"

#include <span>

namespace godwit::sql {

namespace {

void collect_first_words(std::span<const HeadNode> nodes, std::vector<std::string>& words) {
  for (const HeadNode& node : nodes) {
    if (node.type == HeadNode::Type::keyword) words.emplace_back(node.text);
    if (node.type == HeadNode::Type::symbol) words.emplace_back();
    if (node.type != HeadNode::Type::choice) return;
    for (const auto& alternative : node.alternatives) collect_first_words(alternative, words);
    if (!node.optional) return;
  }
}

}  // namespace

const RowsByFirstWord& rows_by_first_word() {
  static const std::vector<CompiledRow> compiled = [] {
    std::vector<CompiledRow> rows;
    for (const StatementRow& row : statement_rows()) rows.push_back({&row, compile_head(row.head)});
    return rows;
  }();
  static const RowsByFirstWord by_first_word = [] {
    RowsByFirstWord index;
    for (const CompiledRow& row : compiled) {
      std::vector<std::string> words;
      collect_first_words(row.head, words);
      for (const std::string& word : words) index[word].push_back(&row);
    }
    return index;
  }();
  return by_first_word;
}

}  // namespace godwit::sql
