#pragma once

#include "engine/credentials.hpp"
#include "engine/http.hpp"
#include "engine/query.hpp"

#include <atomic>
#include <optional>
#include <string>

namespace godwit::engine {

/// What the engine says of itself in every answer.
struct Identity {
  std::string version;
  std::string timezone;
  std::string host;
};

/// ClickHouse's HTTP interface over a Runner: from a request to its answer. Threads may share it.
class Service {
 public:
  Service(Runner& runner, Credentials credentials, Identity identity)
      : runner_(runner), credentials_(std::move(credentials)), identity_(std::move(identity)) {}

  HttpResponse answer(HttpRequest request);

  /// From here on new queries are refused with code 236 (ABORTED).
  void close() { closed_ = true; }

 private:
  [[nodiscard]] HttpResponse refuse(const Exception& exception) const;
  [[nodiscard]] HttpResponse replicas_status(const HttpRequest& request);
  [[nodiscard]] HttpResponse respond(const Query& query, Answer answer) const;

  Runner& runner_;
  Credentials credentials_;
  Identity identity_;
  std::atomic<bool> closed_ = false;
};

}  // namespace godwit::engine
