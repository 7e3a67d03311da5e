#pragma once

#include "godwit/base/error.hpp"

#include <fmt/format.h>

#include <string>

namespace godwit::test {

/// The Error that `call` throws, in one line: "usage a.sql:2:1: message / hint"; "none" where it
/// throws none.
template <class Call>
std::string thrown_by(Call call) {
  try {
    static_cast<void>(call());
  } catch (const Error& error) {
    return fmt::format("{} {}{}{}{}{}", to_string(error.kind), to_string(error.where),
                       error.where.empty() ? "" : ": ", error.what(),
                       error.hint.empty() ? "" : " / ", error.hint);
  }
  return "none";
}

}  // namespace godwit::test
