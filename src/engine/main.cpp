// godwit-engine: libchdb behind ClickHouse's HTTP interface. A process of its own, so that a crash
// of the engine is a server that died, and any number of engines can run.
//
// The order of main matters: the lifetime comes first, so that an engine whose parent dies while it
// starts ends too; then what fails fast (data path, socket); then the engine. The process ends by
// _exit: what must be on disk is written when it happens, and neither the engine's exit handlers
// nor its crash at closing (it can abort with Replicated tables) may keep or fail it.

#include "engine/data_path.hpp"
#include "engine/http.hpp"
#include "engine/library.hpp"
#include "engine/lifetime.hpp"
#include "engine/listen.hpp"
#include "engine/options.hpp"
#include "engine/query.hpp"
#include "engine/query_log.hpp"
#include "engine/service.hpp"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <future>
#include <memory>
#include <thread>
#include <unistd.h>

namespace godwit::engine {

namespace {

using std::chrono::milliseconds;

constexpr std::string_view kVersion = GODWIT_VERSION;
constexpr milliseconds kDrain{2000};       // how long running queries may go on
constexpr milliseconds kOrphanDrain{800};  // the same when the parent died: time for a short one
constexpr milliseconds kKill{500};         // how long killed ones may take to notice
constexpr milliseconds kClose{1000};

std::string ask(Connection& connection, const std::string& expression) {
  Result result = connection.query("SELECT " + expression, "TSVRaw");
  if (!result.error.empty()) throw StartError(result.error);
  while (!result.data.empty() && result.data.back() == '\n') result.data.pop_back();
  return result.data;
}

/// Does `work` on a thread of its own and waits for it at most so long.
template <typename Work>
void bounded(milliseconds patience, Work work) {
  auto done = std::make_shared<std::promise<void>>();
  std::future<void> finished = done->get_future();
  std::thread([done, work = std::move(work)]() mutable {
    try {
      work();
    } catch (const StartError&) {
      // The engine takes no connection any more; there is nothing left to do with it.
    }
    done->set_value();
  }).detach();
  finished.wait_for(patience);
}

void end_by_crash(int /*signal*/) { _exit(0); }

Listener listen(const Options& options, Lifetime& lifetime) {
  if (options.socket.empty()) return listen_on_tcp(options.listen);
  Listener listener = listen_on_unix(options.socket);
  lifetime.remove_at_end(std::filesystem::absolute(options.socket));
  return listener;
}

[[noreturn]] void serve(const Options& options, Lifetime& lifetime) {
  Credentials credentials;
  if (!options.user.empty()) credentials = {options.user, read_password(options.password_file)};
  const DataPath data(options.path);
  const Listener listener = listen(options, lifetime);
  Library library = Library::load();
  library.bind(data.folder(), options.config.empty() ? std::filesystem::path()
                                                     : std::filesystem::absolute(options.config));
  // The engine reads a config.xml of the current directory unasked: it shall find none.
  std::filesystem::current_path(data.folder());
  auto anchor = std::make_shared<Connection>(library.connect());  // keeps the engine open
  QueryLog log(data.folder(), *anchor);
  Runner runner(library, log);
  Service service(
      runner, credentials,
      {ask(*anchor, "version()"), ask(*anchor, "timezone()"), ask(*anchor, "hostName()")});
  HttpServer server(listener.socket,
                    [&](HttpRequest request) { return service.answer(std::move(request)); });
  fmt::print("ready {}\n", listener.url);
  std::fflush(stdout);

  const Ending ending = lifetime.wait();
  service.close();
  if (!server.finish(ending == Ending::asked ? kDrain : kOrphanDrain)) {
    bounded(kKill, [&] { runner.kill_all(); });
    server.finish(kKill);
  }
  for (const int crash : {SIGABRT, SIGSEGV, SIGBUS}) std::signal(crash, end_by_crash);
  bounded(kClose, [owned = std::move(anchor)]() mutable { owned.reset(); });
  lifetime.end(0);
}

int run(std::span<char* const> arguments) {
  const Options options = parse_options(arguments);
  if (options.help || options.version) {
    fmt::print("{}", options.help ? help_text() : fmt::format("godwit-engine {}\n", kVersion));
    return 0;
  }
  auto* const lifetime = new Lifetime(parent_fd(options));  // its thread needs it to the very end
  try {
    serve(options, *lifetime);
  } catch (const std::exception& error) {
    fmt::print(stderr, "godwit-engine: {}\n", error.what());
    std::fflush(stderr);
    lifetime->end(1);
  }
}

}  // namespace

}  // namespace godwit::engine

int main(int argc, char** argv) {
  try {
    return godwit::engine::run({argv + 1, static_cast<std::size_t>(argc > 0 ? argc - 1 : 0)});
  } catch (const std::exception& error) {
    fmt::print(stderr, "godwit-engine: {}\n", error.what());
    return 1;
  }
}
