// A library of its own, loaded into a clickhouse-server before libc (LD_PRELOAD): the cable that
// the testbed pulls. It needs no rights and leaves the ports as they are, which a proxy could not:
// a server takes a DDL task only if the task's port is the one it listens on.
//
// Cut off, every connection of the process is shut down, nobody can connect to it and it can
// connect to nobody; all else goes on, and the statement it is at too. A thread waits for orders
// at the socket whose number is in the environment: 'c' cuts, 'r' connects again, and the same
// byte is the answer when it is done. The server closes all that it inherits when it starts; what
// the testbed gave it stays open.

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <dirent.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

std::atomic<bool> is_cut{false};

std::atomic<int> orders{-1};
std::atomic<int> held{-1};  // of the SweptDirectory

constexpr int kBacklog = 64;
constexpr useconds_t kBetweenRefusals = 20'000;  // the server's accept loop asks again at once

int option(int descriptor, int name) {
  int value = -1;
  socklen_t size = sizeof value;
  return ::getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : -1;
}

std::vector<int> open_descriptors() {
  std::vector<int> found;
  DIR* const folder = ::opendir("/proc/self/fd");
  if (folder == nullptr) return found;
  while (const dirent* const entry = ::readdir(folder)) found.push_back(std::atoi(entry->d_name));
  ::closedir(folder);
  return found;
}

/// Shuts all that is TCP, and gives the sockets that listened: Linux stops refusing at listen().
std::vector<int> cut() {
  is_cut = true;
  std::vector<int> listening;
  for (const int descriptor : open_descriptors()) {
    if (option(descriptor, SO_PROTOCOL) != IPPROTO_TCP) continue;
    if (option(descriptor, SO_ACCEPTCONN) == 1) listening.push_back(descriptor);
    ::shutdown(descriptor, SHUT_RDWR);
  }
  return listening;
}

void obey() {
  std::vector<int> listening;
  char order = 0;
  while (::recv(orders, &order, 1, 0) == 1) {
    if (order == 'c' && !is_cut) {
      listening = cut();
    } else if (order == 'r') {
      is_cut = false;
      for (const int descriptor : listening) ::listen(descriptor, kBacklog);
      listening.clear();
    }
    ::send(orders, &order, 1, MSG_NOSIGNAL);
  }
}

int number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? -1 : std::atoi(text);
}

// The server's own signals are for its own threads.
__attribute__((constructor)) void wait_for_orders() {
  orders = number_in("GODWIT_CUT_OFF_SOCKET");
  held = number_in("GODWIT_CUT_OFF_HELD");
  if (orders < 0) return;
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread(obey).detach();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

int refuse(int with) {
  errno = with;
  return -1;
}

/// What was accepted while the cable was being pulled goes too.
int unless_cut(int accepted) {
  if (accepted < 0 || !is_cut) return accepted;
  ::close(accepted);
  return refuse(ECONNABORTED);
}

bool refuses_to_accept() {
  if (!is_cut) return false;
  ::usleep(kBetweenRefusals);
  return true;
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): libc's names
extern "C" {

int connect(int descriptor, const sockaddr* address, socklen_t size) {
  static auto* const original = next<decltype(::connect)>("connect");
  const bool is_tcp = option(descriptor, SO_PROTOCOL) == IPPROTO_TCP;
  if (is_tcp && is_cut) return refuse(ENETUNREACH);
  const int result = original(descriptor, address, size);
  if (is_tcp && is_cut) ::shutdown(descriptor, SHUT_RDWR);
  return result;
}

int accept(int descriptor, sockaddr* address, socklen_t* size) {
  static auto* const original = next<decltype(::accept)>("accept");
  if (refuses_to_accept()) return refuse(ECONNABORTED);
  return unless_cut(original(descriptor, address, size));
}

int accept4(int descriptor, sockaddr* address, socklen_t* size, int flags) {
  static auto* const original = next<decltype(::accept4)>("accept4");
  if (refuses_to_accept()) return refuse(ECONNABORTED);
  return unless_cut(original(descriptor, address, size, flags));
}

int close(int descriptor) {
  static auto* const original = next<decltype(::close)>("close");
  const bool is_ours = descriptor >= 0 && (descriptor == orders || descriptor == held);
  return is_ours ? 0 : original(descriptor);
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
