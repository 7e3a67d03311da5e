#pragma once

#include "godwit/server/connection.hpp"
#include "godwit/server/http_transport.hpp"
#include "godwit/server/server.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace godwit::server {

/// A ClickHouse behind its HTTP interface.
class HttpServer final : public Server {
 public:
  /// Nothing is sent yet. Throws Error(usage) for a user or password that no header can carry.
  explicit HttpServer(Connection connection);

  [[nodiscard]] Outcome execute(const Request& request) override;
  [[nodiscard]] Outcome try_select(std::string_view query,
                                   const std::function<void(const Row&)>& each) override;
  const Capabilities& capabilities() override;
  void reconnect(const Reconnecting& how) override { reconnecting_ = how; }
  [[nodiscard]] std::string name() const override;

 private:
  void probe();
  bool database_exists();
  void ask_for_progress(const Request& request);
  HttpResponse exchange(const HttpRequest& request, const std::function<bool()>& tick = {});
  [[nodiscard]] bool tries_again(const HttpResponse& response, std::chrono::milliseconds delay);
  [[nodiscard]] Outcome outcome(const HttpResponse& response) const;

  Connection connection_;
  HttpTransport transport_;
  std::optional<Capabilities> capabilities_;
  bool database_exists_ = false;
  bool progress_refused_ = false;
  Reconnecting reconnecting_;
  std::optional<std::chrono::steady_clock::time_point> refused_since_;
};

}  // namespace godwit::server
