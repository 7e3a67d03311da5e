#pragma once

#include "godwit/plan/classify.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace godwit::test {

/// The last thing that a statement does, behind others.
inline plan::Change classified(const std::vector<std::string>& before, std::string_view text) {
  std::vector<sql::Statement> statements;
  for (const std::string& each : before) statements.push_back(sql::parse_statement(each));
  plan::KnownTables tables;
  for (const sql::Statement& each : statements) tables.follow(each);
  return plan::classify(sql::parse_statement(text), tables, {}).list.back();
}

}  // namespace godwit::test
