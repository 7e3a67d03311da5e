// A server prefers zstd to gzip and gzip to deflate, whatever the client prefers (its
// src/IO/CompressionMethod.cpp). Its other encodings (br, lz4, snappy, xz, bz2) are left out: a
// client that accepts one of them is answered without, and one that sends it is refused.

#include "engine/compression.hpp"

#include "engine/exception.hpp"
#include "engine/text.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <new>
#include <zlib.h>
#include <zstd.h>

namespace godwit::engine {

namespace {

constexpr int kZlibLevel = 3;  // a server's http_zlib_compression_level
constexpr int kZstdLevel = 1;
constexpr int kWindow = 15;
constexpr int kGzipWindow = kWindow + 16;      // with a head and an end of gzip
constexpr int kDetectedWindow = kWindow + 32;  // either, whichever is there
constexpr std::size_t kPiece = std::size_t{64} << 10;

struct EncodingRow {
  std::string_view name;
  Encoding encoding;
};

constexpr EncodingRow kEncodings[] = {
    // In the order of preference.
    {"zstd", Encoding::zstd},
    {"gzip", Encoding::gzip},
    {"deflate", Encoding::deflate},
};

std::string deflate_all(std::string_view bytes, int window) {
  z_stream stream{};
  if (deflateInit2(&stream, kZlibLevel, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  const std::unique_ptr<z_stream, int (*)(z_stream*)> owned(&stream, deflateEnd);
  std::string result;
  std::array<char, kPiece> piece{};
  bool ended = false;
  while (!ended) {
    const std::string_view part = bytes.substr(0, kPiece);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
    stream.avail_in = static_cast<uInt>(part.size());
    bytes.remove_prefix(part.size());
    do {
      stream.next_out = reinterpret_cast<Bytef*>(piece.data());
      stream.avail_out = kPiece;
      ended = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_END;
      result.append(piece.data(), kPiece - stream.avail_out);
    } while (stream.avail_out == 0);
  }
  return result;
}

[[noreturn]] void refuse_zlib(const char* reason) {
  throw Exception{354, fmt::format("The request's body cannot be inflated: {}. "
                                   "(ZLIB_INFLATE_FAILED)",
                                   reason == nullptr ? "it ends too early" : reason)};
}

// Takes several of them one after the other, as gzip does.
std::string inflate_all(std::string_view bytes) {
  z_stream stream{};
  if (inflateInit2(&stream, kDetectedWindow) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> owned(&stream, inflateEnd);
  std::string result;
  std::array<char, kPiece> piece{};
  int state = Z_OK;
  while (state != Z_STREAM_END || !bytes.empty()) {
    if (state == Z_STREAM_END) inflateReset(&stream);
    const std::string_view part = bytes.substr(0, kPiece);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
    stream.avail_in = static_cast<uInt>(part.size());
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = kPiece;
    state = inflate(&stream, Z_NO_FLUSH);
    if (state != Z_OK && state != Z_STREAM_END) refuse_zlib(stream.msg);
    bytes.remove_prefix(part.size() - stream.avail_in);
    result.append(piece.data(), kPiece - stream.avail_out);
  }
  return result;
}

std::string zstd_all(std::string_view bytes) {
  std::string result(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress(result.data(), result.size(), bytes.data(), bytes.size(), kZstdLevel);
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  result.resize(size);
  return result;
}

std::string unzstd_all(std::string_view bytes) {
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(),
                                                                        ZSTD_freeDCtx);
  std::string result;
  std::array<char, kPiece> piece{};
  ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
  std::size_t left = 1;  // 0 at the end of a frame
  bool full = false;
  while (input.pos < input.size || full) {
    ZSTD_outBuffer output{piece.data(), piece.size(), 0};
    left = ZSTD_decompressStream(context.get(), &output, &input);
    if (ZSTD_isError(left) != 0) break;
    full = output.pos == output.size && left != 0;
    result.append(piece.data(), output.pos);
  }
  if (left == 0) return result;
  throw Exception{
      561, fmt::format("The request's body is not of zstd: {}. (ZSTD_DECODER_FAILED)",
                       ZSTD_isError(left) != 0 ? ZSTD_getErrorName(left) : "it ends too early")};
}

}  // namespace

std::string_view to_string(Encoding encoding) {
  for (const EncodingRow& row : kEncodings) {
    if (row.encoding == encoding) return row.name;
  }
  return {};
}

Encoding choose_encoding(std::string_view accept_encoding) {
  const std::string accepted = lower(accept_encoding);
  for (const EncodingRow& row : kEncodings) {
    if (accepted.find(row.name) != std::string::npos) return row.encoding;
  }
  return Encoding::none;
}

std::string compress(std::string_view bytes, Encoding encoding) {
  switch (encoding) {
    case Encoding::zstd:
      return zstd_all(bytes);
    case Encoding::gzip:
      return deflate_all(bytes, kGzipWindow);
    case Encoding::deflate:
      return deflate_all(bytes, kWindow);
    case Encoding::none:
      break;
  }
  return std::string(bytes);
}

std::string decompress(std::string bytes, std::string_view content_encoding) {
  const std::string name = lower(content_encoding);
  if (name.empty() || name == "identity") return bytes;
  for (const EncodingRow& row : kEncodings) {
    if (row.name != name) continue;
    return row.encoding == Encoding::zstd ? unzstd_all(bytes) : inflate_all(bytes);
  }
  throw Exception{48, fmt::format("Content-Encoding '{}' is not known to this engine; it takes "
                                  "zstd, gzip and deflate. (NOT_IMPLEMENTED)",
                                  content_encoding)};
}

}  // namespace godwit::engine
