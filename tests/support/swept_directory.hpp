#pragma once

#include "godwit/base/file.hpp"

#include <filesystem>
#include <string_view>
#include <sys/types.h>

namespace godwit::test {

/// A temporary directory that goes even where this process is killed: a sweeper, in a session of
/// its own, removes it once this process and all who hold it have ended. With the value it goes at
/// once.
class SweptDirectory {
 public:
  explicit SweptDirectory(std::string_view prefix);
  ~SweptDirectory();
  SweptDirectory(const SweptDirectory&) = delete;
  SweptDirectory& operator=(const SweptDirectory&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return directory_.path(); }

  /// What tells the sweeper that somebody still writes there. Closed on exec: a child that shall be
  /// waited for calls hold() between fork and exec, and leaves this descriptor open.
  [[nodiscard]] int held() const { return held_.get(); }
  void hold() const;

 private:
  TemporaryDirectory directory_;
  FileDescriptor held_;  // the sweeper sees the end of this pipe when nobody has it any more
  pid_t sweeper_ = -1;
};

}  // namespace godwit::test
