// The lock is the kernel's (flock), not the file's existence: it ends with the process that holds
// it, so a killed engine leaves nothing to clean up. The process id in the file is for people only.

#include "engine/data_path.hpp"

#include "engine/library.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <unistd.h>

namespace godwit::engine {

namespace {

std::string holder(int file) {
  char text[32] = {};
  const ssize_t size = pread(file, text, sizeof(text) - 1, 0);
  std::string pid(text, size > 0 ? static_cast<std::size_t>(size) : 0);
  while (!pid.empty() && pid.back() == '\n') pid.pop_back();
  return pid.empty() ? "unknown" : pid;
}

}  // namespace

DataPath::DataPath(const std::filesystem::path& folder) {
  std::error_code error;
  folder_ = std::filesystem::absolute(folder, error);
  std::filesystem::create_directories(folder_, error);
  const std::string path = (folder_ / "godwit-engine.lock").string();
  lock_ = error ? -1 : open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock_ < 0) {
    const std::string reason = error ? error.message() : std::strerror(errno);
    throw StartError(fmt::format("data path {}: cannot be written: {}", folder_.string(), reason));
  }
  if (flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    const std::string pid = holder(lock_);
    close(lock_);
    throw StartError(fmt::format("data path {}: in use by another godwit-engine, process {}",
                                 folder_.string(), pid));
  }
  const std::string pid = fmt::format("{}\n", getpid());
  if (ftruncate(lock_, 0) != 0 ||
      pwrite(lock_, pid.data(), pid.size(), 0) != static_cast<ssize_t>(pid.size())) {
    const int reason = errno;
    close(lock_);
    throw StartError(fmt::format("data path {}: cannot be written: {}", folder_.string(),
                                 std::strerror(reason)));
  }
}

DataPath::~DataPath() { close(lock_); }

}  // namespace godwit::engine
