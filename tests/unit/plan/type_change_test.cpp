#include "godwit/plan/type_change.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace godwit::plan {
namespace {

// What the server refuses as a type must not be taken apart as one.
TEST(TypeChange, OfATypeThatIsNoneIsNotKnown) {
  for (const std::string_view text :
       {"Array", "Array()", "Map(String)", "Map(String, Int8, Int8)", "Nullable", "LowCardinality",
        "Array(Int8, Int8)", "Tuple(a Array)", "Strin", "", "(", "Array(Nullable())"}) {
    const sql::Type bad = sql::parse_type(text);
    for (const std::string_view good :
         {"Int8", "Array(Int8)", "Map(String, Int8)", "Nullable(Int8)", "LowCardinality(String)",
          "Tuple(a Array(Int8))", "Variant(Int8, String)", "Dynamic"}) {
      const sql::Type type = sql::parse_type(good);
      EXPECT_EQ(classify_type_change(type, bad, true).effect, TypeEffect::unknown) << text;
      EXPECT_EQ(classify_type_change(bad, type, true).effect, TypeEffect::unknown) << text;
      EXPECT_FALSE(is_safe_in_key(type, bad) || is_safe_in_key(bad, type)) << text;
    }
  }
}

}  // namespace
}  // namespace godwit::plan
