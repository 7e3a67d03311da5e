#pragma once

#include "godwit/server/server.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace godwit::server {

/// One field of ClickHouse's TabSeparated format, without its escapes. NULL ("\N") stays as it is.
std::string unescape_field(std::string_view field);

/// Cuts a TabSeparated answer, which arrives in pieces of any size, into rows.
class RowReader {
 public:
  explicit RowReader(std::function<void(const Row&)> each) : each_(std::move(each)) {}

  void add(std::string_view bytes);

  /// The answer is whole and holds no exception: hands over what was held back.
  void finish();

 private:
  void line(std::string_view text);

  std::function<void(const Row&)> each_;
  std::string unfinished_;  // the line that has no end yet
  std::string held_;        // lines from the first one that may belong to an exception
  bool holding_ = false;
};

}  // namespace godwit::server
