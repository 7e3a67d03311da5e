#include "support/dump.hpp"

#include "godwit/sql/lexer.hpp"

namespace godwit::test {

std::string dump(std::string_view sql) {
  const sql::Statement statement = sql::parse_statement(sql);
  std::string result(sql::to_string(statement.kind));
  result += ": ";
  for (std::size_t i = 0; i <= sql.size(); ++i) {
    const char* const at = sql.data() + i;
    const std::string_view clause = statement.cluster_clause;
    const bool has_clause = clause.data() != nullptr;
    if (has_clause && !clause.empty() && at == clause.data() + clause.size()) result += '}';
    for (const sql::EngineClause& engine : statement.engines) {
      if (at == engine.clause.data() + engine.clause.size()) result += '>';
    }
    if (has_clause && at == clause.data()) result += clause.empty() ? "{}" : "{";
    for (const sql::EngineClause& engine : statement.engines) {
      if (at == engine.clause.data()) result += '<';
    }
    if (i < sql.size()) result += sql[i];
  }
  return result;
}

std::string with_cluster(std::string_view sql, std::string_view cluster) {
  const sql::Statement statement = sql::parse_statement(sql);
  const std::string_view clause = statement.cluster_clause;
  if (clause.data() == nullptr) return std::string(sql);
  const auto offset = static_cast<std::size_t>(clause.data() - sql.data());
  std::string result(sql.substr(0, offset));
  if (!cluster.empty()) result += " ON CLUSTER " + std::string(cluster);
  result += sql.substr(offset + clause.size());
  return result;
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
