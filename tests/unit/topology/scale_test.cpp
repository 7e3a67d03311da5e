// Long statements cost in proportion to their length. Clocks lie on a busy machine, so what is
// counted is memory: twice the statement may allocate twice the bytes, in no more pieces than that.
// A step that looks at all tokens for each of them would not end here at all.
#include "godwit/base/source.hpp"
#include "godwit/sql/split.hpp"
#include "godwit/topology/render.hpp"
#include "support/topologies.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <string>

namespace {

struct Allocated {
  std::size_t pieces = 0;
  std::size_t bytes = 0;
};

Allocated allocated;

}  // namespace

void* operator new(std::size_t size) {
  ++allocated.pieces;
  allocated.bytes += size;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

// std::stable_sort takes this one, and gives back to the same delete.
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++allocated.pieces;
  allocated.bytes += size;
  return std::malloc(size == 0 ? 1 : size);
}

// Not inlined: g++ would see free() beside a new that it has not looked into.
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

namespace godwit::topology {
namespace {

std::string with_long_line(std::size_t bytes) {
  return fmt::format("CREATE TABLE t (a String DEFAULT '{}') ENGINE = MergeTree ORDER BY a;",
                     std::string(bytes, 'x'));
}

std::string with_columns(std::size_t count) {
  std::string text = "CREATE TABLE t (";
  for (std::size_t i = 0; i < count; ++i) {
    text += fmt::format("{}c{} Nullable(Int8) CODEC(ZSTD(1))", i == 0 ? "" : ", ", i);
  }
  return text + ") ENGINE = ReplacingMergeTree(c0) ORDER BY c1;";
}

std::string with_arguments(std::size_t count) {
  std::string text = "CREATE TABLE t (a Int8) ENGINE = ReplicatedSummingMergeTree('/p', 'r', (a";
  for (std::size_t i = 0; i < count; ++i) text += fmt::format(", a{}", i);
  return text + ")) ORDER BY a;";
}

std::string with_commands(std::size_t count) {
  std::string text = "ALTER TABLE t ADD COLUMN c Int8";
  for (std::size_t i = 0; i < count; ++i) text += fmt::format(", ADD COLUMN c{} Int8", i);
  return text + ";";
}

std::string with_names(std::size_t count) {
  std::string text = "DROP TABLE t";
  for (std::size_t i = 0; i < count; ++i) text += fmt::format(", d.t{}", i);
  return text + " SYNC;";
}

std::string with_parts(std::size_t count) {
  std::string text = "DROP TABLE t";
  for (std::size_t i = 0; i < count; ++i) text += fmt::format(" PARALLEL WITH DROP TABLE t{}", i);
  return text + ";";
}

std::string with_rows(std::size_t count) {
  std::string text = "INSERT INTO t VALUES (0)";
  for (std::size_t i = 0; i < count; ++i) text += fmt::format(", ({}, 'a''b')", i);
  return text + ";";
}

std::string with_brackets(std::size_t count) {
  return fmt::format("CREATE VIEW v AS SELECT {}1{};", std::string(count, '('),
                     std::string(count, ')'));
}

std::string with_comments(std::size_t count) {
  std::string text = "GRANT SELECT";
  for (std::size_t i = 0; i < count; ++i) text += " /* a */ -- b\n";
  return text + " ON *.* TO u;";
}

std::string with_execute_as(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "EXECUTE AS u ";
  return text + "DROP TABLE t;";
}

/// What splitting, parsing and rendering for every topology allocates.
Allocated cost_of(const std::string& text) {
  const Source source("long.sql", text);
  const Allocated before = allocated;
  sql::StatementReader reader(source);
  EXPECT_TRUE(reader.next());
  const sql::Statement statement = sql::parse_statement(reader.statement().text, reader.tokens());
  EXPECT_NE(statement.row, nullptr);
  for (const std::string_view topology : test::kTopologies) {
    EXPECT_GE(render(statement, parse_topology(topology)).size() + 100,
              reader.statement().text.size());
  }
  EXPECT_FALSE(reader.next());
  return {allocated.pieces - before.pieces, allocated.bytes - before.bytes};
}

struct Row {
  std::string_view name;
  std::string (*text_of)(std::size_t count);
  std::size_t count;
};

constexpr Row kRows[] = {
    {"a line of a megabyte", with_long_line, 1 << 20},
    {"columns", with_columns, 100000},
    {"arguments", with_arguments, 100000},
    {"ALTER commands", with_commands, 100000},
    {"names", with_names, 100000},
    {"parts", with_parts, 20000},
    {"rows", with_rows, 100000},
    {"brackets", with_brackets, 100000},
    {"comments", with_comments, 100000},
    {"EXECUTE AS", with_execute_as, 100000},
};

TEST(Scale, TwiceTheStatementIsTwiceTheWork) {
  for (const Row& row : kRows) {
    const Allocated once = cost_of(row.text_of(row.count));
    const Allocated twice = cost_of(row.text_of(2 * row.count));
    // A vector that grows by doubling may be one step further on.
    EXPECT_LE(twice.bytes, 3 * once.bytes) << row.name;
    EXPECT_LE(twice.pieces, 2 * once.pieces + 10) << row.name;
    EXPECT_LE(once.bytes, 200 * row.text_of(row.count).size() + 1000000) << row.name;
  }
}

}  // namespace
}  // namespace godwit::topology
