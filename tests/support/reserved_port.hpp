#pragma once

#include "godwit/base/file.hpp"

namespace godwit::test {

/// A port of 127.0.0.1 that is nobody else's while this value lives, whether or not a server of
/// ours listens there at the moment. The server must set SO_REUSEADDR, as they all do.
class ReservedPort {
 public:
  ReservedPort();

  [[nodiscard]] int number() const { return number_; }

 private:
  FileDescriptor socket_;
  int number_;
};

}  // namespace godwit::test
