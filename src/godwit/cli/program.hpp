#pragma once

namespace godwit::cli {

/// The whole program: parses, runs one command, prints its error. Gives the exit code (ErrorKind).
int run_program(int argc, const char* const* argv);

}  // namespace godwit::cli
