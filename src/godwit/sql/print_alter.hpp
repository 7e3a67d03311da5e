#pragma once

#include "godwit/sql/alter.hpp"

#include <span>
#include <string>

namespace godwit::sql {

/// A command from its parts, by its row's form and as print.hpp prints them: keywords in capitals,
/// names in back quotes, the rest as it is written. One that is not understood is its text.
std::string print_command(const AlterCommand& command);

/// ALTER TABLE (or DATABASE) with these commands, at least one; each in brackets where there are
/// several and one of them takes the comma behind it. Without ON CLUSTER.
std::string print_alter(const ObjectName& object, std::span<const AlterCommand> commands);

}  // namespace godwit::sql
