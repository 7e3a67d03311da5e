#include "godwit/sql/lexer.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::sql {
namespace {

// What opens, closes or hides something in ClickHouse's lexer.
constexpr std::string_view kNasty[] = {"'", "\"", "`", "\\", "$", "a", "-", "/",
                                       "*", "#",  ";", "\n", " ", "1", "."};

// The same, and what is longer than a byte or broken.
constexpr std::string_view kNastier[] = {
    "'",    "\"",   "`",      "\\",     "$",      "a",      "-",      "/",      "*",
    "#",    ";",    "\n",     " ",      "1",      ".",      "e",      "x",      "b'",
    "_",    "(",    ")",      "\r\n",   "$a$",    "0x",     "<",      "=",      "\xE2",
    "\x80", "\xFF", "\u00A0", "\u2018", "\u2019", "\u201C", "\u201D", "\u2212", "\uFEFF"};

void for_every_text(std::size_t pieces, const std::function<void(const std::string&)>& each,
                    const std::string& begun = {}) {
  each(begun);
  if (pieces == 0) return;
  for (const std::string_view piece : kNasty) {
    for_every_text(pieces - 1, each, begun + std::string(piece));
  }
}

void for_random_texts(std::uint64_t seed, std::size_t count,
                      const std::function<void(const std::string&)>& each) {
  std::mt19937_64 random(seed);
  for (std::size_t i = 0; i < count; ++i) {
    std::string text;
    for (std::size_t left = random() % 60; left > 0; --left) {
      text += kNastier[random() % std::size(kNastier)];
    }
    each(text);
  }
}

// Joined the tokens are the text, none is empty, and only the last may be unclosed.
bool is_lossless(const std::string& text) {
  std::size_t length = 0;
  Lexer lexer(text);
  while (!lexer.at_end()) {
    const Token token = lexer.next();
    if (token.text.empty() || token.text.data() != text.data() + length) return false;
    if (token.kind == TokenKind::unclosed && !lexer.at_end()) return false;
    length += token.text.size();
  }
  return length == text.size();
}

TEST(LexerProperty, TheTokensJoinedAreTheText) {
  // Every text of up to five pieces, 813 616 of them.
  std::size_t count = 0;
  for_every_text(5, [&count](const std::string& text) {
    ++count;
    if (!is_lossless(text)) ADD_FAILURE() << text;
  });
  EXPECT_EQ(count, 813616U);
}

TEST(LexerProperty, TheTokensOfRandomTextsJoinedAreTheText) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  for_random_texts(seed, 20000, [](const std::string& text) {
    EXPECT_TRUE(is_lossless(text)) << testing::PrintToString(text);
  });
}

// The heredocs of a text do not depend on how many tags stood before in vain.
TEST(LexerProperty, TagsInVainBeforeChangeNoToken) {
  constexpr std::string_view kPieces[] = {"$", "$", "$a$", "$b$", "a", "b", " ", ";", "'", "\n"};
  std::string vain;
  for (int i = 0; i < 20; ++i) vain += "$vain" + std::to_string(i) + "$ ";
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20000; ++i) {
    std::string text = " ";
    for (auto left = random() % 16; left > 0; --left) {
      text += kPieces[random() % std::size(kPieces)];
    }
    const std::string longer = vain + text;
    const std::vector<Token> alone = lex(text);
    const std::vector<Token> behind = lex(longer);
    const std::size_t shift = behind.size() - alone.size();
    ASSERT_EQ(shift, 39U) << testing::PrintToString(text);
    for (std::size_t token = 1; token < alone.size(); ++token) {
      EXPECT_EQ(behind[shift + token].text, alone[token].text) << testing::PrintToString(text);
      EXPECT_EQ(behind[shift + token].kind, alone[token].kind) << testing::PrintToString(text);
    }
  }
}

// Rendering cuts a text between tokens and writes others there, which is sound only if a line feed
// between two tokens changes neither of them.
TEST(LexerProperty, ALineFeedBetweenTokensChangesNoToken) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::size_t compared = 0;
  for_random_texts(seed, 50000, [&compared](const std::string& text) {
    std::string spaced = "\n";
    std::vector<std::string> before;
    const std::string framed = "\n" + text + "\n";
    for (const Token& token : lex(framed)) {
      // What opens a quote or a heredoc depends on all that follows.
      if (token.kind == TokenKind::unclosed || token.text == "\u2018" || token.text == "\u201C" ||
          token.text.find('$') != std::string_view::npos) {
        return;
      }
      if (token.kind == TokenKind::space) continue;
      before.emplace_back(token.text);
      spaced.append(token.text).append("\n");
    }
    std::vector<std::string> after;
    for (const Token& token : lex(spaced)) {
      if (token.kind != TokenKind::space) after.emplace_back(token.text);
    }
    EXPECT_EQ(before, after) << testing::PrintToString(text);
    ++compared;
  });
  EXPECT_GT(compared, 2000U);
}

}  // namespace
}  // namespace godwit::sql
