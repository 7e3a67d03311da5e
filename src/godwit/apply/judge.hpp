#pragma once

#include "godwit/plan/plan.hpp"
#include "godwit/server/server.hpp"

namespace godwit::apply {

/// Asks the server what the tables are that the plan's steps change, judges the steps anew by that,
/// and gives each what the server has of its table: rows, bytes, parts. What the server does not
/// tell (rights are missing, a step of the plan makes the table first) stays as the migrations have
/// it. What is done to tables that the plan itself makes is marked so. Two queries; none where no
/// step names a table.
void judge_by_server(server::Server& server, plan::Plan& plan, const plan::Wanted& wanted);

}  // namespace godwit::apply
