#pragma once

#include "godwit/apply/apply.hpp"
#include "godwit/cli/invocation.hpp"
#include "godwit/report/live.hpp"

#include <memory>

namespace godwit::cli {

/// An environment with its migrations read and its server connected to.
struct Target {
  config::Environment environment;
  migrations::Migrations migrations;
  std::unique_ptr<server::Server> server;
  SystemClock clock;
};

/// Resolves, reads the directory (every doubt about it is said before anything connects), connects.
Target open_target(Invocation& invocation);

/// The same without the migrations.
Target open_server_of(Invocation& invocation);

/// What limits a plan, from the environment.
plan::Wanted wanted_of(const Target& target);

/// Names the target for a file lock, by what it is and not by where it is named from.
std::string lock_target_of(const Target& target);

/// Names the target for a lock in Keeper: a cluster by its name, not by the host that is asked.
std::string lock_node_of(const Target& target);

/// The version of the server in the head line, and the line.
std::string head_line(Target& target);

/// A job on a target: who runs, how it is shown, how it is interrupted. Consent is given by `yes`,
/// or asked for on a terminal; where nobody can answer its lack is an Error(policy).
apply::Job job_of(Target& target, Invocation& invocation, apply::Audience& audience, bool yes);

/// Who this run is: a new run id, user@machine:pid.
apply::Identity identity_of(const config::Environment& environment);

}  // namespace godwit::cli
