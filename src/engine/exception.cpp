// The engine nests an error in another of the same code in some places ("Code: 115. DB::Exception:
// Code: 115. ..."); clients that match on the text would see what no server says, so only the
// innermost is kept.

#include "engine/exception.hpp"

#include <fmt/format.h>

#include <charconv>

namespace godwit::engine {

namespace {

constexpr std::string_view kHead = "Code: ";
constexpr std::string_view kMiddle = ". DB::Exception: ";

struct StatusRow {
  int code;
  int status;
};

// clang-format off
constexpr StatusRow kStatuses[] = {
    // code status
    {6,   400},  // CANNOT_PARSE_TEXT
    {8,   400},  // THERE_IS_NO_COLUMN
    {15,  400},  // DUPLICATE_COLUMN
    {25,  400},  // CANNOT_PARSE_ESCAPE_SEQUENCE
    {26,  400},  // CANNOT_PARSE_QUOTED_STRING
    {27,  400},  // CANNOT_PARSE_INPUT_ASSERTION_FAILED
    {36,  400},  // BAD_ARGUMENTS
    {38,  400},  // CANNOT_PARSE_DATE
    {41,  400},  // CANNOT_PARSE_DATETIME
    {44,  400},  // ILLEGAL_COLUMN
    {46,  404},  // UNKNOWN_FUNCTION
    {47,  404},  // UNKNOWN_IDENTIFIER
    {48,  501},  // NOT_IMPLEMENTED
    {50,  404},  // UNKNOWN_TYPE
    {53,  400},  // TYPE_MISMATCH
    {56,  404},  // UNKNOWN_STORAGE
    {60,  404},  // UNKNOWN_TABLE
    {62,  400},  // SYNTAX_ERROR
    {63,  404},  // UNKNOWN_AGGREGATE_FUNCTION
    {72,  400},  // CANNOT_PARSE_NUMBER
    {73,  404},  // UNKNOWN_FORMAT
    {76,  503},  // CANNOT_OPEN_FILE
    {78,  404},  // UNKNOWN_TYPE_OF_QUERY
    {81,  404},  // UNKNOWN_DATABASE
    {106, 404},  // UNKNOWN_DIRECTION_OF_SORTING
    {115, 404},  // UNKNOWN_SETTING
    {117, 400},  // INCORRECT_DATA
    {159, 408},  // TIMEOUT_EXCEEDED
    {162, 413},  // QUERY_IS_TOO_LARGE
    {167, 400},  // TOO_DEEP_AST
    {168, 400},  // TOO_BIG_AST
    {192, 403},  // UNKNOWN_USER
    {193, 403},  // WRONG_PASSWORD
    {194, 401},  // REQUIRED_PASSWORD
    {209, 503},  // SOCKET_TIMEOUT
    {223, 400},  // UNEXPECTED_AST_STRUCTURE
    {236, 503},  // ABORTED: this program is ending (a server answers 500, and is gone)
    {276, 400},  // CANNOT_PARSE_UUID (older servers)
    {336, 404},  // UNKNOWN_DATABASE_ENGINE
    {376, 400},  // CANNOT_PARSE_UUID
    {381, 411},  // HTTP_LENGTH_REQUIRED
    {427, 400},  // CANNOT_COMPILE_REGEXP
    {439, 503},  // CANNOT_SCHEDULE_TASK
    {441, 400},  // CANNOT_PARSE_DOMAIN_VALUE_FROM_STRING
    {497, 403},  // ACCESS_DENIED
    {511, 404},  // UNKNOWN_ROLE
    {512, 403},  // SET_NON_GRANTED_ROLE
    {516, 403},  // AUTHENTICATION_FAILED
    {675, 400},  // CANNOT_PARSE_IPV4
    {676, 400},  // CANNOT_PARSE_IPV6
};
// clang-format on

}  // namespace

Exception read_exception(std::string_view text) {
  Exception exception{1001, std::string(text)};
  std::string_view rest = text;
  while (rest.starts_with(kHead)) {
    int code = 0;
    const std::string_view number = rest.substr(kHead.size());
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), code);
    const std::string_view after = number.substr(static_cast<std::size_t>(end - number.data()));
    if (error != std::errc() || !after.starts_with(kMiddle)) break;
    rest = after.substr(kMiddle.size());
    exception = {code, std::string(rest)};
  }
  if (const auto version = exception.message.rfind(" (version "); version != std::string::npos) {
    exception.message.resize(version);
  }
  while (!exception.message.empty() && exception.message.back() == '\n') {
    exception.message.pop_back();
  }
  return exception;
}

std::string describe(const Exception& exception, std::string_view version) {
  return fmt::format("{}{}{}{} (version {} (godwit-engine))", kHead, exception.code, kMiddle,
                     exception.message, version);
}

int http_status(int code) {
  for (const StatusRow& row : kStatuses) {
    if (row.code == code) return row.status;
  }
  return 500;
}

}  // namespace godwit::engine
