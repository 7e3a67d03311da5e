#pragma once

#include "engine/library.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace godwit::engine {

/// The values of system.query_log's column `type`.
enum class LogType {
  query_start = 1,
  query_finish = 2,
  exception_before_start = 3,
  exception_while_processing = 4
};

/// One row of system.query_log.
struct LogEntry {
  LogType type = LogType::query_start;
  std::chrono::system_clock::time_point started;
  std::chrono::system_clock::time_point now;
  std::uint64_t read_rows = 0;
  std::uint64_t read_bytes = 0;
  std::uint64_t written_rows = 0;
  std::string_view query_id;
  std::string_view query;
  int exception_code = 0;
  std::string_view exception;
  std::string_view log_comment;
  std::string_view database;
};

/// The file behind system.query_log, in the data path: it outlives the engine, also one that is
/// killed. Any threads may append.
class QueryLog {
 public:
  /// Opens the log, halves it where it has grown beyond 8 MB, and makes it readable as
  /// system.query_log through `connection`. Throws StartError.
  QueryLog(const std::filesystem::path& data, Connection& connection);
  ~QueryLog();
  QueryLog(const QueryLog&) = delete;
  QueryLog& operator=(const QueryLog&) = delete;

  /// Returns once the row is the operating system's. Throws Exception where it cannot be written.
  void append(const LogEntry& entry);

 private:
  int file_ = -1;
};

}  // namespace godwit::engine
