// Which Server a connection means.

#include "godwit/server/connection.hpp"
#include "godwit/server/embedded_server.hpp"
#include "godwit/server/http_server.hpp"

namespace godwit::server {

std::unique_ptr<Server> open_server(const Connection& connection) {
  if (connection.scheme == Scheme::chdb) return std::make_unique<EmbeddedServer>(connection);
  return std::make_unique<HttpServer>(connection);
}

}  // namespace godwit::server
