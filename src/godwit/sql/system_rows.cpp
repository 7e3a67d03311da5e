// SYSTEM commands of ClickHouse 26.7, by where they take ON CLUSTER: before what they name, behind
// the argument, or not at all. A command of the last group runs only on the server it is sent to;
// what is in no group is not understood, and so never sent to one host of a cluster by mistake.
// https://clickhouse.com/docs/sql-reference/statements/system

#include "godwit/sql/system_rows.hpp"

namespace godwit::sql {

namespace {

using enum StatementKind;
using enum Effect;
using enum Elsewhere;

constexpr Scope kServer = Scope::server;
constexpr Object kNone = Object::none;

// clang-format off
constexpr StatementRow kRows[] = {
    // before the name, the replica or the list; a few take it behind the name too
    {system, "system", kServer, kNone, changes, later,
     "SYSTEM {STOP|START} {MERGES|TTL MERGES|FETCHES|MOVES|REPLICATED SENDS|REPLICATION QUEUES|DISTRIBUTED SENDS|PULLING REPLICATION LOG|CLEANUP|VIRTUAL PARTS UPDATE|REDUCE BLOCKING PARTS|LISTEN|REPLICATED DDL QUERIES|THREAD FUZZER} ^",
     "SYSTEM STOP MERGES shop.t"},
    {system, "system", kServer, kNone, changes, later,
     "SYSTEM {SYNC|RESTART|RESTORE|DROP} [DATABASE] REPLICA ^",
     "SYSTEM SYNC REPLICA shop.t STRICT"},
    {system, "system", kServer, kNone, changes, later,
     "SYSTEM {RELOAD|UNLOAD} {DICTIONARY|MODEL|FUNCTION} ^",
     "SYSTEM RELOAD DICTIONARY shop.x"},
    {system, "system", kServer, kNone, changes, later,
     "SYSTEM FLUSH {LOGS|DISTRIBUTED|ASYNC INSERT QUEUE|OBJECT STORAGE QUEUE} ^",
     "SYSTEM FLUSH DISTRIBUTED shop.t"},
    {system, "system", kServer, kNone, changes, later,
     "SYSTEM {SUSPEND|PREWARM MARK CACHE|PREWARM PRIMARY INDEX CACHE|WAIT LOADING PARTS|WAIT QUERY RUNNER|WAIT BLOBS CLEANUP|SCHEDULE MERGE|SYNC MERGES|RESTART DISK|LOAD PRIMARY KEY|UNLOAD PRIMARY KEY|{CLEAR|DROP} DISK METADATA CACHE} ^",
     "SYSTEM PREWARM MARK CACHE shop.t"},

    // behind the argument, or without one
    {system, "system", kServer, kNone, changes, no,
     "SYSTEM {CLEAR|DROP} {DNS CACHE|CONNECTIONS CACHE|MARK CACHE|PRIMARY INDEX CACHE|UNCOMPRESSED CACHE|INDEX MARK CACHE|INDEX UNCOMPRESSED CACHE|VECTOR SIMILARITY INDEX CACHE|TEXT INDEX TOKENS CACHE|TEXT INDEX HEADER CACHE|TEXT INDEX POSTINGS CACHE|TEXT INDEX CACHES|MMAP CACHE|QUERY CONDITION CACHE|ENCRYPTION HEADERS CACHE|QUERY CACHE [TAG @string]|COMPILED EXPRESSION CACHE|ICEBERG METADATA CACHE|PAIMON METADATA CACHE|PARQUET METADATA CACHE|POINT IN POLYGON CACHE|DISTRIBUTED CACHE CONNECTIONS|DISTRIBUTED CACHE @string|PAGE CACHE|AVRO SCHEMA CACHE|S3 CLIENT CACHE} ^",
     "SYSTEM CLEAR QUERY CACHE TAG 'x'"},
    {system, "system", kServer, kNone, changes, no,
     "SYSTEM {CLEAR|DROP} FILESYSTEM CACHE [@string [KEY @word [OFFSET @word]]] ^",
     "SYSTEM CLEAR FILESYSTEM CACHE 'c'"},
    {system, "system", kServer, kNone, changes, no,
     "SYSTEM RELOAD {DICTIONARIES|MODELS|FUNCTIONS|EMBEDDED DICTIONARIES|CONFIG|USERS|ASYNCHRONOUS METRICS} ^",
     "SYSTEM RELOAD CONFIG"},
    {system, "system", kServer, kNone, changes, no,
     "SYSTEM {SHUTDOWN|KILL|UNLOAD DICTIONARIES|RESTART REPLICAS|JEMALLOC PURGE|JEMALLOC ENABLE PROFILE|JEMALLOC DISABLE PROFILE|JEMALLOC FLUSH PROFILE|SYNC TRANSACTION LOG|SYNC FILE CACHE|SYNC FILESYSTEM CACHE [@string]|REPLICA READY|REPLICA UNREADY|RESET COVERAGE|RECONNECT ZOOKEEPER|RESET DDL WORKER|INSTRUMENT ADD|INSTRUMENT REMOVE} ^",
     "SYSTEM RESTART REPLICAS"},

    // only on the server it is sent to
    {system_local, "system_local", Scope::one_host, kNone, changes, no,
     "SYSTEM {{CLEAR|DROP} SCHEMA CACHE|{CLEAR|DROP} FORMAT SCHEMA CACHE|DROP CATALOG REPLICA|RELOAD DELTA KERNEL TRACING|UNFREEZE WITH NAME|ENABLE FAILPOINT|DISABLE FAILPOINT|WAIT FAILPOINT|NOTIFY FAILPOINT|ALLOCATE MEMORY|FREE MEMORY|SET COVERAGE TEST|UNLOCK SNAPSHOT|TEST VIEW}",
     "SYSTEM UNFREEZE WITH NAME 'b'"},
    {system_local, "system_local", Scope::one_host, kNone, changes, no,
     "SYSTEM {START|STOP|PAUSE|CANCEL|REFRESH|WAIT} [REPLICATED] {VIEW|VIEWS|ALL BACKGROUND}",
     "SYSTEM REFRESH VIEW shop.v"},
    {system_local, "system_local", Scope::one_host, kNone, changes, no,
     "SYSTEM {STOP|START|PAUSE|CANCEL|REFRESH} @name",
     "SYSTEM REFRESH shop.v"},
};
// clang-format on

}  // namespace

std::span<const StatementRow> system_rows() { return kRows; }

}  // namespace godwit::sql
