// Several engines, each with a configuration of its own.
//
// ClickHouse merges what lies in config.d beside a config.xml, so the user's file is taken as it
// is, and what makes a node a node is a second file. Both are in a private folder: a config.xml in
// the data path would be read twice, and the user's file may hold passwords.

#include "godwit/server/emulator.hpp"

#include "godwit/base/error.hpp"
#include "godwit/base/text.hpp"
#include "godwit/server/curl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>

namespace godwit::server {

namespace {

namespace fs = std::filesystem;

constexpr int kLastPort = 65535;
constexpr long kKeeperPatienceMs = 5000;
constexpr std::string_view kKeeperMapPrefix = "/keeper_map";

// A node without a configuration of its own is a cluster called `default`, as godwit-engine is
// without one: its host is itself by its native port, at which nothing listens.
constexpr std::string_view kPlainConfig = R"(<clickhouse>
  <tcp_port>9000</tcp_port>
  <remote_servers>
    <default><shard><replica><host>127.0.0.1</host><port>9000</port></replica></shard></default>
  </remote_servers>
</clickhouse>
)";

struct KeeperAddress {
  std::string_view host;
  unsigned long long port;
};

bool is_host(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_' || c == ':';
  });
}

std::optional<KeeperAddress> parse_keeper(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view host = text.substr(0, colon);
  const bool bracketed = host.starts_with('[') && host.ends_with(']');
  if (bracketed) host = host.substr(1, host.size() - 2);
  const auto port = parse_digits(text.substr(colon + 1));
  if (!port || *port == 0 || *port > kLastPort || !is_host(host)) return std::nullopt;
  if (!bracketed && host.find(':') != std::string_view::npos) return std::nullopt;
  return KeeperAddress{host, *port};
}

void check_keeper(std::string_view keeper) {
  for (const std::string_view address : split(keeper, ',')) {
    if (parse_keeper(address)) continue;
    throw Error(ErrorKind::usage, fmt::format("--keeper: '{}' is not HOST:PORT", address), {},
                "for example --keeper 127.0.0.1:2181; several are separated by commas");
  }
}

// Whether somebody takes connections there; what they speak is the nodes' business.
bool listens(const KeeperAddress& address) {
  const Curl& library = curl();
  const std::unique_ptr<CURL, void (*)(CURL*)> handle(library.easy_init(), library.easy_cleanup);
  const bool is_ipv6 = address.host.find(':') != std::string_view::npos;
  const std::string url = fmt::format("http://{}{}{}:{}", is_ipv6 ? "[" : "", address.host,
                                      is_ipv6 ? "]" : "", address.port);
  library.easy_setopt(handle.get(), CURLOPT_URL, url.c_str());
  library.easy_setopt(handle.get(), CURLOPT_CONNECT_ONLY, 1L);
  library.easy_setopt(handle.get(), CURLOPT_CONNECTTIMEOUT_MS, kKeeperPatienceMs);
  library.easy_setopt(handle.get(), CURLOPT_NOSIGNAL, 1L);
  library.easy_setopt(handle.get(), CURLOPT_NOPROXY, "*");
  return library.easy_perform(handle.get()) == CURLE_OK;
}

// A node would find out only when it needs its Keeper, and after half a minute.
void find_keeper(std::string_view keeper) {
  const auto addresses = split(keeper, ',');
  const bool found = std::any_of(addresses.begin(), addresses.end(), [](std::string_view address) {
    return listens(parse_keeper(address).value());
  });
  if (found) return;
  throw Error(ErrorKind::failed, fmt::format("--keeper {}: nobody answers there", keeper), {},
              "start a ZooKeeper or a ClickHouse Keeper first");
}

}  // namespace

void check(const EmulatorPlan& plan) {
  if (plan.nodes < 1 || plan.nodes > kMaxNodes) {
    throw Error(ErrorKind::usage,
                fmt::format("--nodes {}: expected 1 to {}", plan.nodes, kMaxNodes));
  }
  const int highest = kLastPort - plan.nodes + 1;
  if (plan.port && (*plan.port < 1 || *plan.port > highest)) {
    throw Error(ErrorKind::usage, fmt::format("--port {}: expected 1 to {}", *plan.port, highest),
                {}, "without --port free ones are chosen");
  }
  if (plan.user.empty() != plan.password_file.empty()) {
    throw Error(ErrorKind::usage, "--user and --password-file go together");
  }
  if (!plan.keeper.empty()) check_keeper(plan.keeper);
}

Macros macros_of(int number) {
  return {{"cluster", "emulator"},
          {"replica", fmt::format("node{}", number)},
          {"shard", fmt::format("{}", number)}};
}

std::string node_config(const EmulatorPlan& plan, int number) {
  std::string text = "<clickhouse>\n  <macros>\n";
  for (const auto& [name, value] : macros_of(number)) {
    text += fmt::format("    <{0}>{1}</{0}>\n", name, value);
  }
  text += "  </macros>\n";
  if (!plan.keeper.empty()) {
    text += "  <zookeeper replace=\"1\">\n";
    for (const std::string_view word : split(plan.keeper, ',')) {
      const auto address = parse_keeper(word).value();
      text += fmt::format("    <node><host>{}</host><port>{}</port></node>\n", address.host,
                          address.port);
    }
    text += fmt::format("  </zookeeper>\n  <keeper_map_path_prefix>{}</keeper_map_path_prefix>\n",
                        kKeeperMapPrefix);
  }
  return text + "</clickhouse>\n";
}

Emulator::Emulator(EmulatorPlan plan) : plan_(std::move(plan)) {
  check(plan_);
  if (!plan_.keeper.empty()) find_keeper(plan_.keeper);
  const std::string config =
      plan_.config.empty() ? std::string(kPlainConfig) : read_file(plan_.config);
  for (int number = 1; number <= plan_.nodes; ++number) {
    const fs::path folder = folder_.path() / fmt::format("config{}", number);
    fs::create_directories(folder / "config.d");
    write_file(folder / "config.xml", config);
    write_file(folder / "config.d" / "node.xml", node_config(plan_, number));
  }
}

// All are asked before the first is waited for, so that their queries end at the same time.
Emulator::~Emulator() {
  for (const EmulatedNode& node : nodes_) node.engine->ask_to_end();
}

void Emulator::start_node() {
  const int number = static_cast<int>(nodes_.size()) + 1;
  const fs::path data =
      (plan_.path.empty() ? folder_.path() : plan_.path) / fmt::format("node{}", number);
  const int port = plan_.port ? *plan_.port + number - 1 : 0;
  EngineStart start{.data_path = data,
                    .config = folder_.path() / fmt::format("config{}", number) / "config.xml",
                    .listen = fmt::format("127.0.0.1:{}", port),
                    .user = plan_.user,
                    .password_file = plan_.password_file};
  nodes_.push_back({number, data, macros_of(number), std::make_unique<EngineProcess>(start)});
}

}  // namespace godwit::server
