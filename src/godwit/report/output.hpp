#pragma once

#include "godwit/base/error.hpp"
#include "godwit/base/redact.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace godwit::report {

/// How a piece of text looks on a terminal that has colours.
enum class Style { plain, good, bad, doubt, dim, strong };

/// Where everything that godwit says goes through: the one gate that redacts. With --json stdout
/// gets one document and nothing else; what is for people goes to stderr then.
class Output {
 public:
  /// Looks at stdin, stdout and stderr, and at NO_COLOR and TERM.
  explicit Output(const Secrets& secrets);

  void set_json(bool json) { json_ = json; }
  void set_colors(bool colors) { colors_ = colors; }
  [[nodiscard]] bool json() const { return json_; }

  /// A line on stdout (with --json: nothing, the document says it).
  void line(std::string_view text);

  /// Text as it is on stdout, also with --json: for what is asked for itself (render, completion).
  void raw(std::string_view text);

  /// A line on stderr.
  void remark(std::string_view text);

  /// The one document of --json; without it nothing. A second one is not printed: a command that
  /// ends with a policy's exit code has said all before.
  void document(const nlohmann::json& document);

  /// An error for a person on stderr, and with --json as the document.
  void error(const Error& error, std::string_view command);

  /// A line on stderr that is written over by the next one; nothing where stderr is no terminal.
  void transient(std::string_view text);
  void clear_transient();

  /// Whether somebody can be asked: stdin and stderr are a terminal, and no --json.
  [[nodiscard]] bool can_ask() const;

  /// Asks on stderr; true for "yes" or "y".
  bool ask(std::string_view question);

  /// Whether transient lines are shown.
  [[nodiscard]] bool is_live() const { return live_; }

  /// `text` in a style, where stdout has colours.
  [[nodiscard]] std::string paint(Style style, std::string_view text) const;

 private:
  void write(int stream, std::string_view text) const;

  const Secrets& secrets_;
  bool json_ = false;
  bool colors_ = false;
  bool live_ = false;
  bool askable_ = false;
  bool has_transient_ = false;
  bool documented_ = false;
};

/// The value of "error" in a document: kind, exit code, message, place, hint (docs/formats.md).
nlohmann::json error_document(const Error& error);

/// Every string of a document, redacted.
nlohmann::json redacted(const nlohmann::json& document, const Secrets& secrets);

}  // namespace godwit::report
