#include "godwit/base/error.hpp"
#include "godwit/hcl/evaluate.hpp"
#include "godwit/hcl/parse.hpp"

#include <cstddef>
#include <cstdint>

// Any bytes as an HCL file: parsed, and every attribute evaluated with nothing but the built-in
// functions. An Error is an answer; anything else that is thrown, or seen by a sanitizer, is a bug.

namespace {

void evaluate_all(const godwit::hcl::Body& body, const godwit::Source& source) {
  for (const godwit::hcl::Attribute& attribute : body.attributes) {
    try {
      godwit::hcl::evaluate(attribute.value, source, godwit::hcl::Scope());
    } catch (const godwit::Error&) {
      continue;
    }
  }
  for (const godwit::hcl::Block& block : body.blocks) evaluate_all(block.body, source);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const godwit::Source source("fuzz.hcl", std::string(bytes, bytes + size));
  try {
    evaluate_all(godwit::hcl::parse(source), source);
  } catch (const godwit::Error&) {
    return 0;
  }
  return 0;
}
