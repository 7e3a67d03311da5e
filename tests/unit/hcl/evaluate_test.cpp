#include "godwit/hcl/evaluate.hpp"

#include "godwit/base/error.hpp"
#include "godwit/hcl/parse.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>

#include "unit/hcl/dump.hpp"

namespace godwit::hcl {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

// A world of two environment variables and three files beside conf/godwit.hcl.
Scope small_world() {
  Scope scope;
  scope.environment = [](const std::string& name) -> std::optional<std::string> {
    if (name == "CH_USER") return "ada";
    if (name == "EMPTY") return "";
    return std::nullopt;
  };
  scope.read_file = [](const std::filesystem::path& path) -> std::string {
    if (path == "conf/secret") return "s3cret\n";
    if (path == "conf/dos") return "a\r\nb\r\n";
    if (path == "/abs") return "x\n\n";
    throw Error(ErrorKind::usage, "cannot read " + path.string() + ": No such file or directory");
  };
  Object var;
  var.members.push_back({"name", {std::string("shop"), {}}});
  var.members.push_back({"password", {std::string("pw"), {}, true}});
  scope.variables["var"] = {std::move(var), {}};
  scope.variables["n"] = {Number(7), {}};
  return scope;
}

Value value_of(const Source& source, const Scope& scope) {
  return evaluate(parse(source).attributes.at(0).value, source, scope);
}

std::string dump_value(std::string_view expression) {
  const Source source("conf/godwit.hcl", "x = " + std::string(expression));
  try {
    return dump(value_of(source, small_world()));
  } catch (const Error& error) {
    return fmt::format("{}:{}: {}", error.where.line, error.where.column, error.what());
  }
}

constexpr Pair kPairs[] = {
    {"null", "null"},
    {"[1, \"a\", true]", "[1, \"a\", true]"},
    {"{ b = 1, \"a\" : [2], 3 = {} }", "{b = 1, a = [2], 3 = {}}"},
    {"{ (var.name) = 1, \"x-${n}\" = 2 }", "{shop = 1, x-7 = 2}"},
    // Templates.
    {R"("a ${n} ${true} ${var.name} ${1.50}")", R"("a 7 true shop 1.50")"},
    {R"("${n}")", "7"},
    {R"("${[1]}")", "[1]"},
    {R"(" ${n}")", R"(" 7")"},
    // Names.
    {"var.name", R"("shop")"},
    {"var[\"name\"]", R"("shop")"},
    {"[1, 2][1]", "2"},
    {"{ a = [{ b = 5 }] }.a[0].b", "5"},
    {"{ \"1\" = 5 }[1]", "5"},
    // Arithmetic.
    {"-n", "-7"},
    {"- -1", "1"},
    {"1 + 2 * 3 - 4", "3"},
    {"10 - 2 - 3", "5"},
    {"7 / 2", "3.5"},
    {"6 / 2", "3"},
    {"7 % 4", "3"},
    {"7.5 % 2", "1.5"},
    {"1.5 + 1", "2.5"},
    {"1.0 + 1", "2"},
    {"1e3 * 2", "2000"},
    {"18446744073709551615", "18446744073709551615"},
    {"-18446744073709551615", "-18446744073709551615"},
    {"9223372036854775806 + 1", "9223372036854775807"},
    {"-9223372036854775808 / 1", "-9223372036854775808"},
    {"-9223372036854775808 % -1", "0"},
    // Comparisons and logic.
    {"1 == 1.0", "true"},
    {"1 == \"1\"", "false"},
    {"18446744073709551615 == 18446744073709551614", "false"},
    {"18446744073709551615 > 18446744073709551614", "true"},
    {"[1, { a = 2, b = 3 }] == [1, { b = 3, a = 2 }]", "true"},
    {"[1] == [1, 2]", "false"},
    {"{ a = 1 } == { b = 1 }", "false"},
    {"null == null", "true"},
    {"\"a\" != \"b\"", "true"},
    {"1 < 2", "true"},
    {"2 <= 1", "false"},
    {"2 >= 2", "true"},
    {"!true", "false"},
    {"true && false", "false"},
    {"true && true", "true"},
    {"false || true", "true"},
    {"false || false", "false"},
    // Only what decides is looked at.
    {"true || nobody", "true"},
    {"false && nobody", "false"},
    {"n > 5 ? \"many\" : nobody", R"("many")"},
    {"n > 8 ? nobody : \"few\"", R"("few")"},
    // Functions; what comes from outside is sensitive, and so is what comes of it.
    {"env(\"CH_USER\")", R"("ada"!)"},
    {"env(\"EMPTY\", \"x\")", R"(""!)"},
    {"env(\"NONE\", \"default\")", R"("default"!)"},
    {"file(\"secret\")", R"("s3cret"!)"},
    {"file(\"dos\")", R"("a\r\nb"!)"},
    {"file(\"/abs\")", R"("x\n"!)"},
    {"upper(\"aZä\")", "\"AZä\""},
    {"lower(\"aZÄ\")", "\"azÄ\""},
    {"join(\"-\", [\"a\", 1], [true])", R"("a-1-true")"},
    {"join(\"-\", [])", R"("")"},
    {"concat([1], [], [2, 3])", "[1, 2, 3]"},
    {"upper(env(\"CH_USER\"))", R"("ADA"!)"},
    {"\"u=${env(\"CH_USER\")}\"", R"("u=ada"!)"},
    {"\"${env(\"CH_USER\")}\"", R"("ada"!)"},
    {"[env(\"CH_USER\"), \"b\"]", R"(["ada"!, "b"]!)"},
    {"[env(\"CH_USER\"), \"b\"][1]", R"("b")"},
    {"[env(\"CH_USER\"), \"b\"][0]", R"("ada"!)"},
    {"{ a = { b = env(\"CH_USER\") } }", R"({a = {b = "ada"!}!}!)"},
    {"{ (env(\"CH_USER\")) = 1 }", "{ada = 1}!"},
    {"{ ada = 1 }[env(\"CH_USER\")]", "1!"},
    {"env(\"CH_USER\") == \"x\"", "false!"},
    {"!(env(\"CH_USER\") == \"x\")", "true!"},
    {"true && env(\"CH_USER\") == \"x\"", "false!"},
    {"env(\"CH_USER\") == \"ada\" ? [1] : 2", "[1!]!"},
    {"concat([file(\"secret\")], [1])", R"(["s3cret"!, 1!]!)"},
    {"var.password", R"("pw"!)"},
};

TEST(Evaluate, Pairs) {
  for (const auto& [text, expected] : kPairs) EXPECT_EQ(dump_value(text), expected) << text;
}

constexpr Pair kErrors[] = {
    {"vra", "1:5: unknown name 'vra'"},
    {"single", "1:5: unknown name 'single'"},
    {"var.nam", "1:9: no member 'nam'"},
    {"n.x", "1:7: a number has no items or members"},
    {"[1][1]", "1:9: no such item: the list has 1"},
    {"[1][-1]", "1:9: no such item: the list has 1"},
    {"[1][\"a\"]", "1:9: expected a number, found a string"},
    {"\"a${[1]}\"", "1:9: expected a string, found a list"},
    {"\"a${null}\"", "1:9: expected a string, found null"},
    {"{ a = 1, \"a\" = 2 }", "1:14: 'a' is already set on line 1"},
    {"{ ([]) = 1 }", "1:7: expected a string, found a list"},
    {"-\"a\"", "1:6: expected a number, found a string"},
    {"!1", "1:6: expected a bool, found a number"},
    {"1 + 2 + \"a\"", "1:13: expected a number, found a string"},
    {"\"a\" + \"b\"", "1:5: expected a number, found a string"},
    {"1 && true", "1:5: expected a bool, found a number"},
    {"true && 1", "1:13: expected a bool, found a number"},
    {"\"a\" < \"b\"", "1:5: expected a number, found a string"},
    {"{} ? 1 : 2", "1:5: expected a bool, found an object"},
    {"1 / 0", "1:9: division by zero"},
    {"1 % 0.0", "1:9: division by zero"},
    {"9223372036854775807 + 1",
     "1:27: whole numbers are computed in 64 bits, and this does not fit"},
    {"18446744073709551615 - 1",
     "1:28: whole numbers are computed in 64 bits, and this does not fit"},
    {"-9223372036854775808 / -1",
     "1:28: whole numbers are computed in 64 bits, and this does not fit"},
    {"4e18 * 3", "1:12: whole numbers are computed in 64 bits, and this does not fit"},
    {"1.5e300 * 1.5e300 * 0.5",
     "1:15: whole numbers are computed in 64 bits, and this does not fit"},
    {"1.5 + 1e999", "1:11: the numbers are too large to compute with"},
    {"env(\"NONE\")", "1:5: the environment variable 'NONE' is not set"},
    {"\"a${env(\"NONE\")}\"", "1:9: the environment variable 'NONE' is not set"},
    {"env(1)", "1:9: expected a string, found a number"},
    {"env()", "1:5: env() does not take 0 arguments"},
    {"env(\"A\", \"B\", \"C\")", "1:5: env() does not take 3 arguments"},
    {"file()", "1:5: file() does not take 0 arguments"},
    {"file(\"none\")", "1:5: cannot read conf/none: No such file or directory"},
    {"fiel(\"a\")", "1:5: unknown function 'fiel'"},
    {"join([1], \",\")", "1:15: expected a list, found a string"},
    {"join(\",\", [[]])", "1:16: expected a string to join, found a list"},
    {"concat(1)", "1:12: expected a list, found a number"},
    {"upper([])", "1:11: expected a string, found a list"},
};

TEST(Evaluate, ErrorsStandAtThePartThatCannotBeComputed) {
  for (const auto& [text, expected] : kErrors) EXPECT_EQ(dump_value(text), expected) << text;
}

std::string hint_of(std::string_view expression) {
  const Source source("conf/godwit.hcl", "x = " + std::string(expression));
  try {
    value_of(source, small_world());
  } catch (const Error& error) {
    return error.hint;
  }
  return "no error";
}

TEST(Evaluate, HintsAtWhatToType) {
  constexpr Pair kHints[] = {
      {"vra", "did you mean 'var'?"},
      {"single", "a text stands in quotes: \"single\""},
      {"var.nam", "did you mean 'name'?"},
      {"fiel(\"a\")", "did you mean 'file'?"},
      {"env(\"NONE\")", "set it, or give a default: env(\"NONE\", \"...\")"},
      {"env()", "env(\"NAME\"[, \"default\"]): an environment variable"},
  };
  for (const auto& [text, expected] : kHints) EXPECT_EQ(hint_of(text), expected) << text;
}

TEST(Evaluate, AScopeAsItIsMadeAsksNothingOutside) {
  EXPECT_EQ(error_of("a = env(\"HOME\")"), "1:5: env() cannot be used here");
  EXPECT_EQ(error_of("a = file(\"/etc/passwd\")"), "1:5: file() cannot be used here");
}

TEST(Evaluate, EveryValueHasThePlaceOfItsExpression) {
  const Source source("a.hcl", "x = [1, { k = (2) }, n + 1, var]");
  const Value value = value_of(source, small_world());
  const List& list = std::get<List>(value.data);
  EXPECT_EQ(value.place, "[1, { k = (2) }, n + 1, var]");
  EXPECT_EQ(list[0].place, "1");
  EXPECT_EQ(std::get<Object>(list[1].data).find("k")->place, "(2)");
  EXPECT_EQ(list[2].place, "n + 1");
  // What a variable brings from elsewhere has no place here but the variable's.
  EXPECT_EQ(list[3].place, "var");
  EXPECT_EQ(std::get<Object>(list[3].data).find("name")->place.data(), list[3].place.data());
}

TEST(Evaluate, AVariableFromTheSameFileKeepsThePlacesOfItsParts) {
  const Source source("a.hcl", "list = [1, 2]\nx = local");
  const Body body = parse(source);
  Scope scope;
  scope.variables["local"] = evaluate(body.attributes[0].value, source, scope);
  const Value value = evaluate(body.attributes[1].value, source, scope);
  EXPECT_EQ(to_string(source.where(value.place)), "a.hcl:2:5");
  EXPECT_EQ(to_string(source.where(std::get<List>(value.data)[1].place)), "a.hcl:1:12");
}

TEST(Evaluate, ALongChainNeedsNoDeepStack) {
  std::string text = "x = 0";
  for (int i = 0; i < 20'000; ++i) text += " + 1";
  EXPECT_EQ(dump(value_of(Source("a.hcl", text), Scope())), "20000");
}

TEST(Functions, EveryRowSaysHowItIsWritten) {
  for (const FunctionRow& row : built_in_functions()) {
    EXPECT_EQ(row.summary.substr(0, row.name.size() + 1), std::string(row.name) + "(");
    EXPECT_LE(row.least, row.most);
  }
}

}  // namespace
}  // namespace godwit::hcl
