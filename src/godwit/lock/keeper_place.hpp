#pragma once

#include "godwit/base/redact.hpp"
#include "godwit/base/source.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace godwit::lock {

/// One server of a Keeper.
struct KeeperHost {
  std::string name;  // or an address; IPv6 without brackets
  int port = 2181;
};

/// A path in a Keeper (ClickHouse Keeper or ZooKeeper), and as whom to go there.
struct KeeperPlace {
  std::vector<KeeperHost> hosts;
  std::string user;  // of the digest; empty: as nobody in particular
  std::string password;
  std::string path;  // "/godwit"; at least one name, no slash at its end
};

/// How a lock's URL is written, for hints.
inline constexpr std::string_view kKeeperForm = "keeper://HOST:2181/PATH";

/// keeper://[user:password@]host[:port][,host[:port]...]/path. The default port is 2181 (ClickHouse
/// Keeper's own is 9181); an IPv6 address stands in brackets; user and password are percent-decoded
/// once. The password is added to `secrets`. Throws Error(usage) at `where` without printing it.
KeeperPlace parse_keeper_place(std::string_view url, Secrets& secrets, const Where& where = {});

/// "h1:2181,[::1]:2181": its hosts.
std::string describe_hosts(const KeeperPlace& place);

}  // namespace godwit::lock
