#include "godwit/base/file.hpp"

#include "godwit/base/error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace godwit {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kBlock = 65536;

[[noreturn]] void refuse(ErrorKind kind, std::string_view what, const fs::path& path, int reason) {
  throw Error(kind, fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(reason)));
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

std::string read_file(const fs::path& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) refuse(ErrorKind::usage, "read", path, errno);
  struct stat facts {};
  std::size_t size = 0;  // what a pipe or /proc says is 0: they grow as they are read
  if (::fstat(file.get(), &facts) == 0) size = static_cast<std::size_t>(facts.st_size);
  std::string bytes(size + 1, '\0');  // one more, so that the end is seen without growing
  std::size_t filled = 0;
  for (;;) {
    if (filled == bytes.size()) bytes.resize(bytes.size() + kBlock);
    const ssize_t got = ::read(file.get(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse(ErrorKind::usage, "read", path, errno);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  bytes.resize(filled);
  return bytes;
}

FileMapping::FileMapping(const fs::path& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) refuse(ErrorKind::usage, "read", path, errno);
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0) refuse(ErrorKind::usage, "read", path, errno);
  const auto size = static_cast<std::size_t>(facts.st_size);
  if (size == 0) return;
  void* const begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (begin == MAP_FAILED) refuse(ErrorKind::usage, "read", path, errno);
  ::madvise(begin, size, MADV_SEQUENTIAL);  // what has been read need not stay
  bytes_ = {static_cast<const char*>(begin), size};
}

FileMapping::~FileMapping() {
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

FileMapping::FileMapping(FileMapping&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

FileMapping& FileMapping::operator=(FileMapping&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

void write_file(const fs::path& path, std::string_view bytes) {
  const fs::path partial = path.string() + fmt::format(".{}.tmp", ::getpid());
  const FileDescriptor file(
      ::open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0) refuse(ErrorKind::failed, "write", path, errno);
  if (!write_all(file.get(), bytes) || ::fsync(file.get()) != 0 ||
      ::rename(partial.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    ::unlink(partial.c_str());
    refuse(ErrorKind::failed, "write", path, reason);
  }
}

FileDescriptor::FileDescriptor(FileDescriptor&& other) noexcept
    : number_(std::exchange(other.number_, -1)) {}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    close();
    number_ = std::exchange(other.number_, -1);
  }
  return *this;
}

void FileDescriptor::close() {
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

TemporaryDirectory::TemporaryDirectory(std::string_view prefix) {
  const char* configured = std::getenv("TMPDIR");
  const fs::path parent = configured != nullptr && *configured != 0 ? configured : "/tmp";
  std::string name = (parent / fmt::format("{}-XXXXXX", prefix)).string();
  if (::mkdtemp(name.data()) == nullptr) {
    refuse(ErrorKind::failed, "make a directory in", parent, errno);
  }
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;  // a directory that cannot be removed is no reason to end differently
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

TemporaryDirectory::TemporaryDirectory(TemporaryDirectory&& other) noexcept
    : path_(std::move(other.path_)) {
  other.path_.clear();
}

TemporaryDirectory& TemporaryDirectory::operator=(TemporaryDirectory&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

}  // namespace godwit
