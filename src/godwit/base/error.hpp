#pragma once

#include "godwit/base/source.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace godwit {

/// Why godwit stops; the value is the exit code. Success is 0 and no Error.
enum class ErrorKind : int { failed = 1, usage = 2, policy = 3, lock_held = 4, interrupted = 130 };

/// The one error type: thrown where something fails, caught once, in cli/.
struct Error final : std::runtime_error {
  Error(ErrorKind kind, const std::string& message, Where where = {}, std::string hint = {})
      : std::runtime_error(message), kind(kind), where(std::move(where)), hint(std::move(hint)) {}

  ErrorKind kind;
  Where where;       // path, line, column; empty where no file is at fault
  std::string hint;  // what to type or change next
};

/// The word for an error's kind, as JSON output spells it.
const char* to_string(ErrorKind kind);

/// The text for a person: "godwit: place: message", the line with a caret, the hint. Ends with a
/// line feed. Not redacted: the sink does that.
std::string describe(const Error& error);

}  // namespace godwit
