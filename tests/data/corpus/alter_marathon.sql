-- Imitates the migration log of a logistics company whose one big table lived for years: every
-- ALTER command there is, mixed with others, with and without parentheses.

CREATE TABLE fleet.trips
(
    trip_id UInt64,
    vehicle UInt32,
    started DateTime('Europe/Amsterdam'),
    ended Nullable(DateTime),
    km Float32,
    driver String,
    route Array(Tuple(lat Float64, lon Float64)),
    state Enum8('planned' = 0, 'driving' = 1, 'done; paid' = 2),
    note String DEFAULT '' TTL started + INTERVAL 1 MONTH,
    cost Decimal(10, 2),
    `legacy.flag` UInt8
)
ENGINE = MergeTree PARTITION BY toYYYYMM(started) ORDER BY (vehicle, started, trip_id);

ALTER TABLE fleet.trips ADD COLUMN fuel Nullable(Float32);
ALTER TABLE fleet.trips ADD COLUMN IF NOT EXISTS fuel_type LowCardinality(String) DEFAULT 'diesel' COMMENT 'diesel, petrol; electric' CODEC(ZSTD(2)) STATISTICS(uniq) TTL started + INTERVAL 5 YEAR AFTER km, ADD COLUMN first_col UInt8 FIRST, ADD COLUMN avg_kmh Float32 MATERIALIZED km / greatest(1, dateDiff('hour', started, ifNull(ended, now()))), ADD COLUMN is_long Bool ALIAS km > 500, ADD COLUMN raw String EPHEMERAL, DROP COLUMN IF EXISTS `legacy.flag`;
ALTER TABLE fleet.trips (ADD COLUMN a1 UInt8), (ADD COLUMN a2 Array(UInt8) DEFAULT [1, 2, 3]), (DROP COLUMN a1);
ALTER TABLE fleet.trips RENAME COLUMN IF EXISTS a2 TO "a 2", RENAME COLUMN note TO remark;
ALTER TABLE fleet.trips CLEAR COLUMN IF EXISTS fuel IN PARTITION 202401, CLEAR COLUMN remark IN PARTITION ID '202402';
ALTER TABLE fleet.trips MODIFY COLUMN km Float64 DEFAULT 0 COMMENT 'kilometres, DROP COLUMN km' CODEC(Gorilla, ZSTD(1)), MODIFY COLUMN driver LowCardinality(String), MODIFY COLUMN IF EXISTS fuel Nullable(Float64) AFTER driver;
ALTER TABLE fleet.trips ALTER COLUMN cost TYPE Decimal(18, 2), MODIFY COLUMN cost DEFAULT 0;
ALTER TABLE fleet.trips MODIFY COLUMN remark REMOVE TTL, MODIFY COLUMN km REMOVE CODEC, MODIFY COLUMN km REMOVE COMMENT, MODIFY COLUMN cost REMOVE DEFAULT;
ALTER TABLE fleet.trips MODIFY COLUMN avg_kmh REMOVE MATERIALIZED, MODIFY COLUMN is_long REMOVE ALIAS;
ALTER TABLE fleet.trips MODIFY COLUMN state ADD ENUM VALUES ('lost' = 3, 'stolen; sold' = 4);
ALTER TABLE fleet.trips MODIFY COLUMN state Enum8('planned' = 0, 'driving' = 1, 'done; paid' = 2, 'lost' = 3, 'stolen; sold' = 4, 'ON CLUSTER' = 5), COMMENT COLUMN state 'see wiki; page "states"';
ALTER TABLE fleet.trips MODIFY COLUMN driver MODIFY SETTING max_compress_block_size = 131072, min_compress_block_size = 65536;
ALTER TABLE fleet.trips MODIFY COLUMN driver RESET SETTING max_compress_block_size, min_compress_block_size;
ALTER TABLE fleet.trips (MODIFY COLUMN driver MODIFY SETTING max_compress_block_size = 131072), (ADD COLUMN tail String);
ALTER TABLE fleet.trips MODIFY COLUMN driver String SETTINGS (max_compress_block_size = 1048576), DROP COLUMN tail;
ALTER TABLE fleet.trips MODIFY COLUMN driver String SETTINGS alter_sync = 2, mutations_sync = 0;
ALTER TABLE fleet.trips MATERIALIZE COLUMN avg_kmh IN PARTITION 202405;
ALTER TABLE fleet.trips ADD COLUMN region UInt16, MODIFY ORDER BY (vehicle, started, trip_id, region);
ALTER TABLE fleet.trips MODIFY TTL started + INTERVAL 3 YEAR DELETE WHERE state = 'lost', started + INTERVAL 1 YEAR RECOMPRESS CODEC(ZSTD(12)), started + INTERVAL 2 YEAR TO VOLUME IF EXISTS 'cold';
ALTER TABLE fleet.trips (MODIFY TTL started + INTERVAL 3 YEAR GROUP BY vehicle SET km = sum(km), cost = sum(cost), started + INTERVAL 9 YEAR), (ADD INDEX ix_driver driver TYPE bloom_filter GRANULARITY 2);
ALTER TABLE fleet.trips MATERIALIZE TTL, REMOVE TTL;
ALTER TABLE fleet.trips MODIFY SETTING max_parts_in_total = 5000, merge_with_ttl_timeout = 3600;
ALTER TABLE fleet.trips (RESET SETTING max_parts_in_total, merge_with_ttl_timeout), (MODIFY SETTING fsync_after_insert = true), (COMMENT COLUMN km 'x');
ALTER TABLE fleet.trips RESET SETTING fsync_after_insert, add, drop, column;
ALTER TABLE fleet.trips ADD INDEX IF NOT EXISTS ix_cost (cost, km) TYPE minmax GRANULARITY 1 FIRST, ADD INDEX ix_lower lower(driver) TYPE set(1000) AFTER ix_cost, MATERIALIZE INDEX ix_cost IN PARTITION 202501, CLEAR INDEX IF EXISTS ix_lower IN PARTITION 202501, DROP INDEX IF EXISTS ix_driver;
ALTER TABLE fleet.trips ADD PROJECTION IF NOT EXISTS per_day (WITH toDate(started) AS d SELECT d, vehicle, sum(km), count() GROUP BY d, vehicle), MATERIALIZE PROJECTION per_day, CLEAR PROJECTION IF EXISTS per_day IN PARTITION 202501, DROP PROJECTION per_day;
ALTER TABLE fleet.trips ADD CONSTRAINT IF NOT EXISTS positive CHECK km >= 0 AND cost >= 0, ADD CONSTRAINT known ASSUME vehicle > 0, DROP CONSTRAINT IF EXISTS old_one;
ALTER TABLE fleet.trips MODIFY CONSTRAINT positive CHECK km >= -1;
ALTER TABLE fleet.trips ADD STATISTICS km, cost TYPE tdigest, minmax;
ALTER TABLE fleet.trips MODIFY STATISTICS km TYPE uniq;
ALTER TABLE fleet.trips DROP STATISTICS IF EXISTS km, cost;
ALTER TABLE fleet.trips CLEAR STATISTICS IF EXISTS vehicle;
ALTER TABLE fleet.trips (MATERIALIZE STATISTICS vehicle, driver), (ADD COLUMN after_stats UInt8), (DROP STATISTICS vehicle, driver);
ALTER TABLE fleet.trips UPDATE km = if(km < 0, 0, km), remark = 'fixed, DROP COLUMN km' IN PARTITION 202403 WHERE km IN (-1, -2), DELETE WHERE driver = '' AND cost = 0, UPDATE cost = cost * 2 WHERE vehicle IN (SELECT id FROM fleet.doubled WHERE note != ', DELETE WHERE 1');
ALTER TABLE fleet.trips (UPDATE km = km + 1, cost = cost + 1 WHERE 1), (DELETE IN PARTITION 202404 WHERE trip_id % 2 = 0);
ALTER TABLE fleet.trips DELETE WHERE (vehicle, trip_id) IN ((1, 2), (3, 4)) SETTINGS mutations_sync = 1, allow_nondeterministic_mutations = 1;
ALTER TABLE fleet.trips APPLY DELETED MASK IN PARTITION 202404;
ALTER TABLE fleet.trips APPLY PATCHES, REWRITE PARTS IN PARTITION 202404;
ALTER TABLE fleet.trips MODIFY COMMENT 'trips since 2019; "legacy" rows have state = lost', COMMENT COLUMN vehicle '';
ALTER TABLE fleet.trips_mv MODIFY QUERY SELECT vehicle, sum(km) AS km FROM fleet.trips GROUP BY vehicle SETTINGS max_threads = 2;
ALTER TABLE fleet.trips_mv MODIFY REFRESH EVERY 6 HOUR OFFSET 30 MINUTE DEPENDS ON fleet.other_mv, fleet.third_mv SETTINGS refresh_retries = 1;
ALTER TABLE fleet.trips_mv MODIFY SQL SECURITY DEFINER DEFINER = etl;
ALTER TABLE fleet.trips_mv MODIFY DEFINER = CURRENT_USER SQL SECURITY DEFINER;
ALTER TABLE fleet.trips_v MODIFY SQL SECURITY INVOKER;
ALTER TABLE fleet.lake EXECUTE expire_snapshots('2026-01-01 00:00:00');
ALTER DATABASE fleet MODIFY COMMENT 'vehicles; trips';
ALTER DATABASE fleet_pg MODIFY SETTING materialized_postgresql_tables_list = 'a,b', materialized_postgresql_max_block_size = 65536;
ALTER NAMED COLLECTION IF EXISTS fleet_pg SET host = 'pg2', port = 5433 NOT OVERRIDABLE, password = 'a;b' OVERRIDABLE DELETE old_key, `older.key`;
ALTER TABLE fleet.trips MODIFY COLUMN ended DateTime64(3) DEFAULT toDateTime64('1970-01-01 00:00:00', 3), MODIFY COLUMN route Array(Tuple(lat Float64, lon Float64, `alt,m` Float32)), ADD COLUMN extra Map(String, Tuple(a UInt8, b Array(Tuple(c String)))) DEFAULT map('k', (1, [('x, DROP COLUMN y',)]));
ALTER TABLE fleet.trips
    ADD COLUMN `add` UInt8,
    ADD COLUMN `drop` UInt8,
    ADD COLUMN column UInt8,
    ADD COLUMN after UInt8 AFTER `drop`,
    ADD COLUMN first UInt8 FIRST,
    DROP COLUMN drop,
    DROP COLUMN column,
    RENAME COLUMN after TO modify,
    MODIFY COLUMN modify UInt16 DEFAULT first + 1;
