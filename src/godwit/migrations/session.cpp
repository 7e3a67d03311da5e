// Each statement is a request of its own, so that a resume at any step is the same as a straight
// run. What changes only the session that it runs in would change nothing, and is refused.

#include "godwit/migrations/session.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace godwit::migrations {

namespace {

struct SessionHint {
  sql::StatementKind kind;
  std::string_view hint;
};

// clang-format off
constexpr SessionHint kSessionHints[] = {
    {sql::StatementKind::use,                       "write qualified names (db.table), or put the database into the URL"},
    {sql::StatementKind::set_role,                  "let the migrating user have the role by default: SET DEFAULT ROLE r TO u"},
    {sql::StatementKind::execute_as,                "write the statement behind it: EXECUTE AS u DROP TABLE t"},
    {sql::StatementKind::transaction,               "leave it out: what has run stays, and a rerun goes on behind it"},
    {sql::StatementKind::create_hypothetical_index, "use an ordinary index; this one is for EXPLAIN WHATIF in a client"},
    {sql::StatementKind::drop_hypothetical_index,   "use an ordinary index; this one is for EXPLAIN WHATIF in a client"},
};
// clang-format on

}  // namespace

void refuse_session(const Source& source, const sql::Statement& statement) {
  if (statement.scope != sql::Scope::session) return;
  for (const sql::Statement& part : statement.parts) refuse_session(source, part);
  std::string_view hint = "use an ordinary table and drop it";
  for (const SessionHint& row : kSessionHints) {
    if (row.kind == statement.kind) hint = row.hint;
  }
  throw Error(
      ErrorKind::usage,
      fmt::format("{} has no effect: each statement is a request of its own, no session",
                  upper(replace_all(std::string(sql::to_string(statement.kind)), "_", " "))),
      source.where(statement.text), std::string(hint));
}

}  // namespace godwit::migrations
