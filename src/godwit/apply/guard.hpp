#pragma once

#include "godwit/plan/plan.hpp"
#include "godwit/server/server.hpp"

#include <string>

namespace godwit::apply {

/// An empty history over tables that the plan would create means that the history was lost or that
/// the database is taken over from another tool, not that nothing has run. Throws Error(policy)
/// that names the tables and offers a baseline.
void refuse_existing_objects(server::Server& server, const plan::Plan& plan,
                             const plan::Wanted& wanted);

}  // namespace godwit::apply
