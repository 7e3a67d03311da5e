// libchdb is loaded at run time: it is 566 MB that most users of godwit never need, and its place
// differs from machine to machine. Its C interface has no header of a version to build against, so
// the few functions that are used are declared here, one row each, and a library that lacks one is
// refused by name.

#include "engine/library.hpp"

#include <fmt/format.h>

#include <dlfcn.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#include <array>
#include <cstdlib>
#include <filesystem>
#include <type_traits>

namespace godwit::engine {

namespace fs = std::filesystem;

// Without a configuration of its own the engine is a cluster called `default`, as an installed
// server is: Distributed tables work on it, and find their data in this process, as their host is
// the engine itself by its native port. Nothing listens there.
constexpr std::array kOwnCluster{"--", "--tcp_port=9000",
                                 "--remote_servers.default.shard.replica.host=127.0.0.1",
                                 "--remote_servers.default.shard.replica.port=9000"};

// What chdb_classify_query_n fills in (libchdb's chdb_query_analysis_v1).
struct Analysis {
  std::uint32_t size = sizeof(Analysis);
  std::uint32_t statements = 0;
  std::uint32_t flags = 0;
  std::uint32_t kind = 0;  // chdb_query_class
};

constexpr std::uint32_t kReadOnly = 0;

struct Functions {
  using Connect = void** (*)(int, char**);
  using Close = void (*)(void**);
  using Query = void* (*)(void*, const char*, std::size_t, const char*, std::size_t,
                          const char* const*, const std::size_t*, const char* const*,
                          const std::size_t*, std::size_t);
  using Classify = int (*)(void*, const char*, std::size_t, const char*, std::size_t, Analysis*);
  using Append = int (*)(void*, const void*, std::size_t);
  using Handle = void* (*)(void*);
  using Drop = void (*)(void*);
  using Text = char* (*)(void*);
  using Count = std::uint64_t (*)(void*);
  using Switch = void (*)(int);

  Connect connect = nullptr;
  Close close = nullptr;
  Query query = nullptr;
  Query insert = nullptr;
  Classify classify = nullptr;
  Append append = nullptr;
  Handle done = nullptr;
  Text insert_error = nullptr;
  Drop drop_insert = nullptr;
  Drop drop_result = nullptr;
  Text buffer = nullptr;
  Text error = nullptr;
  Count length = nullptr;
  Count result_rows = nullptr;
  Count read_rows = nullptr;
  Count read_bytes = nullptr;
  Count written_rows = nullptr;
  Count written_bytes = nullptr;
  Switch signal_handlers = nullptr;
};

namespace {

// What libchdb appends may block until it is read, so large data is handed over in pieces.
constexpr std::size_t kPiece = std::size_t{1} << 20;

void resolve_all(void* library, Functions& into) {
  const auto resolve = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
    if (function == nullptr) {
      throw StartError(
          fmt::format("this libchdb lacks the function {}; godwit needs 26.7.2 or later", name));
    }
  };
  resolve(into.connect, "chdb_connect");
  resolve(into.close, "chdb_close_conn");
  resolve(into.query, "chdb_query_with_params_n");
  resolve(into.insert, "chdb_stream_insert_with_params_n");
  resolve(into.classify, "chdb_classify_query_n");
  resolve(into.append, "chdb_stream_append");
  resolve(into.done, "chdb_stream_done");
  resolve(into.insert_error, "chdb_stream_insert_error");
  resolve(into.drop_insert, "chdb_destroy_insert_stream");
  resolve(into.drop_result, "chdb_destroy_query_result");
  resolve(into.buffer, "chdb_result_buffer");
  resolve(into.error, "chdb_result_error");
  resolve(into.length, "chdb_result_length");
  resolve(into.result_rows, "chdb_result_rows_read");
  resolve(into.read_rows, "chdb_result_storage_rows_read");
  resolve(into.read_bytes, "chdb_result_storage_bytes_read");
  resolve(into.written_rows, "chdb_result_rows_written");
  resolve(into.written_bytes, "chdb_result_bytes_written");
  resolve(into.signal_handlers, "chdb_set_signal_handlers_enabled");
}

Result take(const Functions& functions, void* handle) {
  if (handle == nullptr) return {.data = {}, .error = "Code: 1001. DB::Exception: no answer"};
  const std::unique_ptr<void, Functions::Drop> owned(handle, functions.drop_result);
  Result result;
  if (const char* error = functions.error(handle); error != nullptr) result.error = error;
  if (const char* data = functions.buffer(handle); data != nullptr) {
    result.data.assign(data, functions.length(handle));
  }
  result.result_rows = functions.result_rows(handle);
  result.read_rows = functions.read_rows(handle);
  result.read_bytes = functions.read_bytes(handle);
  result.written_rows = functions.written_rows(handle);
  result.written_bytes = functions.written_bytes(handle);
  return result;
}

/// Parameters as the C interface wants them: four arrays of one length, which live as long as this.
class ParameterArrays {
 public:
  explicit ParameterArrays(const Parameters& parameters) {
    for (const auto& [name, value] : parameters) {
      names_.push_back(name.data());
      name_lengths_.push_back(name.size());
      values_.push_back(value.data());
      value_lengths_.push_back(value.size());
    }
  }

  void* call(Functions::Query function, void* connection, std::string_view text,
             std::string_view format) const {
    return function(connection, text.data(), text.size(), format.data(), format.size(),
                    names_.data(), name_lengths_.data(), values_.data(), value_lengths_.data(),
                    names_.size());
  }

 private:
  std::vector<const char*> names_;
  std::vector<std::size_t> name_lengths_;
  std::vector<const char*> values_;
  std::vector<std::size_t> value_lengths_;
};

/// This program's file; "" where the system does not say (then its folders are not looked in).
fs::path program_path() {
  std::error_code ignored;
#ifdef __APPLE__
  char path[4096];
  std::uint32_t size = sizeof(path);
  if (_NSGetExecutablePath(path, &size) == 0) return fs::weakly_canonical(path, ignored);
  return {};
#else
  return fs::read_symlink("/proc/self/exe", ignored);
#endif
}

std::vector<std::string> places() {
  if (const char* chosen = std::getenv("GODWIT_CHDB"); chosen != nullptr && *chosen != '\0') {
    return {chosen};  // who names a file wants that one, not another that happens to be there
  }
  std::error_code ignored;
  const std::string here = (fs::current_path(ignored) / ".engine/libchdb.so").string();
  std::vector<std::string> found = {here};
  const fs::path program = program_path();
  for (fs::path above = program.parent_path(); !above.empty(); above = above.parent_path()) {
    const std::string place = (above / ".engine/libchdb.so").string();
    if (place != here) found.push_back(place);
    if (above == above.root_path()) break;
  }
  if (!program.empty()) found.push_back((program.parent_path() / "libchdb.so").string());
  found.emplace_back("libchdb.so");
  return found;
}

void* open_library() {
  std::string tried;
  for (const std::string& place : places()) {
    const bool is_path = place.find('/') != std::string::npos;
    std::error_code ignored;
    if (is_path && !fs::exists(place, ignored)) {
      tried += fmt::format("\n    {}: not there", place);
      continue;
    }
    if (void* library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    const char* reason = dlerror();
    tried += fmt::format("\n    {}: {}", place, reason != nullptr ? reason : "cannot be loaded");
  }
  throw StartError(fmt::format(
      "libchdb, the embedded ClickHouse engine, was not found; looked in:{}\n"
      "  run ./quickstart, or: npm pack @chdb/lib-linux-x64-gnu and unpack libchdb.so into "
      ".engine/, or set GODWIT_CHDB=/path/to/libchdb.so",
      tried));
}

}  // namespace

Connection::Connection(Connection&& other) noexcept
    : functions_(other.functions_), handle_(std::exchange(other.handle_, nullptr)) {}

Connection& Connection::operator=(Connection&& other) noexcept {
  std::swap(functions_, other.functions_);
  std::swap(handle_, other.handle_);
  return *this;
}

Connection::~Connection() {
  if (handle_ != nullptr) functions_->close(handle_);
}

Result Connection::query(std::string_view text, std::string_view format,
                         const Parameters& parameters) {
  const ParameterArrays arrays(parameters);
  return take(*functions_, arrays.call(functions_->query, *handle_, text, format));
}

Result Connection::insert(std::string_view head, std::string_view format, std::string_view data,
                          const Parameters& parameters) {
  const ParameterArrays arrays(parameters);
  const std::unique_ptr<void, Functions::Drop> stream(
      arrays.call(functions_->insert, *handle_, head, format), functions_->drop_insert);
  if (const char* error = functions_->insert_error(stream.get()); error != nullptr) {
    return {.data = {}, .error = error};
  }
  while (!data.empty()) {
    const std::string_view piece = data.substr(0, kPiece);
    if (functions_->append(stream.get(), piece.data(), piece.size()) != 0) break;
    data.remove_prefix(piece.size());
  }
  // After a failed append the end says why.
  return take(*functions_, functions_->done(stream.get()));
}

std::size_t Connection::count_statements(std::string_view text) const {
  Analysis analysis;
  functions_->classify(*handle_, text.data(), text.size(), nullptr, 0, &analysis);
  return analysis.statements;
}

bool Connection::only_reads(std::string_view text) const {
  Analysis analysis;
  functions_->classify(*handle_, text.data(), text.size(), nullptr, 0, &analysis);
  return analysis.statements == 1 && analysis.kind == kReadOnly;
}

Library::Library() : functions_(std::make_unique<Functions>()) {}
Library::Library(Library&&) noexcept = default;
Library& Library::operator=(Library&&) noexcept = default;
Library::~Library() = default;

Library Library::load() {
  Library library;
  resolve_all(open_library(), *library.functions_);
  library.functions_->signal_handlers(0);  // signals are lifetime.cpp's
  return library;
}

void Library::bind(const fs::path& data, const fs::path& config) {
  arguments_ = {"clickhouse", "--path=" + data.string()};
  if (config.empty()) {
    arguments_.insert(arguments_.end(), kOwnCluster.begin(), kOwnCluster.end());
  } else {
    arguments_.push_back("--config-file=" + config.string());
  }
}

Connection Library::connect() const {
  std::vector<std::string> copies = arguments_;  // the interface takes char*, not const char*
  std::vector<char*> pointers;
  pointers.reserve(copies.size());
  for (std::string& argument : copies) pointers.push_back(argument.data());
  void** handle = functions_->connect(static_cast<int>(pointers.size()), pointers.data());
  if (handle == nullptr || *handle == nullptr) {
    throw StartError(fmt::format("the engine does not start with {} (its reason is above)",
                                 fmt::join(arguments_.begin() + 1, arguments_.end(), " ")));
  }
  return {*functions_, handle};
}

}  // namespace godwit::engine
