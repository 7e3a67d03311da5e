#pragma once

#include "godwit/sql/head.hpp"
#include "godwit/sql/statement.hpp"

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace godwit::test {

/// A statement made at random, and what a parser must find in it.
struct GeneratedStatement {
  /// From the O of ON CLUSTER to the end of the cluster's name; where the clause is not written, an
  /// empty range behind the token after which it goes.
  struct ClauseRange {
    std::size_t begin;
    std::size_t end;
  };

  const sql::StatementRow* row;
  std::string text;
  std::optional<ClauseRange> clause;      // absent where the statement has no place for one
  std::vector<sql::StatementKind> parts;  // of PARALLEL WITH and EXECUTE AS
};

/// Makes statements of every kind from the heads of statement_rows(): each piece of a head is
/// written in one of its forms, and what comes behind is taken from statements of that kind which
/// the tests know. Layout, comments, the case of keywords and ON CLUSTER are random. The same seed
/// gives the same statements.
class StatementGenerator {
 public:
  explicit StatementGenerator(std::uint64_t seed);

  /// The next one: of each row in turn.
  GeneratedStatement next();

 private:
  struct Row {
    const sql::StatementRow* row;
    sql::Head head;
    std::vector<std::vector<std::string>> tails;  // tokens
  };

  /// What is written so far: tokens, and the place of the clause among them.
  struct Draft {
    const Row* row = nullptr;
    std::vector<std::string> tokens;
    std::optional<std::size_t> slot;  // the clause goes before this token
    std::size_t clause_tokens = 0;    // 3 where it is written
    std::vector<sql::StatementKind> parts;
  };

  Draft drafted(const Row& row);
  Draft joined();
  void write(const std::vector<sql::HeadNode>& nodes, Draft& draft);
  void write_node(const sql::HeadNode& node, Draft& draft);
  void write_clause(Draft& draft);
  void write_piece(sql::Piece piece, Draft& draft);
  void write_name(Draft& draft);
  void write_part(Draft& draft);
  void write_list(Draft& draft, std::string_view between);
  void write_item(Draft& draft, std::string_view between);
  void write_users(Draft& draft);
  void write_group(Draft& draft);
  void write_engine(Draft& draft);
  void write_inner_engines(Draft& draft);
  void write_word(Draft& draft);
  void write_string(Draft& draft);
  void write_tail(Draft& draft);

  GeneratedStatement laid_out(const Draft& draft);
  std::string gap(std::string_view left, std::string_view right);
  std::string any_case(std::string_view word);
  bool chance(unsigned percent) { return random_() % 100 < percent; }
  template <typename List>
  decltype(auto) pick(const List& list) {
    return list[random_() % std::size(list)];
  }

  std::vector<Row> rows_;
  std::size_t next_ = 0;
  std::mt19937_64 random_;
};

}  // namespace godwit::test
