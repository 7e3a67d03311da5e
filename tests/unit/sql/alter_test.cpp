#include "godwit/sql/alter.hpp"

#include "godwit/base/text.hpp"
#include "godwit/sql/print_alter.hpp"
#include "godwit/sql/statement.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godwit::sql {
namespace {

std::string altered(const AlterRow& row, std::string_view commands) {
  return fmt::format("ALTER {} {}", row.object == AlterObject::table ? "TABLE t" : "DATABASE d",
                     commands);
}

// The commands' names and texts, on one line: "drop_column: DROP COLUMN a | unknown: FROB".
std::string texts(std::string_view sql) {
  std::string dump;
  for (const AlterCommand& command : parse_alter(parse_statement(sql))) {
    dump += fmt::format("{}{}: {}", dump.empty() ? "" : " | ",
                        command.row == nullptr ? "unknown" : command.row->name, command.text);
  }
  return dump;
}

std::string element(const AlterElement& element) {
  static constexpr std::string_view kNames[] = {"", "column", "index", "projection", "constraint"};
  return std::string(kNames[element.index()]);
}

std::string place(const Placement& place) {
  return place.after.empty() ? "first" : fmt::format("after {}", place.after);
}

std::string partition(const PartitionRange& range) {
  static constexpr std::string_view kKinds[] = {"value", "id", "all", "part"};
  return fmt::format("{} {}", kKinds[static_cast<std::size_t>(range.kind)], range.text);
}

// What is filled of a command, one after the other, what is empty left out.
std::string parts(std::string_view commands) {
  const auto sql = fmt::format("ALTER TABLE t {}", commands);
  const auto found = parse_alter(parse_statement(sql));
  if (found.size() != 1) return fmt::format("{} commands", found.size());
  const AlterCommand& command = found.front();
  std::string dump(command.row == nullptr ? "unknown" : command.row->name);
  const auto add = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) dump += fmt::format(" {}={}", name, value);
  };
  if (command.if_exists) dump += " if_exists";
  if (command.if_not_exists) dump += " if_not_exists";
  add("name", command.name);
  add("new_name", command.new_name);
  add("element", element(command.element));
  if (command.place) add("place", place(*command.place));
  if (command.partition) add("partition", partition(*command.partition));
  add("database", command.other_table.database);
  add("table", command.other_table.name);
  add("literal", command.literal);
  for (const SettingElement& each : command.settings) {
    dump += fmt::format(" {}:{}", each.name, each.value);
  }
  for (const std::string_view column : command.columns) add("column", column);
  for (const std::string_view type : command.types) add("type", type);
  for (const Assignment& each : command.assignments) add(each.column, each.expression);
  add("condition", command.condition);
  add("body", command.body);
  return dump;
}

TEST(Alter, EveryRowReadsItsOwnExample) {
  std::set<AlterKind> kinds;
  std::set<std::string_view> names;
  for (const AlterRow& row : alter_rows()) {
    EXPECT_TRUE(kinds.insert(row.kind).second) << row.name;
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(to_string(row.kind), row.name);
    EXPECT_EQ(texts(altered(row, row.example)), fmt::format("{}: {}", row.name, row.example));
  }
}

// But for the names, which are printed in back quotes; the examples have none.
TEST(Alter, EveryExampleIsPrintedAsItIsWritten) {
  for (const AlterRow& row : alter_rows()) {
    const std::string sql = altered(row, row.example);
    const Statement statement = parse_statement(sql);
    const std::string printed = print_alter(statement.names.front(), parse_alter(statement));
    EXPECT_EQ(replace_all(printed, "`", ""), sql);
    EXPECT_EQ(texts(printed),
              fmt::format("{}: {}", row.name, print_command(parse_alter(statement).front())));
  }
}

// A command in brackets may stand before any other, with them or without.
TEST(Alter, EveryExampleCanStandBesideAnother) {
  for (const AlterRow& row : alter_rows()) {
    const std::string two = fmt::format("{0}: {1} | {0}: {1}", row.name, row.example);
    EXPECT_EQ(texts(altered(row, fmt::format("({}) , (  {} )", row.example, row.example))), two);
    if (row.comma == AlterComma::ends) {
      EXPECT_EQ(texts(altered(row, fmt::format("{}, {}", row.example, row.example))), two);
    }
  }
}

TEST(Alter, EveryExampleCanHaveATailBehindIt) {
  for (const AlterRow& row : alter_rows()) {
    for (const std::string_view tail :
         {"FORMAT Null", "SETTINGS a = 1, b = 'x'", "FORMAT JSON SETTINGS a",
          "SETTINGS a = 1 FORMAT Null", "INTO OUTFILE 'f' TRUNCATE AND STDOUT"}) {
      EXPECT_EQ(texts(altered(row, fmt::format("{} {}", row.example, tail))),
                fmt::format("{}: {}", row.name, row.example))
          << tail;
    }
  }
}

// clang-format off
constexpr std::pair<std::string_view, std::string_view> kTexts[] = {
    // Other statements that alter, and those that do not.
    {"ALTER TEMPORARY TABLE t DROP COLUMN a", "drop_column: DROP COLUMN a"},
    {"ALTER TABLE d.t ON CLUSTER c DROP COLUMN a", "drop_column: DROP COLUMN a"},
    {"ALTER DATABASE d ON CLUSTER c MODIFY COMMENT 'x'",
     "modify_database_comment: MODIFY COMMENT 'x'"},
    {"ALTER DATABASE d DROP COLUMN a", "unknown: DROP COLUMN a"},
    {"DROP INDEX IF EXISTS i ON d.t", "drop_index: DROP INDEX IF EXISTS i ON d.t"},
    {"CREATE UNIQUE INDEX i ON t (a)", "add_index: CREATE UNIQUE INDEX i ON t (a)"},
    {"ALTER USER u SETTINGS a = 1", ""},
    {"DROP TABLE t", ""},
    // Commas inside a command.
    {"ALTER TABLE t ADD COLUMN b Tuple(x Int8, y Int8) DEFAULT (1, 2), DROP COLUMN c",
     "add_column: ADD COLUMN b Tuple(x Int8, y Int8) DEFAULT (1, 2) | drop_column: DROP COLUMN c"},
    {"ALTER TABLE t ADD COLUMN b Array(Int8) DEFAULT [1, 2], DROP COLUMN c",
     "add_column: ADD COLUMN b Array(Int8) DEFAULT [1, 2] | drop_column: DROP COLUMN c"},
    {"ALTER TABLE t UPDATE b = if(a, 1, 2), c = 'x, DROP COLUMN y' WHERE a IN (1, 2), DELETE WHERE 1",
     "update: UPDATE b = if(a, 1, 2), c = 'x, DROP COLUMN y' WHERE a IN (1, 2) | delete_rows: DELETE WHERE 1"},
    {"ALTER TABLE t MODIFY TTL d, DELETE WHERE a = 1",
     "modify_ttl: MODIFY TTL d, DELETE WHERE a = 1"},
    {"ALTER TABLE t MODIFY TTL d, REMOVE TTL, MODIFY TTL e, MATERIALIZE TTL", "modify_ttl: MODIFY TTL d | remove_ttl: REMOVE TTL | modify_ttl: MODIFY TTL e | materialize_ttl: MATERIALIZE TTL"},
    {"ALTER TABLE t RESET SETTING a, ADD", "reset_setting: RESET SETTING a, ADD"},
    {"ALTER TABLE t DROP STATISTICS a, b", "drop_statistics: DROP STATISTICS a, b"},
    {"ALTER TABLE t CLEAR STATISTICS a, b IN PARTITION 1, DROP COLUMN c",
     "clear_statistics: CLEAR STATISTICS a, b IN PARTITION 1 | drop_column: DROP COLUMN c"},
    {"ALTER TABLE t MODIFY REFRESH EVERY 1 DAY, DROP COLUMN c",
     "modify_refresh: MODIFY REFRESH EVERY 1 DAY | drop_column: DROP COLUMN c"},
    {"ALTER TABLE t MODIFY REFRESH AFTER 1 DAY DEPENDS ON a, d.b APPEND, DROP COLUMN c",
     "modify_refresh: MODIFY REFRESH AFTER 1 DAY DEPENDS ON a, d.b APPEND | drop_column: DROP COLUMN c"},
    {"ALTER TABLE t ADD PROJECTION p INDEX a, b TYPE basic, DROP COLUMN c",
     "add_projection: ADD PROJECTION p INDEX a, b TYPE basic | drop_column: DROP COLUMN c"},
    // Brackets that are a command's own.
    {"ALTER TABLE t MODIFY QUERY (SELECT 1)", "modify_query: MODIFY QUERY (SELECT 1)"},
    {"ALTER TABLE t (MODIFY QUERY SELECT 1 SETTINGS a = 1), (MODIFY COMMENT 'x')",
     "modify_query: MODIFY QUERY SELECT 1 SETTINGS a = 1 | modify_comment: MODIFY COMMENT 'x'"},
    {"ALTER TABLE t ( DROP COLUMN a -- ,\n), (DROP COLUMN b /*)*/)",
     "drop_column: DROP COLUMN a | drop_column: DROP COLUMN b"},
    // Whose SETTINGS and FORMAT it is.
    {"ALTER TABLE t ADD COLUMN format String", "add_column: ADD COLUMN format String"},
    {"ALTER TABLE t ADD COLUMN settings String", "add_column: ADD COLUMN settings String"},
    {"ALTER TABLE t DROP COLUMN settings SETTINGS a = 1", "drop_column: DROP COLUMN settings"},
    {"ALTER TABLE t DROP COLUMN format FORMAT Null", "drop_column: DROP COLUMN format"},
    {"ALTER TABLE t MODIFY COLUMN b FORMAT Null", "modify_column: MODIFY COLUMN b FORMAT Null"},
    {"ALTER TABLE t DELETE WHERE settings FORMAT Null", "delete_rows: DELETE WHERE settings"},
    {"ALTER TABLE t MODIFY COLUMN b Int8 SETTINGS (a = 1), DROP COLUMN c",
     "modify_column: MODIFY COLUMN b Int8 SETTINGS (a = 1) | drop_column: DROP COLUMN c"},
    {"ALTER TABLE t MODIFY COLUMN b Int8 SETTINGS a = 1, c = 1",
     "modify_column: MODIFY COLUMN b Int8"},
    {"ALTER TABLE t MODIFY SETTING a = 1 SETTINGS b = 1", "modify_setting: MODIFY SETTING a = 1"},
    {"ALTER TABLE t MODIFY COLUMN c MODIFY SETTINGS a = 1",
     "modify_column: MODIFY COLUMN c MODIFY"},
    {"ALTER TABLE t MODIFY QUERY SELECT 1 SETTINGS a = 1",
     "modify_query: MODIFY QUERY SELECT 1 SETTINGS a = 1"},
    {"ALTER TABLE t MODIFY QUERY SELECT 1 SETTINGS a = 1 SETTINGS b = 1",
     "modify_query: MODIFY QUERY SELECT 1 SETTINGS a = 1"},
    {"ALTER TABLE t MODIFY QUERY SELECT 1 SETTINGS a = 1 UNION ALL SELECT 2 SETTINGS b = 1",
     "modify_query: MODIFY QUERY SELECT 1 SETTINGS a = 1 UNION ALL SELECT 2 SETTINGS b = 1"},
    {"ALTER TABLE t MODIFY QUERY SELECT 1 FORMAT Null SETTINGS a = 1",
     "modify_query: MODIFY QUERY SELECT 1"},
    {"ALTER TABLE t MODIFY REFRESH EVERY 1 DAY SETTINGS a = 1",
     "modify_refresh: MODIFY REFRESH EVERY 1 DAY SETTINGS a = 1"},
    {"ALTER TABLE t MODIFY REFRESH EVERY 1 DAY APPEND SETTINGS a = 1",
     "modify_refresh: MODIFY REFRESH EVERY 1 DAY APPEND"},
    // Commands and keywords as names.
    {"ALTER TABLE t ADD COLUMN add UInt8, DROP COLUMN drop, RENAME COLUMN if TO exists",
     "add_column: ADD COLUMN add UInt8 | drop_column: DROP COLUMN drop | rename_column: RENAME COLUMN if TO exists"},
    {"ALTER TABLE t UPDATE where = 1, in = in WHERE where",
     "update: UPDATE where = 1, in = in WHERE where"},
    {"ALTER TABLE t ADD COLUMN first Int8 FIRST, ADD COLUMN after Int8 AFTER first",
     "add_column: ADD COLUMN first Int8 FIRST | add_column: ADD COLUMN after Int8 AFTER first"},
    // ALTER COLUMN is MODIFY COLUMN, but for the type.
    {"ALTER TABLE t ALTER COLUMN b TYPE Int8 FIRST",
     "alter_column: ALTER COLUMN b TYPE Int8 FIRST"},
    {"ALTER TABLE t ALTER COLUMN b REMOVE TTL", "modify_column_remove: ALTER COLUMN b REMOVE TTL"},
    {"ALTER TABLE t ALTER COLUMN b COMMENT 'x'",
     "modify_column_comment: ALTER COLUMN b COMMENT 'x'"},
    {"ALTER TABLE t MODIFY COLUMN b COMMENT 'x' CODEC(LZ4)",
     "modify_column_properties: MODIFY COLUMN b COMMENT 'x' CODEC(LZ4)"},
    {"ALTER TABLE t MODIFY COLUMN b COMMENT 'x' AFTER a",
     "modify_column_properties: MODIFY COLUMN b COMMENT 'x' AFTER a"},
    {"ALTER TABLE t MODIFY COLUMN b DEFAULT 1 COMMENT 'x' FIRST",
     "modify_column_default: MODIFY COLUMN b DEFAULT 1 COMMENT 'x' FIRST"},
    // Not understood, as by ClickHouse.
    {"ALTER TABLE t", "unknown: "},
    {"ALTER TABLE t FROB x, DROP COLUMN a", "unknown: FROB x | drop_column: DROP COLUMN a"},
    {"ALTER TABLE t ADD a Int8", "unknown: ADD a Int8"},
    {"ALTER TABLE t ADD COLUMN a", "unknown: ADD COLUMN a"},
    {"ALTER TABLE t ADD COLUMN a COMMENT 'x'", "unknown: ADD COLUMN a COMMENT 'x'"},
    {"ALTER TABLE t ADD COLUMN (a Int8, b Int8)", "unknown: ADD COLUMN (a Int8, b Int8)"},
    {"ALTER TABLE t ALTER COLUMN b Int8", "unknown: ALTER COLUMN b Int8"},
    {"ALTER TABLE t MODIFY SETTING a = 1, ADD COLUMN b Int8",
     "unknown: MODIFY SETTING a = 1 | add_column: ADD COLUMN b Int8"},
    {"ALTER TABLE t MODIFY COLUMN c String REMOVE TTL",
     "unknown: MODIFY COLUMN c String REMOVE TTL"},
    {"ALTER TABLE t MODIFY COLUMN c REMOVE EPHEMERAL", "unknown: MODIFY COLUMN c REMOVE EPHEMERAL"},
    {"ALTER TABLE t RENAME TO u", "unknown: RENAME TO u"},
    {"ALTER TABLE t DROP COLUMN a,", "drop_column: DROP COLUMN a | unknown: "},
    {"ALTER TABLE t (DROP COLUMN a), DROP COLUMN b",
     "drop_column: DROP COLUMN a | unknown: DROP COLUMN b"},
    {"ALTER TABLE t DROP COLUMN a, (DROP COLUMN b)",
     "drop_column: DROP COLUMN a | unknown: (DROP COLUMN b)"},
    {"ALTER TABLE t (DROP COLUMN a, DROP COLUMN b)", "unknown: DROP COLUMN a, DROP COLUMN b"},
    {"ALTER TABLE t (DROP COLUMN a) b", "unknown: (DROP COLUMN a) b"},
    {"ALTER TABLE t (DROP COLUMN a", "unknown: (DROP COLUMN a"},
    {"ALTER TABLE t ((DROP COLUMN a))", "unknown: (DROP COLUMN a)"},
    {"ALTER TABLE t ()", "unknown: "},
};
// clang-format on

TEST(Alter, Texts) {
  for (const auto& [sql, expected] : kTexts) EXPECT_EQ(texts(sql), expected) << sql;
}

// clang-format off
constexpr std::pair<std::string_view, std::string_view> kParts[] = {
    {"ADD COLUMN IF NOT EXISTS n.b Int8 AFTER n.a",
     "add_column if_not_exists name=n.b element=column place=after n.a"},
    {"ADD COLUMN b Int8 FIRST", "add_column name=b element=column place=first"},
    {"DROP COLUMN IF EXISTS a.b.c", "drop_column if_exists name=a.b.c"},
    {"RENAME COLUMN `a b` TO \"c d\"", "rename_column name=`a b` new_name=\"c d\""},
    {"CLEAR COLUMN a IN PARTITION (1, 'x')", "clear_column name=a partition=value (1, 'x')"},
    {"COMMENT COLUMN a $$it's$$", "comment_column name=a literal=$$it's$$"},
    {"ALTER COLUMN IF EXISTS n.b TYPE Int8", "alter_column if_exists name=n.b element=column"},
    {"MODIFY COLUMN b REMOVE DEFAULT", "modify_column_remove name=b body=DEFAULT"},
    {"MODIFY COLUMN b MODIFY SETTING a = 1, c = 'x'", "modify_column_setting name=b a:1 c:'x'"},
    {"MODIFY COLUMN b RESET SETTING a, c", "reset_column_setting name=b a: c:"},
    {"MODIFY COLUMN b ADD ENUM VALUES ('c' = 3, 'd')",
     "modify_column_add_enum name=b body=('c' = 3, 'd')"},
    {"MODIFY ORDER BY (a, b)", "modify_order_by body=(a, b)"},
    {"MODIFY SETTING a", "modify_setting a:"},
    {"ADD INDEX i a TYPE minmax AFTER j", "add_index name=i element=index place=after j"},
    {"ADD STATISTICS IF NOT EXISTS a, b TYPE tdigest, countmin(3)",
     "add_statistics if_not_exists column=a column=b type=tdigest type=countmin(3)"},
    {"ADD PROJECTION p (SELECT a) FIRST", "add_projection name=p element=projection place=first"},
    {"MODIFY CONSTRAINT IF EXISTS c CHECK a > 0",
     "modify_constraint if_exists name=c element=constraint"},
    {"UPDATE a = b IN (1, 2), c = 2 IN PARTITION ID 'x' WHERE d",
     "update partition=id 'x' a=b IN (1, 2) c=2 condition=d"},
    {"DELETE IN PARTITION ALL WHERE a AND b", "delete_rows partition=all  condition=a AND b"},
    {"DROP PARTITION {p:String}", "drop_partition partition=value {p:String}"},
    {"DROP PARTITION ID {p:String}", "drop_partition partition=id {p:String}"},
    {"DROP PART {p:String}", "drop_part partition=part {p:String}"},
    {"DROP DETACHED PART 'a'", "drop_detached_part partition=part 'a'"},
    {"ATTACH PARTITION tuple() FROM d.s",
     "attach_partition_from partition=value tuple() database=d table=s"},
    {"MOVE PARTITION 1 TO TABLE u", "move_partition_to_table partition=value 1 table=u"},
    {"MOVE PART 'a' TO VOLUME 'v'", "move_part_to_volume partition=part 'a' literal='v'"},
    {"FETCH PARTITION ALL FROM '/p'", "fetch_partition partition=all  literal='/p'"},
    {"FREEZE", "freeze"},
    {"FREEZE PARTITION -1 WITH NAME 'b'", "freeze_partition partition=value -1 literal='b'"},
    {"UNLOCK SNAPSHOT 's' FROM Disk('a', 'b')", "unlock_snapshot literal='s' body=Disk('a', 'b')"},
    {"MODIFY DEFINER = alice SQL SECURITY DEFINER",
     "modify_definer body== alice SQL SECURITY DEFINER"},
    {"EXECUTE f(a = 1, 2)", "execute body=f(a = 1, 2)"},
};
// clang-format on

TEST(Alter, Parts) {
  for (const auto& [command, expected] : kParts) EXPECT_EQ(parts(command), expected) << command;
}

TEST(Alter, AnIndexStatementIsTheCommandThatDoesTheSame) {
  // clang-format off
  static constexpr std::pair<std::string_view, std::string_view> kPrinted[] = {
      {"CREATE INDEX IF NOT EXISTS i ON d.t ON CLUSTER c (lower(a), b) TYPE set(1) GRANULARITY 2",
       "ADD INDEX IF NOT EXISTS `i` (lower(a), b) TYPE set(1) GRANULARITY 2"},
      {"CREATE INDEX i ON t type TYPE minmax", "ADD INDEX `i` type TYPE minmax"},
      {"CREATE UNIQUE INDEX i ON t (a DESC, b)", "ADD INDEX `i` (a DESC, b)"},
      {"CREATE INDEX i ON t a GRANULARITY 2", "ADD INDEX `i` a GRANULARITY 2"},
      {"DROP INDEX IF EXISTS `i j` ON t", "DROP INDEX IF EXISTS `i j`"},
      {"DROP INDEX if ON t", "DROP INDEX `if`"},
  };
  // clang-format on
  for (const auto& [sql, expected] : kPrinted) {
    const auto commands = parse_alter(parse_statement(sql));
    ASSERT_EQ(commands.size(), 1U) << sql;
    EXPECT_EQ(print_command(commands.front()), expected);
    EXPECT_EQ(commands.front().text, sql);
  }
}

// Printing puts every command in brackets where one would take the comma, and none otherwise.
TEST(Alter, IsPrintedWithTheBracketsItNeeds) {
  // clang-format off
  static constexpr std::pair<std::string_view, std::string_view> kPrinted[] = {
      {"alter table d.t (drop column a), (drop column b)",
       "ALTER TABLE `d`.`t` DROP COLUMN `a`, DROP COLUMN `b`"},
      {"ALTER TABLE t (MODIFY SETTING a=1,b),(DROP COLUMN n.c) FORMAT Null",
       "ALTER TABLE `t` (MODIFY SETTING a = 1, b), (DROP COLUMN `n.c`)"},
      {"ALTER TABLE t (RESET SETTING a,b)", "ALTER TABLE `t` RESET SETTING a, b"},
      {"ALTER TABLE t ON CLUSTER c FROB x", "ALTER TABLE `t` FROB x"},
      {"ALTER TABLE t ADD COLUMN n.a Int8 /* why */ DEFAULT 1+ 1 AFTER n.b",
       "ALTER TABLE `t` ADD COLUMN `n.a` Int8 DEFAULT 1+ 1 AFTER `n.b`"},
      {"ALTER TABLE t ALTER COLUMN n.a TYPE Int8", "ALTER TABLE `t` ALTER COLUMN `n.a` TYPE Int8"},
      {"ALTER DATABASE d MODIFY SETTING a = 1, b = 2",
       "ALTER DATABASE `d` MODIFY SETTING a = 1, b = 2"},
  };
  // clang-format on
  for (const auto& [sql, expected] : kPrinted) {
    const Statement statement = parse_statement(sql);
    EXPECT_EQ(print_alter(statement.names.front(), parse_alter(statement)), expected);
  }
}

// Whatever the text is, the commands are parts of it, one behind the other.
TEST(Alter, TheCommandsOfAnyTextStandInItInTheirOrder) {
  static constexpr std::string_view kNasty[] = {
      "(",         ")",          "[",      "]",          "{",    "}",      ",",        "=",
      "'",         ".",          "a",      "1",          "'s'",  "FORMAT", "SETTINGS", "INTO",
      "ADD",       "DROP",       "MODIFY", "COLUMN",     "TTL",  "QUERY",  "TYPE",     "IN",
      "PARTITION", "UPDATE",     "WHERE",  "STATISTICS", "MOVE", "TO",     "PART",     "FREEZE",
      "REFRESH",   "DEPENDS ON", "APPEND", "CASE",       "END",  "-- x\n", "/*",       "COMMENT"};
  std::mt19937_64 random(26);
  for (int i = 0; i < 50000; ++i) {
    std::string text = "ALTER TABLE t";
    for (auto left = random() % 20; left > 0; --left) {
      text += fmt::format(" {}", kNasty[random() % std::size(kNasty)]);
    }
    const Statement statement = parse_statement(text);
    const char* behind = text.data();
    for (const AlterCommand& command : parse_alter(statement)) {
      if (command.text.empty()) continue;
      EXPECT_GE(command.text.data(), behind) << text;
      behind = command.text.data() + command.text.size();
      EXPECT_LE(behind, text.data() + text.size()) << text;
    }
  }
}

}  // namespace
}  // namespace godwit::sql
