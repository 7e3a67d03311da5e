// libmicrohttpd hands over a request in pieces: first its head, then its body, then nothing, which
// is when it is answered. A request counts as unfinished until libmicrohttpd says that its answer
// is with the socket, since the process may end right after the last one.
//
// The daemon is never stopped: stopping waits for every connection's thread, and a thread may be
// in a query that never ends.

#include "engine/http.hpp"

#include "engine/library.hpp"
#include "engine/text.hpp"

#include <microhttpd.h>

#include <condition_variable>
#include <mutex>
#include <unistd.h>

namespace godwit::engine {

namespace {

// A query may be in the URL, and libmicrohttpd keeps a request's head in this much memory.
constexpr std::size_t kHeadBytes = std::size_t{1} << 20;

MHD_Result add_field(void* fields, MHD_ValueKind /*kind*/, const char* name, std::size_t name_size,
                     const char* value, std::size_t value_size) {
  static_cast<Fields*>(fields)->emplace_back(
      std::string(name, name_size),
      value == nullptr ? std::string() : std::string(value, value_size));
  return MHD_YES;
}

MHD_Result send(MHD_Connection* connection, HttpResponse response) {
  auto body = std::make_unique<std::string>(std::move(response.body));
  char* bytes = body->data();
  const std::size_t size = body->size();
  MHD_Response* raw = MHD_create_response_from_buffer_with_free_callback_cls(
      size, bytes, [](void* owned) { delete static_cast<std::string*>(owned); }, body.get());
  if (raw == nullptr) return MHD_NO;
  (void)body.release();
  for (const auto& [name, value] : response.headers) {
    // A value that no header can carry (a line feed in a query id) is left out.
    MHD_add_response_header(raw, name.c_str(), value.c_str());
  }
  const MHD_Result queued =
      MHD_queue_response(connection, static_cast<unsigned>(response.status), raw);
  MHD_destroy_response(raw);
  return queued;
}

std::string_view find(const Fields& fields, std::string_view name) {
  for (const auto& [key, value] : fields) {
    if (key == name) return value;
  }
  return {};
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const {
  const std::string wanted = lower(name);
  for (const auto& [key, value] : headers) {
    if (lower(key) == wanted) return value;
  }
  return {};
}

std::string_view HttpRequest::parameter(std::string_view name) const {
  return find(parameters, name);
}

struct HttpServer::State {
  explicit State(Handler handler) : handler(std::move(handler)) {}

  void begin() {
    const std::lock_guard lock(mutex);
    ++unfinished;
  }
  void end() {
    const std::lock_guard lock(mutex);
    --unfinished;
    changed.notify_all();
  }

  static MHD_Result on_request(void* self, MHD_Connection* connection, const char* url,
                               const char* method, const char* /*version*/, const char* data,
                               std::size_t* data_size, void** slot) {
    auto& state = *static_cast<State*>(self);
    auto* request = static_cast<HttpRequest*>(*slot);
    if (request == nullptr) {
      request = new HttpRequest{method, url, {}, {}, {}};
      *slot = request;
      state.begin();
      MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, &add_field,
                                  &request->parameters);
      MHD_get_connection_values_n(connection, MHD_HEADER_KIND, &add_field, &request->headers);
      return MHD_YES;
    }
    if (*data_size > 0) {
      request->body.append(data, *data_size);
      *data_size = 0;
      return MHD_YES;
    }
    return send(connection, state.handler(std::move(*request)));
  }

  static void on_completed(void* self, MHD_Connection* /*connection*/, void** slot,
                           MHD_RequestTerminationCode /*how*/) {
    if (*slot == nullptr) return;
    delete static_cast<HttpRequest*>(*slot);
    *slot = nullptr;
    static_cast<State*>(self)->end();
  }

  Handler handler;
  MHD_Daemon* daemon = nullptr;
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t unfinished = 0;
};

HttpServer::HttpServer(int listening_socket, Handler handler)
    : state_(std::make_shared<State>(std::move(handler))) {
  state_->daemon = MHD_start_daemon(
      MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC,
      0, nullptr, nullptr, &State::on_request, state_.get(), MHD_OPTION_LISTEN_SOCKET,
      listening_socket, MHD_OPTION_NOTIFY_COMPLETED, &State::on_completed, state_.get(),
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, kHeadBytes, MHD_OPTION_END);
  if (state_->daemon == nullptr) throw StartError("the HTTP server does not start");
}

bool HttpServer::finish(std::chrono::milliseconds patience) {
  const MHD_socket listening = MHD_quiesce_daemon(state_->daemon);
  if (listening != MHD_INVALID_SOCKET) close(listening);
  std::unique_lock lock(state_->mutex);
  return state_->changed.wait_for(lock, patience, [&] { return state_->unfinished == 0; });
}

}  // namespace godwit::engine
