#pragma once

#include "engine/library.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace godwit::engine {

/// The session that a request names.
struct SessionRequest {
  std::string id;
  std::chrono::seconds timeout{60};  // how long it lives on when the request has been answered
  bool must_exist = false;
  bool closes = false;  // it ends with the request
};

/// Sessions by name: what SET, USE and CREATE TEMPORARY TABLE leave for the requests that follow.
/// One request at a time uses a session. Threads may share this.
class Sessions {
 public:
  explicit Sessions(const Library& library) : library_(library) {}

  /// A session that nobody else gets while this value lives.
  class Lease {
   public:
    /// Begins the session where there is none of that name. Throws Exception: 372 where it must
    /// exist and does not, 373 where another request uses it.
    Lease(Sessions& sessions, const SessionRequest& request)
        : sessions_(sessions), request_(request), connection_(sessions.take(request)) {}
    ~Lease() { sessions_.give_back(request_); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    [[nodiscard]] Connection& connection() const { return *connection_; }

   private:
    Sessions& sessions_;
    SessionRequest request_;
    std::shared_ptr<Connection> connection_;
  };

 private:
  using Clock = std::chrono::steady_clock;

  struct Session {
    std::shared_ptr<Connection> connection;
    bool in_use = true;
    Clock::time_point end;
  };

  std::shared_ptr<Connection> take(const SessionRequest& request);
  void give_back(const SessionRequest& request);

  const Library& library_;
  std::mutex mutex_;
  std::map<std::string, Session, std::less<>> sessions_;
};

}  // namespace godwit::engine
