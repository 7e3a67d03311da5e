#pragma once

#include "engine/library.hpp"

#include <string_view>
#include <variant>

namespace godwit::engine {

/// A statement that the engine runs as it stands.
struct Plain {};

/// An INSERT with its data in the text. Views into the text.
struct InlineInsert {
  std::string_view head;    // up to VALUES or FORMAT
  std::string_view format;  // "Values" for VALUES
  std::string_view data;
};

using Shape = std::variant<Plain, InlineInsert>;

/// Makes sure that `text` is one statement, as a server does: throws Exception 62 for none and for
/// several, and for most texts that do not parse (the rest fail when they run). `connection` parses
/// with its own settings and runs nothing of `text`.
Shape examine(Connection& connection, std::string_view text);

}  // namespace godwit::engine
