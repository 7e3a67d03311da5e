#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::engine {

/// Why the program cannot start; the message says what to do about it.
struct StartError final : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a statement gave. `error` is the engine's own text ("Code: N. DB::Exception: ..."), empty
/// where it succeeded; `data` is in the format that was asked for, any bytes.
struct Result {
  std::string data;
  std::string error;
  std::uint64_t result_rows = 0;
  std::uint64_t read_rows = 0;
  std::uint64_t read_bytes = 0;
  std::uint64_t written_rows = 0;
  std::uint64_t written_bytes = 0;
};

/// Query parameters, name and value in TabSeparated escaping: what HTTP's param_NAME carries.
using Parameters = std::vector<std::pair<std::string, std::string>>;

struct Functions;  // libchdb's C interface

/// One session of the engine: settings and the current database are its own. One thread at a time.
class Connection {
 public:
  Connection(Connection&& other) noexcept;
  Connection& operator=(Connection&& other) noexcept;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  /// Runs `text` (every statement in it) and waits for its end.
  Result query(std::string_view text, std::string_view format, const Parameters& parameters = {});

  /// Runs an INSERT whose head has neither FORMAT nor data; `data` is in `format` and is taken as
  /// data to its last byte.
  Result insert(std::string_view head, std::string_view format, std::string_view data,
                const Parameters& parameters);

  /// How many statements the engine would run for `text`, by the parser that would run them; 0
  /// where it does not parse, or is empty. Runs nothing.
  [[nodiscard]] std::size_t count_statements(std::string_view text) const;

  /// Whether `text` is a statement that reads only, by the same parser; SET and USE are none.
  [[nodiscard]] bool only_reads(std::string_view text) const;

 private:
  friend class Library;
  Connection(const Functions& functions, void** handle) : functions_(&functions), handle_(handle) {}

  const Functions* functions_;
  void** handle_;
};

/// libchdb, loaded and bound to one data path: a process can have one. Connections may be opened
/// and used from any threads at once.
class Library {
 public:
  /// Looks for libchdb in $GODWIT_CHDB, in .engine/ of the current directory and of every directory
  /// above this program, beside it, and on the system's library path. Throws StartError.
  static Library load();

  /// Names the data path and the config file ("" = none) of the connections to come.
  void bind(const std::filesystem::path& data, const std::filesystem::path& config);

  /// Throws StartError where the engine does not start on the data path.
  [[nodiscard]] Connection connect() const;

  Library(Library&&) noexcept;
  Library& operator=(Library&&) noexcept;
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library();

 private:
  Library();

  std::unique_ptr<Functions> functions_;
  std::vector<std::string> arguments_;
};

}  // namespace godwit::engine
