#pragma once

#include "godwit/base/redact.hpp"
#include "godwit/server/server.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace godwit::server {

/// Which engine a URL means.
enum class Scheme { http, https, chdb };

/// Where and as whom to connect. Made from a URL, then completed from config, flags, environment.
struct Connection {
  Scheme scheme = Scheme::http;
  std::string host;
  int port = 0;
  std::string database;  // empty: the user's default
  std::string user;      // empty: the server's "default"
  std::string password;
  std::filesystem::path ca_file;    // PEM; empty: the system's
  std::filesystem::path cert_file;  // client certificate, with key_file
  std::filesystem::path key_file;
  bool verify_tls = true;
  std::filesystem::path unix_socket;    // speak HTTP over this instead of TCP
  std::filesystem::path data_path;      // chdb: the engine's data; empty: a throwaway directory
  std::filesystem::path engine_config;  // chdb: the engine's --config, if any
  std::chrono::milliseconds connect_timeout{5000};
};

/// http(s)://, clickhouse://, clickhouse+http(s)://, chdb:, chdb://PATH. User, password and
/// database are percent-decoded once. clickhouse:// is mapped to HTTP: port 9000 to 8123, 9440 to
/// 8443, secure=true to TLS. *.clickhouse.cloud implies TLS. The default ports are 8123 and 8443.
/// Parameters: user, password, database, secure, skip_verify, ca_file, cert_file, key_file.
/// Secrets found are added to `secrets`. Throws Error(usage) without printing a secret, with the
/// nearest scheme for an unknown one.
Connection parse_url(std::string_view url, Secrets& secrets);

/// Without user and password.
std::string describe(const Connection& connection);

/// Connects to a server over HTTP; or starts godwit-engine on a private unix socket (chdb), which
/// ends with this value. Nothing is sent yet. Throws Error(failed) where the engine cannot be
/// found (with how to get it) or started (its data path in use, ...).
std::unique_ptr<Server> open_server(const Connection& connection);

}  // namespace godwit::server
