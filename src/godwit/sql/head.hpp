#pragma once

#include "godwit/sql/cursor.hpp"
#include "godwit/sql/statement.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace godwit::sql {

/// The pieces of grammar that a row's head can name with @.
enum class Piece : std::uint8_t {
  word,             // @word: any one word, quoted identifier, string or number
  name,             // @name: [database.]name, parts may be {x:Identifier}
  names,            // @names: a list of names, each with UUID '...' or not
  pairs,            // @pairs: a TO b, c TO d
  swaps,            // @swaps: a AND b, c AND d
  target,           // @target: the table of TO
  definer,          // @definer: user[@host], of no interest
  user,             // @user: user[@host]
  users,            // @users: a list of them
  targets,          // @targets: db.t, db.*, *, and ", policy ON db.t"
  string,           // @string
  group,            // @group: "( ... )"
  source,           // @source: the table behind AS: no function, no query
  engine,           // @engine: ENGINE [=] name[(arguments)]
  engine_settings,  // @engine_settings: SETTINGS behind a database's engine
  engines,          // @engines: all ENGINE clauses up to AS (window views)
  inner_engines,    // @inner_engines: all INNER ENGINE clauses up to AS (TimeSeries)
  with,             // @with: the expressions of WITH, up to INSERT
  before_to,        // @before_to: what BACKUP saves, up to ON CLUSTER or TO
  before_from,      // @before_from: what RESTORE brings back, up to ON CLUSTER or FROM
  refresh,          // @refresh: REFRESH ... [APPEND]
};

/// What a head is made of. A choice holds alternatives; each alternative is a sequence.
struct HeadNode {
  enum class Type : std::uint8_t { keyword, symbol, piece, choice, slot, other_slot };
  Type type;
  std::string_view text;  // the keyword or symbol
  Piece piece = Piece::word;
  bool optional = false;  // of a choice
  std::vector<std::vector<HeadNode>> alternatives;
  bool is_final = false;  // of a choice: what matches is not tried as a name instead
};

using Head = std::vector<HeadNode>;

/// Compiles a row's head. Throws std::logic_error for a head that is written wrongly: a test
/// compiles all of them.
Head compile_head(std::string_view text);

/// How far the heads of several rows could be followed, and what the next token would have to be.
struct Furthest {
  std::size_t position = 0;                // of the token
  std::vector<std::string_view> expected;  // keywords, or what a piece is made of
};

/// Matches a head at the cursor and fills the statement's names, cluster clause and engine. Where
/// it does not match, the cursor is where it was.
bool match_head(const Head& head, Cursor& cursor, Statement& statement);

/// The same for a head that does not match: keeps in `furthest` where and why, if it is further
/// than what is there already.
void follow_head(const Head& head, Cursor& cursor, Furthest& furthest);

/// Whether a sign stands here by which the names before it go on, so that this is no place for the
/// clause.
bool names_go_on(Cursor& cursor);

/// Steps over ON CLUSTER x if it stands here, and gives its range with the blanks before it; an
/// empty view at this place otherwise.
std::string_view take_cluster_clause(Cursor& cursor);

}  // namespace godwit::sql
