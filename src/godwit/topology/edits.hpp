#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::topology {

/// Edits of one statement's text: ranges of whole tokens, and what stands there afterwards. Keeps
/// its memory from one statement to the next, since dumps have millions.
class Edits {
 public:
  /// The pieces, joined, take the place of `range`; an empty range inserts them. Two edits at one
  /// place keep the order in which they were made.
  void put(std::string_view range, std::initializer_list<std::string_view> pieces = {});

  /// Appends `text`, which all ranges are views into, with the edits made, and forgets them. A
  /// blank is written where two tokens would otherwise become one.
  void apply(std::string_view text, std::string& out);

 private:
  struct Edit {
    std::string_view range;
    std::size_t begin;  // of its text in texts_
    std::size_t size;
  };

  void sort_by_place();

  std::vector<Edit> edits_;
  std::string texts_;
};

}  // namespace godwit::topology
