#include "godwit/hcl/functions.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/hcl/evaluate.hpp"

#include <fmt/format.h>

// The functions are rows. None touches the environment or a disk but through the Scope, so that
// reading a text has no effect and needs nothing but the text.

namespace godwit::hcl {

namespace {

const std::string& string_argument(const FunctionCall& call, std::size_t index) {
  const Value& argument = call.arguments[index];
  if (const auto* text = std::get_if<std::string>(&argument.data)) return *text;
  throw Error(ErrorKind::usage, fmt::format("expected a string, found {}", describe_type(argument)),
              call.source.where(argument.place));
}

const List& list_argument(const FunctionCall& call, std::size_t index) {
  const Value& argument = call.arguments[index];
  if (const auto* list = std::get_if<List>(&argument.data)) return *list;
  throw Error(ErrorKind::usage, fmt::format("expected a list, found {}", describe_type(argument)),
              call.source.where(argument.place));
}

Value env(const FunctionCall& call) {
  const std::string& name = string_argument(call, 0);
  if (!call.scope.environment) {
    throw Error(ErrorKind::usage, "env() cannot be used here", call.source.where(call.place));
  }
  if (auto value = call.scope.environment(name)) return {std::move(*value), {}};
  if (call.arguments.size() > 1) return {string_argument(call, 1), {}};
  throw Error(ErrorKind::usage, fmt::format("the environment variable '{}' is not set", name),
              call.source.where(call.place),
              fmt::format("set it, or give a default: env(\"{}\", \"...\")", name));
}

Value file(const FunctionCall& call) {
  const std::string& path = string_argument(call, 0);
  if (!call.scope.read_file) {
    throw Error(ErrorKind::usage, "file() cannot be used here", call.source.where(call.place));
  }
  const std::filesystem::path folder = std::filesystem::path(call.source.path()).parent_path();
  try {
    std::string text = call.scope.read_file(folder / path);
    if (text.ends_with('\n')) text.pop_back();
    if (text.ends_with('\r')) text.pop_back();
    return {std::move(text), {}};
  } catch (const Error& error) {
    // Which file, the reader knows; who asked for it, only we do.
    throw Error(error.kind, error.what(), call.source.where(call.place), error.hint);
  }
}

Value upper_case(const FunctionCall& call) { return {upper(string_argument(call, 0)), {}}; }
Value lower_case(const FunctionCall& call) { return {lower(string_argument(call, 0)), {}}; }

Value join_lists(const FunctionCall& call) {
  std::vector<std::string> pieces;
  for (std::size_t i = 1; i < call.arguments.size(); ++i) {
    for (const Value& item : list_argument(call, i)) {
      auto text = scalar_text(item);
      if (!text) {
        throw Error(ErrorKind::usage,
                    fmt::format("expected a string to join, found {}", describe_type(item)),
                    call.source.where(item.place));
      }
      pieces.push_back(std::move(*text));
    }
  }
  return {join(pieces, string_argument(call, 0)), {}};
}

Value concat(const FunctionCall& call) {
  List all;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const List& list = list_argument(call, i);
    all.insert(all.end(), list.begin(), list.end());
  }
  return {std::move(all), {}};
}

}  // namespace

std::span<const FunctionRow> built_in_functions() {
  // clang-format off
  static constexpr FunctionRow kRows[] = {
      // name     least  most        sensitive  call        summary
      {"env",     1,     2,          true,      env,        R"(env("NAME"[, "default"]): an environment variable)"},
      {"file",    1,     1,          true,      file,       R"(file("path"): the text of a file)"},
      {"upper",   1,     1,          false,     upper_case, R"(upper("text"): in capitals (ASCII))"},
      {"lower",   1,     1,          false,     lower_case, R"(lower("TEXT"): in small letters (ASCII))"},
      {"join",    2,     kAnyNumber, false,     join_lists, R"(join(", ", ["a", "b"]): one string of many)"},
      {"concat",  1,     kAnyNumber, false,     concat,     R"(concat(["a"], ["b"]): one list of many)"},
  };
  // clang-format on
  return kRows;
}

}  // namespace godwit::hcl
