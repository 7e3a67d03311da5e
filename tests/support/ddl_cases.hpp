#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace godwit::test {

/// One line of tests/data/ddl-26.7.jsonl: a statement that ClickHouse 26.7 parses.
struct DdlCase {
  std::string kind;            // as the file names it: finer than StatementKind
  std::string sql;             // as written for one node
  std::string on_cluster_sql;  // the same with ON CLUSTER main; empty where the grammar has none
};

/// All cases of the file, in its order.
std::vector<DdlCase> read_ddl_cases();

/// The files of tests/data/corpus: statements in the manner of real projects.
std::vector<std::filesystem::path> corpus_files();

/// Every statement that the tests know: the examples of statement_rows(), all cases with and
/// without the clause, the statements of tests/golden/topology and of the corpus.
std::vector<std::string> all_statement_texts();

}  // namespace godwit::test
