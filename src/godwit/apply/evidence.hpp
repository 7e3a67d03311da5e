#pragma once

#include "godwit/server/server.hpp"
#include "godwit/sql/statement.hpp"

#include <chrono>
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

/// What is asked about. Times are ages: the server's clock need not agree with ours.
struct Question {
  const sql::Statement& statement;
  std::string default_database;  // where unqualified names are
  std::chrono::seconds age{0};   // how long ago it was sent
  bool is_repeated = false;      // another step has the same statement
};

/// Whether the kind of a statement is one that changes nothing when it runs again (an ALTER is read
/// command by command instead).
bool is_repeatable(const sql::Statement& statement);

/// Looks for the effect of a statement in the catalog of the server (system.tables, .columns,
/// .mutations, ...). A mutation that is still being done is waited for by the caller.
Finding find_evidence(server::Server& server, const Question& question);

/// Mutations of the statement's table that were made since it was sent and are not done.
std::size_t unfinished_mutations(server::Server& server, const Question& question);

}  // namespace godwit::apply
