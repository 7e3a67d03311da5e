// Bound, but not listening. Linux lets a second socket bind and listen there where both have
// SO_REUSEADDR; but it never picks such a port for somebody who asks for any free one, nor as the
// near end of an outgoing connection. So a server may die and return, and layouts that start at
// the same time do not meet.

#include "support/reserved_port.hpp"

#include "godwit/base/error.hpp"

#include <netinet/in.h>
#include <sys/socket.h>

namespace godwit::test {

ReservedPort::ReservedPort() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const int yes = 1;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (::setsockopt(socket_.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      ::bind(socket_.get(), generic, size) != 0 ||
      ::getsockname(socket_.get(), generic, &size) != 0) {
    throw Error(ErrorKind::failed, "no free port");
  }
  number_ = ntohs(address.sin_port);
}

}  // namespace godwit::test
