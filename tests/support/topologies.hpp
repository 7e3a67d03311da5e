#pragma once

#include <array>
#include <string_view>

namespace godwit::test {

/// One of each form, as config and flags spell it.
inline constexpr std::array<std::string_view, 5> kTopologies{"single", "cluster:main", "replicated",
                                                             "replicated:main", "cloud"};

}  // namespace godwit::test
