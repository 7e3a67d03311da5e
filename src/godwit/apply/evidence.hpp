#pragma once

#include "godwit/server/server.hpp"
#include "godwit/sql/statement.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace godwit::apply {

/// What the catalog shows of a statement that was sent and is not running.
enum class Evidence : std::uint8_t {
  there,     // its whole effect is there
  absent,    // nothing of it is there, and it leaves nothing else behind: it can be sent
  harmless,  // running it again changes nothing
  unknown,   // the catalog cannot tell
};

/// What was looked at and what it showed, for a person.
struct Finding {
  Evidence evidence = Evidence::unknown;
  std::string said;
};

/// Looks for the effect of a statement in the catalog of the server (system.tables, .columns,
/// .mutations, ...). `default_database` is where unqualified names are; `started_at` (UTC) is when
/// it was sent. A mutation that is still being done is waited for by the caller: it shows as
/// `unknown` with `waits` set.
struct Question {
  const sql::Statement& statement;
  std::string default_database;
  std::string started_at;
};
Finding find_evidence(server::Server& server, const Question& question);

/// Mutations of the statement's table that were made since `started_at` and are not done.
std::size_t unfinished_mutations(server::Server& server, const Question& question);

}  // namespace godwit::apply
