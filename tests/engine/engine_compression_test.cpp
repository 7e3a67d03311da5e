// Compressed bodies, both ways. libcurl undoes what the engine makes, and is so a judge of its own;
// what the engine is sent is what it made before.

#include "support/engine_process.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace godwit::test {

namespace {

EngineProcess& engine() {
  static EngineProcess shared;
  return shared;
}

/// 40 000 numbers, compressed where `accepted` has an encoding that the engine knows.
EngineAnswer ask(const std::string& accepted, const UrlParameters& parameters) {
  return http_request({.url = engine().url(),
                       .parameters = parameters,
                       .body = "SELECT number FROM numbers(40000)",
                       .headers = {"Accept-Encoding: " + accepted}});
}

std::string encoding_of(const EngineAnswer& answer) {
  const auto found = answer.headers.find("content-encoding");
  return found == answer.headers.end() ? "" : found->second;
}

EngineAnswer insert(const std::string& table, const std::string& body,
                    const std::string& encoding) {
  return http_request({.url = engine().url(),
                       .parameters = {{"query", "INSERT INTO " + table + " FORMAT TSV"}},
                       .body = body,
                       .headers = {"Content-Encoding: " + encoding}});
}

UrlParameters compression() { return {{"enable_http_compression", "1"}}; }

}  // namespace

TEST(EngineCompression, IsChosenAsAServerDoes) {
  struct {
    std::string accepted;
    UrlParameters parameters;
    std::string encoding;
  } const rows[] = {
      {"gzip", compression(), "gzip"},
      {"deflate", compression(), "deflate"},
      {"zstd", compression(), "zstd"},
      {"gzip, deflate, br, zstd", compression(), "zstd"},
      {"deflate, GZIP;q=0.5", compression(), "gzip"},
      {"br", compression(), ""},
      {"", compression(), ""},
      {"gzip", {}, ""},
      {"gzip", {{"enable_http_compression", "0"}}, ""},
  };
  for (const auto& row : rows) {
    const EngineAnswer answer = ask(row.accepted, row.parameters);
    EXPECT_EQ(answer.status, 200) << row.accepted;
    EXPECT_EQ(encoding_of(answer), row.encoding) << row.accepted;
  }
}

TEST(EngineCompression, GoesThereAndBack) {
  const std::string plain = ask("", {}).body;
  ASSERT_EQ(plain.size(), 228890U);
  for (const std::string encoding : {"gzip", "deflate", "zstd"}) {
    const EngineAnswer decoded = http_request({.url = engine().url(),
                                               .parameters = compression(),
                                               .body = "SELECT number FROM numbers(40000)",
                                               .decodes = encoding});
    EXPECT_EQ(encoding_of(decoded), encoding);
    EXPECT_TRUE(decoded.body == plain) << encoding;

    const std::string compressed = ask(encoding, compression()).body;
    EXPECT_LT(compressed.size(), plain.size() / 2) << encoding;
    engine().value("CREATE OR REPLACE TABLE numbers_t (n UInt32) ENGINE = Memory");
    // Twice: both formats may hold several pieces.
    const EngineAnswer inserted = insert("numbers_t", compressed + compressed, encoding);
    EXPECT_EQ(inserted.status, 200) << encoding << inserted.body;
    EXPECT_EQ(engine().value("SELECT count(), sum(n) FROM numbers_t"), "80000\t1599960000");
  }
}

TEST(EngineCompression, RefusesWhatItCannotUndo) {
  engine().value("CREATE OR REPLACE TABLE refused_t (n UInt32) ENGINE = Memory");
  const std::string gzip = ask("gzip", compression()).body;
  const std::string zstd = ask("zstd", compression()).body;
  struct {
    std::string body;
    std::string encoding;
    std::string code;
  } const rows[] = {
      {"1\n", "gzip", "354"},
      {gzip.substr(0, gzip.size() / 2), "gzip", "354"},
      {"", "deflate", "354"},
      {"1\n", "zstd", "561"},
      {zstd.substr(0, zstd.size() / 2), "zstd", "561"},
      {"", "zstd", "561"},
      {"1\n", "br", "48"},
  };
  for (const auto& row : rows) {
    const EngineAnswer answer = insert("refused_t", row.body, row.encoding);
    EXPECT_TRUE(answer.body.starts_with("Code: " + row.code + ".")) << row.encoding << answer.body;
  }
  EXPECT_EQ(insert("refused_t", "1\n", "identity").status, 200);
  EXPECT_EQ(engine().value("SELECT count() FROM refused_t"), "1");
}

TEST(EngineCompression, AnErrorIsReadableToo) {
  const EngineAnswer answer = http_request({.url = engine().url(),
                                            .parameters = compression(),
                                            .body = "SELECT nope",
                                            .decodes = "gzip"});
  EXPECT_TRUE(answer.body.starts_with("Code: 47. DB::Exception: ")) << answer.body;
}

}  // namespace godwit::test
