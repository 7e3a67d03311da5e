#pragma once

#include <string>
#include <string_view>

namespace godwit::engine {

/// A field of TabSeparated, which is also how a query parameter's value is read.
std::string tsv_field(std::string_view text);

/// 'text' and `text` as ClickHouse reads them, any bytes.
std::string string_literal(std::string_view text);
std::string identifier(std::string_view text);

/// The first `limit` bytes, less where that would cut a UTF-8 character.
std::string_view cut(std::string_view text, std::size_t limit);

/// In lower case, ASCII only.
std::string lower(std::string_view text);

}  // namespace godwit::engine
