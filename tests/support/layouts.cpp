#include "support/layouts.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace godwit::test {

namespace {

// clang-format off
constexpr ServerRow kOneByTwo[] = {
    // host       cluster      shard        replica
    {"s1r1",      "main",      "1",         "1"},
    {"s1r2",      "main",      "1",         "2"},
};

constexpr ServerRow kTwoByTwo[] = {
    {"s1r1",      "main",      "1",         "1"},
    {"s1r2",      "main",      "1",         "2"},
    {"s2r1",      "main",      "2",         "1"},
    {"s2r2",      "main",      "2",         "2"},
};

constexpr ServerRow kWithSatellite[] = {
    {"s1r1",      "main",      "1",         "1"},
    {"s1r2",      "main",      "1",         "2"},
    {"s2r1",      "main",      "2",         "1"},
    {"s2r2",      "main",      "2",         "2"},
    {"satellite", "satellite", "satellite", "1"},
};
// clang-format on

constexpr Layout kLayouts[] = {
    {"1x2", kOneByTwo},
    {"2x2", kTwoByTwo},
    {"2x2+satellite", kWithSatellite},
};

}  // namespace

std::span<const Layout> layouts() { return kLayouts; }

const Layout& find_layout(std::string_view name) {
  std::vector<std::string> names;
  for (const Layout& layout : kLayouts) {
    if (layout.name == name) return layout;
    names.emplace_back(layout.name);
  }
  throw Error(ErrorKind::usage, fmt::format("unknown layout '{}'", name), {}, join(names, ", "));
}

}  // namespace godwit::test
