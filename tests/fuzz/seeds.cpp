// Writes the seeds of the SQL fuzzers: every statement that the tests know and some
// made at random, one a file.
//
//   seeds FOLDER
#include "support/ddl_cases.hpp"
#include "support/statement_generator.hpp"

#include <filesystem>
#include <fstream>
#include <string>

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kGenerated = 1000;

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  std::size_t number = 0;
  const auto write = [&](const std::string& text) {
    std::ofstream(folder / std::to_string(++number), std::ios::binary) << text;
  };
  for (const std::string& text : godwit::test::all_statement_texts()) write(text);
  godwit::test::StatementGenerator generator(kSeed);
  for (std::size_t i = 0; i < kGenerated; ++i) write(generator.next().text);
  return 0;
}
