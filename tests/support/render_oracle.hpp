#pragma once

#include "godwit/base/redact.hpp"
#include "godwit/server/server.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::test {

/// What stands for the formatted text of one that does not parse.
inline constexpr std::string_view kDoesNotParse = "\\N";

/// Texts, and what ClickHouse's formatter makes of them on one line; kDoesNotParse where one does
/// not parse.
using Formatted = std::map<std::string, std::string>;

/// ClickHouse's own parser, asked in the embedded engine.
class RenderOracle {
 public:
  RenderOracle();
  ~RenderOracle();
  RenderOracle(const RenderOracle&) = delete;
  RenderOracle& operator=(const RenderOracle&) = delete;

  /// What a function of one text gives for each, in their order; "\\N" is NULL.
  std::vector<std::string> ask(std::string_view function, const std::vector<std::string>& texts);

  Formatted format_all(const std::set<std::string>& texts);

  [[nodiscard]] server::Server& server() { return *engine_; }

  /// Where the first statement of a text ends: the offset of the `;` behind it, for which another
  /// statement follows. Nothing where the text is one statement, or does not parse.
  std::optional<std::size_t> find_end(std::string_view text);

 private:
  Secrets secrets_;
  std::unique_ptr<server::Server> engine_;
};

/// The text as it is sent on a topology.
std::string rendered(std::string_view text, std::string_view topology);

/// Adds what is sent for a statement on each topology.
void add_renderings(std::string_view text, std::set<std::string>& sent);

/// Fails where the formatter does not take what is sent for a statement on each topology, or reads
/// more out of it than the statement with the topology's clauses and engines. Not for what the
/// formatter does not print as it read it: the data of INSERT, COPY, and what is not understood.
void expect_read_as_sent(const std::string& text, const Formatted& formatted);

}  // namespace godwit::test
