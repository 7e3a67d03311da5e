#pragma once

#include "godwit/apply/apply.hpp"

#include "unit/apply/scene.hpp"

namespace godwit::apply {

/// A job over a scene's migrations, with nothing set that a test would have to set itself.
inline Job job_of(Scene& scene, server::Server& server) {
  return {.server = server,
          .migrations = scene.migrations,
          .history = {},
          .wanted = {},
          .lock = {},
          .lock_target = {},
          .lock_node = {},
          .clock = scene.clock,
          .audience = scene.audience,
          .secrets = scene.secrets,
          .identity = {},
          .interruptions = {},
          .consent = {},
          .remark = {}};
}

}  // namespace godwit::apply
