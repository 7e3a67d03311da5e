#include "godwit/cli/files.hpp"

#include <iostream>
#include <iterator>

namespace godwit::cli {

Source read_argument(const std::string& path) {
  if (path != "-") return read_source(path);
  return {"<stdin>", {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()}};
}

}  // namespace godwit::cli
