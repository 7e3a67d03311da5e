#include "godwit/sql/lexer.hpp"

#include "support/token_kinds.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace godwit::sql {
namespace {

// "kind:text" of each token; white space shows its kind alone.
std::string serialised(std::string_view text) {
  std::string line;
  for (const Token& token : lex(text)) {
    if (!line.empty()) line += ' ';
    line += test::name_of(token.kind);
    if (token.kind != TokenKind::space) line.append(":").append(token.text);
  }
  return line;
}

constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
    {"", ""},
    {"SELECT 1", "word:SELECT space number:1"},
    {"a$b $x _y 1a 0x", "word:a$b space word:$x space word:_y space word:1a space word:0x"},
    // White space: one run, but it ends where it goes on beyond ASCII.
    {" \t\r\n\f\v", "space"},
    {"\xEF\xBB\xBFSELECT", "space word:SELECT"},
    {" \u00A0\u0085\u180E\u2000\u200D\u2028\u2029\u202F\u205F\u2060\u3000 a", "space space word:a"},
    {"a\u1680b", "word:a symbol:\u1680 word:b"},
    {"a\u00ADb", "word:a symbol:\u00AD word:b"},
    {"a\u200Eb", "word:a symbol:\u200E word:b"},
    // Comments.
    {"1--1", "number:1 comment:--1"},
    {"--a\nb", "comment:--a space word:b"},
    {"--a\r\nb", "comment:--a\r space word:b"},
    {"//a\nb", "comment://a space word:b"},
    {"# a\nb", "comment:# a space word:b"},
    {"#!a\nb", "comment:#!a space word:b"},
    {"#a", "symbol:# word:a"},
    {"#\n", "symbol:# space"},
    {"#", "symbol:#"},
    {"/**/a", "comment:/**/ word:a"},
    {"/* a /* b */ ; */c", "comment:/* a /* b */ ; */ word:c"},
    {"/*/ */", "comment:/*/ */"},
    {"ON/**/CLUSTER", "word:ON comment:/**/ word:CLUSTER"},
    {"-- it's\n'a'", "comment:-- it's space string:'a'"},
    // Strings.
    {"'a;b'", "string:'a;b'"},
    {"'it''s'", "string:'it''s'"},
    {"'it\\'s'", "string:'it\\'s'"},
    {"'\\\\'a", "string:'\\\\' word:a"},
    {"'a' 'b'", "string:'a' space string:'b'"},
    {"'line1\n  line2'", "string:'line1\n  line2'"},
    {"'-- /* # '", "string:'-- /* # '"},
    {"\u2018a'\u2019b", "string:\u2018a'\u2019 word:b"},
    {"\u2018\\\u2019b", "string:\u2018\\\u2019 word:b"},
    {"x'41' X'4f' b'01' B''",
     "string:x'41' space string:X'4f' space string:b'01' space string:B''"},
    {"ax'41'", "word:ax string:'41'"},
    {"E'a'", "word:E string:'a'"},
    // Quoted identifiers.
    {"`a``b` `a\\`b`", "quoted_identifier:`a``b` space quoted_identifier:`a\\`b`"},
    {"\"a;b\"\"\"", "quoted_identifier:\"a;b\"\"\""},
    {"\u201Ca\"\u201D", "quoted_identifier:\u201Ca\"\u201D"},
    {"`on cluster c`", "quoted_identifier:`on cluster c`"},
    // Heredocs; what is not closed is no heredoc.
    {"$$a;b$$", "string:$$a;b$$"},
    {"$t$a$$b$u$t$c", "string:$t$a$$b$u$t$ word:c"},
    {"$t$a$T$", "word:$t$a$T$"},
    {"$t$a;$u$", "word:$t$a symbol:; word:$u$"},
    {"$$a", "symbol:$ word:$a"},
    {"$a b$c$a b$", "word:$a space word:b$c$a space word:b$"},
    {"$", "symbol:$"},
    {"$ $", "symbol:$ space symbol:$"},
    {"a$$b$$", "word:a$$b$$"},
    {"$1", "word:$1"},
    // Numbers.
    {"0x1F 0XaB 0b101 0b2", "number:0x1F space number:0XaB space number:0b101 space word:0b2"},
    {"1e5 1E-5 1e+5 1.5e5", "number:1e5 space number:1E-5 space number:1e+5 space number:1.5e5"},
    {"1_000 1__0 1_ 1_000.5_0",
     "number:1_000 space word:1__0 space word:1_ space number:1_000.5_0"},
    {"5. 5.e1", "number:5. space number:5.e1"},
    {"0x1.8p3", "number:0x1.8p3"},
    {"1.5a", "symbol:1.5a"},
    {"1-1", "number:1 symbol:- number:1"},
    {"1e", "word:1e"},
    {"1e;", "number:1e symbol:;"},
    // A dot and what stands before it.
    {".5", "number:.5"},
    {"1 + .5", "number:1 space symbol:+ space number:.5"},
    {"(.5)", "symbol:( number:.5 symbol:)"},
    {"SELECT .5", "word:SELECT space symbol:. number:5"},
    {"'a'.5", "string:'a' number:.5"},
    {"t.1.2", "word:t symbol:. number:1 symbol:. number:2"},
    {"1.2.3", "number:1.2 symbol:. number:3"},
    {"f(x).1", "word:f symbol:( word:x symbol:) symbol:. number:1"},
    {"a[1].2", "word:a symbol:[ number:1 symbol:] symbol:. number:2"},
    {"`t`.1e5", "quoted_identifier:`t` symbol:. word:1e5"},
    {"a /* */ .5", "word:a space comment:/* */ space symbol:. number:5"},
    {"db . t", "word:db space symbol:. space word:t"},
    {"1..2", "number:1. symbol:. number:2"},
    // Operators.
    {"a->b", "word:a symbol:-> word:b"},
    {"a<=>b<=c<>d>=e",
     "word:a symbol:<=> word:b symbol:<= word:c symbol:<> word:d symbol:>= word:e"},
    {"a==b!=c=d", "word:a symbol:== word:b symbol:!= word:c symbol:= word:d"},
    {"a===b", "word:a symbol:== symbol:= word:b"},
    {"a::T||b|c", "word:a symbol::: word:T symbol:|| word:b symbol:| word:c"},
    {"@@x @y", "symbol:@@ word:x space symbol:@ word:y"},
    {"x.:T x.^a", "word:x symbol:. symbol:: word:T space word:x symbol:. symbol:^ word:a"},
    {"a?b:c", "word:a symbol:? word:b symbol:: word:c"},
    {"{name:Type}", "symbol:{ word:name symbol:: word:Type symbol:}"},
    {"\\G\\g", "symbol:\\G symbol:\\ word:g"},
    {"a\u22121", "word:a symbol:\u2212 number:1"},
    {"\u2212\u2212 1", "symbol:\u2212 symbol:\u2212 space number:1"},
    // Errors in ClickHouse: one symbol a character.
    {"~ & !", "symbol:~ space symbol:& space symbol:!"},
    {"\u00E9\u00E9", "symbol:\u00E9 symbol:\u00E9"},
    {"\xFF\xE2\x80", "symbol:\xFF symbol:\xE2\x80"},
    {"\u2018a\u2018", "unclosed:\u2018a\u2018"},
    {"\u2018a", "symbol:\u2018 word:a"},
    {"\u2018ab", "symbol:\u2018 word:ab"},
    {"\u2018abc", "unclosed:\u2018abc"},
    // What never ends.
    {"a 'b", "word:a space unclosed:'b"},
    {"'a\\", "unclosed:'a\\"},
    {"'a\\'", "unclosed:'a\\'"},
    {"'a''", "unclosed:'a''"},
    {"`a", "unclosed:`a"},
    {"\"a;", "unclosed:\"a;"},
    {"/* /* */ a", "unclosed:/* /* */ a"},
    {"/*/", "unclosed:/*/"},
    {"x'4g' b", "unclosed:x'4g' b"},
    {"b'2'", "unclosed:b'2'"},
    {"x'", "word:x unclosed:'"},
};

TEST(Lexer, Pairs) {
  for (const auto& [text, expected] : kPairs) EXPECT_EQ(serialised(text), expected) << text;
}

TEST(Lexer, SkippingLeavesBytesOutAndForgetsWhatStoodBefore) {
  Lexer lexer("a garbage'.5");
  EXPECT_EQ(lexer.next().text, "a");
  lexer.skip(std::string_view(" garbage'").size());
  EXPECT_EQ(lexer.next().text, ".5");
  EXPECT_TRUE(lexer.at_end());
}

TEST(Lexer, ZeroBytesAreSymbols) {
  const auto tokens = lex(std::string_view("a\0b", 3));
  ASSERT_EQ(tokens.size(), 3U);
  EXPECT_EQ(tokens[1].kind, TokenKind::symbol);
}

// Each of them could open a heredoc; the last one does. Searching the rest for each would take
// minutes, so this test's failure is its time.
TEST(Lexer, TagsThatAreNeverClosedTakeOnePass) {
  constexpr int kTags = 200'000;
  std::string text;
  for (int i = 0; i < kTags; ++i) text += "$a" + std::to_string(i) + "$ ";
  text += "$b$;$b$";
  const auto tokens = lex(text);
  ASSERT_EQ(tokens.size(), 2U * kTags + 1U);
  EXPECT_EQ(tokens[0].text, "$a0$");
  EXPECT_EQ(tokens[0].kind, TokenKind::word);
  EXPECT_EQ(tokens.back().text, "$b$;$b$");
  EXPECT_EQ(tokens.back().kind, TokenKind::string);
}

TEST(Lexer, OneStringOfAMegabyteIsOneToken) {
  const std::string text = "'" + std::string(1 << 20, ';') + "'";
  const auto tokens = lex(text);
  ASSERT_EQ(tokens.size(), 1U);
  EXPECT_EQ(tokens[0].kind, TokenKind::string);
}

}  // namespace
}  // namespace godwit::sql
