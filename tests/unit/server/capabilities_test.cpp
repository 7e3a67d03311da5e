#include "godwit/server/capabilities.hpp"

#include "godwit/base/error.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <utility>

namespace godwit::server {
namespace {

Capabilities of(std::string_view version) {
  return {std::string(version), parse_version(version), ""};
}

TEST(Capabilities, EachHasOneRowWithASource) {
  std::set<Capability> seen;
  for (const CapabilityRow& row : capability_rows()) {
    EXPECT_TRUE(seen.insert(row.capability).second) << row.source;
    EXPECT_FALSE(row.source.empty());
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(Capability::table_macros) + 1);
}

TEST(Capabilities, BeginWithTheirReleaseAndStay) {
  for (const CapabilityRow& row : capability_rows()) {
    const auto at = [&](Version version) {
      return Capabilities{"", version, ""}.has(row.capability);
    };
    EXPECT_TRUE(at(row.since)) << row.source;
    EXPECT_TRUE(at({row.since.major + 1, 0})) << row.source;
    EXPECT_FALSE(at({row.since.major, row.since.minor - 1})) << row.source;
    EXPECT_FALSE(at({row.since.major - 1, 99})) << row.source;
  }
}

TEST(Capabilities, TheOldestTestedServerHasNoneAndTheNewestHasAll) {
  for (const CapabilityRow& row : capability_rows()) {
    EXPECT_FALSE(of("18.16.1").has(row.capability)) << row.source;
    EXPECT_TRUE(of("26.7.3.1").has(row.capability)) << row.source;
  }
}

TEST(ParseVersion, TakesTheFirstTwoNumbers) {
  constexpr std::pair<std::string_view, Version> kGood[] = {
      {"26.7.2.1", {26, 7}},
      {"18.16.1", {18, 16}},
      {"21.3", {21, 3}},
      {"24.10.1.1-lts", {24, 10}},
      {"22.8.13.21.altinitystable", {22, 8}},
      {"1.1.54385", {1, 1}},
  };
  for (const auto& [text, expected] : kGood) EXPECT_EQ(parse_version(text), expected) << text;
}

TEST(ParseVersion, RefusesWhatDoesNotBeginSo) {
  for (const std::string_view text :
       {"", "26", "26.", ".7", "v26.7", "26,7", " 26.7", "-1.2", "99999999999.1", "<html>1.2"}) {
    EXPECT_THROW(parse_version(text), Error) << text;
  }
}

}  // namespace
}  // namespace godwit::server
