// Whether a $tag$ opens a heredoc or is part of a name depends on what may stand megabytes behind
// it. A search that finds nothing has read the whole rest, so a text of many such tags would take
// time that grows with its square (0.7 MB: 80 s). After a few searches in vain all tags are
// therefore looked up at once: any text takes one pass more, and no usual one gets here.
#include "godwit/sql/heredoc.hpp"

#include <utility>

namespace godwit::sql {

namespace {

constexpr int kSearchesInVain = 16;

// As in ClickHouse, a tag is of ASCII letters, digits and '_', or empty.
bool is_tag_byte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_';
}

// The tag that begins at the `$` with which `text` begins, both its `$` included; or nothing.
std::string_view leading_tag(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && is_tag_byte(text[end])) ++end;
  return end < text.size() && text[end] == '$' ? text.substr(0, end + 1) : std::string_view();
}

}  // namespace

bool HeredocFinder::is_closed(std::string_view tag, std::string_view behind) {
  if (last_places_ == nullptr) {
    if (searches_ < kSearchesInVain) return true;  // a search will tell
    LastPlaces places;
    for (std::size_t at = behind.find('$'); at != std::string_view::npos;) {
      const std::string_view here = leading_tag(behind.substr(at));
      if (!here.empty()) places.insert_or_assign(here, here.data());
      at = behind.find('$', at + 1);
    }
    last_places_ = std::make_shared<const LastPlaces>(std::move(places));
  }
  const auto place = last_places_->find(tag);
  return place != last_places_->end() && place->second >= behind.data();
}

std::size_t HeredocFinder::length(std::string_view rest) {
  const std::string_view tag = leading_tag(rest);
  if (tag.empty() || !is_closed(tag, rest.substr(tag.size()))) return 0;
  const std::size_t close = rest.find(tag, tag.size());
  if (close != std::string_view::npos) return close + tag.size();
  ++searches_;
  return 0;
}

}  // namespace godwit::sql
