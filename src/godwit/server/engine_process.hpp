#pragma once

#include "godwit/base/file.hpp"
#include "godwit/server/connection.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>

namespace godwit::server {

/// The executable godwit-engine: $GODWIT_ENGINE, else beside the running executable, else in PATH.
/// Throws Error(failed) that says how to get it.
std::filesystem::path find_engine();

/// A private directory (mode 0700) whose path is short enough for a unix socket in it.
class SocketDirectory {
 public:
  SocketDirectory();
  ~SocketDirectory();
  SocketDirectory(const SocketDirectory&) = delete;
  SocketDirectory& operator=(const SocketDirectory&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A running godwit-engine. It ends with this value, and with this process however that dies.
class EngineProcess {
 public:
  /// Starts it and waits until it answers. Creates the data path with its parents; an empty one is
  /// a throwaway. Throws Error(failed) with what the engine says. A data path that another engine
  /// holds is tried for three seconds: the other one may be ending with its parent.
  explicit EngineProcess(const Connection& connection);
  ~EngineProcess();
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  [[nodiscard]] const std::filesystem::path& socket() const { return socket_; }
  [[nodiscard]] pid_t id() const { return id_; }

  /// The last line it has written to its error output.
  [[nodiscard]] std::string last_words() const;

 private:
  void start(const std::filesystem::path& program, const Connection& connection);
  bool wait_until_ready();
  void stop();

  SocketDirectory directory_;
  std::optional<TemporaryDirectory> throwaway_;
  std::filesystem::path data_path_;
  std::filesystem::path socket_;
  std::filesystem::path errors_;  // its error output: a file, so that it never blocks on us
  FileDescriptor life_;           // the engine ends when this one, the only one, is closed
  FileDescriptor output_;
  pid_t id_ = -1;
};

}  // namespace godwit::server
