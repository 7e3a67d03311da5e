#pragma once

#include <filesystem>

namespace godwit::engine {

/// A data path that is this process's alone, until it ends in whatever way.
class DataPath {
 public:
  /// Creates the folder where it is missing. Throws StartError where it cannot be written, or where
  /// another engine has it (naming its process).
  explicit DataPath(const std::filesystem::path& folder);
  ~DataPath();
  DataPath(const DataPath&) = delete;
  DataPath& operator=(const DataPath&) = delete;

  /// Absolute.
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  int lock_ = -1;
};

}  // namespace godwit::engine
