#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace godwit {

/// SHA-256 of what is added, in pieces of any size.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  Sha256& add(std::string_view bytes);

  /// 64 lower-case hex digits. Nothing may be added afterwards.
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// SHA-256 of one text, as 64 lower-case hex digits.
std::string sha256(std::string_view bytes);

/// `bytes` random bytes from the system, as lower-case hex digits (two a byte).
std::string random_hex(std::size_t bytes);

}  // namespace godwit
