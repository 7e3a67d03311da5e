#include "support/scripted_server.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace godwit::test {

ScriptedServer::ScriptedServer(std::string_view version)
    : capabilities_{std::string(version), server::parse_version(version), "scripted"} {}

ScriptedServer::~ScriptedServer() {
  for (const Line& line : script_) ADD_FAILURE() << "never sent: " << line.part;
}

ScriptedServer& ScriptedServer::expect(std::string part, Answer answer) {
  script_.push_back({std::move(part), std::move(answer)});
  return *this;
}

ScriptedServer& ScriptedServer::always(std::string part, Answer answer) {
  always_.push_back({std::move(part), std::move(answer)});
  return *this;
}

ScriptedServer::Answer ScriptedServer::answer_to(std::string_view text) {
  if (!script_.empty() && text.find(script_.front().part) != std::string_view::npos) {
    Answer answer = std::move(script_.front().answer);
    script_.pop_front();
    return answer;
  }
  for (const Line& line : always_) {
    if (text.find(line.part) != std::string_view::npos) return line.answer;
  }
  ADD_FAILURE() << "sent out of turn: " << text << "\nthe script has: "
                << (script_.empty() ? "nothing more" : script_.front().part);
  return server::Outcome(server::InDoubt{"not in the script"});
}

server::Outcome ScriptedServer::execute(const server::Request& request) {
  statements_.push_back(request);
  Answer answer = answer_to(request.statement);
  if (auto* outcome = std::get_if<server::Outcome>(&answer)) return std::move(*outcome);
  return server::Done{};  // the rows of a statement are nobody's
}

server::Outcome ScriptedServer::try_select(std::string_view query,
                                           const std::function<void(const server::Row&)>& each) {
  queries_.emplace_back(query);
  Answer answer = answer_to(query);
  if (auto* outcome = std::get_if<server::Outcome>(&answer)) return std::move(*outcome);
  for (const server::Row& row : std::get<std::vector<server::Row>>(answer)) each(row);
  return server::Done{};
}

}  // namespace godwit::test
