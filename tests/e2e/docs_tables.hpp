#pragma once

#include "support/docs.hpp"

namespace godwit::test {

/// The tables of docs/ that are printed from the rows which drive godwit.
Tables docs_tables();

}  // namespace godwit::test
