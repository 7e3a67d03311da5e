#pragma once

#include "godwit/server/engine_process.hpp"
#include "godwit/server/http_server.hpp"

#include <string>

namespace godwit::server {

/// A godwit-engine of our own, spoken to as to any server.
class EmbeddedServer final : public Server {
 public:
  /// Throws Error(failed) as EngineProcess does.
  explicit EmbeddedServer(const Connection& connection);

  [[nodiscard]] Outcome execute(const Request& request) override;
  [[nodiscard]] Outcome try_select(std::string_view query,
                                   const std::function<void(const Row&)>& each) override;
  const Capabilities& capabilities() override { return http_.capabilities(); }
  [[nodiscard]] std::string name() const override { return http_.name(); }

  [[nodiscard]] pid_t engine_id() const { return engine_.id(); }

 private:
  [[nodiscard]] Outcome with_last_words(Outcome outcome) const;

  EngineProcess engine_;
  HttpServer http_;
};

}  // namespace godwit::server
