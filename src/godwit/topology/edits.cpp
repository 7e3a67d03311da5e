#include "godwit/topology/edits.hpp"

#include <functional>
#include <utility>

namespace godwit::topology {

namespace {

bool is_wordy(char c) {
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' ||
         c == '$' || c == '`' || c == '"' || c == '\'' ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

// Signs of which two make another one, or a comment.
bool is_sign(char c) {
  return std::string_view("-/|<>=!:&@+*?.#").find(c) != std::string_view::npos;
}

// What has to stand between two neighbours so that they do not become one token, or another one:
// words, numbers and what is quoted need a blank, and so does a piece of a character that is broken
// off. A blank behind # would make it a comment.
std::string_view between(char left, char right) {
  if (left == '#') return right == ' ' || right == '!' ? "\n" : "";
  if (left == ' ' || left == '\n' || right == ' ' || right == '\n') return "";  // most of them
  const bool is_piece = (static_cast<unsigned char>(right) & 0xC0U) == 0x80U;
  const bool joins =
      is_piece || (is_wordy(left) && is_wordy(right)) || (is_sign(left) && is_sign(right));
  return joins ? " " : "";
}

void append_apart(std::string& out, std::size_t begin, std::string_view text) {
  if (text.empty()) return;
  if (out.size() > begin) out += between(out.back(), text.front());
  out += text;
}

}  // namespace

void Edits::put(std::string_view range, std::initializer_list<std::string_view> pieces) {
  const std::size_t begin = texts_.size();
  for (const std::string_view piece : pieces) texts_ += piece;
  if (range.empty() && texts_.size() == begin) return;
  edits_.push_back({range, begin, texts_.size() - begin});
}

// Edits replace whole tokens, so a blank may be needed on both sides of each, and nowhere else.
void Edits::apply(std::string_view text, std::string& out) {
  sort_by_place();
  const std::size_t begin = out.size();
  const char* at = text.data();
  for (const Edit& edit : edits_) {
    append_apart(out, begin, {at, static_cast<std::size_t>(edit.range.data() - at)});
    append_apart(out, begin, std::string_view(texts_).substr(edit.begin, edit.size));
    at = edit.range.data() + edit.range.size();
  }
  append_apart(out, begin, {at, static_cast<std::size_t>(text.data() + text.size() - at)});
  edits_.clear();
  texts_.clear();
}

// Insertion keeps the order of equals, and there are never more than a handful.
void Edits::sort_by_place() {
  for (std::size_t i = 1; i < edits_.size(); ++i) {
    for (std::size_t k = i; k > 0; --k) {
      if (!std::less<>{}(edits_[k].range.data(), edits_[k - 1].range.data())) break;
      std::swap(edits_[k], edits_[k - 1]);
    }
  }
}

}  // namespace godwit::topology
