// Starts the real program and speaks to it as any client would. Nothing here sleeps for a guessed
// time: a start is the line "ready ...", an end is waitpid, and "it runs" is what the engine says.

#include "support/engine_process.hpp"

#include "support/arguments.hpp"

#include <curl/curl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace godwit::test {

namespace {

std::size_t take_body(char* data, std::size_t size, std::size_t count, void* into) {
  static_cast<std::string*>(into)->append(data, size * count);
  return size * count;
}

std::size_t take_header(char* data, std::size_t size, std::size_t count, void* into) {
  std::string line(data, size * count);
  const std::size_t colon = line.find(": ");
  if (colon == std::string::npos) return size * count;
  for (std::size_t i = 0; i < colon; ++i) {
    line[i] = static_cast<char>(std::tolower(static_cast<unsigned char>(line[i])));
  }
  auto& headers = *static_cast<std::map<std::string, std::string>*>(into);
  headers[line.substr(0, colon)] = line.substr(colon + 2, line.find('\r') - colon - 2);
  return size * count;
}

std::string escape(CURL* curl, const std::string& text) {
  const std::unique_ptr<char, void (*)(void*)> escaped(
      curl_easy_escape(curl, text.data(), static_cast<int>(text.size())), curl_free);
  return escaped.get();
}

std::string url_of(CURL* curl, const std::string& base, const UrlParameters& parameters) {
  std::string url = base;
  char separator = '?';
  for (const auto& [name, value] : parameters) {
    url += fmt::format("{}{}={}", separator, escape(curl, name), escape(curl, value));
    separator = '&';
  }
  return url;
}

[[noreturn]] void become(std::vector<std::string> arguments,
                         const std::vector<std::pair<std::string, std::string>>& environment,
                         const std::filesystem::path& directory) {
  for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
  if (!directory.empty() && chdir(directory.c_str()) != 0) _exit(126);
  execv(arguments[0].c_str(), pointers_to(arguments).data());
  _exit(127);
}

std::vector<std::string> engine_arguments(const std::filesystem::path& folder,
                                          const std::filesystem::path& data,
                                          const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {engine_program(), "--path", data.string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  bool listens = false;
  for (const std::string& argument : more) listens = listens || argument == "--listen";
  if (!listens) arguments.insert(arguments.end(), {"--socket", (folder / "socket").string()});
  return arguments;
}

}  // namespace

EngineAnswer http_request(const HttpCall& call) {
  const std::unique_ptr<CURL, void (*)(CURL*)> curl(curl_easy_init(), curl_easy_cleanup);
  EngineAnswer answer;
  const bool is_socket = call.url.starts_with("unix:");
  const std::string full =
      url_of(curl.get(), (is_socket ? "http://engine" : call.url) + call.path, call.parameters);
  if (is_socket) curl_easy_setopt(curl.get(), CURLOPT_UNIX_SOCKET_PATH, call.url.c_str() + 5);
  curl_easy_setopt(curl.get(), CURLOPT_URL, full.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl.get(), CURLOPT_NOPROXY, "*");
  curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT_MS, static_cast<long>(call.limit.count()));
  curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &answer.body);
  curl_easy_setopt(curl.get(), CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(curl.get(), CURLOPT_HEADERDATA, &answer.headers);
  if (!call.decodes.empty()) {
    curl_easy_setopt(curl.get(), CURLOPT_ACCEPT_ENCODING, call.decodes.c_str());
  }
  if (call.body) {
    curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDS, call.body->data());
    curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(call.body->size()));
  }
  if (call.method == "HEAD") curl_easy_setopt(curl.get(), CURLOPT_NOBODY, 1L);
  if (!call.method.empty()) {
    curl_easy_setopt(curl.get(), CURLOPT_CUSTOMREQUEST, call.method.c_str());
  }
  curl_slist* headers = nullptr;
  for (const std::string& header : call.headers)
    headers = curl_slist_append(headers, header.c_str());
  const std::unique_ptr<curl_slist, void (*)(curl_slist*)> owned(headers, curl_slist_free_all);
  if (headers != nullptr) curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, headers);
  const CURLcode code = curl_easy_perform(curl.get());
  if (code != CURLE_OK) return {0, curl_easy_strerror(code), {}};
  curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &answer.status);
  return answer;
}

EngineAnswer http_request(const std::string& url, const std::string& path,
                          const UrlParameters& parameters, const std::string* body,
                          std::chrono::milliseconds limit) {
  HttpCall call{.url = url, .path = path, .parameters = parameters, .limit = limit};
  if (body != nullptr) call.body = *body;
  return http_request(call);
}

Program::Program(const std::vector<std::string>& arguments,
                 const std::vector<std::pair<std::string, std::string>>& environment,
                 const std::filesystem::path& directory) {
  errors_ = folder_.path() / "errors";
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("pipe");
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  const int errors = open(errors_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  pid_ = fork();
  if (pid_ == 0) {
    dup2(ends[1], 1);
    dup2(errors, 2);
    close(ends[1]);
    become(arguments, environment, directory);
  }
  close(ends[1]);
  close(errors);
  output_ = ends[0];
}

Program::~Program() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    wait();
  }
  if (output_ >= 0) close(output_);
}

std::string Program::read_line() {
  std::string line;
  char c = 0;
  while (read(output_, &c, 1) == 1 && c != '\n') line += c;
  return line;
}

void Program::signal(int number) const { ::kill(pid_, number); }

ProgramEnd Program::wait() {
  ProgramEnd end;
  char bytes[4096];
  for (ssize_t size = 0; (size = read(output_, bytes, sizeof(bytes))) > 0;) {
    end.output.append(bytes, static_cast<std::size_t>(size));
  }
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  end.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  end.errors = read_file(errors_);
  return end;
}

std::string engine_program() { return GODWIT_BINARY_DIR "/godwit-engine"; }

std::string engine_library() {
  const char* chosen = std::getenv("GODWIT_CHDB");
  return chosen != nullptr && *chosen != '\0' ? chosen : GODWIT_SOURCE_DIR "/.engine/libchdb.so";
}

EngineProcess::EngineProcess(const std::filesystem::path& data,
                             const std::vector<std::string>& more_arguments)
    : data_(data.empty() ? folder_.path() / "data" : data),
      program_(engine_arguments(folder_.path(), data_, more_arguments)) {
  const std::string line = program_.read_line();
  if (!line.starts_with("ready ")) {
    throw std::runtime_error("godwit-engine does not start: " + program_.wait().errors);
  }
  url_ = line.substr(6);
}

EngineAnswer EngineProcess::query(const std::string& text, const UrlParameters& parameters) const {
  return http_request(url_, "/", parameters, &text);
}

std::string EngineProcess::value(const std::string& text) const {
  EngineAnswer answer = query(text);
  EXPECT_EQ(answer.status, 200) << text << "\n" << answer.body;
  if (answer.body.ends_with('\n')) answer.body.pop_back();
  return answer.body;
}

bool EngineProcess::wait_until_running(const std::string& query_id) const {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  const std::string question = fmt::format(
      "SELECT count() FROM system.processes WHERE Settings['log_comment'] = '{}'", query_id);
  while (std::chrono::steady_clock::now() < until) {
    if (query(question).body == "1\n") return true;
    std::this_thread::yield();
  }
  return false;
}

ProgramEnd EngineProcess::stop() {
  program_.signal(SIGTERM);
  return program_.wait();
}

void EngineProcess::kill() {
  program_.signal(SIGKILL);
  program_.wait();
}

}  // namespace godwit::test
