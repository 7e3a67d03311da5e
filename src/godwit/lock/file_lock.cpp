// One file a target, in a directory that only this user can reach, so that nobody can plant a file
// or a link there. The file itself is not the lock: an advisory lock on the open file is, and ends
// with its holder, however that dies. The content only tells who holds it.
//
// An OFD lock (F_OFD_SETLK) and not flock(): both go with the open file, but this one can be asked
// after (F_OFD_GETLK) without being taken, so `status` never makes an `apply` fail.
//
// The file stays when the lock is given back: whoever unlinked it could unlink the next holder's.
// Should somebody do that by hand, the holder sees it in is_held(), and who comes just then sees
// after locking that its file is no longer the one of that name.

#include "godwit/base/error.hpp"
#include "godwit/base/file.hpp"
#include "godwit/base/hash.hpp"
#include "godwit/lock/holder.hpp"
#include "godwit/lock/lock.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace godwit::lock {

namespace {

namespace fs = std::filesystem;

std::string system_reason() { return std::generic_category().message(errno); }

/// Makes the directory where it is missing, and says why it cannot be used; empty where it can.
std::string why_not_private(const fs::path& directory) {
  if (::mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST) {
    return fmt::format("{}: {}", directory.string(), system_reason());
  }
  struct stat found = {};
  if (::lstat(directory.c_str(), &found) != 0) {
    return fmt::format("{}: {}", directory.string(), system_reason());
  }
  if (!S_ISDIR(found.st_mode) || found.st_uid != ::geteuid() || (found.st_mode & 077) != 0) {
    return fmt::format("{} is not a directory of this user's that no other user can reach",
                       directory.string());
  }
  return {};
}

struct flock whole_file() {
  struct flock range = {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  return range;
}

/// Whether the open file is still the one of that name.
bool is_at(const FileDescriptor& file, const fs::path& path) {
  struct stat open_file = {};
  struct stat named = {};
  return ::fstat(file.get(), &open_file) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

/// False where the disk is full.
bool write_holder(const FileDescriptor& file, const Holder& holder) {
  const std::string text = written_holder(holder);
  return ::ftruncate(file.get(), 0) == 0 &&
         ::pwrite(file.get(), text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

/// Empty fields where the holder has locked the file and not yet written into it.
Holder read_holder(const FileDescriptor& file) {
  std::array<char, 4096> bytes{};
  const ssize_t size = ::pread(file.get(), bytes.data(), bytes.size(), 0);
  if (size <= 0) return {};
  return parse_holder(std::string_view(bytes.data(), static_cast<std::size_t>(size)));
}

class FileLock final : public Lock {
 public:
  FileLock(FileDescriptor file, fs::path path) : file_(std::move(file)), path_(std::move(path)) {}

  [[nodiscard]] bool is_held() override { return file_.get() >= 0 && is_at(file_, path_); }

  void release() override { file_.close(); }

  [[nodiscard]] std::string describe() const override {
    return fmt::format("file {}", path_.string());
  }

 private:
  FileDescriptor file_;
  fs::path path_;
};

}  // namespace

fs::path lock_directory() { return fmt::format("/tmp/godwit-{}", ::geteuid()); }

Acquired acquire_file(const std::string& target, const Holder& self, const fs::path& directory) {
  if (std::string reason = why_not_private(directory); !reason.empty()) {
    return Unavailable{std::move(reason)};
  }
  const fs::path path = directory / sha256(target);
  for (;;) {
    FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (file.get() < 0) return Unavailable{fmt::format("{}: {}", path.string(), system_reason())};
    struct flock range = whole_file();
    if (::fcntl(file.get(), F_OFD_SETLK, &range) != 0) {
      if (errno == EAGAIN || errno == EACCES) return Held{read_holder(file)};
      return Unavailable{fmt::format("{}: {}", path.string(), system_reason())};
    }
    if (!is_at(file, path)) continue;
    if (!write_holder(file, self)) {
      return Unavailable{fmt::format("{}: {}", path.string(), system_reason())};
    }
    return std::make_unique<FileLock>(std::move(file), path);
  }
}

std::optional<Holder> read_file_lock(const std::string& target, const fs::path& directory) {
  const fs::path path = directory / sha256(target);
  const FileDescriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  if (file.get() < 0 && errno == ENOENT) return std::nullopt;
  struct flock range = whole_file();
  if (file.get() < 0 || ::fcntl(file.get(), F_OFD_GETLK, &range) != 0) {
    throw Error(ErrorKind::failed, fmt::format("{}: {}", path.string(), system_reason()));
  }
  if (range.l_type == F_UNLCK) return std::nullopt;
  return read_holder(file);
}

}  // namespace godwit::lock
