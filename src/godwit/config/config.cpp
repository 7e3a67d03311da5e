// godwit.hcl. `defaults` and `environment` take the same keys (an environment also says where it
// is), so one reader serves both, the environment's over the defaults'. Every key is in kKeys or
// kEnvironmentKeys; anything else is an error with the nearest word.

#include "godwit/config/config.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/file.hpp"
#include "godwit/base/text.hpp"
#include "godwit/hcl/parse.hpp"
#include "godwit/hcl/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace godwit::config {

namespace {

using hcl::BlockRow;
using hcl::BodyReader;
using hcl::BodyRows;

constexpr std::string_view kFileName = "godwit.hcl";
constexpr std::string_view kDefaultUrl = "chdb://.godwit/dev";
constexpr std::string_view kDefaultEnvironment = "dev";

constexpr std::array<std::string_view, 1> kRootKeys{"migrations"};
constexpr std::array<BlockRow, 2> kRootBlocks{{{"defaults", 0}, {"environment", 1}}};
constexpr std::array<std::string_view, 8> kKeys{"topology",     "history",      "lock",
                                                "clusters",     "out_of_order", "ddl_timeout",
                                                "expect_hosts", "approve"};
constexpr std::array<std::string_view, 15> kEnvironmentKeys{
    "url",       "user",     "password",      "topology",     "history",
    "lock",      "clusters", "out_of_order",  "ddl_timeout",  "ca_file",
    "cert_file", "key_file", "engine_config", "expect_hosts", "approve"};
constexpr std::array<BlockRow, 1> kBlocks{{{"topology", 0}}};
constexpr std::array<std::string_view, 4> kTopologyKeys{"kind", "cluster", "replica_path",
                                                        "replica_name"};

/// A config file as it is read: the tree views into the source.
struct File {
  Source source;
  hcl::Body body;
  hcl::Scope scope;
};

hcl::Scope scope_of(const Variables& variables) {
  hcl::Scope scope;
  scope.environment = variables;
  scope.read_file = [](const std::filesystem::path& path) { return read_file(path); };
  return scope;
}

std::optional<File> read_file_of(const Flags& flags, const Variables& variables) {
  const std::filesystem::path path =
      flags.config.empty() ? std::filesystem::path(kFileName) : flags.config;
  if (flags.config.empty() && !std::filesystem::exists(path)) return std::nullopt;
  Source source = read_source(path);
  hcl::Body body = hcl::parse(source);
  return File{source, std::move(body), scope_of(variables)};
}

/// A word that the file sets and another folder reads: with its place, for the errors of that one.
struct Word {
  std::string text;
  Where where;
};

Word word_of(const hcl::Value& value, const File& file) {
  return {hcl::as_string(value, file.source), file.source.where(value.place)};
}

std::optional<Word> find_word(const BodyReader& reader, std::string_view name, const File& file) {
  const auto value = reader.value(name);
  return value ? std::optional(word_of(*value, file)) : std::nullopt;
}

topology::Topology read_topology_block(const hcl::Block& block, const File& file) {
  const BodyReader reader(block.body, BodyRows{kTopologyKeys, {}}, file.source, file.scope);
  const auto [kind, where] = word_of(reader.required("kind"), file);
  topology::parse_topology_kind(kind, where);
  const auto cluster = reader.string("cluster");
  topology::Topology topology =
      topology::parse_topology(cluster ? fmt::format("{}:{}", kind, *cluster) : kind, where);
  if (const auto path = reader.string("replica_path")) topology.replica_path = *path;
  if (const auto name = reader.string("replica_name")) topology.replica_name = *name;
  return topology;
}

std::optional<topology::Topology> read_topology(const BodyReader& reader, const File& file) {
  const hcl::Block* block = reader.block("topology");
  const auto word = find_word(reader, "topology", file);
  if (block != nullptr && word) {
    throw Error(ErrorKind::usage, "topology is set twice here", reader.where("topology"),
                "write topology = \"...\" or topology { ... }");
  }
  if (block != nullptr) return read_topology_block(*block, file);
  if (!word) return std::nullopt;
  return topology::parse_topology(word->text, word->where);
}

plan::OutOfOrder parse_out_of_order(const Word& word) {
  static constexpr std::array<std::string_view, 2> kWords{"error", "allow"};
  if (word.text == kWords[0]) return plan::OutOfOrder::error;
  if (word.text == kWords[1]) return plan::OutOfOrder::allow;
  throw Error(ErrorKind::usage, fmt::format("unknown policy '{}'", word.text), word.where,
              did_you_mean(word.text, kWords));
}

// What `read` throws, without the line it is about, which may hold a password; and at `where`,
// where it does not know its place.
template <class Read>
auto without_line(Read read, const Where& where) {
  try {
    return read();
  } catch (const Error& error) {
    Where place = error.where.empty() ? where : error.where;
    place.text.clear();
    throw Error(error.kind, error.what(), place, error.hint);
  }
}

// A URL may hold a password, whatever is wrong with it.
lock::Spec read_lock(const Word& word, Secrets& secrets) {
  const auto parse = [&] { return lock::parse_spec(word.text, secrets, word.where); };
  return word.text.find(':') == std::string::npos ? parse() : without_line(parse, word.where);
}

std::vector<plan::ChangeClass> read_approve(const hcl::Value& value, const File& file) {
  hcl::as_strings(value, file.source);  // says what else it is, if it is no list of them
  std::vector<plan::ChangeClass> classes;
  for (const hcl::Value& item : std::get<hcl::List>(value.data)) {
    const Word word = word_of(item, file);
    classes.push_back(plan::parse_change_class(word.text, word.where));
  }
  return classes;
}

/// What `defaults` or an `environment` sets, but for the topology.
void read_keys(const BodyReader& reader, const File& file, Environment& environment,
               Secrets& secrets) {
  if (const auto name = find_word(reader, "history", file)) {
    environment.history = history::parse_table_name(name->text, name->where);
  }
  if (const auto lock = find_word(reader, "lock", file)) {
    environment.lock = read_lock(*lock, secrets);
  }
  if (const auto policy = find_word(reader, "out_of_order", file)) {
    environment.out_of_order = parse_out_of_order(*policy);
  }
  if (const auto classes = reader.value("approve")) {
    environment.approve = read_approve(*classes, file);
  }
  if (const auto timeout = reader.duration("ddl_timeout")) environment.ddl_timeout = *timeout;
  if (const auto hosts = reader.int64("expect_hosts")) {
    if (*hosts < 1) {
      throw Error(ErrorKind::usage, fmt::format("a cluster has no {} hosts", *hosts),
                  reader.where("expect_hosts"), "write how many hosts the cluster has");
    }
    environment.expected_hosts = static_cast<std::size_t>(*hosts);
  }
}

void read_clusters(const BodyReader& reader, topology::Topology& topology) {
  const auto clusters = reader.string_map("clusters");
  if (!clusters) return;
  for (const auto& [name, real] : *clusters) topology.clusters[name] = real;
}

void read_connection(const BodyReader& reader, Environment& environment, Secrets& secrets) {
  server::Connection& connection = environment.connection;
  if (const auto user = reader.string("user")) connection.user = *user;
  const auto password = without_line([&] { return reader.string("password"); }, {});
  if (password) {
    connection.password = *password;
    secrets.add(*password);
  }
  if (const auto path = reader.string("ca_file")) connection.ca_file = *path;
  if (const auto path = reader.string("cert_file")) connection.cert_file = *path;
  if (const auto path = reader.string("key_file")) connection.key_file = *path;
  if (const auto path = reader.string("engine_config")) connection.engine_config = *path;
}

std::vector<std::string> names_in(const File& file) {
  const BodyReader root(file.body, BodyRows{kRootKeys, kRootBlocks}, file.source, file.scope);
  const auto blocks = root.blocks("environment");
  hcl::refuse_repeated(blocks, file.source);
  std::vector<std::string> names;
  names.reserve(blocks.size());
  for (const hcl::Block* block : blocks) names.push_back(block->labels[0].text);
  return names;
}

// The environment that is meant when none is named: the only one, or dev.
std::string choose(const std::vector<std::string>& names) {
  if (names.size() == 1) return names.front();
  const bool has_dev = std::find(names.begin(), names.end(), kDefaultEnvironment) != names.end();
  if (names.empty() || has_dev) return std::string(kDefaultEnvironment);
  throw Error(ErrorKind::usage, "which environment?", {},
              fmt::format("one of: {}", join(names, ", ")));
}

const hcl::Block* find_environment(const BodyReader& root, const std::string& name,
                                   const std::vector<std::string>& names) {
  for (const hcl::Block* block : root.blocks("environment")) {
    if (block->labels[0].text == name) return block;
  }
  if (names.empty()) return nullptr;
  const std::vector<std::string_view> words(names.begin(), names.end());
  throw Error(ErrorKind::usage, fmt::format("unknown environment '{}'", name), {},
              did_you_mean(name, words));
}

void use_url(const std::string& url, Environment& environment, Secrets& secrets) {
  environment.url = url;
  environment.connection = server::parse_url(url, secrets);
}

/// The config file's part. Gives the topology's place in the file, where it sets one.
void read_from_file(const File& file, Environment& environment, const Flags& flags,
                    Secrets& secrets) {
  const BodyReader root(file.body, BodyRows{kRootKeys, kRootBlocks}, file.source, file.scope);
  const std::vector<std::string> names = names_in(file);
  if (environment.name.empty() && !flags.url) environment.name = choose(names);
  if (const auto directory = root.string("migrations")) {
    environment.migrations = file.source.path();
    environment.migrations = environment.migrations.parent_path() / *directory;
  }
  std::optional<topology::Topology> chosen;
  std::map<std::string, std::string, std::less<>> clusters;
  const auto read_block = [&](const hcl::Block& block, std::span<const std::string_view> keys,
                              const std::string& source) {
    const BodyReader reader(block.body, BodyRows{keys, kBlocks}, file.source, file.scope);
    if (auto topology = read_topology(reader, file)) {
      chosen = std::move(topology);
      environment.topology_source = source;
    }
    read_keys(reader, file, environment, secrets);
    topology::Topology mapped;
    read_clusters(reader, mapped);
    for (const auto& [name, real] : mapped.clusters) clusters[name] = real;
  };
  if (const hcl::Block* defaults = root.block("defaults")) {
    read_block(*defaults, kKeys, "defaults");
  }
  if (!environment.name.empty()) {
    if (const hcl::Block* block = find_environment(root, environment.name, names)) {
      const BodyReader reader(block->body, BodyRows{kEnvironmentKeys, kBlocks}, file.source,
                              file.scope);
      if (!flags.url) {
        const hcl::Value url = reader.required("url");
        without_line([&] { use_url(hcl::as_string(url, file.source), environment, secrets); },
                     file.source.where(url.place));
        read_connection(reader, environment, secrets);
      }
      read_block(*block, kEnvironmentKeys, fmt::format("environment {}", environment.name));
    }
  }
  if (chosen) environment.topology = *chosen;
  environment.topology.clusters = std::move(clusters);
}

void use_topology(const Flags& flags, const Variables& variables, Environment& environment) {
  const auto clusters = environment.topology.clusters;
  if (flags.topology) {
    environment.topology = topology::parse_topology(*flags.topology);
    environment.topology_source = "--topology";
  } else if (environment.topology_source.empty()) {
    environment.topology_source = "default";
    const auto variable = variables("GODWIT_TOPOLOGY");
    if (variable && !variable->empty()) {
      environment.topology = topology::parse_topology(*variable, {"GODWIT_TOPOLOGY", 0, 0, {}});
      environment.topology_source = "GODWIT_TOPOLOGY";
    }
  }
  environment.topology.clusters = clusters;
  if (!environment.connection.database.empty()) {
    environment.topology.default_database = environment.connection.database;
  }
}

void use_credentials(const Flags& flags, const Variables& variables, Environment& environment,
                     Secrets& secrets) {
  server::Connection& connection = environment.connection;
  if (connection.scheme == server::Scheme::chdb) return;
  if (flags.user) connection.user = *flags.user;
  if (flags.password_file) connection.password = trim(read_file(*flags.password_file));
  if (connection.user.empty()) connection.user = variables("CLICKHOUSE_USER").value_or("");
  if (connection.password.empty()) {
    connection.password = variables("CLICKHOUSE_PASSWORD").value_or("");
  }
  secrets.add(connection.password);
}

Environment resolve(const Flags& flags, const Variables& variables, Secrets& secrets) {
  Environment environment;
  environment.name = flags.environment;
  const auto file = read_file_of(flags, variables);
  if (file) read_from_file(*file, environment, flags, secrets);
  if (flags.url) {
    use_url(*flags.url, environment, secrets);
    if (environment.name.empty()) environment.name = "url";
  } else if (environment.url.empty()) {
    if (!environment.name.empty() && environment.name != kDefaultEnvironment) {
      throw Error(ErrorKind::usage,
                  fmt::format("no environment '{}': {}", environment.name,
                              file ? fmt::format("{} has none", file->source.path())
                                   : fmt::format("there is no {}", kFileName)),
                  {},
                  file ? "write an environment block; or name the server with --url"
                       : "godwit init writes one; or name the server with --url");
    }
    environment.name = kDefaultEnvironment;
    use_url(std::string(kDefaultUrl), environment, secrets);
  }
  environment.words =
      flags.url ? "--url " + server::describe(environment.connection) : environment.name;
  use_topology(flags, variables, environment);
  use_credentials(flags, variables, environment, secrets);
  if (flags.migrations) environment.migrations = *flags.migrations;
  return environment;
}

}  // namespace

Environment read_environment(const Flags& flags, const Variables& variables, Secrets& secrets) {
  try {
    return resolve(flags, variables, secrets);
  } catch (const Error& error) {
    // The line that is at fault may be the one with the password.
    Where where = error.where;
    where.text = redact_line(where.text);
    throw Error(error.kind, error.what(), where, error.hint);
  }
}

std::vector<std::string> environment_names(const Flags& flags, const Variables& variables) {
  const auto file = read_file_of(flags, variables);
  if (!file) return {std::string(kDefaultEnvironment)};
  return names_in(*file);
}

}  // namespace godwit::config
