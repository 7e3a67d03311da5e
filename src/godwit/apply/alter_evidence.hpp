#pragma once

#include "godwit/apply/evidence.hpp"

namespace godwit::apply {

/// How an ALTER TABLE shows in the catalog: its commands one by one, which must agree.
Finding find_alter_evidence(server::Server& server, const Question& question);

}  // namespace godwit::apply
