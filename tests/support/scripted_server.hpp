#pragma once

#include "godwit/server/server.hpp"

#include <deque>
#include <string>
#include <variant>
#include <vector>

namespace godwit::test {

/// A Server that knows its lines, for what no engine here can show (159, a cut connection, a queue
/// of many hosts). Each statement or query must hold the text of the next line and gets the answer
/// beside it; one that is out of turn, and a line that is never asked for, fail the test.
class ScriptedServer final : public server::Server {
 public:
  /// Rows answer a query, an Outcome a statement or a query that fails.
  using Answer = std::variant<server::Outcome, std::vector<server::Row>>;

  explicit ScriptedServer(std::string_view version = "26.7.3.1");
  ~ScriptedServer() override;

  /// The next line. `part` is a part of the text, or all of it.
  ScriptedServer& expect(std::string part, Answer answer = server::Outcome(server::Done{}));

  /// An answer to every text that holds `part` and is not the next line; may be asked any number
  /// of times, or never.
  ScriptedServer& always(std::string part, Answer answer);

  [[nodiscard]] server::Outcome execute(const server::Request& request) override;
  [[nodiscard]] server::Outcome try_select(
      std::string_view query, const std::function<void(const server::Row&)>& each) override;
  const server::Capabilities& capabilities() override { return capabilities_; }
  [[nodiscard]] std::string name() const override { return "scripted:"; }

  /// What was sent, in order: statements with their settings and query ids, and queries.
  [[nodiscard]] const std::vector<server::Request>& statements() const { return statements_; }
  [[nodiscard]] const std::vector<std::string>& queries() const { return queries_; }

  /// The probe's answer; a test may change it.
  server::Capabilities capabilities_;

 private:
  struct Line {
    std::string part;
    Answer answer;
  };
  Answer answer_to(std::string_view text);

  std::deque<Line> script_;
  std::vector<Line> always_;
  std::vector<server::Request> statements_;
  std::vector<std::string> queries_;
};

}  // namespace godwit::test
