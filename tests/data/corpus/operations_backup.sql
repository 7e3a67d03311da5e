-- Imitates an operator's runbook of a hosting company: backups and restores in every shape, SYSTEM
-- commands, workloads and resources, named collections, kills, checks.

BACKUP TABLE shop.orders TO Disk('backups', 'orders; 1.zip');
BACKUP TABLE shop.orders AS shop.orders_copy PARTITIONS '202601', '202602', DATABASE crm EXCEPT TABLES tmp, `tmp;2` TO S3('https://b.example/backups/', 'key', 'secret') SETTINGS compression_method = 'zstd', base_backup = Disk('backups', 'base.zip') ASYNC;
BACKUP DATABASE shop AS shop_saved TO File('/backups/shop');
BACKUP ALL EXCEPT DATABASES system, information_schema EXCEPT TABLES shop.sessions TO Disk('backups', 'all.zip') SETTINGS password = 'p;w', id = 'nightly';
BACKUP VIEW shop.daily, DICTIONARY shop.rates TO Disk('backups', 'views.zip');
BACKUP TABLE shop.on, TABLE shop.cluster TO Null SYNC;
BACKUP ALL TO AzureBlobStorage('DefaultEndpointsProtocol=https;AccountName=x', 'container', 'path');
RESTORE TABLE shop.orders FROM Disk('backups', 'orders; 1.zip');
RESTORE TABLE shop.orders AS shop.orders_restored PARTITION '202601' FROM Disk('backups', '1.zip') SETTINGS allow_non_empty_tables = true, structure_only = false ASYNC;
RESTORE DATABASE shop_saved AS shop FROM File('/backups/shop') SETTINGS create_database = 'if-not-exists';
RESTORE ALL EXCEPT TABLES shop.sessions FROM Disk('backups', 'all.zip') SETTINGS storage_policy = '', restore_broken_parts_as_detached = 1;
RESTORE DICTIONARY shop.rates, VIEW shop.daily FROM Disk('backups', 'views.zip');

CREATE NAMED COLLECTION IF NOT EXISTS s3_cold AS url = 'https://b.example/cold/;v=1', access_key_id = 'AK', secret_access_key = 'SK' NOT OVERRIDABLE, format = 'Parquet' OVERRIDABLE;
CREATE NAMED COLLECTION "pg.core" AS host = 'pg', port = 5432, user = 'r', password = 'p''; DROP TABLE x', `on_conflict` = 'ON CONFLICT DO NOTHING';
CREATE NAMED COLLECTION kafka_main AS kafka_broker_list = 'k:9092', kafka_topic_list = 'a,b', kafka_group_name = 'g', kafka_format = 'Avro', format_avro_schema_registry_url = 'http://sr:8081';
ALTER NAMED COLLECTION s3_cold SET url = 'https://b.example/colder/' NOT OVERRIDABLE, region = 'eu;1';
ALTER NAMED COLLECTION s3_cold DELETE region, format;
DROP NAMED COLLECTION IF EXISTS "pg.core";
CREATE TABLE shop.from_pg ENGINE = PostgreSQL(`pg.core`, database = 'core', table = 'orders', schema = 'public');
CREATE TABLE shop.from_my (id UInt64, v String) ENGINE = MySQL('my:3306', 'core', 't', 'u', 'p;w', 1, 'ON DUPLICATE KEY UPDATE v = VALUES(v)');
CREATE TABLE shop.from_mongo (id String) ENGINE = MongoDB('m:27017', 'shop', 'c', 'u', 'p');
CREATE TABLE shop.cold_orders ENGINE = S3(s3_cold, filename = 'orders/*.parquet');
CREATE TABLE shop.lake ENGINE = IcebergS3('https://b.example/lake/orders/', 'k', 's');
CREATE TABLE shop.delta ENGINE = DeltaLake('https://b.example/delta/;x/', 'k', 's') SETTINGS iceberg_format_version = 2;
CREATE TABLE shop.redis_kv (k String, v String) ENGINE = Redis('redis:6379', 0, 'pw') PRIMARY KEY k;
CREATE TABLE shop.url_in (a UInt8) ENGINE = URL('https://x.example/a.csv?b=1;c=2', CSV, 'gzip', headers('a' = 'b; c'));
CREATE TABLE shop.files (a UInt8) ENGINE = File(TabSeparated);
CREATE TABLE shop.gen (a UInt8, s String) ENGINE = GenerateRandom(1, 5, 3);
CREATE TABLE shop.merged (a UInt8) ENGINE = Merge(REGEXP('^shop'), '^orders_.*;?$');
CREATE TABLE shop.aliased ENGINE = Alias('shop', 'orders');
CREATE TABLE shop.set_of_ids (id UInt64) ENGINE = Set SETTINGS persistent = 0;
CREATE TABLE shop.join_of_ids (id UInt64, v String) ENGINE = Join(ANY, LEFT, id) SETTINGS join_use_nulls = 1;
CREATE TABLE shop.tiny (a UInt8) ENGINE = TinyLog; CREATE TABLE shop.stripe (a UInt8) ENGINE = StripeLog(); CREATE TABLE shop.log (a UInt8) ENGINE Log;
CREATE TABLE shop.mem (a UInt8) ENGINE = Memory SETTINGS min_rows_to_keep = 100, max_rows_to_keep = 1000;
CREATE TABLE shop.exe (a String) ENGINE = Executable('gen.sh; ls', TabSeparated, (SELECT 1 -- not the end;
    # nor; this
    )) SETTINGS send_chunk_header = 0;
CREATE DATABASE shop_pg ENGINE = PostgreSQL('pg:5432', 'core', 'u', 'p', 'public', 1);
CREATE DATABASE shop_my ENGINE = MySQL('my:3306', core, 'u', 'p');
CREATE DATABASE shop_mpg ENGINE = MaterializedPostgreSQL('pg:5432', 'core', 'u', 'p') SETTINGS materialized_postgresql_tables_list = 't1,t2';
CREATE DATABASE shop_lake ENGINE = DataLakeCatalog('http://rest:8181/v1') SETTINGS catalog_type = 'rest', warehouse = 'w; x';
CREATE DATABASE shop_files ENGINE = Filesystem('/data;/x');
CREATE DATABASE shop_lite ENGINE = SQLite('/data/lite.db');

CREATE RESOURCE io_net (READ DISK s3, WRITE DISK s3);
CREATE RESOURCE IF NOT EXISTS cpu (MASTER THREAD, WORKER THREAD);
CREATE OR REPLACE RESOURCE io_any (READ ANY DISK, WRITE ANY DISK);
CREATE RESOURCE slots (QUERY);
CREATE WORKLOAD `all`;
CREATE OR REPLACE WORKLOAD production IN `all` SETTINGS weight = 9, max_io_requests = 100 FOR io_net, max_concurrent_threads = 64 FOR cpu;
CREATE WORKLOAD IF NOT EXISTS development IN `all` SETTINGS priority = 1;
DROP WORKLOAD IF EXISTS development; DROP RESOURCE IF EXISTS slots;

SYSTEM RELOAD CONFIG; SYSTEM RELOAD USERS; SYSTEM RELOAD FUNCTIONS; SYSTEM RELOAD FUNCTION rag_score;
SYSTEM FLUSH LOGS; SYSTEM FLUSH LOGS query_log, system.part_log; SYSTEM FLUSH ASYNC INSERT QUEUE; SYSTEM FLUSH ASYNC INSERT QUEUE shop.orders;
SYSTEM DROP DNS CACHE; SYSTEM CLEAR MARK CACHE; SYSTEM DROP UNCOMPRESSED CACHE; SYSTEM DROP FILESYSTEM CACHE; SYSTEM DROP FILESYSTEM CACHE 's3_cache'; SYSTEM DROP QUERY CACHE TAG 'a;b';
SYSTEM DROP SCHEMA CACHE FOR S3; SYSTEM DROP FORMAT SCHEMA CACHE FOR Protobuf;
SYSTEM SYNC REPLICA shop.orders; SYSTEM SYNC REPLICA shop.orders STRICT; SYSTEM SYNC REPLICA shop.orders LIGHTWEIGHT FROM 'r1', 'r2; r3'; SYSTEM SYNC REPLICA shop.orders IF EXISTS PULL;
SYSTEM SYNC DATABASE REPLICA shop;
SYSTEM RESTART REPLICA shop.orders; SYSTEM RESTART REPLICAS; SYSTEM RESTORE REPLICA shop.orders;
SYSTEM DROP REPLICA 'r9' FROM TABLE shop.orders; SYSTEM DROP REPLICA 'r9' FROM DATABASE shop; SYSTEM DROP REPLICA 'r9' FROM ZKPATH '/clickhouse/tables/01/x;y'; SYSTEM DROP REPLICA 'r9';
SYSTEM STOP FETCHES shop.orders; SYSTEM START FETCHES shop.orders; SYSTEM STOP REPLICATED SENDS; SYSTEM START REPLICATED SENDS; SYSTEM STOP REPLICATION QUEUES shop.orders; SYSTEM START REPLICATION QUEUES shop.orders; SYSTEM STOP PULLING REPLICATION LOG; SYSTEM START PULLING REPLICATION LOG shop.orders; SYSTEM STOP CLEANUP shop.orders; SYSTEM START CLEANUP shop.orders;
SYSTEM WAIT LOADING PARTS shop.orders;
SYSTEM STOP LISTEN TCP SECURE; SYSTEM START LISTEN QUERIES ALL EXCEPT HTTP, CUSTOM 'proto; x';
SYSTEM ENABLE FAILPOINT smt_x; SYSTEM DISABLE FAILPOINT smt_x;
SYSTEM JEMALLOC PURGE; SYSTEM SYNC FILE CACHE; SYSTEM STOP THREAD FUZZER; SYSTEM SUSPEND FOR 3 SECOND;
KILL QUERY WHERE query_id = '2-857d;' TEST; KILL TRANSACTION WHERE tid.1 = 5;
SHOW TABLES FROM shop LIKE 'o%' LIMIT 5 INTO OUTFILE '/tmp/x; y.tsv' FORMAT TSV;
SHOW CLUSTERS; SHOW FULL COLUMNS FROM orders FROM shop; SHOW INDEXES FROM shop.orders; SHOW PROCESSLIST; SHOW ENGINES; SHOW SETTING max_threads;
EXISTS TABLE shop.orders; EXISTS shop.orders; DESC shop.orders; CHECK ALL TABLES; WATCH shop.wv LIMIT 1;
RENAME DATABASE shop TO shop_eu; ALTER DATABASE shop_eu MODIFY COMMENT 'moved; 2026'; DETACH DATABASE shop_eu; ATTACH DATABASE shop_eu; DROP DATABASE IF EXISTS shop_eu SYNC
