// A dozen rows instead of a library of flags: the engine links as little as it can beside libchdb.

#include "engine/options.hpp"

#include "engine/library.hpp"

#include <fmt/format.h>

#include <charconv>
#include <fstream>

namespace godwit::engine {

namespace {

struct OptionRow {
  std::string_view name;
  std::string_view value;  // what --help calls it
  std::string Options::*field;
  std::string_view help;
};

// clang-format off
constexpr OptionRow kOptions[] = {
    {"--path",          "DIR",       &Options::path,          "data path, made where it is missing (required)"},
    {"--socket",        "PATH",      &Options::socket,        "listen on a unix socket"},
    {"--listen",        "HOST:PORT", &Options::listen,        "listen on the loopback interface; port 0 takes a free one"},
    {"--config",        "FILE",      &Options::config,        "ClickHouse configuration (XML) for the engine"},
    {"--parent-fd",     "N",         &Options::parent_fd,     "end when this end of a pipe reads end of file"},
    {"--user",          "NAME",      &Options::user,          "answer only this user (with --password-file)"},
    {"--password-file", "FILE",      &Options::password_file, "the user's password: the file's first line"},
};
// clang-format on

const OptionRow& find_option(std::string_view name) {
  for (const OptionRow& row : kOptions) {
    if (row.name == name) return row;
  }
  throw StartError(fmt::format("unknown argument '{}'; see godwit-engine --help", name));
}

void check(const Options& options) {
  if (options.help || options.version) return;
  if (options.path.empty()) throw StartError("--path DIR is missing");
  if (options.socket.empty() == options.listen.empty()) {
    throw StartError("give one of --socket PATH and --listen HOST:PORT");
  }
  if (options.user.empty() != options.password_file.empty()) {
    throw StartError("--user and --password-file go together");
  }
}

}  // namespace

Options parse_options(std::span<char* const> arguments) {
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--help" || argument == "-h") {
      options.help = true;
    } else if (argument == "--version") {
      options.version = true;
    } else if (const auto equals = argument.find('='); equals != std::string_view::npos) {
      options.*find_option(argument.substr(0, equals)).field = argument.substr(equals + 1);
    } else {
      const OptionRow& row = find_option(argument);
      if (++i == arguments.size()) {
        throw StartError(fmt::format("{} {}: the value is missing", row.name, row.value));
      }
      options.*row.field = arguments[i];
    }
  }
  check(options);
  return options;
}

std::string help_text() {
  std::string text =
      "godwit-engine: the embedded ClickHouse engine (libchdb) behind ClickHouse's HTTP interface\n"
      "\n"
      "  godwit-engine --path DIR (--socket PATH | --listen HOST:PORT) [options]\n"
      "\n";
  for (const OptionRow& row : kOptions) {
    text += fmt::format("  {:26} {}\n", fmt::format("{} {}", row.name, row.value), row.help);
  }
  text +=
      "  --version                  print the version\n"
      "  --help                     print this\n"
      "\n"
      "When it takes requests it prints one line: ready unix:PATH, or ready http://HOST:PORT.\n";
  return text;
}

std::optional<int> parent_fd(const Options& options) {
  if (options.parent_fd.empty()) return std::nullopt;
  const std::string& text = options.parent_fd;
  int number = -1;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || end != last || number < 0) {
    throw StartError(fmt::format("--parent-fd {}: expected a file descriptor's number", text));
  }
  return number;
}

std::string read_password(const std::string& path) {
  std::string password;
  std::ifstream file(path);
  if (!std::getline(file, password) || password.empty()) {
    throw StartError(fmt::format("--password-file {}: cannot be read, or is empty", path));
  }
  if (password.back() == '\r') password.pop_back();
  return password;
}

}  // namespace godwit::engine
