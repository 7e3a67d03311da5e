#pragma once

#include "godwit/base/source.hpp"
#include "godwit/hcl/syntax.hpp"

namespace godwit::hcl {

/// How deep blocks, brackets, templates, unary operators and conditionals may stand in one another.
inline constexpr int kMaxDepth = 100;

/// Reads HCL2's native syntax. The tree views into `source`, a copy of which must outlive it.
///
/// A byte order mark and CRLF are taken; a heredoc's CRLF becomes LF. More than HCL2 takes: a block
/// on one line may hold several attributes and blocks. Less: no `for`, no splat (`a[*]`), no
/// `%{if}`, no `${~`, no `f(list...)`.
///
/// Throws Error(usage) at the place of the mistake, saying what was expected and what was found;
/// what is never closed is an error where it opens. Anything else is a tree, whatever the bytes.
Body parse(const Source& source);

}  // namespace godwit::hcl
