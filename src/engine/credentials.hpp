#pragma once

#include "engine/http.hpp"

#include <string>

namespace godwit::engine {

/// Who may ask. Without a password any request as `default` is answered, and none that brings one.
struct Credentials {
  std::string user = "default";
  std::string password;
};

/// Makes sure that the request comes from `expected`: by Basic authentication, X-ClickHouse-User
/// and -Key, or the parameters `user` and `password`, the first that is there. Throws Exception
/// 516.
void authenticate(const HttpRequest& request, const Credentials& expected);

}  // namespace godwit::engine
