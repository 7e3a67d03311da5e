#include "godwit/cli/program.hpp"

int main(int argc, char** argv) { return godwit::cli::run_program(argc, argv); }
