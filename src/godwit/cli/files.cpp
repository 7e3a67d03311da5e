#include "godwit/cli/files.hpp"

#include <filesystem>
#include <iostream>
#include <iterator>

namespace godwit::cli {

namespace {

// Below it a copy is as fast; above it a file may be too large for one.
constexpr std::uintmax_t kLarge = 1'000'000;

}  // namespace

Source read_argument(const std::string& path) {
  std::error_code none;
  const bool is_large = std::filesystem::is_regular_file(path, none) &&
                        std::filesystem::file_size(path, none) > kLarge;
  if (is_large) return {path, FileMapping(path)};
  if (path != "-") return read_source(path);
  return {"<stdin>", {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()}};
}

}  // namespace godwit::cli
