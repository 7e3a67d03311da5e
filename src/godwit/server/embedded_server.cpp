// The embedded engine is a server that happens to be our child: an engine that dies is a server
// that died, and what it was doing is in doubt like anything else that was cut.

#include "godwit/server/embedded_server.hpp"

#include <fmt/format.h>

namespace godwit::server {

namespace {

// Stays a chdb: connection, so that errors call it what the user does.
Connection over_socket(Connection connection, const std::filesystem::path& socket) {
  connection.unix_socket = socket;
  return connection;
}

}  // namespace

EmbeddedServer::EmbeddedServer(const Connection& connection)
    : engine_(connection), http_(over_socket(connection, engine_.socket())) {}

Outcome EmbeddedServer::execute(const Request& request) {
  return with_last_words(http_.execute(request));
}

Outcome EmbeddedServer::try_select(std::string_view query,
                                   const std::function<void(const Row&)>& each) {
  return with_last_words(http_.try_select(query, each));
}

Outcome EmbeddedServer::with_last_words(Outcome outcome) const {
  auto* const in_doubt = std::get_if<InDoubt>(&outcome);
  const std::string words = in_doubt != nullptr ? engine_.last_words() : "";
  if (!words.empty()) in_doubt->reason += fmt::format("; the engine's last words: {}", words);
  return outcome;
}

}  // namespace godwit::server
