#pragma once

#include <string>
#include <string_view>

namespace godwit::engine {

/// How HTTP names what a body is compressed with; `none` has no name.
enum class Encoding { none, zstd, gzip, deflate };

std::string_view to_string(Encoding encoding);

/// What a server answers a client with that accepts these: the first of ours, in a server's order.
Encoding choose_encoding(std::string_view accept_encoding);

std::string compress(std::string_view bytes, Encoding encoding);

/// The body of a request as it was before it was compressed. Throws Exception: 48 where
/// `content_encoding` is none of ours, 354 or 561 where the bytes are not of it.
std::string decompress(std::string bytes, std::string_view content_encoding);

}  // namespace godwit::engine
