#pragma once

#include "godwit/base/file.hpp"

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace godwit::test {

/// What a command wrote to stdout and stderr, in its order, and how it ended.
struct Printed {
  std::string output;
  int status = 0;
};

/// One bash in a fresh folder, as the reader of a page has it: variables, jobs and $? go on from
/// command to command. godwit is in PATH, nobody can be asked, and no variable of the test's own
/// environment that godwit reads is set. With this value end the shell, its jobs and the folder.
class DocsShell {
 public:
  DocsShell();
  ~DocsShell();
  DocsShell(const DocsShell&) = delete;
  DocsShell& operator=(const DocsShell&) = delete;

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  /// Runs one command to its end. Throws Error(failed) where the shell ends instead, or nothing is
  /// heard of it for two minutes.
  Printed run(const std::string& command);

 private:
  TemporaryDirectory directory_;  // the folder, and what godwit keeps elsewhere: locks, sockets
  std::filesystem::path folder_;
  pid_t id_ = -1;
  int input_ = -1;
  int output_ = -1;
};

}  // namespace godwit::test
