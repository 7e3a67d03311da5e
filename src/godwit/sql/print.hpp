#pragma once

#include "godwit/sql/elements.hpp"
#include "godwit/sql/statement.hpp"
#include "godwit/sql/table.hpp"

#include <span>
#include <string>
#include <string_view>

namespace godwit::sql {

/// How godwit writes the statements it makes: keywords in capitals, names in back quotes, one
/// column or clause a line. What is printed reads back as what was given. Expressions, types and
/// literals are printed as they are written, and so are their comments.

/// A name in back quotes. Any bytes; only the empty name is none to ClickHouse.
std::string quote_name(std::string_view name);

/// A string literal. Any bytes.
std::string quote_string(std::string_view text);

/// A name as it is written, in back quotes: x, "x" and n.x (one name); {x:Identifier} stays.
std::string print_name(std::string_view written);

std::string print(const ObjectName& name);

/// An element as it stands in the list of CREATE TABLE, behind INDEX, PROJECTION or CONSTRAINT.
std::string print(const ColumnElement& column);
std::string print(const IndexElement& index);
std::string print(const ProjectionElement& projection);
std::string print(const ConstraintElement& constraint);

/// a = 1, b = 'x'
std::string print(std::span<const SettingElement> settings);

/// The whole statement, without a line end behind it.
std::string print(const TableDefinition& table);

}  // namespace godwit::sql
