#include "godwit/base/hash.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

namespace godwit {
namespace {

// FIPS 180-4's examples.
constexpr std::pair<std::string_view, std::string_view> kVectors[] = {
    {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
};

TEST(Hash, IsSha256) {
  for (const auto& [text, digest] : kVectors) EXPECT_EQ(sha256(text), digest);
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Hash, PiecesOfAnySizeAreOneText) {
  const std::string_view text = kVectors[2].first;
  for (std::size_t first = 0; first <= text.size(); ++first) {
    Sha256 hash;
    hash.add(text.substr(0, first)).add("").add(text.substr(first));
    EXPECT_EQ(hash.hex(), kVectors[2].second) << first;
  }
}

TEST(Hash, EveryByteCounts) {
  EXPECT_NE(sha256(std::string_view("a\0", 2)), sha256("a"));
  EXPECT_NE(sha256("a\r\n"), sha256("a\n"));
}

TEST(Hash, RandomTextIsHexAndNeverTwiceTheSame) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(random_hex(16));
  EXPECT_EQ(seen.size(), 1000U);
  for (const std::string& text : seen) {
    EXPECT_EQ(text.size(), 32U);
    EXPECT_EQ(text.find_first_not_of("0123456789abcdef"), std::string::npos) << text;
  }
  EXPECT_EQ(random_hex(0), "");
}

}  // namespace
}  // namespace godwit
