#pragma once

#include "godwit/base/source.hpp"

#include <string>

namespace godwit::cli {

/// A file named on the command line; "-" is stdin. Throws Error(usage).
Source read_argument(const std::string& path);

}  // namespace godwit::cli
