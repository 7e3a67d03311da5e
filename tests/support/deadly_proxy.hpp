#pragma once

#include <functional>
#include <memory>
#include <string>

namespace godwit::test {

/// Which side of a request's work its sender dies on.
enum class Side {
  before,  // the server never gets the request
  after,   // the server has answered it, and the sender never learns
};

const char* to_string(Side side);

/// Stands between godwit and a ClickHouse on a loopback port, and at one request calls `kill`,
/// which ends the sender. Requests are counted from 1, over all connections.
class DeadlyProxy {
 public:
  explicit DeadlyProxy(const std::string& server_url);  // "http://127.0.0.1:PORT"
  ~DeadlyProxy();
  DeadlyProxy(const DeadlyProxy&) = delete;
  DeadlyProxy& operator=(const DeadlyProxy&) = delete;

  /// Counts from 1 again. At request `number` `kill` is called, on the proxy's thread, and the
  /// request gets no answer; with 0 every request is answered.
  void arm(int number, Side side, std::function<void()> kill);

  /// How many requests came since.
  [[nodiscard]] int requests() const;

  /// Whether the armed number was reached.
  [[nodiscard]] bool has_killed() const;

  [[nodiscard]] std::string url() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace godwit::test
