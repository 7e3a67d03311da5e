#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <unordered_map>

namespace godwit::sql {

/// Finds the ends of a text's heredocs, $tag$...$tag$.
class HeredocFinder {
 public:
  /// The length of the heredoc that `rest` begins with, 0 where it begins with none or with one
  /// that is never closed. `rest` begins with `$` and is the end of the same text in each call.
  std::size_t length(std::string_view rest);

 private:
  // Where each $tag$ stands for the last time. A view and a pointer into the text.
  using LastPlaces = std::unordered_map<std::string_view, const char*>;

  bool is_closed(std::string_view tag, std::string_view behind);

  int searches_ = 0;  // that found nothing
  std::shared_ptr<const LastPlaces> last_places_;
};

}  // namespace godwit::sql
