// libchdb keeps no query log, and godwit asks a server's to learn what became of a statement whose
// answer it never got. The engine's is a TabSeparated file, one write(2) a row to a descriptor in
// append mode, so that a row that was written is there whatever happens to this process, and rows
// of several threads do not mix. A table of engine File shows it; the `system` database lives in
// memory, so the table is made anew at each start.
//
// A reader may meet a row of which only a part is visible yet. The last column is a number, so such
// a row does not parse, and input_format_allow_errors_num lets the reader skip it. A row that a
// crash of the machine cut short is removed at the next start.

#include "engine/query_log.hpp"

#include "engine/exception.hpp"
#include "engine/text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace godwit::engine {

namespace {

namespace fs = std::filesystem;
using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::uintmax_t kLimit = std::uintmax_t{8} << 20;
constexpr std::size_t kQueryBytes = 1000;
constexpr std::size_t kExceptionBytes = 2000;

constexpr std::string_view kColumns =
    "type Enum8('QueryStart' = 1, 'QueryFinish' = 2, 'ExceptionBeforeStart' = 3, "
    "'ExceptionWhileProcessing' = 4), event_date Date, event_time DateTime, "
    "event_time_microseconds DateTime64(6), query_start_time DateTime, "
    "query_start_time_microseconds DateTime64(6), query_duration_ms UInt64, read_rows UInt64, "
    "read_bytes UInt64, written_rows UInt64, query_id String, initial_query_id String, "
    "query String, exception_code Int32, exception String, log_comment String, "
    "current_database String, is_initial_query UInt8";

std::string_view name(LogType type) {
  switch (type) {
    case LogType::query_start:
      return "QueryStart";
    case LogType::query_finish:
      return "QueryFinish";
    case LogType::exception_before_start:
      return "ExceptionBeforeStart";
    case LogType::exception_while_processing:
      return "ExceptionWhileProcessing";
  }
  return "";
}

/// "1700000000.123456": ClickHouse reads it as a time whatever the time zone.
std::string stamp(std::chrono::system_clock::time_point time) {
  const auto since = duration_cast<microseconds>(time.time_since_epoch()).count();
  return fmt::format("{}.{:06}", since / 1000000, since % 1000000);
}

std::string row(const LogEntry& entry) {
  const std::time_t now = std::chrono::system_clock::to_time_t(entry.now);
  const std::time_t started = std::chrono::system_clock::to_time_t(entry.started);
  const auto duration = duration_cast<milliseconds>(entry.now - entry.started).count();
  std::tm local{};
  localtime_r(&now, &local);
  std::string text =
      fmt::format("{}\t{:%Y-%m-%d}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}", name(entry.type), local, now,
                  stamp(entry.now), started, stamp(entry.started), duration, entry.read_rows,
                  entry.read_bytes, entry.written_rows);
  const std::string id = tsv_field(entry.query_id);
  fmt::format_to(std::back_inserter(text), "\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t1\n", id, id,
                 tsv_field(cut(entry.query, kQueryBytes)), entry.exception_code,
                 tsv_field(cut(entry.exception, kExceptionBytes)), tsv_field(entry.log_comment),
                 tsv_field(entry.database));
  return text;
}

std::string read_all(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Drops the older half of a log that is too long, and a last line without its end.
void tidy(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size == 0) return;
  std::string text = read_all(path);
  text.resize(text.rfind('\n') + 1);  // npos + 1 is 0: no line is whole
  if (size > kLimit) text.erase(0, text.find('\n', text.size() / 2) + 1);
  if (text.size() == size) return;
  const fs::path fresh = path.string() + ".new";
  std::ofstream(fresh, std::ios::binary | std::ios::trunc) << text << std::flush;
  fs::rename(fresh, path, error);
  if (error) throw StartError(fmt::format("{}: {}", path.string(), error.message()));
}

}  // namespace

QueryLog::QueryLog(const fs::path& data, Connection& connection) {
  const fs::path path = data / "godwit-query-log.tsv";
  tidy(path);
  file_ = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file_ < 0) throw StartError(fmt::format("{}: {}", path.string(), std::strerror(errno)));
  const Result created =
      connection.query(fmt::format("CREATE TABLE system.query_log ({}) ENGINE = File(TSV, {}) "
                                   "SETTINGS input_format_allow_errors_num = 1000",
                                   kColumns, string_literal(path.string())),
                       "TSV");
  if (!created.error.empty()) throw StartError("system.query_log: " + created.error);
}

QueryLog::~QueryLog() { close(file_); }

void QueryLog::append(const LogEntry& entry) {
  const std::string text = row(entry);
  ssize_t written = -1;
  do {
    written = write(file_, text.data(), text.size());
  } while (written < 0 && errno == EINTR);
  if (written == static_cast<ssize_t>(text.size())) return;
  throw Exception{75, fmt::format("Cannot write to system.query_log, so the query is not run: {}. "
                                  "(CANNOT_WRITE_TO_FILE_DESCRIPTOR)",
                                  written < 0 ? std::strerror(errno) : "no space left")};
}

}  // namespace godwit::engine
