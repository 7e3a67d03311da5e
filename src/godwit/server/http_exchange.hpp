#pragma once

#include "godwit/server/curl.hpp"
#include "godwit/server/http_transport.hpp"

#include <exception>
#include <memory>

namespace godwit::server {

struct CurlDeleter {
  void operator()(CURL* handle) const { curl().easy_cleanup(handle); }
  void operator()(curl_slist* list) const { curl().slist_free_all(list); }
};

/// One exchange at a time on one libcurl handle; HttpTransport drives it.
class HttpExchange {
 public:
  explicit HttpExchange(const Connection& connection);
  HttpExchange(const HttpExchange&) = delete;
  HttpExchange& operator=(const HttpExchange&) = delete;

  /// Prepares the handle; the request must live until finish().
  void start(const HttpRequest& request);

  /// What came of it; throws what on_body threw.
  HttpResponse finish(CURLcode code);
  HttpResponse abandon();

  std::optional<std::string> take_progress() { return std::exchange(progress_, std::nullopt); }

  [[nodiscard]] CURL* handle() const { return handle_.get(); }

 private:
  static std::size_t read_body(char* buffer, std::size_t size, std::size_t count, void* self);
  static int refuse_rewind(void* self, curl_off_t offset, int origin);
  static std::size_t take_header(char* bytes, std::size_t size, std::size_t count, void* self);
  static std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* self);

  template <typename Value>
  void set(CURLoption option, Value value);
  void set_once(const Connection& connection);
  void header(std::string_view line);
  void keep(std::string_view bytes);
  [[nodiscard]] std::string url() const;

  std::string base_url_;
  std::unique_ptr<CURL, CurlDeleter> handle_;
  std::unique_ptr<curl_slist, CurlDeleter> headers_;
  const HttpRequest* request_ = nullptr;
  std::size_t sent_ = 0;
  bool headers_ended_ = false;  // the empty line behind them has come
  HttpResponse response_;
  std::optional<std::string> progress_;
  std::exception_ptr thrown_;
  char reason_[CURL_ERROR_SIZE] = {};
};

}  // namespace godwit::server
