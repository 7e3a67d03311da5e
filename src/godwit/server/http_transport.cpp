// Two exchanges in one thread over one libcurl multi handle: the one that is waited for, and one
// beside it that asks how far the first one is. The multi handle keeps the connections, so that
// both kinds reuse them.

#include "godwit/server/http_transport.hpp"

#include "godwit/base/error.hpp"
#include "godwit/server/http_exchange.hpp"

#include <fmt/format.h>

namespace godwit::server {

namespace {

constexpr std::chrono::milliseconds kTick{200};

struct MultiDeleter {
  void operator()(CURLM* multi) const { curl().multi_cleanup(multi); }
};

void expect_ok(CURLMcode code) {
  if (code != CURLM_OK) {
    throw Error(ErrorKind::failed, fmt::format("libcurl: {}", curl().multi_strerror(code)));
  }
}

// Takes the handle out again however the wait ends; a handle that is taken out while it is busy
// loses its connection.
class Running {
 public:
  Running(CURLM* multi, CURL* handle) : multi_(multi), handle_(handle) {
    expect_ok(curl().multi_add_handle(multi, handle));
  }
  ~Running() { curl().multi_remove_handle(multi_, handle_); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  CURLM* multi_;
  CURL* handle_;
};

}  // namespace

struct HttpTransport::State {
  explicit State(const Connection& connection)
      : multi(curl().multi_init()), main(connection), beside(connection) {
    if (!multi) throw Error(ErrorKind::failed, "libcurl cannot be started");
  }

  // The code of the waited-for exchange, once it has ended.
  std::optional<CURLcode> collect();

  std::unique_ptr<CURLM, MultiDeleter> multi;
  HttpExchange main;
  HttpExchange beside;
  HttpRequest request_beside;
  std::function<void(const HttpResponse&)> done_beside;
  std::optional<Running> running_beside;
};

std::optional<CURLcode> HttpTransport::State::collect() {
  std::optional<CURLcode> ended;
  int left = 0;
  while (const CURLMsg* message = curl().multi_info_read(multi.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const CURLcode code = message->data.result;
    if (message->easy_handle == main.handle()) {
      ended = code;
    } else if (running_beside) {
      running_beside.reset();
      done_beside(beside.finish(code));
    }
  }
  return ended;
}

HttpTransport::HttpTransport(const Connection& connection)
    : state_(std::make_unique<State>(connection)) {}

HttpTransport::~HttpTransport() { state_->running_beside.reset(); }

HttpResponse HttpTransport::exchange(const HttpRequest& request,
                                     const std::function<bool()>& tick) {
  State& state = *state_;
  state.main.start(request);
  const Running running(state.multi.get(), state.main.handle());
  // What runs beside belongs to this exchange: its answer may refer to what the caller holds.
  struct StopBeside {
    State& state;
    ~StopBeside() { state.running_beside.reset(); }
  };
  const StopBeside stop_beside{state};
  auto last_tick = std::chrono::steady_clock::now();
  for (;;) {
    int active = 0;
    expect_ok(curl().multi_perform(state.multi.get(), &active));
    if (const auto code = state.collect()) return state.main.finish(*code);
    const auto now = std::chrono::steady_clock::now();
    if (tick && now - last_tick >= kTick) {
      last_tick = now;
      if (tick()) return state.main.abandon();
    }
    expect_ok(
        curl().multi_poll(state.multi.get(), nullptr, 0, static_cast<int>(kTick.count()), nullptr));
  }
}

void HttpTransport::start_beside(HttpRequest request,
                                 std::function<void(const HttpResponse&)> done) {
  State& state = *state_;
  state.running_beside.reset();
  state.request_beside = std::move(request);
  state.done_beside = std::move(done);
  state.beside.start(state.request_beside);
  state.running_beside.emplace(state.multi.get(), state.beside.handle());
}

bool HttpTransport::busy_beside() const { return state_->running_beside.has_value(); }

std::optional<std::string> HttpTransport::take_progress() { return state_->main.take_progress(); }

}  // namespace godwit::server
