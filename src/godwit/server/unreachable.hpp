#pragma once

#include "godwit/base/error.hpp"
#include "godwit/server/connection.hpp"
#include "godwit/server/http_transport.hpp"

namespace godwit::server {

/// The error for a server with which no exchange came about: it is not there, or what answers is
/// not ClickHouse's HTTP interface. Says where, why, and which URL was probably meant.
Error unreachable(const Connection& connection, const HttpResponse& response);

/// The error for a user or password that the server refuses, as `answer` ("code 516") says. Never
/// shows the password.
Error refused_user(const Connection& connection, std::string_view answer);

/// Whether an exception's code means that the server does not know this user or password.
bool refuses_user(int code);

}  // namespace godwit::server
