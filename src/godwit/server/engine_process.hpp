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

/// What an engine runs on. Any value is valid.
struct EngineStart {
  std::filesystem::path data_path = {};      // made with its parents; empty: a throwaway
  std::filesystem::path config = {};         // ClickHouse's XML; empty: none
  std::string listen = {};                   // 127.0.0.1:PORT; empty: a private unix socket
  std::string user = {};                     // the only one it answers; empty: `default`, unasked
  std::filesystem::path password_file = {};  // goes with `user`
};

/// A running godwit-engine. It ends with this value, and with this process however that dies.
class EngineProcess {
 public:
  /// Starts it and waits until it answers. Throws Error(failed) with what the engine says. A data
  /// path or port that another engine holds is tried for three seconds: the other one may be
  /// ending with its parent.
  explicit EngineProcess(const EngineStart& start);

  /// On a private unix socket, with the data path and the config of a chdb: connection.
  explicit EngineProcess(const Connection& connection);
  ~EngineProcess();
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  [[nodiscard]] const std::filesystem::path& socket() const { return socket_; }
  [[nodiscard]] pid_t id() const { return id_; }

  /// Where it answers: "http://127.0.0.1:PORT", or "unix:PATH".
  [[nodiscard]] const std::string& url() const { return url_; }

  /// The last line it has written to its error output.
  [[nodiscard]] std::string last_words() const;

  /// Is readable when the engine has ended, so that several can be waited for; also when it prints.
  [[nodiscard]] int output() const { return output_.get(); }

  /// Lets it end, without waiting for that.
  void ask_to_end() { life_.close(); }

  /// How it ended ("killed by signal 9: ..."); nothing where it runs. Blocks until output() is
  /// readable.
  [[nodiscard]] std::optional<std::string> read_end();

 private:
  void start(const std::filesystem::path& program, const EngineStart& start);
  bool wait_until_ready();
  void stop();
  int collect();

  SocketDirectory directory_;
  std::optional<TemporaryDirectory> throwaway_;
  std::filesystem::path data_path_;
  std::filesystem::path socket_;
  std::string url_;
  std::filesystem::path errors_;  // its error output: a file, so that it never blocks on us
  FileDescriptor life_;           // the engine ends when this one, the only one, is closed
  FileDescriptor output_;
  pid_t id_ = -1;
};

}  // namespace godwit::server
