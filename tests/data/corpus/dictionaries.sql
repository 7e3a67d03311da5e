-- Imitates a retailer's lookup layer: one dictionary for every source ClickHouse can read from, in
-- nearly every layout, and the tables that use them.

CREATE DATABASE IF NOT EXISTS lookup;
CREATE DICTIONARY lookup.countries (code String, name String DEFAULT '', eu UInt8 DEFAULT 0) PRIMARY KEY code SOURCE(CLICKHOUSE(HOST 'localhost' PORT tcpPort() USER 'default' DB 'ref' TABLE 'countries' WHERE 'deleted = 0; -- sic')) LAYOUT(COMPLEX_KEY_HASHED()) LIFETIME(MIN 300 MAX 600);
CREATE DICTIONARY IF NOT EXISTS lookup.currencies
(
    id UInt64 IS_OBJECT_ID,
    iso String DEFAULT 'XXX' INJECTIVE,
    rate Decimal64(6) DEFAULT 1 EXPRESSION toDecimal64(raw_rate, 6),
    parent UInt64 DEFAULT 0 HIERARCHICAL BIDIRECTIONAL
)
PRIMARY KEY id
LIFETIME(3600)
LAYOUT(FLAT(INITIAL_ARRAY_SIZE 50000 MAX_ARRAY_SIZE 5000000))
SOURCE(POSTGRESQL(PORT 5432 HOST 'pg' USER 'u' PASSWORD 'p''w' DB 'fx' TABLE 'rates' SCHEMA 'public' INVALIDATE_QUERY 'SELECT max(updated) FROM rates'))
COMMENT 'FX; daily';
CREATE OR REPLACE DICTIONARY lookup.stores (store_id UInt64, title String, lat Float64, lon Float64) PRIMARY KEY store_id SOURCE(MYSQL(HOST 'my' PORT 3306 USER 'r' PASSWORD '' DB 'shop' TABLE 'stores' REPLICA(PRIORITY 1 HOST 'my1') REPLICA(PRIORITY 2 HOST 'my2'))) LAYOUT(HASHED(SHARDS 4)) LIFETIME(MIN 0 MAX 86400);
REPLACE DICTIONARY lookup.stores (store_id UInt64, title String) PRIMARY KEY store_id SOURCE(MYSQL(NAME my_core TABLE 'stores')) LAYOUT(SPARSE_HASHED()) LIFETIME(0);
CREATE DICTIONARY lookup.skus (sku String, price Decimal(18, 4), vat Float32) PRIMARY KEY sku SOURCE(MONGODB(URI 'mongodb://m:27017/shop' COLLECTION 'sku')) LAYOUT(COMPLEX_KEY_CACHE(SIZE_IN_CELLS 1000000)) LIFETIME(MIN 10 MAX 20);
CREATE DICTIONARY lookup.sessions (`key` UInt64, value String) PRIMARY KEY `key` SOURCE(REDIS(HOST 'redis' PORT 6379 STORAGE_TYPE 'simple' DB_INDEX 0)) LAYOUT(CACHE(SIZE_IN_CELLS 100000)) LIFETIME(60);
CREATE DICTIONARY lookup.geo (prefix String, asn UInt32, cca2 String DEFAULT '??') PRIMARY KEY prefix SOURCE(HTTP(URL 'https://geo.example/v1/ip.csv?x=1;y=2' FORMAT 'CSV' CREDENTIALS(USER 'a' PASSWORD 'b') HEADERS(HEADER(NAME 'API-KEY' VALUE 'k;1')))) LAYOUT(IP_TRIE(ACCESS_TO_KEY_FROM_ATTRIBUTES 1)) LIFETIME(3600);
CREATE DICTIONARY lookup.zones (area Array(Array(Array(Tuple(Float64, Float64)))), zone String) PRIMARY KEY area SOURCE(FILE(PATH '/var/lib/clickhouse/user_files/zones.jsonl' FORMAT 'JSONEachRow')) LAYOUT(POLYGON(STORE_POLYGON_KEY_COLUMN 1)) LIFETIME(0);
CREATE DICTIONARY lookup.ads (id UInt64, `start` Date, `end` Nullable(Date), bid Float64) PRIMARY KEY id SOURCE(CLICKHOUSE(QUERY 'SELECT id, start, end, bid FROM ads.bids WHERE note != '';''')) LAYOUT(RANGE_HASHED(RANGE_LOOKUP_STRATEGY 'max')) RANGE(MIN `start` MAX `end`) LIFETIME(MIN 1 MAX 1000);
CREATE DICTIONARY lookup.ads_by_key (a String, b UInt32, `from` DateTime, `to` DateTime, v String) PRIMARY KEY a, b SOURCE(CLICKHOUSE(TABLE 'ads_keyed')) LAYOUT(COMPLEX_KEY_RANGE_HASHED()) RANGE(MIN `from` MAX `to`) LIFETIME(5);
CREATE DICTIONARY lookup.scores (k UInt64, v Float32) PRIMARY KEY k SOURCE(EXECUTABLE(COMMAND 'cat /opt/scores.tsv; true' FORMAT 'TabSeparated' IMPLICIT_KEY false)) LAYOUT(HASHED_ARRAY(SHARDS 2)) LIFETIME(300);
CREATE DICTIONARY lookup.scores_pool (k UInt64, v Float32) PRIMARY KEY k SOURCE(EXECUTABLE_POOL(COMMAND 'score.py' FORMAT 'TabSeparated' POOL_SIZE 8 COMMAND_TERMINATION_TIMEOUT 10)) LAYOUT(DIRECT());
CREATE DICTIONARY lookup.agents (regexp String, name String, version String DEFAULT '\\1') PRIMARY KEY (regexp) SOURCE(YAMLRegExpTree(PATH '/var/lib/clickhouse/user_files/agents.yaml')) LAYOUT(REGEXP_TREE) LIFETIME(0);
CREATE DICTIONARY lookup.odbc_things (id UInt64, v String) PRIMARY KEY id SOURCE(ODBC(DB 'd' TABLE 't' CONNECTION_STRING 'DSN=old;UID=x')) LAYOUT(SSD_CACHE(BLOCK_SIZE 4096 FILE_SIZE 16777216 READ_BUFFER_SIZE 1048576 PATH '/var/lib/clickhouse/user_files/ssd')) LIFETIME(1000);
CREATE DICTIONARY lookup.jdbc_things (id String, v String) PRIMARY KEY id SOURCE(JDBC(TABLE 't' URL 'jdbc:oracle:thin:@h:1521/x')) LAYOUT(COMPLEX_KEY_DIRECT());
CREATE DICTIONARY lookup.cass (id UUID, v String) PRIMARY KEY id SOURCE(CASSANDRA(HOST 'c1' PORT 9042 KEYSPACE 'ks' COLUMN_FAMILY 't' CONSISTENCY 'One')) LAYOUT(COMPLEX_KEY_HASHED_ARRAY()) LIFETIME(10);
CREATE DICTIONARY lookup.lib (id UInt64, v String) PRIMARY KEY id SOURCE(LIBRARY(PATH '/usr/lib/ch/dict.so' SETTINGS(a 'b'))) LAYOUT(FLAT) LIFETIME(MIN 0 MAX 0);
CREATE DICTIONARY lookup.nothing (id UInt64, v String) PRIMARY KEY id SOURCE(NULL()) LAYOUT(HASHED()) LIFETIME(0) SETTINGS(format_csv_allow_single_quotes = 0);
CREATE DICTIONARY lookup.ssd_pair (a String, b String, v String) PRIMARY KEY a, b SOURCE(CLICKHOUSE(DB 'ref' TABLE 'pairs' SECURE 1)) LAYOUT(COMPLEX_KEY_SSD_CACHE(PATH '/var/lib/clickhouse/user_files/ssd2')) LIFETIME(60);
CREATE DICTIONARY lookup.poly_index (p Array(Array(Array(Array(Float64)))), n String) PRIMARY KEY p SOURCE(CLICKHOUSE(TABLE 'polys')) LAYOUT(POLYGON_INDEX_CELL(MIN_INTERSECTIONS 1 MAX_DEPTH 5)) LIFETIME(0);
CREATE DICTIONARY lookup.poly_each (p Array(Array(Array(Array(Float64)))), n String) PRIMARY KEY p SOURCE(CLICKHOUSE(TABLE 'polys')) LAYOUT(POLYGON_INDEX_EACH()) LIFETIME(0);
CREATE DICTIONARY lookup.sparse_pair (a String, b UInt8, v String) PRIMARY KEY (a, b) SOURCE(CLICKHOUSE(TABLE 'pairs')) LAYOUT(COMPLEX_KEY_SPARSE_HASHED(PREALLOCATE 1)) LIFETIME(MIN 1 MAX 2);
CREATE DICTIONARY "lookup"."odd name" ("order by" UInt64, `engine` String DEFAULT 'ENGINE = MergeTree', `on.cluster` String DEFAULT 'ON CLUSTER x') PRIMARY KEY "order by" SOURCE(CLICKHOUSE(TABLE 'cluster' DB 'on')) LAYOUT(HASHED()) LIFETIME(1) COMMENT 'PRIMARY KEY x; LAYOUT(FLAT())';
CREATE TABLE lookup.countries_table (code String, name String, eu UInt8) ENGINE = Dictionary('lookup.countries');
CREATE DATABASE lookup_dicts ENGINE = Dictionary;
CREATE TABLE lookup.sales
(
    sku String,
    country String,
    sold_on Date,
    price Decimal(18, 4) MATERIALIZED dictGet('lookup.skus', 'price', sku),
    country_name String ALIAS dictGetOrDefault('lookup.countries', 'name', country, 'n/a; unknown'),
    rate Float64 DEFAULT dictGetFloat64('lookup.currencies', 'rate', toUInt64(1))
) ENGINE = SummingMergeTree((price)) PARTITION BY toYYYYMM(sold_on) ORDER BY (country, sku, sold_on);
CREATE VIEW lookup.zone_of AS SELECT dictGet('lookup.zones', 'zone', (lon, lat)) AS zone, x.* FROM lookup.points AS x;
ALTER TABLE lookup.countries MODIFY COMMENT 'by ISO code';
SYSTEM RELOAD DICTIONARY lookup.countries;
SYSTEM RELOAD DICTIONARY 'lookup.countries';
SYSTEM RELOAD DICTIONARIES;
SYSTEM UNLOAD DICTIONARY lookup.skus;
DETACH DICTIONARY lookup.nothing; ATTACH DICTIONARY lookup.nothing;
RENAME DICTIONARY lookup.lib TO lookup.lib_old, lookup.cass TO lookup.cassandra_things;
EXCHANGE DICTIONARIES lookup.lib_old AND lookup.nothing;
DROP DICTIONARY IF EXISTS lookup.lib_old, lookup.nothing SYNC;
SHOW CREATE DICTIONARY lookup.countries;
EXISTS DICTIONARY lookup.skus;
SELECT dictGet('lookup.ads', 'bid', toUInt64(7), today()), dictHas(lookup.countries, tuple('NL')) FROM dictionary('lookup.countries') LIMIT 1;
INSERT INTO lookup.sales (sku, country, sold_on) SELECT sku, 'NL', today() FROM dictionary(lookup.skus);
