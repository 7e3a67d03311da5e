#pragma once

#include <span>
#include <string>
#include <string_view>

namespace godwit::engine {

/// A failure as ClickHouse tells it: thrown where a request is refused, and what the engine's own
/// errors are read into.
struct Exception {
  int code;
  std::string message;  // what stands between "DB::Exception: " and the version, with "(NAME)"
};

/// Reads the engine's "Code: N. DB::Exception: ...", without repetitions of the code and without
/// the version. A text of another form becomes code 1001 (STD_EXCEPTION).
Exception read_exception(std::string_view text);

/// As a server writes it: "Code: N. DB::Exception: ... (version 26.7.2.1 (godwit-engine))".
std::string describe(const Exception& exception, std::string_view version);

/// The HTTP status a server answers with (its src/Server/HTTP/exceptionCodeToHTTPStatus.cpp).
int http_status(int code);

}  // namespace godwit::engine
