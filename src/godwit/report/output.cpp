#include "godwit/report/output.hpp"

#include "godwit/base/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace godwit::report {

namespace {

constexpr std::array<std::string_view, 6> kCodes{"", "32", "31", "33", "2", "1"};

bool terminal_has_colors() {
  const char* const no_color = std::getenv("NO_COLOR");  // https://no-color.org
  const char* const term = std::getenv("TERM");
  return ::isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == 0) &&
         term != nullptr && std::string_view(term) != "dumb";
}

// A line that is written over must not wrap. 80 where the terminal does not say.
std::size_t terminal_width() {
  winsize size{};
  const bool told = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return told ? size.ws_col : 80;
}

}  // namespace

Output::Output(const Secrets& secrets)
    : secrets_(secrets),
      colors_(terminal_has_colors()),
      live_(::isatty(STDERR_FILENO) != 0),
      askable_(::isatty(STDIN_FILENO) != 0 && ::isatty(STDERR_FILENO) != 0) {}

void Output::write(int stream, std::string_view text) const {
  const std::string safe = secrets_.redact(std::string(text));
  std::string_view rest = safe;
  while (!rest.empty()) {
    const ssize_t written = ::write(stream, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;  // nobody listens any more: what runs is not to be stopped by that
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Output::line(std::string_view text) {
  if (json_) return;
  clear_transient();
  write(STDOUT_FILENO, std::string(text) + "\n");
}

void Output::raw(std::string_view text) {
  clear_transient();
  write(STDOUT_FILENO, text);
}

void Output::remark(std::string_view text) {
  clear_transient();
  write(STDERR_FILENO, std::string(text) + "\n");
}

void Output::document(const nlohmann::json& document) {
  if (!json_ || documented_) return;
  documented_ = true;
  clear_transient();
  using nlohmann::json;
  write(STDOUT_FILENO,
        redacted(document, secrets_).dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

void Output::error(const Error& error, std::string_view command) {
  document({{"schema_version", 1}, {"command", command}, {"error", error_document(error)}});
  clear_transient();
  write(STDERR_FILENO, describe(error));
}

void Output::transient(std::string_view text) {
  if (!live_) return;
  write(STDERR_FILENO, fmt::format("\r\x1B[K{}", excerpt(text, 0, terminal_width() - 1).text));
  has_transient_ = true;
}

void Output::clear_transient() {
  if (!has_transient_) return;
  write(STDERR_FILENO, "\r\x1B[K");
  has_transient_ = false;
}

bool Output::can_ask() const { return askable_ && !json_; }

bool Output::ask(std::string_view question) {
  clear_transient();
  write(STDERR_FILENO, fmt::format("{} [yes/no] ", question));
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "yes" || answer == "y";
}

std::string Output::paint(Style style, std::string_view text) const {
  const std::string_view code = kCodes.at(static_cast<std::size_t>(style));
  if (!colors_ || code.empty()) return std::string(text);
  return fmt::format("\x1B[{}m{}\x1B[0m", code, text);
}

nlohmann::json error_document(const Error& error) {
  nlohmann::json document = {{"kind", to_string(error.kind)},
                             {"exit_code", static_cast<int>(error.kind)},
                             {"message", error.what()}};
  if (!error.where.empty()) {
    document["path"] = error.where.path;
    if (error.where.line > 0) document["line"] = error.where.line;
    if (error.where.column > 0) document["column"] = error.where.column;
  }
  if (!error.hint.empty()) document["hint"] = error.hint;
  return document;
}

nlohmann::json redacted(const nlohmann::json& document, const Secrets& secrets) {
  nlohmann::json result = document;
  if (result.is_string()) return secrets.redact(result.get<std::string>());
  if (result.is_structured()) {
    for (auto& item : result) item = redacted(item, secrets);
  }
  return result;
}

}  // namespace godwit::report
