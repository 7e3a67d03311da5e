#include "godwit/base/error.hpp"
#include "godwit/hcl/evaluate.hpp"
#include "godwit/hcl/parse.hpp"

#include <gtest/gtest.h>

#include <random>

// Whatever the text, parsing and evaluating it gives a tree and values, or an Error that names a
// place in it. Nothing else may be thrown, and the sanitizer builds watch the memory.

namespace godwit::hcl {
namespace {

constexpr std::string_view kNasty[] = {"a", "=",  "{", "}", "\"", "${", "\n",   "1",
                                       "[", "\\", "(", "-", "?",  ":",  "<<a\n"};

// More of the kind, for the random texts.
constexpr std::string_view kPieces[] = {"a",
                                        "=",
                                        "{",
                                        "}",
                                        "\"",
                                        "${",
                                        "\n",
                                        "1",
                                        "[",
                                        "\\",
                                        "(",
                                        "-",
                                        "?",
                                        ":",
                                        "$",
                                        "%{",
                                        "]",
                                        ")",
                                        ",",
                                        ".",
                                        "!",
                                        "&&",
                                        "\r\n",
                                        "\r",
                                        "/*",
                                        "*/",
                                        "#",
                                        "//",
                                        "<<",
                                        "<-",
                                        "<<-a",
                                        "env",
                                        "a = ",
                                        " ",
                                        "==",
                                        "+",
                                        "null",
                                        "1e",
                                        "\\u00",
                                        "b",
                                        "\t",
                                        "%%",
                                        "$$",
                                        "for",
                                        "\xEF\xBB\xBF",
                                        "\xC3\xA4",
                                        "\xFF",
                                        "join(",
                                        "9223372036854775807"};

struct Outcome {
  bool parsed = false;
  std::size_t values = 0;
};

void evaluate_all(const Body& body, const Source& source, Outcome& outcome) {
  for (const Attribute& attribute : body.attributes) {
    const Value value = evaluate(attribute.value, source, Scope());
    EXPECT_FALSE(value.place.empty());
    ++outcome.values;
  }
  for (const Block& block : body.blocks) evaluate_all(block.body, source, outcome);
}

Outcome read(const std::string& text) {
  const Source source("nasty.hcl", text);
  Outcome outcome;
  try {
    const Body body = parse(source);
    outcome.parsed = true;
    evaluate_all(body, source, outcome);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::usage) << text;
    EXPECT_GT(error.where.line, 0U) << text;
    EXPECT_GT(error.where.column, 0U) << text;
  }
  return outcome;
}

TEST(ParseProperty, EveryShortNastyTextIsATreeOrAnError) {
  constexpr std::size_t kLength = 4;
  std::size_t trees = 0;
  std::size_t values = 0;
  std::size_t count = 1;
  for (std::size_t length = 0; length <= kLength; ++length, count *= std::size(kNasty)) {
    for (std::size_t number = 0; number < count; ++number) {
      std::string text;
      for (std::size_t i = 0, rest = number; i < length; ++i, rest /= std::size(kNasty)) {
        text += kNasty[rest % std::size(kNasty)];
      }
      for (const std::string_view before : {"", "a=", "b{a="}) {
        const Outcome outcome = read(std::string(before) + text);
        trees += outcome.parsed ? 1 : 0;
        values += outcome.values;
      }
    }
  }
  // The alphabet is worth nothing if nothing it spells is HCL.
  EXPECT_GT(trees, 300U);
  EXPECT_GT(values, 100U);
}

TEST(ParseProperty, RandomPiecesAreATreeOrAnError) {
  constexpr unsigned kSeed = 20261130;
  SCOPED_TRACE(kSeed);
  std::mt19937 random(kSeed);
  for (int i = 0; i < 20'000; ++i) {
    std::string text = i % 2 == 0 ? "a = " : "";
    for (std::size_t n = random() % 25; n > 0; --n) text += kPieces[random() % std::size(kPieces)];
    read(text);
  }
}

TEST(ParseProperty, RandomBytesAreATreeOrAnError) {
  constexpr unsigned kSeed = 7;
  SCOPED_TRACE(kSeed);
  std::mt19937 random(kSeed);
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    // Mostly ASCII, since one byte that is not UTF-8 ends it all.
    for (std::size_t n = random() % 30; n > 0; --n) {
      text += static_cast<char>(random() % (i % 10 == 0 ? 256 : 128));
    }
    read(text);
  }
}

// A good file cut at every byte: the error is told in it, and what is left is read.
TEST(ParseProperty, AFileCutAnywhereIsATreeOrAnError) {
  const std::string whole =
      "environment \"prod\" {\n  url = \"https://${join(\".\", [\"a\", \"b\"])}:8443/\"\n"
      "  topology {\n    kind = <<-EOT\n      cluster ${1 + 2}\n    EOT\n  }\n"
      "  vars = { retention = 90, \"b\" : [1, /* c */ 2] } # end\n}\n";
  for (std::size_t length = 0; length <= whole.size(); ++length) read(whole.substr(0, length));
}

}  // namespace
}  // namespace godwit::hcl
