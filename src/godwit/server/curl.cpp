// libcurl brings thirty libraries along, and loading them takes longer than all that a command
// without a server does (`godwit version`: 19 ms with them, 8 without). So it is loaded when the
// first connection is made.

#include "godwit/server/curl.hpp"

#include "godwit/base/error.hpp"

#include <fmt/format.h>

#include <dlfcn.h>

namespace godwit::server {

namespace {

// The name holds the version of its interface: what was compiled against is what is loaded.
#ifdef __APPLE__
constexpr const char* kLibrary = "libcurl.4.dylib";
#else
constexpr const char* kLibrary = "libcurl.so.4";
#endif

[[noreturn]] void fail() {
  const char* reason = ::dlerror();
  throw Error(ErrorKind::failed,
              fmt::format("libcurl cannot be loaded: {}", reason == nullptr ? kLibrary : reason),
              {}, "install it (Debian: libcurl4)");
}

template <typename Function>
void find(void* library, const char* name, Function& function) {
  void* const symbol = ::dlsym(library, name);
  if (symbol == nullptr) fail();
  function = reinterpret_cast<Function>(symbol);
}

Curl load() {
  void* const library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);  // until the process ends
  if (library == nullptr) fail();
  Curl curl{};
  find(library, "curl_easy_init", curl.easy_init);
  find(library, "curl_easy_setopt", curl.easy_setopt);
  find(library, "curl_easy_getinfo", curl.easy_getinfo);
  find(library, "curl_easy_perform", curl.easy_perform);
  find(library, "curl_easy_cleanup", curl.easy_cleanup);
  find(library, "curl_easy_strerror", curl.easy_strerror);
  find(library, "curl_slist_append", curl.slist_append);
  find(library, "curl_slist_free_all", curl.slist_free_all);
  find(library, "curl_multi_init", curl.multi_init);
  find(library, "curl_multi_add_handle", curl.multi_add_handle);
  find(library, "curl_multi_remove_handle", curl.multi_remove_handle);
  find(library, "curl_multi_info_read", curl.multi_info_read);
  find(library, "curl_multi_perform", curl.multi_perform);
  find(library, "curl_multi_poll", curl.multi_poll);
  find(library, "curl_multi_strerror", curl.multi_strerror);
  find(library, "curl_multi_cleanup", curl.multi_cleanup);
  decltype(&::curl_global_init) global_init = nullptr;
  find(library, "curl_global_init", global_init);
  if (global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    throw Error(ErrorKind::failed, "libcurl cannot be started");
  }
  return curl;
}

}  // namespace

const Curl& curl() {
  static const Curl loaded = load();
  return loaded;
}

}  // namespace godwit::server
