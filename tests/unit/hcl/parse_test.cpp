#include "godwit/hcl/parse.hpp"

#include "godwit/base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "unit/hcl/dump.hpp"

namespace godwit::hcl {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr Pair kBodies[] = {
    {"", ""},
    {"a = 1", "a = 1;"},
    {"a = 1\nb = true\n", "a = 1; b = true;"},
    {"a-b_2 = null", "a-b_2 = null;"},
    {"größe = 1", "größe = 1;"},
    // Blocks and their labels.
    {"b {}", "b { };"},
    {"b {\n}\n", "b { };"},
    {"b x \"y z\" {\n  a = 1\n}", "b \"x\" \"y z\" { a = 1; };"},
    {"b \"q\\\"\\n$${\" {}", "b \"q\\\"\\n${\" { };"},
    {"a { b { c = 1 } }\nd {}", "a { b { c = 1; }; }; d { };"},
    // On one line there may be more than HCL2 allows.
    {"b { min = 60 max = 120 }", "b { min = 60; max = 120; };"},
    {"role { env \"eu\" { layers = [\"a\"] } env \"us\" {} }",
     "role { env \"eu\" { layers = (list \"a\"); }; env \"us\" { }; };"},
    // Comments are space, except that the line they end on has ended.
    {"# one\n// two\n/* three\n */ a = /* four */ 1 # five", "a = 1;"},
    {"a = 1 // x\nb = 2", "a = 1; b = 2;"},
    {"a = \"# // /* no comment\"", "a = \"# // /* no comment\";"},
    // A byte order mark, CRLF, tabs, a last line without an end.
    {"\xEF\xBB\xBF"
     "a = 1\r\nb {\r\n\tc = 2 # x\r\n}\r\n",
     "a = 1; b { c = 2; };"},
};

constexpr Pair kExpressions[] = {
    {"12", "12"},
    {"1.5e-3", "1.5e-3"},
    {"18446744073709551615", "18446744073709551615"},
    {"null", "null"},
    {"nullable", "nullable"},
    // Strings.
    {R"("")", R"("")"},
    {R"("a b")", R"("a b")"},
    {R"("\n\r\t\"\\")", R"("\n\r\t\"\\")"},
    {R"("\u00e4\U0001F600")", "\"ä😀\""},
    {R"("$ % $$ $a %% {}")", R"("$ % $$ $a %% {}")"},
    {R"("$${a} %%{b}")", R"("${a} %{b}")"},
    // Templates.
    {R"("${a}")", "(text a)"},
    {R"("x${a}y${b}")", R"((text "x" a "y" b))"},
    {R"("${"inner"}")", R"("inner")"},
    {R"("a${ "b${c}" }")", R"((text "a" (text "b" c)))"},
    {"\"${\n  a\n}\"", "(text a)"},
    {R"("${ { k = "}" } }")", R"((text (object "k"="}")))"},
    // Lists and objects.
    {"[]", "(list)"},
    {"[1, 2,]", "(list 1 2)"},
    {"[\n  1, # one\n  2\n]", "(list 1 2)"},
    {"{}", "(object)"},
    {"{ a = 1, \"b\" : 2 }", R"((object "a"=1 "b"=2))"},
    {"{\n  a = 1\n  b = 2,\n\n  3 = 4\n}", R"((object "a"=1 "b"=2 "3"=4))"},
    {"{ (a) = 1, \"x${b}\" = 2, true = 3 }", R"((object a=1 (text "x" b)=2 "true"=3))"},
    {"[{\n a = 1\n b = 2\n}, {}]", R"((list (object "a"=1 "b"=2) (object)))"},
    {"{ for = 1 }", R"((object "for"=1))"},
    // What may follow a value.
    {"var.x", R"((index var "x"))"},
    {"a.b[\"c\"][0]", R"((index a "b" "c" 0))"},
    {"[1][0]", "(index (list 1) 0)"},
    {"f()", "(call f)"},
    {"f(1, g(a.b),)", R"((call f 1 (call g (index a "b"))))"},
    {"env(\n  \"A\",\n  \"b\"\n)", R"((call env "A" "b"))"},
    // Operators, by how tightly they bind.
    {"-a", "(-a)"},
    {"!-a.b", R"((!(-(index a "b"))))"},
    {"1 - -1", "(1 - (-1))"},
    {"1 + 2 * 3 - 4", "(1 + (2 * 3) - 4)"},
    {"(1 + 2) * 3", "((1 + 2) * 3)"},
    {"6 / 3 % 2", "(6 / 3 % 2)"},
    {"a == 1 && b != 2 || !c", "(((a == 1) && (b != 2)) || (!c))"},
    {"a + 1 <= b == c > d", "(((a + 1) <= b) == (c > d))"},
    {"a >= b", "(a >= b)"},
    {"a < b", "(a < b)"},
    {"a ? b : c ? d : e", "(if a b (if c d e))"},
    {"a || b ? 1 : 2", "(if (a || b) 1 2)"},
    {"(\n a\n +\n b\n)", "(a + b)"},
    // A name may hold a minus, as in HCL2.
    {"a-1", "a-1"},
    {"a -1", "(a - 1)"},
    // Heredocs.
    {"<<EOT\nEOT", R"("")"},
    {"<<EOT\na\n  b \"c\" \\n\nEOT\n", R"("a\n  b \"c\" \\n\n")"},
    {"<<EOT\na\n  EOT\n", R"("a\n")"},
    {"<<EOT\nEOTX\nEOT", R"("EOTX\n")"},
    {"<<EOT\r\na\r\nb\r\nEOT\r\n", R"("a\nb\n")"},
    {"<<EOT\n${a}$${b}%%{\nEOT", R"((text a "${b}%{\n"))"},
    {"<<EOT\n${f(\n1\n)} x\nEOT", R"((text (call f 1) " x\n"))"},
    {"<<-EOT\n    a\n      b\n    EOT", R"("a\n  b\n")"},
    {"<<-EOT\n    a\n\n  \n   b\n  EOT", R"(" a\n\n  \nb\n")"},
    {"<<-EOT\n  ${a}\n    b\nEOT", R"((text a "\n  b\n"))"},
    {"<<-EOT\n    b\n${\"  a\"}\nEOT", R"("    b\n  a\n")"},
    {"<<-EOT\n\t\ta\n\t\tb\nEOT", R"("a\nb\n")"},
    {"[<<A\nx\nA\n, <<B\ny\nB\n]", R"((list "x\n" "y\n"))"},
};

TEST(Parse, Bodies) {
  for (const auto& [text, expected] : kBodies) EXPECT_EQ(dump_tree(text), expected) << text;
}

TEST(Parse, Expressions) {
  for (const auto& [text, expected] : kExpressions) {
    EXPECT_EQ(dump_tree("x = " + std::string(text)), "x = " + std::string(expected) + ";") << text;
  }
}

constexpr Pair kErrors[] = {
    {"a", "1:2: expected '=', a label or '{' after 'a', found the end of the file"},
    {"a = ", "1:5: expected a value, found the end of the file"},
    {"a =\n1", "1:4: expected a value, found the end of the line"},
    {"a =\r\n1", "1:4: expected a value, found the end of the line"},
    {"a = 1 b = 2", "1:7: expected the end of the line, found 'b'"},
    {"a = 1, b = 2", "1:6: expected the end of the line, found ','"},
    {"a: 1", "1:2: expected '=', a label or '{' after 'a', found ':'"},
    {"\"a\" = 1", "1:1: expected an attribute or a block, found a string"},
    {"}", "1:1: expected an attribute or a block, found '}'"},
    {"b \"x\" y\n{}", "1:8: expected a label or '{', found the end of the line"},
    {"b \"x\" = 1", "1:7: expected a label or '{', found '='"},
    {"b \"${x}\" {}", "1:3: a label takes no ${...}"},
    {"b { a = 1, c = 2 }", "1:10: expected the end of the line, found ','"},
    {"b {} c {}", "1:6: expected the end of the line, found 'c'"},
    {"b {\n  a = 1 c = 2\n}", "2:9: expected the end of the line, found 'c'"},
    {"a = 1\nb {\n  a = 1\n  ü = 1\n  a = 2\n}", "5:3: 'a' is already set on line 3"},
    // What is never closed is told where it opens.
    {"x = 1\nb {\n  c {\n  }\n", "2:3: this '{' is never closed"},
    {"a = [1,\n2", "1:5: this '[' is never closed"},
    {"a = [1,\n", "1:5: this '[' is never closed"},
    {"a = f(", "1:6: this '(' is never closed"},
    {"a = { b = (1 }", "1:14: expected ')', found '}'"},
    {"a = { b = 1", "1:5: this '{' is never closed"},
    {"a = \"b\nc\"", "1:5: this string is never closed"},
    {"a = \"b\\\"", "1:5: this string is never closed"},
    {"a = \"x${b", "1:7: this '${' is never closed"},
    {"a = \"x${b c}\"", "1:11: expected '}', found 'c'"},
    {"a = 1\n/* b", "2:1: this comment is never closed"},
    {"a = <<EOT\nb\n EOT x\n", "1:5: this heredoc is never closed"},
    {"a = <<EOT", "1:5: this heredoc is never closed"},
    {"a = <<-EOT\n${b}", "1:5: this heredoc is never closed"},
    {"a = <<EOT b\nEOT", "1:11: expected the end of the line after <<EOT"},
    // Inside values.
    {"a = [1 2]", "1:8: expected ',' or ']', found '2'"},
    {"a = f(1 2)", "1:9: expected ',' or ')', found '2'"},
    {"a = f(b...)", "1:8: expected ',' or ')', found '...'"},
    {"a = [,]", "1:6: expected a value, found ','"},
    {"a = { b 1 }", "1:9: expected '=' after the key, found '1'"},
    {"a = { = 1 }", "1:7: expected a key, found '='"},
    {"a = { b = 1 c = 2 }", "1:13: expected ',', the end of the line or '}', found 'c'"},
    {"a = { b =\n1 }", "1:10: expected a value, found the end of the line"},
    {"a = b ? 1", "1:10: expected ':' and what is taken otherwise, found the end of the file"},
    {"a = b.", "1:7: expected a name after '.', found the end of the file"},
    {"a = b.*", "1:7: expected a name after '.', found '*'"},
    {"a = b[*]", "1:7: expected a value, found '*'"},
    {"a = 1 +", "1:8: expected a value, found the end of the file"},
    {"a = 1 = 2", "1:7: expected the end of the line, found '='"},
    {"a = 1x", "1:6: expected the end of the line, found 'x'"},
    {"a = 1.", "1:7: expected a name after '.', found the end of the file"},
    {"a = 1e99999", "1:5: the number's exponent is too large"},
    {"a = [for x in y : x]", "1:6: 'for' is not supported"},
    {"a = {for k, v in y : k => v}", "1:6: 'for' is not supported"},
    {"a = \"%{if b}\"", "1:6: template directives are not supported"},
    {"a = 'b'", "1:5: expected a value, found '''"},
    {"a = <<1", "1:5: expected a value, found '<'"},
    {"a = b & c", "1:7: expected the end of the line, found '&'"},
    // Escapes and bytes.
    {R"(a = "\q")", "1:6: a backslash that begins no escape"},
    {R"(a = "\u12")", "1:6: '\\u' without the 4 hexadecimal digits of a character"},
    {R"(a = "\u-123")", "1:6: '\\u' without the 4 hexadecimal digits of a character"},
    {R"(a = "\ud800")", "1:6: '\\u' without the 4 hexadecimal digits of a character"},
    {R"(a = "\U00110000")", "1:6: '\\U' without the 8 hexadecimal digits of a character"},
    {"a = \x01", "1:5: expected a value, found the control character 0x01"},
    {"a = \"ä\xC3\"", "1:7: byte 0xC3 is not UTF-8"},
    {"# \xED\xA0\x80", "1:3: byte 0xED is not UTF-8"},
    {"# \xC0\x80", "1:3: byte 0xC0 is not UTF-8"},
    {"# \xF4\x90\x80\x80", "1:3: byte 0xF4 is not UTF-8"},
};

TEST(Parse, ErrorsSayWhereAndWhatWasExpected) {
  for (const auto& [text, expected] : kErrors) EXPECT_EQ(error_of(text), expected) << text;
}

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

// What nests: the text before, what is repeated, and what closes it again.
struct NestRow {
  std::string_view before;
  std::string_view open;
  std::string_view inner;
  std::string_view close;
};

constexpr NestRow kNests[] = {
    {"", "b {\n", "", "}\n"},      {"a = ", "(", "1", ")"},       {"a = ", "[", "1", "]"},
    {"a = ", "{ k = ", "1", "}"},  {"a = ", "f(", "1", ")"},      {"a = ", "\"${", "1", "}\""},
    {"a = ", "x[", "1", "]"},      {"a = ", "-", "1", ""},        {"a = ", "!", "true", ""},
    {"a = ", "c ? 1 : ", "1", ""}, {"a = ", "c ? ", "1", " : 1"},
};

TEST(Parse, TakesNestingToItsLimitAndRefusesMoreWithAnError) {
  for (const NestRow& row : kNests) {
    const auto nested = [&](int depth) {
      return std::string(row.before) + repeated(row.open, depth) + std::string(row.inner) +
             repeated(row.close, depth);
    };
    EXPECT_NO_THROW(dump_tree(nested(kMaxDepth))) << row.open;
    for (const int depth : {kMaxDepth + 1, 100'000}) {
      EXPECT_THAT(error_of(nested(depth)), testing::HasSubstr("nested more than 100 levels deep"))
          << row.open;
    }
  }
}

TEST(Parse, AChainOfAnyLengthIsNotNesting) {
  const std::string sum = "a = 1" + repeated(" + 1", 20'000);
  EXPECT_EQ(dump_tree(sum).size(), sum.size() + 3);  // ( ) ;
  EXPECT_NO_THROW(dump_tree("a = b" + repeated(".c[0]", 20'000)));
}

TEST(Parse, EveryPlaceIsAViewIntoTheSource) {
  const Source source("shop.hcl", "a = (1 +\n  2)\nb \"x\" y {\n  c = \"d${e}\"\n}\n");
  const Body body = parse(source);
  EXPECT_EQ(body.attributes[0].name, "a");
  EXPECT_EQ(body.attributes[0].value.place, "(1 +\n  2)");
  const Block& block = body.blocks[0];
  EXPECT_EQ(block.body.place, "b \"x\" y");
  EXPECT_EQ(block.labels[0].place, "\"x\"");
  EXPECT_EQ(to_string(source.where(block.labels[1].place)), "shop.hcl:3:7");
  const Expression& value = block.body.attributes[0].value;
  EXPECT_EQ(value.place, "\"d${e}\"");
  EXPECT_EQ(to_string(source.where(std::get<Template>(value.node).parts[1].place)),
            "shop.hcl:4:11");
  EXPECT_EQ(to_string(source.where(body.place)), "shop.hcl:1:1");
}

TEST(Parse, AnErrorNamesTheFileAndHintsAtTheRemedy) {
  try {
    parse(Source("conf/godwit.hcl", "a = \"b\n"));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::usage);
    EXPECT_EQ(to_string(error.where), "conf/godwit.hcl:1:5");
    EXPECT_EQ(error.hint, "a string ends on its line; write \\n, or a heredoc: <<EOT");
  }
}

}  // namespace
}  // namespace godwit::hcl
