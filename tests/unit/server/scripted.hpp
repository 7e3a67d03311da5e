#pragma once

#include "godwit/server/http_server.hpp"
#include "support/scripted_http_server.hpp"
#include "support/thrown.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace godwit::server {

using test::HttpAnswer;
using test::ScriptedHttpServer;
using test::thrown_by;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using Ending = HttpAnswer::Ending;

/// A client of its own for a scripted server, or for nobody.
inline HttpServer connect(const std::string& url) {
  Secrets secrets;
  return HttpServer(parse_url(url, secrets));
}

}  // namespace godwit::server
