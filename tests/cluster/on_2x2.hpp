#pragma once

#include "support/cluster.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

namespace godwit::test {

/// Tests that share a cluster of two shards with two replicas, which starts and ends with the
/// suite.
class On2x2 : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { shared = std::make_unique<Cluster>("2x2"); }
  static void TearDownTestSuite() { shared.reset(); }

  static Cluster& cluster() { return *shared; }
  static std::string address(std::string_view host) {
    return fmt::format("127.0.0.1:{}", cluster().native_port(host));
  }

 private:
  inline static std::unique_ptr<Cluster> shared;
};

}  // namespace godwit::test
