#include "support/ddl_cases.hpp"

#include "godwit/base/file.hpp"
#include "godwit/base/source.hpp"
#include "godwit/base/text.hpp"
#include "godwit/sql/split.hpp"
#include "godwit/sql/statement.hpp"
#include "support/golden.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace godwit::test {

std::vector<DdlCase> read_ddl_cases() {
  const std::string text = read_file(GODWIT_SOURCE_DIR "/tests/data/ddl-26.7.jsonl");
  std::vector<DdlCase> cases;
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty()) continue;
    const auto row = nlohmann::json::parse(line);
    const auto& on_cluster = row.at("on_cluster_sql");
    cases.push_back({row.at("kind"), row.at("sql"),
                     on_cluster.is_null() ? std::string() : on_cluster.get<std::string>()});
  }
  return cases;
}

std::vector<std::string> all_statement_texts() {
  std::vector<std::string> texts;
  for (const sql::StatementRow& row : sql::statement_rows()) texts.emplace_back(row.example);
  for (const DdlCase& ddl : read_ddl_cases()) {
    texts.push_back(ddl.sql);
    if (!ddl.on_cluster_sql.empty()) texts.push_back(ddl.on_cluster_sql);
  }
  std::vector<std::filesystem::path> paths = golden_files("topology", ".sql");
  const std::vector<std::filesystem::path> corpus = corpus_files();
  paths.insert(paths.end(), corpus.begin(), corpus.end());
  for (const auto& path : paths) {
    const Source source = read_source(path);
    for (const sql::WrittenStatement& written : sql::split(source).statements) {
      texts.emplace_back(written.text);
    }
  }
  return texts;
}

std::vector<std::filesystem::path> corpus_files() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(GODWIT_SOURCE_DIR "/tests/data/corpus")) {
    if (entry.path().extension() == ".sql") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace godwit::test
