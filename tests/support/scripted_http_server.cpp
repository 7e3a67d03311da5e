// One thread accepts, one more a connection reads requests and answers them. All of them watch one
// pipe, whose closing ends them; the script and the record are behind one mutex. A body is sent in
// chunks, as ClickHouse does, so that a cut can be seen.

#include "support/scripted_http_server.hpp"

#include "godwit/base/text.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <netinet/in.h>
#include <optional>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <thread>
#include <tuple>
#include <unistd.h>

namespace godwit::test {

namespace {

struct Line {
  std::string part;
  HttpAnswer answer;
};

std::string decode(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      result += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

// A socket on 127.0.0.1; port 0 is the system's choice.
std::pair<int, int> bind_loopback(int port = 0) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int again = 1;  // a port that was listened on just before
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &again, sizeof(again));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof(address);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (socket < 0 || ::bind(socket, generic, length) != 0 ||
      ::getsockname(socket, generic, &length) != 0) {
    throw std::runtime_error("no loopback socket for the scripted server");
  }
  return {socket, ntohs(address.sin_port)};
}

void send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;  // the client has gone, as some tests want
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::optional<RecordedRequest> parse_head(std::string_view head) {
  RecordedRequest request;
  const auto lines = split(head, '\n');
  const auto words = split(trim(lines.front()), ' ');
  if (words.size() != 3) return std::nullopt;
  const std::size_t question = words[1].find('?');
  if (question != std::string_view::npos) {
    for (const std::string_view pair : split(words[1].substr(question + 1), '&')) {
      const std::size_t equals = pair.find('=');
      request.parameters[decode(pair.substr(0, equals))] = decode(pair.substr(equals + 1));
    }
  }
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t colon = lines[i].find(':');
    if (colon == std::string_view::npos) continue;
    request.headers[lower(lines[i].substr(0, colon))] = trim(lines[i].substr(colon + 1));
  }
  return request;
}

}  // namespace

struct ScriptedHttpServer::State {
  explicit State(int wanted_port);
  ~State();

  void accept_all();
  void serve(int socket, int connection);
  bool readable(int descriptor);
  std::optional<RecordedRequest> read_request(int socket, std::string& bytes);
  HttpAnswer answer_to(const RecordedRequest& request);
  bool answer(int socket, const HttpAnswer& answer);

  int listener = -1;
  int port = 0;
  std::array<int, 2> stop{};
  std::mutex mutex;
  std::deque<Line> script;
  std::vector<Line> always;
  std::vector<RecordedRequest> requests;
  int connections = 0;
  std::vector<std::thread> serving;
  std::thread accepting;
};

ScriptedHttpServer::State::State(int wanted_port) {
  std::tie(listener, port) = bind_loopback(wanted_port);
  if (::listen(listener, 16) != 0 || ::pipe(stop.data()) != 0) {
    throw std::runtime_error("the scripted server cannot listen");
  }
  accepting = std::thread([this] { accept_all(); });
}

ScriptedHttpServer::State::~State() {
  ::close(stop[1]);
  accepting.join();
  for (std::thread& thread : serving) thread.join();
  ::close(stop[0]);
  ::close(listener);
}

// Waits until there is something to read; false when the server is to end.
bool ScriptedHttpServer::State::readable(int descriptor) {
  std::array<pollfd, 2> waits{{{descriptor, POLLIN, 0}, {stop[0], POLLIN, 0}}};
  while (::poll(waits.data(), waits.size(), -1) < 0) {
  }
  return waits[1].revents == 0;
}

void ScriptedHttpServer::State::accept_all() {
  while (readable(listener)) {
    const int socket = ::accept(listener, nullptr, nullptr);
    if (socket < 0) continue;
    const std::lock_guard lock(mutex);
    serving.emplace_back([this, socket, connection = connections] { serve(socket, connection); });
    ++connections;
  }
}

void ScriptedHttpServer::State::serve(int socket, int connection) {
  std::string bytes;
  while (auto request = read_request(socket, bytes)) {
    request->connection = connection;
    HttpAnswer next;
    {
      const std::lock_guard lock(mutex);
      next = answer_to(*request);
      requests.push_back(std::move(*request));
    }
    if (!answer(socket, next)) break;
  }
  ::close(socket);
}

std::optional<RecordedRequest> ScriptedHttpServer::State::read_request(int socket,
                                                                       std::string& bytes) {
  std::optional<RecordedRequest> request;
  std::size_t length = 0;
  for (;;) {
    const std::size_t end = bytes.find("\r\n\r\n");
    if (!request && end != std::string::npos) {
      request = parse_head(std::string_view(bytes).substr(0, end));
      if (!request) return std::nullopt;
      length = parse_digits(request->headers["content-length"]).value_or(0);
      bytes.erase(0, end + 4);
    }
    if (request && bytes.size() >= length) {
      request->body = bytes.substr(0, length);
      bytes.erase(0, length);
      return request;
    }
    std::array<char, 4096> buffer{};
    if (!readable(socket)) return std::nullopt;
    const ssize_t got = ::recv(socket, buffer.data(), buffer.size(), 0);
    if (got <= 0) return std::nullopt;
    bytes.append(buffer.data(), static_cast<std::size_t>(got));
    // What is not HTTP (a TLS handshake) matches no line but "": the raw answers.
    if (!request && bytes.front() != 'P') return RecordedRequest{.body = std::exchange(bytes, "")};
  }
}

HttpAnswer ScriptedHttpServer::State::answer_to(const RecordedRequest& request) {
  if (!script.empty() && request.body.find(script.front().part) != std::string::npos) {
    HttpAnswer answer = std::move(script.front().answer);
    script.pop_front();
    return answer;
  }
  for (const Line& line : always) {
    if (request.body.find(line.part) != std::string::npos) return line.answer;
  }
  ADD_FAILURE() << "sent out of turn: " << request.body
                << "\nthe script has: " << (script.empty() ? "nothing more" : script.front().part);
  return {.status = 500, .body = "not in the script"};
}

// Whether the connection may go on.
bool ScriptedHttpServer::State::answer(int socket, const HttpAnswer& answer) {
  using enum HttpAnswer::Ending;
  if (answer.ending == cut_before_answer) return false;
  if (answer.ending == raw) {
    send_all(socket, answer.body);
    return false;
  }
  std::string head =
      fmt::format("HTTP/1.1 {} Scripted\r\nTransfer-Encoding: chunked\r\n", answer.status);
  for (const std::string& json : answer.progress) {
    head += fmt::format("X-ClickHouse-Progress: {}\r\n", json);
  }
  send_all(socket, head);
  if (answer.release.valid()) answer.release.wait();
  if (answer.ending == cut_in_headers) return false;
  std::string rest;
  for (const auto& [name, value] : answer.headers) rest += fmt::format("{}: {}\r\n", name, value);
  rest += "\r\n";
  if (!answer.body.empty()) rest += fmt::format("{:x}\r\n{}\r\n", answer.body.size(), answer.body);
  if (answer.ending != cut_in_body) rest += "0\r\n\r\n";
  send_all(socket, rest);
  return answer.ending == whole;
}

ScriptedHttpServer::ScriptedHttpServer(int port) : state_(std::make_unique<State>(port)) {}

ScriptedHttpServer::~ScriptedHttpServer() {
  const std::lock_guard lock(state_->mutex);  // let go before State ends its threads
  for (const Line& line : state_->script) ADD_FAILURE() << "never sent: " << line.part;
  state_->script.clear();
}

ScriptedHttpServer& ScriptedHttpServer::expect(std::string part, HttpAnswer answer) {
  const std::lock_guard lock(state_->mutex);
  state_->script.push_back({std::move(part), std::move(answer)});
  return *this;
}

ScriptedHttpServer& ScriptedHttpServer::always(std::string part, HttpAnswer answer) {
  const std::lock_guard lock(state_->mutex);
  state_->always.push_back({std::move(part), std::move(answer)});
  return *this;
}

ScriptedHttpServer& ScriptedHttpServer::expect_probe(std::string_view version,
                                                     std::string_view database_exists) {
  return expect("SELECT version()",
                {.body = fmt::format("{}\tch1\t{}\n", version, database_exists)});
}

int ScriptedHttpServer::port() const { return state_->port; }

std::string ScriptedHttpServer::url(std::string_view scheme) const {
  return fmt::format("{}://127.0.0.1:{}", scheme, port());
}

std::vector<RecordedRequest> ScriptedHttpServer::requests() const {
  const std::lock_guard lock(state_->mutex);
  return state_->requests;
}

int ScriptedHttpServer::connections() const {
  const std::lock_guard lock(state_->mutex);
  return state_->connections;
}

int unused_port() {
  const auto [socket, port] = bind_loopback();
  ::close(socket);
  return port;
}

}  // namespace godwit::test
