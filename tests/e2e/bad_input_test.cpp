// What a user can get wrong in the files and on the command line. Each row is a project with one
// fault: what is printed, to the byte, how it ends, and that nothing was written.

#include "support/program.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace godwit::test {
namespace {

struct File {
  std::string_view name;
  std::string_view text;
};

struct Fault {
  std::string_view what;
  std::vector<File> files;
  std::vector<std::string> arguments;
  std::string_view errors;
  int code = 2;
};

// Nobody listens there: what is wrong in the files is said before anything connects.
std::vector<std::string> apply_nowhere() {
  return {"apply", "--yes", "--url", "http://127.0.0.1:1"};
}

std::vector<Fault> faults_of_the_configuration() {
  return {
      {"unknown config key",
       {{"godwit.hcl", "environment \"dev\" {\n  url = \"chdb:\"\n  topolgy = \"single\"\n}\n"}},
       {"status"},
       "godwit: godwit.hcl:3:3: unknown attribute 'topolgy'\n"
       "        topolgy = \"single\"\n"
       "        ^\n"
       "    did you mean 'topology'?\n"},
      {"misspelt topology",
       {{"godwit.hcl",
         "environment \"dev\" {\n  url = \"chdb:\"\n  topology = \"clutser:main\"\n}\n"}},
       {"apply", "--yes"},
       "godwit: godwit.hcl:3:14: unknown topology 'clutser'\n"
       "        topology = \"clutser:main\"\n"
       "                   ^\n"
       "    did you mean 'cluster'?\n"},
      {"misspelt topology in a block",
       {{"godwit.hcl",
         "environment \"dev\" {\n  url = \"chdb:\"\n  topology {\n    kind = \"replcated\"\n  "
         "}\n}\n"}},
       {"status"},
       "godwit: godwit.hcl:4:12: unknown topology 'replcated'\n"
       "          kind = \"replcated\"\n"
       "                 ^\n"
       "    did you mean 'replicated'?\n"},
      {"misspelt topology as a flag",
       {},
       {"status", "--topology", "clowd"},
       "godwit: unknown topology 'clowd'\n"
       "    did you mean 'cloud'?\n"},
      {"cluster without a name",
       {{"godwit.hcl", "environment \"dev\" {\n  url = \"chdb:\"\n  topology = \"cluster:\"\n}\n"}},
       {"apply", "--yes"},
       "godwit: godwit.hcl:3:14: topology 'cluster' names no cluster\n"
       "        topology = \"cluster:\"\n"
       "                   ^\n"
       "    write cluster:<name>, with a name of remote_servers (system.clusters)\n"},
      {"unknown environment",
       {{"godwit.hcl",
         "environment \"dev\" {\n  url = \"chdb:\"\n}\nenvironment \"prod\" {\n  url = "
         "\"chdb:\"\n}\n"}},
       {"apply", "pord", "--yes"},
       "godwit: unknown environment 'pord'\n"
       "    did you mean 'prod'?\n"},
      {"unknown command",
       {},
       {"statsu"},
       "godwit: unknown command 'statsu'\n"
       "    did you mean 'status'?\n"},
  };
}

std::vector<Fault> faults_of_the_migrations() {
  return {
      {"two files of one version",
       {{"migrations/0001_a.sql", "SELECT 1"}, {"migrations/1_b.sql", "SELECT 1"}},
       apply_nowhere(),
       "godwit: migrations/1_b.sql: two migrations have version 1: 0001_a.sql and 1_b.sql\n"
       "    give one of them another version\n"},
      {"a file with no statement",
       {{"migrations/1_a.sql", "-- SELECT 1;\n/* nothing */ ;\n"}},
       apply_nowhere(),
       "godwit: migrations/1_a.sql: no statement in this file\n"
       "    write one, or the line -- godwit:empty if it is to have none\n"},
      {"an unterminated string",
       {{"migrations/1_a.sql", "SELECT 1;\nSELECT 'it''s; \nSELECT 2;\n"}},
       apply_nowhere(),
       "godwit: migrations/1_a.sql:2:8: unterminated string\n"
       "      SELECT 'it''s; \n"
       "             ^\n"
       "    close it with ' (inside a string, ' is written '' or \\')\n"},
      {"an unterminated comment",
       {{"migrations/1_a.sql", "SELECT 1;\n  /* a /* b */\nSELECT 2;\n"}},
       apply_nowhere(),
       "godwit: migrations/1_a.sql:2:3: unterminated comment\n"
       "        /* a /* b */\n"
       "        ^\n"
       "    comments nest: each /* needs a */ of its own\n"},
      {"an unterminated back-quoted identifier",
       {{"migrations/1_a.sql", "SELECT 1;\nDROP TABLE `a;\n"}},
       apply_nowhere(),
       "godwit: migrations/1_a.sql:2:12: unterminated quoted identifier\n"
       "      DROP TABLE `a;\n"
       "                 ^\n"
       "    close it with `\n"},
      {"an unterminated double-quoted identifier",
       {{"migrations/1_a.sql", "SELECT 1;\nDROP TABLE \"a;\n"}},
       apply_nowhere(),
       "godwit: migrations/1_a.sql:2:12: unterminated quoted identifier\n"
       "      DROP TABLE \"a;\n"
       "                 ^\n"
       "    close it with \"\n"},
      {"a directive misspelt",
       {{"migrations/1_a.sql", "SELECT 1;\n-- godwit:secrt\nSELECT 2;\n"}},
       apply_nowhere(),
       "godwit: migrations/1_a.sql:2:11: unknown directive 'godwit:secrt'\n"
       "      -- godwit:secrt\n"
       "                ^\n"
       "    did you mean 'secret'?\n"},
      {"a statement that is not understood, on a cluster",
       {{"migrations/1_a.sql", "SELECT 1;\nFROB TABLE t;\n"}},
       {"apply", "--yes", "--url", "chdb:", "--topology", "cluster:main"},
       "godwit: migrations/1_a.sql:2:1: this statement is not understood, and cluster:main needs "
       "to know where it goes: 'FROB' is not expected here\n"
       "      FROB TABLE t;\n"
       "      ^\n"
       "    did you mean 'FROM'? Or write -- godwit:raw before it to send it as it is, to one "
       "host\n"},
      {"the same without a server",
       {{"a.sql", "SELECT 1;\nCREATE OR REPLACE USR u;\n"}},
       {"render", "a.sql", "--topology", "cluster:main"},
       "godwit: a.sql:2:19: this statement is not understood, and cluster:main needs to know where "
       "it goes: expected DEFINER, DICTIONARY, FUNCTION, MATERIALIZED, RESOURCE, SQL, TABLE, "
       "TEMPORARY, VIEW or WORKLOAD, not 'USR'\n"
       "      CREATE OR REPLACE USR u;\n"
       "                        ^\n"
       "    correct it; or write -- godwit:raw before it to send it as it is, to one host\n"},
      {"no migrations directory",
       {},
       {"apply", "--yes", "--dir", "nowhere"},
       "godwit: cannot read the migrations directory nowhere: No such file or directory\n"
       "    godwit init makes one; --dir names another\n"},
  };
}

std::vector<Fault> faults_of_places_to_write() {
  return {
      {"init into a file",
       {{"taken", "a file\n"}},
       {"init", "taken"},
       "godwit: cannot make the directory taken/migrations: Not a directory\n",
       1},
      {"init where nothing can be made",
       {},
       {"init", "/proc/godwit"},
       "godwit: cannot make the directory /proc/godwit/migrations: No such file or directory\n",
       1},
      {"new into a file",
       {{"taken", "a file\n"}},
       {"new", "add_country", "--dir", "taken"},
       "godwit: cannot read the migrations directory taken: Not a directory\n"
       "    godwit init makes one; --dir names another\n"},
      {"a name that is none",
       {{"migrations/1_a.sql", "SELECT 1"}},
       {"new", "../b"},
       "godwit: '../b' is no name for a migration\n"
       "    letters, digits, _ and -: for example add_country\n"},
      {"a data path that is a file",
       {{"migrations/1_a.sql", "SELECT 1"}, {"taken", "a file\n"}},
       {"apply", "--yes", "--url", "chdb://taken"},
       "godwit: cannot create taken: Not a directory\n",
       1},
  };
}

void expect_faults(const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.what);
    const Project project;
    for (const File& file : fault.files) project.write(file.name, file.text);
    const auto before = project.files();
    const Ended ended = project.run(fault.arguments);
    EXPECT_EQ(ended.errors, fault.errors);
    EXPECT_EQ(ended.code, fault.code);
    EXPECT_EQ(ended.output.find("done"), std::string::npos) << ended.output;
    EXPECT_EQ(project.files(), before) << "something was written";
  }
}

TEST(BadInput, InTheConfigurationIsSaidWithItsPlaceAndTheNearestWord) {
  expect_faults(faults_of_the_configuration());
}

TEST(BadInput, InTheMigrationsIsSaidWithItsPlaceBeforeAnythingConnects) {
  expect_faults(faults_of_the_migrations());
}

TEST(BadInput, WhereNothingCanBeWrittenLeavesNothingBehind) {
  expect_faults(faults_of_places_to_write());
}

TEST(BadInput, NewWhereNoFileCanBeMadeSaysSo) {
  const Ended ended = Project().run({"new", "a", "--dir", "/proc/self/fdinfo"});
  EXPECT_EQ(ended.code, 1) << ended.output;
  EXPECT_TRUE(ended.errors.starts_with("godwit: cannot write /proc/self/fdinfo/")) << ended.errors;
}

// ClickHouse reads a $tag$ that is never closed as a name, and fails somewhere behind it.
TEST(BadInput, AnUnterminatedHeredocIsSaidAtItsStart) {
  const Project project;
  project.write("migrations/1_a.sql", "SELECT 1;\nSELECT $tag$never closed;\n");
  const Ended ended = project.run({"apply", "--yes"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.errors,
            "godwit: migrations/1_a.sql:2:8: unterminated heredoc\n"
            "      SELECT $tag$never closed;\n             ^\n"
            "    close it with $tag$; a name of this form needs back quotes\n");
}

}  // namespace
}  // namespace godwit::test
