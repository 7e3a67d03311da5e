// docs/clusters.md shows what godwit prints on real servers.

#include "support/docs.hpp"

#include <gtest/gtest.h>

namespace godwit::test {

namespace {

TEST(ClusterDocs, ShowWhatIsPrinted) {
  expect_page_is_right(GODWIT_SOURCE_DIR "/docs/clusters.md", {});
}

}  // namespace

}  // namespace godwit::test
