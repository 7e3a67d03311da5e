#pragma once

#include "godwit/base/error.hpp"
#include "godwit/plan/plan.hpp"
#include "godwit/server/server.hpp"

#include <optional>

namespace godwit::apply {

/// An empty history over tables that the plan would create means that the history was lost or that
/// the database is taken over from another tool, not that nothing has run. Gives the Error(policy)
/// to refuse with, which names the tables and offers a baseline; none where nothing is there.
std::optional<Error> existing_objects(server::Server& server, const plan::Plan& plan,
                                      const plan::Wanted& wanted);

}  // namespace godwit::apply
