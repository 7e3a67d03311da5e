#include "support/dump.hpp"

#include "godwit/sql/lexer.hpp"
#include "godwit/sql/statement.hpp"

#include <vector>

namespace godwit::test {

std::vector<const sql::Statement*> with_parts(const sql::Statement& statement) {
  std::vector<const sql::Statement*> all{&statement};
  for (const sql::Statement& part : statement.parts) {
    const auto inner = with_parts(part);
    all.insert(all.end(), inner.begin(), inner.end());
  }
  return all;
}

std::string dump(std::string_view sql) {
  const sql::Statement statement = sql::parse_statement(sql);
  const std::vector<const sql::Statement*> all = with_parts(statement);
  std::string result(sql::to_string(statement.kind));
  result += ": ";
  for (std::size_t i = 0; i <= sql.size(); ++i) {
    const char* const at = sql.data() + i;
    for (const sql::Statement* each : all) {
      const std::string_view clause = each->cluster_clause;
      if (!clause.empty() && at == clause.data() + clause.size()) result += '}';
      for (const sql::EngineClause& engine : each->engines) {
        if (at == engine.clause.data() + engine.clause.size()) result += '>';
      }
    }
    for (const sql::Statement* each : all) {
      const std::string_view clause = each->cluster_clause;
      if (clause.data() != nullptr && at == clause.data()) result += clause.empty() ? "{}" : "{";
      for (const sql::EngineClause& engine : each->engines) {
        if (at == engine.clause.data()) result += '<';
      }
    }
    if (i < sql.size()) result += sql[i];
  }
  return result;
}

std::string with_cluster(std::string_view sql, std::string_view cluster) {
  const sql::Statement statement = sql::parse_statement(sql);
  const std::vector<const sql::Statement*> all = with_parts(statement);
  std::string result;
  const char* at = sql.data();
  for (const sql::Statement* each : all) {
    const std::string_view clause = each->cluster_clause;
    if (clause.data() == nullptr) continue;
    result.append(at, clause.data());
    if (!cluster.empty()) result += " ON CLUSTER " + std::string(cluster);
    at = clause.data() + clause.size();
  }
  return result.append(at, sql.data() + sql.size());
}

std::string tokens_of(std::string_view sql) {
  std::string result;
  for (const sql::Token& token : sql::lex(sql)) {
    if (!sql::is_significant(token)) continue;
    if (!result.empty()) result += ' ';
    result += token.text;
  }
  return result;
}

}  // namespace godwit::test
