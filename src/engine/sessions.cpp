// A session is a connection of libchdb that is kept. Those whose time is over are dropped when the
// next session is asked for: until then nobody can see that they are still there.

#include "engine/sessions.hpp"

#include "engine/exception.hpp"

#include <fmt/format.h>

#include <vector>

namespace godwit::engine {

std::shared_ptr<Connection> Sessions::take(const SessionRequest& request) {
  std::vector<std::shared_ptr<Connection>> ended;  // closed when the lock is gone
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  for (auto session = sessions_.begin(); session != sessions_.end();) {
    const bool over = !session->second.in_use && session->second.end <= now;
    if (over) ended.push_back(std::move(session->second.connection));
    session = over ? sessions_.erase(session) : std::next(session);
  }
  const auto found = sessions_.find(request.id);
  if (found == sessions_.end()) {
    if (request.must_exist) {
      throw Exception{372, fmt::format("Session {} not found. (SESSION_NOT_FOUND)", request.id)};
    }
    auto connection = std::make_shared<Connection>(library_.connect());
    sessions_[request.id] = {connection, true, {}};
    return connection;
  }
  if (found->second.in_use) {
    throw Exception{373, fmt::format("Session {} is locked by a concurrent client. "
                                     "(SESSION_IS_LOCKED)",
                                     request.id)};
  }
  found->second.in_use = true;
  return found->second.connection;
}

void Sessions::give_back(const SessionRequest& request) {
  std::shared_ptr<Connection> ended;  // closed when the lock is gone
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(request.id);
  found->second.in_use = false;
  found->second.end = Clock::now() + request.timeout;
  if (!request.closes) return;
  ended = std::move(found->second.connection);
  sessions_.erase(found);
}

}  // namespace godwit::engine
