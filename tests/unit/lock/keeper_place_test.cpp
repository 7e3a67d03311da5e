#include "godwit/lock/keeper_place.hpp"

#include "godwit/base/error.hpp"
#include "godwit/lock/lock.hpp"
#include "godwit/lock/spec.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace godwit::lock {
namespace {

std::string outcome_of(std::string_view text) {
  Secrets secrets;
  try {
    const Spec spec = parse_spec(text, secrets, {"godwit.hcl", 2, 10, {}});
    if (spec.kind != LockKind::keeper) return std::string(to_string(spec.kind));
    const KeeperPlace& place = spec.keeper;
    const std::string who =
        place.user.empty() ? "" : fmt::format(" as {} {}", place.user, place.password);
    return fmt::format("{} {}{}", describe_hosts(place), place.path, who);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::usage) << text;
    EXPECT_EQ(error.where.line, 2U) << text;
    EXPECT_FALSE(error.hint.empty()) << text;
    return error.what();
  }
}

struct Pair {
  std::string_view text;
  std::string_view outcome;
};

// clang-format off
constexpr Pair kPairs[] = {
    {"auto",                                  "auto"},
    {"file",                                  "file"},
    {"none",                                  "none"},
    // hosts
    {"keeper://h/p",                          "h:2181 /p"},
    {"keeper://h:9181/p",                     "h:9181 /p"},
    {"keeper://h1,h2:2182,h3/p",              "h1:2181,h2:2182,h3:2181 /p"},
    {"keeper://[::1]/p",                      "[::1]:2181 /p"},
    {"keeper://[fd00::2]:9181,k-1.example_x/p", "[fd00::2]:9181,k-1.example_x:2181 /p"},
    // paths
    {"keeper://h/a/b.c/d-e_f~g:h+1",          "h:2181 /a/b.c/d-e_f~g:h+1"},
    {"keeper://h/a/",                         "h:2181 /a"},
    // a digest, also one that is written raw
    {"keeper://u:pw@h/p",                     "h:2181 /p as u pw"},
    {"keeper://u:a%40b%3Ac%25@h/p",           "h:2181 /p as u a@b:c%"},
    {"keeper://u:a@b/c:d@h:1,i/p",            "h:1,i:2181 /p as u a@b/c:d"},
    // what is none
    {"keeper",                                "unknown lock 'keeper'"},
    {"keepr",                                 "unknown lock 'keepr'"},
    {"",                                      "unknown lock ''"},
    {"zookeeper://h/p",                       "unknown lock 'zookeeper:...'"},
    {"Keeper://h/p",                          "unknown lock 'Keeper:...'"},
    {"keepr://u:hush@h/p",                    "unknown lock 'keepr:...'"},
    {"keeper:h/p",                            "lock 'keeper:h/p': keeper: is not followed by //"},
    {"keeper:/u:hush@h/p",                    "lock '[redacted]@h/p': keeper: is not followed by //"},
    {"keeper://",                             "lock 'keeper://': a host has no name"},
    {"keeper:///p",                           "lock 'keeper:///p': a host has no name"},
    {"keeper://h1,,h2/p",                     "lock 'keeper://h1,,h2/p': a host has no name"},
    {"keeper://h,/p",                         "lock 'keeper://h,/p': a host has no name"},
    {"keeper://[]/p",                         "lock 'keeper://[]/p': a host has no name"},
    {"keeper://[::1/p",                       "lock 'keeper://[::1/p': a [ is not closed"},
    {"keeper://[h]/p",                        "lock 'keeper://[h]/p': no IPv6 address is in the brackets"},
    {"keeper://a b/p",                        "lock 'keeper://a b/p': a host's name is not valid"},
    {"keeper://h:/p",                         "lock: a port is not a number from 1 to 65535"},
    {"keeper://h:0/p",                        "lock: a port is not a number from 1 to 65535"},
    {"keeper://h:65536/p",                    "lock: a port is not a number from 1 to 65535"},
    {"keeper://u:hush/p",                     "lock: a port is not a number from 1 to 65535"},
    {"keeper://[::1]2181/p",                  "lock: a port is not a number from 1 to 65535"},
    {"keeper://h",                            "lock 'keeper://h': it has no path"},
    {"keeper://h/",                           "lock 'keeper://h/': it has no path"},
    {"keeper://h//p",                         "lock 'keeper://h//p': a name in its path is empty or dots"},
    {"keeper://h/a/../b",                     "lock 'keeper://h/a/../b': a name in its path is empty or dots"},
    {"keeper://h/a?b",                        "lock 'keeper://h/a?b': its path holds more than letters, digits and -_.~:+"},
    {"keeper://h/%41",                        "lock 'keeper://h/%41': its path holds more than letters, digits and -_.~:+"},
    {"keeper://u@h/p",                        "lock 'keeper://[redacted]@h/p': its user has no password"},
    {"keeper://:hush@h/p",                    "lock 'keeper://[redacted]@h/p': its user or its password is empty"},
    {"keeper://u:@h/p",                       "lock 'keeper://[redacted]@h/p': its user or its password is empty"},
    {"keeper://u%3Av:hush@h/p",               "lock 'keeper://[redacted]@h/p': its user holds a colon"},
    {"keeper://u:hush%@h/p",                  "lock 'keeper://[redacted]@h/p': a % is not followed by two hex digits"},
    {"keeper://u:hush%0a@h/p",                "lock 'keeper://[redacted]@h/p': it holds a control character"},
};
// clang-format on

TEST(KeeperPlace, Pairs) {
  for (const auto& [text, outcome] : kPairs) EXPECT_EQ(outcome_of(text), outcome) << text;
}

TEST(KeeperPlace, ThePasswordIsASecretAsWrittenAndAsMeant) {
  Secrets secrets;
  static_cast<void>(parse_keeper_place("keeper://u:a%40long%41one@h/p", secrets));
  EXPECT_EQ(secrets.redact("a%40long%41one a@longAone"), "[redacted] [redacted]");
}

TEST(KeeperPlace, APasswordOfAUrlThatIsWrongIsASecretToo) {
  Secrets secrets;
  EXPECT_THROW(static_cast<void>(parse_keeper_place("keeper://u:hush@h", secrets)), Error);
  EXPECT_EQ(secrets.redact("hush"), "[redacted]");
}

struct NodeRow {
  std::string_view topology;
  std::string_view server;
  std::string_view history;
  std::string_view node;
};

// clang-format off
constexpr NodeRow kNodes[] = {
    {"single",          "ch:8123",    "godwit.history", "godwit.history@ch:8123"},
    {"single",          "ch:8124",    "godwit.history", "godwit.history@ch:8124"},
    {"single",          "ch:8123",    "audit.log",      "audit.log@ch:8123"},
    {"single",          "::1:8123",   "godwit.history", "godwit.history@::1:8123"},
    {"single",          "/data/a b",  "a/b.c",          "a%2Fb.c@%2Fdata%2Fa%20b"},
    {"cloud",           "x.clickhouse.cloud:8443", "godwit.history", "godwit.history@x.clickhouse.cloud:8443"},
    // whichever host is asked
    {"cluster:main",    "ch1:8123",   "godwit.history", "godwit.history@cluster:prod_main"},
    {"cluster:other",   "ch2:8123",   "godwit.history", "godwit.history@cluster:other"},
    {"cluster:{cluster}", "ch2:8123", "godwit.history", "godwit.history@cluster:%7Bcluster%7D"},
    {"replicated",      "ch1:8123",   "godwit.history", "godwit.history@replicated"},
    {"replicated:main", "ch1:8123",   "godwit.history", "godwit.history@replicated:prod_main"},
};
// clang-format on

TEST(KeeperNode, NamesTheTargetAndNotTheWayToIt) {
  for (const NodeRow& row : kNodes) {
    topology::Topology topology = topology::parse_topology(row.topology);
    topology.clusters["main"] = "prod_main";
    EXPECT_EQ(keeper_node(topology, row.server, row.history), row.node);
  }
}

}  // namespace
}  // namespace godwit::lock
