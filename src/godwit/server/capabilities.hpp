#pragma once

#include <compare>
#include <span>
#include <string>
#include <string_view>

namespace godwit::server {

/// The first two numbers of version(): 26.7, 18.16.
struct Version {
  int major = 0;
  int minor = 0;
  // clang-tidy 14 takes the generated comparison for a null pointer.
  auto operator<=>(const Version&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// What a server may or may not be able to do. Each has a row in capability_rows().
enum class Capability {
  alter_sync_setting,   // alter_sync; before: replication_alter_partitions_sync
  datetime64,           // DateTime64 as a column type
  ddl_queue_settings,   // system.distributed_ddl_queue, with the settings of its entries
  ddl_output_mode,      // the setting distributed_ddl_output_mode
  exception_header,     // X-ClickHouse-Exception-Code on a failure
  format_query,         // formatQuerySingleLineOrNull()
  keeper_map,           // ENGINE = KeeperMap and its strict mode
  log_comment,          // the setting log_comment, shown in system.processes
  mutations_sync,       // the setting mutations_sync
  progress_total_rows,  // total_rows_to_read in progress headers
  table_macros,         // {database} and {table} in a Keeper path
};

struct CapabilityRow {
  Capability capability;
  Version since;            // the first release that surely has it
  std::string_view source;  // where that is known from
};

/// Every capability, once.
std::span<const CapabilityRow> capability_rows();

/// What the probe found.
struct Capabilities {
  std::string version_text;  // as version() prints it
  Version version;
  std::string host_name;  // hostName() of the server that answered

  [[nodiscard]] bool has(Capability capability) const;
};

/// "26.7.2.1" to {26, 7}. Throws Error(failed) for what does not begin so.
Version parse_version(std::string_view text);

}  // namespace godwit::server
