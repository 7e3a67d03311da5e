#pragma once

#include "godwit/apply/apply.hpp"

#include <string>

namespace godwit::apply {

/// prepare(), and all that a person decides by: the plan is judged by the server's tables
/// (judge_by_server()), and its steps that the job's policy holds back are marked, by the approvals
/// in the history. Where a plan only creates, nothing more is asked for than by prepare().
Prepared examine(const Job& job, bool brings = false);

/// Throws Error(policy) where a step of the plan awaits an approval, with each and with the command
/// that gives it.
void refuse_unapproved(const Job& job, const plan::Plan& plan);

/// "godwit approve prod --digest ...", with what limits the plan.
std::string approve_command(const Job& job, const plan::Plan& plan);

/// One line a step that is held back: place, what it does to which tables, how many rows these
/// have.
std::string list_held(const std::vector<plan::HeldStep>& steps);

}  // namespace godwit::apply
