// Directories on a disk: order, twins, ways back in files of their own, and godwit.sum.

#include "godwit/base/file.hpp"
#include "godwit/base/text.hpp"
#include "godwit/migrations/migration.hpp"
#include "godwit/migrations/sum.hpp"
#include "support/thrown.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace godwit::migrations {
namespace {

using test::thrown_by;
using Files = std::vector<std::pair<std::string, std::string>>;

struct Folder {
  explicit Folder(const Files& files) {
    for (const auto& [name, text] : files) write_file(directory.path() / name, text);
  }

  [[nodiscard]] Migrations read() const { return read_migrations(directory.path()); }

  // What reading throws, without the folder's name.
  [[nodiscard]] std::string error() const {
    return replace_all(thrown_by([&] { return read(); }), directory.path().string() + "/", "");
  }

  TemporaryDirectory directory{"migrations-test"};
};

std::string titles(const Migrations& migrations) {
  std::string text;
  for (const Migration& migration : migrations.migrations) {
    text += fmt::format("{}{}", text.empty() ? "" : " ", migration.title());
  }
  return text;
}

TEST(Directory, IsInTheOrderOfNumbers) {
  const Folder folder({{"10_c.sql", "SELECT 1"},
                       {"9_b.sql", "SELECT 1"},
                       {"0002_a.sql", "SELECT 1"},
                       {"20261130090807_d.sql", "SELECT 1"},
                       {"100_e.sql", "SELECT 1"},
                       {"README.md", "no migration"},
                       {"godwit.sum", "neither"}});
  EXPECT_EQ(titles(folder.read()), "0002_a 9_b 10_c 100_e 20261130090807_d");
}

TEST(Directory, MayBeEmpty) { EXPECT_EQ(titles(Folder(Files{}).read()), ""); }

TEST(Directory, FindsAVersionHoweverItIsWritten) {
  Files files;
  for (int version = 1; version <= 120; ++version) {
    files.emplace_back(fmt::format("{}_m.sql", version), "SELECT 1");
  }
  const Migrations migrations = Folder(files).read();
  for (int version = 1; version <= 120; ++version) {
    const Migration* found = migrations.find(fmt::format("{:04}", version));
    ASSERT_NE(found, nullptr) << version;
    EXPECT_EQ(found->version, std::to_string(version));
  }
  for (const std::string_view none : {"0", "121", "", "x", "1x", "-1"}) {
    EXPECT_EQ(migrations.find(none), nullptr) << none;
  }
}

struct BadCase {
  Files files;
  std::string error;
};

TEST(Directory, WhatIsDoubtfulIsAnError) {
  // clang-format off
  const BadCase cases[] = {
      {{{"1_a.sql", "SELECT 1"}, {"0001_b.sql", "SELECT 2"}},
       "usage 1_a.sql: two migrations have version 1: 0001_b.sql and 1_a.sql / give one of them another version"},
      {{{"1_a.sql", "SELECT 1"}, {"2_a.sql", "SELECT 1"}, {"01_a.sql", "SELECT 2"}},
       "usage 1_a.sql: two migrations have version 1: 01_a.sql and 1_a.sql / give one of them another version"},
      {{{"events.sql", "SELECT 1"}},
       "usage events.sql: a migration's name is <version>_<name>.sql / rename it, for example to 0001_events.sql, or move it elsewhere"},
      {{{"1_a.sql", ""}},
       "usage 1_a.sql: no statement in this file / write one, or the line -- godwit:empty if it is to have none"},
      {{{"1_a.down.sql", "SELECT 1"}},
       "usage 1_a.down.sql: a way back without its migration / 1_a.sql is missing"},
      {{{"1_a.sql", "SELECT 1"}, {"1_b.down.sql", "SELECT 1"}},
       "usage 1_b.down.sql: a way back without its migration / 1_b.sql is missing"},
      {{{"1_a.sql", "SELECT 1;\n-- godwit:down\nSELECT 2"}, {"1_a.down.sql", "SELECT 3"}},
       "usage 1_a.down.sql: the way back is written twice / keep this file or 'godwit:down' in 1_a.sql"},
      {{{"1_a.sql", "SELECT 1"}, {"1_a.down.sql", "SELECT 3;\n-- godwit:down\nSELECT 4"}},
       "usage 1_a.down.sql:2:1: a second 'godwit:down' / the way back is in the .down.sql file already"},
      {{{"1_a.sql", "SELECT 1"}, {"1_a.down.sql", "SELECT 3;\n-- godwit:rwa\nSELECT 4"}},
       "usage 1_a.down.sql:2:11: unknown directive 'godwit:rwa' / did you mean 'raw'?"},
  };
  // clang-format on
  for (const BadCase& bad : cases) EXPECT_EQ(Folder(bad.files).error(), bad.error);
}

TEST(Directory, ThatIsNotThereIsAnErrorWithTheWayOut) {
  const Folder folder(Files{});
  const std::filesystem::path missing = folder.directory.path() / "none";
  EXPECT_EQ(thrown_by([&] { return read_migrations(missing); }),
            fmt::format("usage cannot read the migrations directory {}: No such file or directory "
                        "/ godwit init makes one; --dir names another",
                        missing.string()));
}

TEST(Directory, AWayBackMayBeAFileOfItsOwn) {
  const Migrations migrations =
      Folder({{"1_a.sql", "SELECT 1"},
              {"1_a.down.sql", "-- godwit:raw\nSELECT 2;\nSET a = 1;\nSELECT 3;"},
              {"2_b.sql", "SELECT 4"}})
          .read();
  const Migration& migration = migrations.migrations.at(0);
  ASSERT_EQ(migration.steps.size(), 1U);
  ASSERT_EQ(migration.down_steps.size(), 2U);
  EXPECT_FALSE(migration.steps[0].raw);
  EXPECT_TRUE(migration.down_steps[0].raw);
  EXPECT_EQ(migration.down_steps[1].number, 2U);
  EXPECT_EQ(migration.down_steps[1].settings, (Settings{{"a", "1"}}));
  const Where where = migration.where(migration.down_steps[1]);
  EXPECT_EQ(std::filesystem::path(where.path).filename(), "1_a.down.sql");
  EXPECT_EQ(where.line, 4U);
  EXPECT_TRUE(migrations.migrations.at(1).down_steps.empty());
}

TEST(Directory, TheSumHasALineAMigrationByVersion) {
  const Folder folder({{"10_b.sql", "SELECT 2"}, {"0009_a.sql", "SELECT 1"}});
  const Migrations migrations = folder.read();
  const std::string expected =
      fmt::format("9 {} 0009_a.sql\n10 {} 10_b.sql\n", migrations.migrations[0].hash,
                  migrations.migrations[1].hash);
  EXPECT_EQ(sum_text(migrations), expected);
  write_sum(migrations, folder.directory.path() / "0011_c.sql");
  EXPECT_EQ(read_file(folder.directory.path() / "godwit.sum"), expected + "11 - 0011_c.sql\n");
}

}  // namespace
}  // namespace godwit::migrations
