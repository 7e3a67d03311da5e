#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace godwit::engine {

/// The command line. Of `socket` and `listen` exactly one is set.
struct Options {
  std::string socket;
  std::string listen;
  std::string path;
  std::string config;
  std::string parent_fd;
  std::string user;
  std::string password_file;
  bool help = false;
  bool version = false;
};

/// Reads the arguments after the program's name. Throws StartError for what is unknown, missing or
/// contradictory.
Options parse_options(std::span<char* const> arguments);

/// What --help prints.
std::string help_text();

/// The pipe's end that --parent-fd names. Throws StartError where it is no number.
std::optional<int> parent_fd(const Options& options);

/// The first line of the file. Throws StartError where it cannot be read or is empty.
std::string read_password(const std::string& path);

}  // namespace godwit::engine
