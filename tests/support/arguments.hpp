#pragma once

#include <string>
#include <vector>

namespace godwit::test {

/// The words as exec and posix_spawn take them: a pointer into each, and a null pointer last.
inline std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace godwit::test
