#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace godwit {

/// The bytes of a file. Throws Error(usage) with the path and the system's reason.
std::string read_file(const std::filesystem::path& path);

/// Writes a file so that it is there whole or not at all: to a temporary name beside it, synced,
/// then renamed. Throws Error(failed) (disk full, read-only directory, ...) and leaves no trace.
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// A file descriptor, closed at the end.
class FileDescriptor {
 public:
  explicit FileDescriptor(int number = -1) : number_(number) {}
  ~FileDescriptor() { close(); }
  FileDescriptor(FileDescriptor&& other) noexcept;
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  [[nodiscard]] int get() const { return number_; }
  void close();

 private:
  int number_;
};

/// A file's bytes where the system keeps them, without a copy: for a text that is read once and may
/// be gigabytes. Who cuts the file short while it is read kills the process (SIGBUS), so this is
/// not for a run that a server waits for.
class FileMapping {
 public:
  FileMapping() = default;

  /// Throws Error(usage) as read_file does; also for what cannot be mapped, such as a pipe.
  explicit FileMapping(const std::filesystem::path& path);
  ~FileMapping();
  FileMapping(FileMapping&& other) noexcept;
  FileMapping& operator=(FileMapping&& other) noexcept;
  FileMapping(const FileMapping&) = delete;
  FileMapping& operator=(const FileMapping&) = delete;

  [[nodiscard]] std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
};

/// A new private directory (mode 0700) under $TMPDIR or /tmp, removed with its content when the
/// value ends. Throws Error(failed).
class TemporaryDirectory {
 public:
  explicit TemporaryDirectory(std::string_view prefix);
  ~TemporaryDirectory();
  TemporaryDirectory(TemporaryDirectory&& other) noexcept;
  TemporaryDirectory& operator=(TemporaryDirectory&& other) noexcept;
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace godwit
