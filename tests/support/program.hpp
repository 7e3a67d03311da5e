#pragma once

#include "godwit/base/file.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace godwit::test {

/// How a run of godwit ended and what it printed.
struct Ended {
  int code = -1;       // 128 + the signal where one ended it
  std::string output;  // stdout; on a terminal all that the terminal showed
  std::string errors;  // stderr; on a terminal empty
};

/// The words behind `godwit`, what differs from a clean environment, and what stands on stdin.
struct Call {
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::string input = {};
};

/// Where a run's three streams are. The terminal has 200 columns.
enum class Streams { files, terminal };

/// A run of godwit that goes on. Ended by SIGKILL where it still runs when the value ends. A run
/// that takes longer than a minute is killed too, and fails the test.
class Running {
 public:
  Running(const Call& call, const std::filesystem::path& directory,
          const std::vector<std::pair<std::string, std::string>>& environment, Streams streams);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void signal(int number) const;

  /// Types on the terminal; "\x03" is Ctrl-C.
  void type(std::string_view text) const;

  /// Waits until the terminal shows `text`; false where the run ends without it.
  bool shows(std::string_view text);

  /// Waits for its end.
  Ended wait();

  [[nodiscard]] pid_t id() const { return id_; }

  /// The godwit-engine that it started; -1 where there is none.
  [[nodiscard]] pid_t engine_id() const;

 private:
  void start(const Call& call, const std::filesystem::path& directory,
             const std::vector<std::pair<std::string, std::string>>& environment);
  bool read_terminal();

  TemporaryDirectory folder_{"godwit-run-"};
  pid_t id_ = -1;
  int terminal_ = -1;  // our end of it
  std::string terminal_name_;
  std::string shown_;
  std::future<int> end_;
  bool waited_ = false;
};

/// A folder as a user has it, in which godwit is run. Nothing of the machine's own shows through:
/// temporary files and locks are in a folder that ends with the project.
class Project {
 public:
  /// An empty one, or a copy of examples/`example`.
  explicit Project(std::string_view example = "");

  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }

  /// Writes a file, and the folders on its way.
  void write(const std::filesystem::path& name, std::string_view text) const;
  [[nodiscard]] std::string read(const std::filesystem::path& name) const;

  /// Replaces `from`, which must be there, in a file.
  void replace(const std::filesystem::path& name, std::string_view from, std::string_view to) const;

  [[nodiscard]] Ended run(const std::vector<std::string>& arguments) const;
  [[nodiscard]] Ended run(const Call& call) const;
  [[nodiscard]] Running start(const Call& call, Streams streams = Streams::files) const;

  /// The variables of a run, but for what its call adds.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> environment() const;

  /// Every file below the project, and the temporary files and locks: name and bytes.
  [[nodiscard]] std::map<std::string, std::string> files() const;

  /// The same for what stands in temporary folders only.
  [[nodiscard]] std::map<std::string, std::string> temporary_files() const;

 private:
  TemporaryDirectory folder_{"godwit-project-"};
  TemporaryDirectory temporary_{"gt-"};  // short: a socket's path must fit
};

/// Asks until `condition` holds; false where it does not within 20 s. For what happens in another
/// process and gives no event.
bool eventually(const std::function<bool()>& condition);

}  // namespace godwit::test
