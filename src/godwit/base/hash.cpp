#include "godwit/base/hash.hpp"

#include "godwit/base/error.hpp"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <array>
#include <vector>

namespace godwit {

namespace {

std::string hex_digits(const unsigned char* bytes, std::size_t count) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    text += kDigits[bytes[i] >> 4U];
    text += kDigits[bytes[i] & 15U];
  }
  return text;
}

}  // namespace

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();

  State() = default;
  ~State() { EVP_MD_CTX_free(context); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  // Looking the algorithm up is slower than hashing a short statement, so it is done once.
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  if (state_->context == nullptr || EVP_DigestInit_ex(state_->context, algorithm, nullptr) != 1) {
    throw Error(ErrorKind::failed, "the crypto library has no SHA-256");
  }
}

Sha256::~Sha256() = default;

Sha256& Sha256::add(std::string_view bytes) {
  EVP_DigestUpdate(state_->context, bytes.data(), bytes.size());
  return *this;
}

std::string Sha256::hex() {
  std::array<unsigned char, 32> digest{};
  EVP_DigestFinal_ex(state_->context, digest.data(), nullptr);
  return hex_digits(digest.data(), digest.size());
}

std::string sha256(std::string_view bytes) { return Sha256().add(bytes).hex(); }

std::string random_hex(std::size_t bytes) {
  std::vector<unsigned char> buffer(bytes);
  if (RAND_bytes(buffer.data(), static_cast<int>(bytes)) != 1) {
    throw Error(ErrorKind::failed, "the system gives no random bytes");
  }
  return hex_digits(buffer.data(), buffer.size());
}

}  // namespace godwit
