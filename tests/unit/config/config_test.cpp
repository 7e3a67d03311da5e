// godwit.hcl as text in, an environment or an error out. Each case runs in an empty directory,
// where its text, if it has one, is godwit.hcl.

#include "godwit/config/config.hpp"

#include "godwit/base/file.hpp"
#include "godwit/base/text.hpp"
#include "support/thrown.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace godwit::config {
namespace {

using test::thrown_by;

class Folder {
 public:
  Folder() : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(directory_.path());
  }
  ~Folder() { std::filesystem::current_path(before_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

 private:
  TemporaryDirectory directory_{"config-test"};
  std::filesystem::path before_;
};

constexpr std::string_view kNoFile = "(no file)";

/// One reading: a file, flags as "env=prod url=... topology=...", variables as "NAME=value ...".
struct Reading {
  std::string_view text = kNoFile;
  std::string_view flags = {};
  std::string_view variables = {};
};

std::map<std::string, std::string> pairs(std::string_view text) {
  std::map<std::string, std::string> result;
  for (const std::string_view word : split(text, ' ')) {
    const std::size_t equals = word.find('=');
    if (equals != std::string_view::npos) {
      result[std::string(word.substr(0, equals))] = word.substr(equals + 1);
    }
  }
  return result;
}

Flags flags_of(std::string_view text) {
  Flags flags;
  for (const auto& [name, value] : pairs(text)) {
    if (name == "env") flags.environment = value;
    if (name == "config") flags.config = value;
    if (name == "url") flags.url = value;
    if (name == "topology") flags.topology = value;
    if (name == "user") flags.user = value;
    if (name == "password_file") flags.password_file = value;
    if (name == "dir") flags.migrations = value;
  }
  return flags;
}

Variables variables_of(std::string_view text) {
  return [all = pairs(text)](const std::string& name) -> std::optional<std::string> {
    const auto found = all.find(name);
    return found == all.end() ? std::nullopt : std::optional(found->second);
  };
}

Environment read(const Reading& reading, Secrets& secrets) {
  const Folder folder;
  if (reading.text != kNoFile) write_file("godwit.hcl", reading.text);
  write_file("password", "from-file\n");
  return read_environment(flags_of(reading.flags), variables_of(reading.variables), secrets);
}

// Name, server, topology with its source, and whatever is not as it is without a config.
std::string dump(const Environment& environment) {
  const Environment plain;
  const server::Connection& connection = environment.connection;
  std::string text =
      fmt::format("{} {} {} ({})", environment.name, server::describe(connection),
                  topology::to_string(environment.topology), environment.topology_source);
  const auto add = [&](std::string_view name, const std::string& value, const std::string& usual) {
    if (value != usual) text += fmt::format(" {}={}", name, value);
  };
  const auto table = [](const history::TableName& name) {
    return name.database + "." + name.table;
  };
  add("user", connection.user, "");
  add("password", connection.password, "");
  add("ca_file", connection.ca_file.string(), "");
  add("cert_file", connection.cert_file.string(), "");
  add("key_file", connection.key_file.string(), "");
  add("engine_config", connection.engine_config.string(), "");
  add("replica_path", environment.topology.replica_path, plain.topology.replica_path);
  add("replica_name", environment.topology.replica_name, plain.topology.replica_name);
  add("default_database", environment.topology.default_database, "default");
  for (const auto& [name, real] : environment.topology.clusters) add(name, real, "");
  add("history", table(environment.history), "godwit.history");
  add("lock", std::string(lock::to_string(environment.lock.kind)), "auto");
  const lock::KeeperPlace& keeper = environment.lock.keeper;
  add("keeper", lock::describe_hosts(keeper) + keeper.path, "");
  add("keeper_user", keeper.user, "");
  add("keeper_password", keeper.password, "");
  if (environment.out_of_order == plan::OutOfOrder::allow) text += " allow";
  add("ddl_timeout", fmt::format("{}", environment.ddl_timeout.count()), "180000");
  add("expect_hosts", fmt::format("{}", environment.expected_hosts), "0");
  add("approve", plan::words_of(environment.approve), "");
  add("migrations", environment.migrations.string(), "migrations");
  return text;
}

std::string outcome_of(const Reading& reading) {
  Secrets secrets;
  std::string text;
  const std::string error = thrown_by([&] { return text = dump(read(reading, secrets)); });
  return error == "none" ? text : error;
}

struct Case {
  Reading reading;
  std::string_view outcome;
};

constexpr std::string_view kFull = R"(
migrations = "sql"
defaults {
  topology = "replicated"
  history  = "meta.history"
  lock     = "file"
  approve  = ["drop"]
  clusters = { main = "a", aux = "b" }
}
environment "prod" {
  url      = "https://ch.example:8443/shop"
  user     = "ann"
  password = env("PW")
  topology {
    kind         = "cluster"
    cluster      = "main"
    replica_path = "/x/{shard}"
    replica_name = "{host}"
  }
  history       = "audit.log"
  lock          = "none"
  out_of_order  = "allow"
  ddl_timeout   = "2m"
  expect_hosts  = 4
  approve       = ["mutation", "rebuild", "drop"]
  clusters      = { main = "prod_main" }
  ca_file       = "ca.pem"
  cert_file     = "c.pem"
  key_file      = "k.pem"
}
environment "dev" {
  url           = "chdb://data"
  engine_config = "engine.xml"
}
)";

constexpr std::string_view kTwo = R"(environment "a" { url = "http://a" }
environment "b" { url = "http://b" })";

constexpr std::string_view kOne = R"(environment "only" { url = "http://h" })";

// clang-format off
constexpr Case kGood[] = {
    // without a file
    {{},                                                  "dev chdb://.godwit/dev single (default)"},
    {{kNoFile, "env=dev"},                                "dev chdb://.godwit/dev single (default)"},
    {{kNoFile, "url=http://h:1"},                         "url http://h:1 single (default)"},
    {{kNoFile, "url=http://h:1 env=x"},                   "x http://h:1 single (default)"},
    {{kNoFile, "url=http://h:1/shop dir=sql topology=cluster:c"},
                                                          "url http://h:1/shop cluster:c (--topology) default_database=shop migrations=sql"},
    // all keys
    {{kFull, "env=prod", "PW=s3cret"},
     "prod https://ch.example:8443/shop cluster:main (environment prod) user=ann password=s3cret ca_file=ca.pem cert_file=c.pem key_file=k.pem "
     "replica_path=/x/{shard} replica_name={host} default_database=shop aux=b main=prod_main history=audit.log lock=none allow ddl_timeout=120000 expect_hosts=4 approve=mutation, rebuild, drop migrations=sql"},
    {{kFull, "", ""},
     "dev chdb://data replicated (defaults) engine_config=engine.xml aux=b main=a history=meta.history lock=file approve=drop migrations=sql"},
    {{kFull, "dir=elsewhere", ""},
     "dev chdb://data replicated (defaults) engine_config=engine.xml aux=b main=a history=meta.history lock=file approve=drop migrations=elsewhere"},
    // which environment
    {{kOne},                                              "only http://h:8123 single (default)"},
    {{kTwo, "env=b"},                                     "b http://b:8123 single (default)"},
    {{"defaults { lock = \"none\" }"},                    "dev chdb://.godwit/dev single (default) lock=none"},
    {{"defaults { lock = \"keeper://u:${env(\"PW\")}@k1,k2:9181/godwit/shop\" }", "", "PW=a%3Ab"},
     "dev chdb://.godwit/dev single (default) lock=keeper keeper=k1:2181,k2:9181/godwit/shop keeper_user=u keeper_password=a:b"},
    {{""},                                                "dev chdb://.godwit/dev single (default)"},
    // a URL of one's own: the defaults hold, and no environment's credentials go there
    {{kFull, "url=http://h", "PW=s3cret"},                "url http://h:8123 replicated (defaults) aux=b main=a history=meta.history lock=file approve=drop migrations=sql"},
    {{kFull, "url=http://h env=prod", "PW=s3cret"},
     "prod http://h:8123 cluster:main (environment prod) replica_path=/x/{shard} replica_name={host} aux=b main=prod_main history=audit.log lock=none allow ddl_timeout=120000 expect_hosts=4 approve=mutation, rebuild, drop migrations=sql"},
    // the topology that is set first
    {{kFull, "env=prod topology=cloud", "PW=s3cret GODWIT_TOPOLOGY=replicated"},
     "prod https://ch.example:8443/shop cloud (--topology) user=ann password=s3cret ca_file=ca.pem cert_file=c.pem key_file=k.pem "
     "default_database=shop aux=b main=prod_main history=audit.log lock=none allow ddl_timeout=120000 expect_hosts=4 approve=mutation, rebuild, drop migrations=sql"},
    {{"environment \"p\" {\n url = \"http://h\"\n topology = \"cloud\"\n}\ndefaults { topology = \"replicated\" }", "", "GODWIT_TOPOLOGY=cluster:v"},
                                                          "p http://h:8123 cloud (environment p)"},
    {{"environment \"p\" { url = \"http://h\" }\ndefaults { topology = \"replicated\" }", "", "GODWIT_TOPOLOGY=cluster:v"},
                                                          "p http://h:8123 replicated (defaults)"},
    {{kOne, "", "GODWIT_TOPOLOGY=cluster:v"},             "only http://h:8123 cluster:v (GODWIT_TOPOLOGY)"},
    {{kNoFile, "", "GODWIT_TOPOLOGY=replicated:v"},       "dev chdb://.godwit/dev replicated:v (GODWIT_TOPOLOGY)"},
    {{kOne, "", "GODWIT_TOPOLOGY="},                      "only http://h:8123 single (default)"},
    {{"environment \"p\" {\n url = \"http://h\"\n topology { kind = \"replicated\" }\n}"},
                                                          "p http://h:8123 replicated (environment p)"},
    // the user and the password that are set first
    {{"environment \"p\" {\n url = \"http://u:url-pw@h\"\n user = \"c\"\n password = \"config-pw\"\n}", "user=f password_file=password", "CLICKHOUSE_USER=v CLICKHOUSE_PASSWORD=var-pw"},
                                                          "p http://h:8123 single (default) user=f password=from-file"},
    {{"environment \"p\" {\n url = \"http://u:url-pw@h\"\n user = \"c\"\n password = \"config-pw\"\n}", "", "CLICKHOUSE_USER=v CLICKHOUSE_PASSWORD=var-pw"},
                                                          "p http://h:8123 single (default) user=c password=config-pw"},
    {{"environment \"p\" { url = \"http://u:url-pw@h\" }", "", "CLICKHOUSE_USER=v CLICKHOUSE_PASSWORD=var-pw"},
                                                          "p http://h:8123 single (default) user=u password=url-pw"},
    {{kOne, "", "CLICKHOUSE_USER=v CLICKHOUSE_PASSWORD=var-pw"},
                                                          "only http://h:8123 single (default) user=v password=var-pw"},
    {{kNoFile, "", "CLICKHOUSE_USER=v CLICKHOUSE_PASSWORD=var-pw"},
                                                          "dev chdb://.godwit/dev single (default)"},
};

constexpr Case kBad[] = {
    // the environment
    {{kTwo},                              "usage which environment? / one of: a, b"},
    {{kTwo, "env=c"},                     "usage unknown environment 'c' / did you mean 'a'?"},
    {{kFull, "env=prdo"},                 "usage unknown environment 'prdo' / did you mean 'prod'?"},
    {{kNoFile, "env=prod"},               "usage no environment 'prod': there is no godwit.hcl / godwit init writes one; or name the server with --url"},
    {{"defaults { }", "env=prod"},        "usage no environment 'prod': godwit.hcl has none / write an environment block; or name the server with --url"},
    {{"environment \"a\" { url = \"http://a\" }\nenvironment \"a\" { url = \"http://b\" }"},
                                          "usage godwit.hcl:2:13: there is a block 'environment \"a\"' on line 1 already"},
    {{"environment \"a\" { }"},           "usage godwit.hcl:1:1: 'url' is not set / write url = ..."},
    {{"environment { }"},                 "usage godwit.hcl:1:1: a block 'environment' has 1 label, found 0 / write environment \"...\" { ... }"},
    // words that nobody knows
    {{"migration = \"x\""},               "usage godwit.hcl:1:1: unknown attribute 'migration' / did you mean 'migrations'?"},
    {{"default { }"},                     "usage godwit.hcl:1:1: unknown block 'default' / did you mean 'defaults'?"},
    {{"defaults {\n  histroy = \"a.b\"\n}"}, "usage godwit.hcl:2:3: unknown attribute 'histroy' / did you mean 'history'?"},
    {{"defaults {\n  expect_hosts = 0\n}"}, "usage godwit.hcl:2:3: a cluster has no 0 hosts / write how many hosts the cluster has"},
    {{"defaults {\n  url = \"http://h\"\n}"}, "usage godwit.hcl:2:3: unknown attribute 'url' / one of: topology, history, lock, clusters, out_of_order, ddl_timeout, expect_hosts, approve"},
    {{"defaults {\n  approve = [\"drop\",\n    \"mutatoin\"]\n}"}, "usage godwit.hcl:3:5: unknown class 'mutatoin' / did you mean 'mutation'?"},
    {{"defaults {\n  approve = [\"none\"]\n}"}, "usage godwit.hcl:2:14: unknown class 'none' / one of: create, metadata, mutation, rebuild, drop, unknown"},
    {{"defaults {\n  approve = \"drop\"\n}"}, "usage godwit.hcl:2:13: expected a list of strings, found a string"},
    {{"environment \"a\" {\n  url = \"http://h\"\n  pasword = \"x\"\n}"}, "usage godwit.hcl:3:3: unknown attribute 'pasword' / did you mean 'password'?"},
    {{"defaults {\n  topology { knd = \"single\" }\n}"}, "usage godwit.hcl:2:14: unknown attribute 'knd' / did you mean 'kind'?"},
    {{"defaults {\n  topology = \"clutser:main\"\n}"}, "usage godwit.hcl:2:14: unknown topology 'clutser' / did you mean 'cluster'?"},
    {{"defaults {\n  topology = \"cluster\"\n}"}, "usage godwit.hcl:2:14: topology 'cluster' names no cluster / write cluster:<name>, with a name of remote_servers (system.clusters)"},
    {{"defaults {\n  topology {\n    kind = \"clutser\"\n  }\n}"}, "usage godwit.hcl:3:12: unknown topology 'clutser' / did you mean 'cluster'?"},
    {{"defaults {\n  topology {\n    kind = \"cluster\"\n  }\n}"}, "usage godwit.hcl:3:12: topology 'cluster' names no cluster / write cluster:<name>, with a name of remote_servers (system.clusters)"},
    {{"defaults {\n  topology {\n    kind = \"cloud\"\n    cluster = \"main\"\n  }\n}"}, "usage godwit.hcl:3:12: topology 'cloud' takes no cluster / write cloud, or cluster:main"},
    {{"defaults {\n  topology {\n  }\n}"}, "usage godwit.hcl:2:3: 'kind' is not set / write kind = ..."},
    {{"defaults {\n  topology = \"single\"\n  topology { kind = \"single\" }\n}"}, "usage godwit.hcl:2:3: topology is set twice here / write topology = \"...\" or topology { ... }"},
    {{"defaults {\n  lock = \"keepr\"\n}"},     "usage godwit.hcl:2:10: unknown lock 'keepr' / one of: auto, keeper://HOST:2181/PATH, file, none"},
    {{"defaults {\n  lock = \"zk://h/p\"\n}"},  "usage godwit.hcl:2:10: unknown lock 'zk:...' / write keeper://HOST:2181/PATH"},
    {{"defaults {\n  lock = \"keeper://h\"\n}"}, "usage godwit.hcl:2:10: lock 'keeper://h': it has no path / keeper://HOST:2181/PATH"},
    {{"defaults {\n  out_of_order = \"eror\"\n}"}, "usage godwit.hcl:2:18: unknown policy 'eror' / did you mean 'error'?"},
    {{"defaults {\n  history = \"history\"\n}"}, "usage godwit.hcl:2:13: 'history' is no <database>.<table> / for example godwit.history"},
    {{kOne, "topology=clutser:main"},     "usage unknown topology 'clutser' / did you mean 'cluster'?"},
    {{kOne, "", "GODWIT_TOPOLOGY=clutser:main"}, "usage GODWIT_TOPOLOGY: unknown topology 'clutser' / did you mean 'cluster'?"},
    // what is not there
    {{kOne, "password_file=none"},        "usage cannot read none: No such file or directory"},
    {{kNoFile, "config=none.hcl"},        "usage cannot read none.hcl: No such file or directory"},
};
// clang-format on

TEST(Config, AnEnvironmentIsResolved) {
  for (const auto& [reading, outcome] : kGood) {
    EXPECT_EQ(outcome_of(reading), outcome) << reading.text << "\n" << reading.flags;
  }
}

TEST(Config, WhatIsWrongIsSaidWithItsPlaceAndTheNearestWord) {
  for (const auto& [reading, outcome] : kBad) {
    EXPECT_EQ(outcome_of(reading), outcome) << reading.text << "\n" << reading.flags;
  }
}

TEST(Config, TheMigrationsAreBesideTheFile) {
  const Folder folder;
  std::filesystem::create_directory("deploy");
  write_file("deploy/x.hcl", "migrations = \"sql\"\n");
  Secrets secrets;
  EXPECT_EQ(read_environment(flags_of("config=deploy/x.hcl"), variables_of(""), secrets).migrations,
            "deploy/sql");
}

// clang-format off
constexpr Reading kPasswords[] = {
    {"environment \"p\" {\n url = \"http://h\"\n password = \"s3cret\"\n}"},
    {"environment \"p\" {\n url = \"http://h\"\n password = env(\"PW\")\n}", "", "PW=s3cret"},
    {"environment \"p\" {\n url = \"http://u:s3cret@h\"\n}"},
    {"environment \"p\" {\n url = \"http://h?password=s3cret\"\n}"},
    {kOne, "", "CLICKHOUSE_PASSWORD=s3cret"},
    {kNoFile, "url=http://u:s3cret@h"},
};

// Something is wrong in each, after the password is known or on its very line.
constexpr Reading kWrongPasswords[] = {
    {"environment \"p\" {\n url = \"http://h\"\n password = \"s3cret\"\n lock = \"no\"\n}"},
    {"environment \"p\" {\n url = \"htp://u:s3cret@h\"\n}"},
    {"environment \"p\" {\n url = \"http://u:s3cret@h:x\"\n}"},
    {"environment \"p\" {\n url = env(\"URL\")\n}", "", "URL=htp://u:s3cret@h"},
    {"environment \"p\" {\n url = \"http://h\"\n password = [env(\"PW\")]\n}", "", "PW=s3cret"},
    {"environment \"p\" {\n url = \"http://h\"\n password = [\"s3cret\"]\n}"},
    {"environment \"p\" {\n url = [\"http://u:s3cret@h\"]\n}"},
    {"defaults {\n lock = \"keeper://u:s3cret@h\"\n}"},
    {"defaults {\n lock = \"keeper:/u:s3cret@h/p\"\n}"},
    {"defaults {\n lock = \"keper:u:s3cret@h/p\"\n}"},
    {"defaults {\n lock = \"keeper://u:s3cret/p\"\n}"},
    {"defaults {\n lock = \"keeper://u:${env(\"PW\")}@h:x/p\"\n}", "", "PW=s3cret"},
    {"defaults {\n lock = [\"keeper://u:s3cret@h/p\"]\n}"},
    {"defaults {\n lock = \"keeper://u:s3cret@h/p\"\n out_of_order = \"no\"\n}"},
    {kNoFile, "url=htp://u:s3cret@h"},
};
// clang-format on

TEST(Config, EveryPasswordIsASecretFromThenOn) {
  for (const Reading& reading : kPasswords) {
    Secrets secrets;
    const Environment environment = read(reading, secrets);
    EXPECT_EQ(environment.connection.password, "s3cret") << reading.text << reading.flags;
    EXPECT_EQ(secrets.redact("it is s3cret"), "it is [redacted]") << reading.text << reading.flags;
  }
}

TEST(Config, ThePasswordOfALockIsASecretFromThenOn) {
  Secrets secrets;
  read({"defaults { lock = \"keeper://u:${env(\"PW\")}@h/p\" }", "", "PW=s3cret"}, secrets);
  EXPECT_EQ(secrets.redact("it is s3cret"), "it is [redacted]");
}

TEST(Config, NoPasswordIsInAnError) {
  for (const Reading& reading : kWrongPasswords) {
    Secrets secrets;
    try {
      read(reading, secrets);
      ADD_FAILURE() << "taken: " << reading.text << reading.flags;
    } catch (const Error& error) {
      EXPECT_EQ(describe(error).find("s3cret"), std::string::npos) << describe(error);
    }
  }
}

TEST(Config, EnvironmentsAreListedAsWritten) {
  const Folder folder;
  EXPECT_EQ(join(environment_names({}, variables_of("")), " "), "dev");
  write_file("godwit.hcl", kTwo);
  EXPECT_EQ(join(environment_names({}, variables_of("")), " "), "a b");
  write_file("godwit.hcl", kFull);
  EXPECT_EQ(join(environment_names({}, variables_of("")), " "), "prod dev");
}

}  // namespace
}  // namespace godwit::config
