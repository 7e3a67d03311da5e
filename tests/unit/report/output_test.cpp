#include "godwit/report/output.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <string>

namespace godwit::report {
namespace {

using nlohmann::json;

Secrets secret() {
  Secrets secrets;
  secrets.add("s3cret");
  return secrets;
}

struct Written {
  std::string out;
  std::string err;
};

Written written(bool is_json, const std::function<void(Output&)>& call) {
  const Secrets secrets = secret();
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  Output output(secrets);
  output.set_json(is_json);
  call(output);
  std::string out = ::testing::internal::GetCapturedStdout();
  return {std::move(out), ::testing::internal::GetCapturedStderr()};
}

const Error kError(ErrorKind::policy, "not with s3cret", {"a.sql", 3, 5, "SELECT 's3cret'"},
                   "write s3cret");

TEST(Output, EveryStringOfADocumentIsRedacted) {
  const json document = {{"a", "s3cret"},
                         {"b", {"x", "is s3cret!", json::array({"s3cret"})}},
                         {"c", {{"d", {{"e", "s3cret"}}}}},
                         {"f", 1},
                         {"g", nullptr},
                         {"h", true}};
  EXPECT_EQ(redacted(document, secret()),
            json::parse(R"({"a": "[redacted]", "b": ["x", "is [redacted]!", ["[redacted]"]],
                            "c": {"d": {"e": "[redacted]"}}, "f": 1, "g": null, "h": true})"));
}

TEST(Output, EveryWayOutIsRedacted) {
  const Written text = written(false, [](Output& output) {
    output.line("line s3cret");
    output.raw("raw s3cret");
    output.remark("remark s3cret");
    output.error(kError, "plan");
  });
  EXPECT_EQ(text.out, "line [redacted]\nraw [redacted]");
  EXPECT_EQ(text.err,
            "remark [redacted]\ngodwit: a.sql:3:5: not with [redacted]\n      SELECT "
            "'[redacted]'\n          ^\n    write [redacted]\n");
}

TEST(Output, AnErrorIsADocumentWithJson) {
  const Written text = written(true, [](Output& output) { output.error(kError, "plan"); });
  EXPECT_EQ(json::parse(text.out), json::parse(R"({"schema_version": 1, "command": "plan", "error":
    {"kind": "policy", "exit_code": 3, "message": "not with [redacted]", "path": "a.sql",
     "line": 3, "column": 5, "hint": "write [redacted]"}})"));
  EXPECT_EQ(text.err.substr(0, 24), "godwit: a.sql:3:5: not w");
}

TEST(Output, AnErrorSaysOnlyWhatItKnows) {
  const Written text =
      written(true, [](Output& output) { output.error(Error(ErrorKind::failed, "no"), "apply"); });
  EXPECT_EQ(json::parse(text.out), json::parse(R"({"schema_version": 1, "command": "apply",
    "error": {"kind": "failed", "exit_code": 1, "message": "no"}})"));
  const Written file = written(true, [](Output& output) {
    output.error(Error(ErrorKind::usage, "no", {"a.sql", 0, 0, {}}), "");
  });
  EXPECT_EQ(json::parse(file.out)["error"],
            json::parse(R"({"kind": "usage", "exit_code": 2, "message": "no", "path": "a.sql"})"));
}

TEST(Output, WithJsonStdoutHasOneDocumentAndNothingElse) {
  const Written text = written(true, [](Output& output) {
    output.line("for people");
    output.document({{"first", 1}});
    output.document({{"second", 2}});
    output.error(kError, "plan");
  });
  EXPECT_EQ(text.out, "{\n  \"first\": 1\n}\n");
}

TEST(Output, WithoutJsonThereIsNoDocument) {
  EXPECT_EQ(written(false, [](Output& output) { output.document({{"a", 1}}); }).out, "");
}

TEST(Output, BytesThatAreNoUtf8DoNotBreakADocument) {
  const Written text = written(true, [](Output& output) { output.document({{"a", "x\xFFy"}}); });
  EXPECT_EQ(json::parse(text.out)["a"], "x\uFFFDy");
}

TEST(Output, WhoIsNoTerminalIsNotAskedAndGetsNoPaint) {
  const Written text = written(false, [](Output& output) {
    EXPECT_FALSE(output.can_ask());
    output.transient("gone soon");
    output.line(output.paint(Style::good, "done"));
  });
  EXPECT_EQ(text.out, "done\n");
  EXPECT_EQ(text.err, "");
}

}  // namespace
}  // namespace godwit::report
