#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::test {

/// The files of tests/golden/`folder` that end in `extension`, sorted by name.
std::vector<std::filesystem::path> golden_files(std::string_view folder,
                                                std::string_view extension);

/// Whether `produced` is what the golden file holds, to the byte; the failure shows the diff. With
/// GODWIT_UPDATE_GOLDEN=1 in the environment the file is written instead, for the review to read.
::testing::AssertionResult matches_golden(const std::filesystem::path& golden,
                                          std::string_view produced);

/// The lines that differ, as `diff -u` shows them: "-" in `golden` only, "+" in `produced` only, up
/// to three lines of context, "@@ line of golden, line of produced @@". Empty where both are equal.
std::string line_diff(std::string_view golden, std::string_view produced);

}  // namespace godwit::test
