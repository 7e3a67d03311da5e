-- A new sorting key needs a new table: build, fill, swap, drop.
CREATE TABLE harbor.vessels_new ON CLUSTER default (mmsi UInt32, imo Nullable(UInt32), name String, flag LowCardinality(String), length Float32, beam Float32, updated_at DateTime, INDEX ix_name name TYPE bloom_filter(0.01) GRANULARITY 1) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', updated_at) PARTITION BY tuple() PRIMARY KEY mmsi ORDER BY (mmsi, flag);
INSERT INTO harbor.vessels_new SELECT mmsi, imo, name, flag, length, beam, updated_at FROM harbor.vessels;
EXCHANGE TABLES harbor.vessels AND harbor.vessels_new ON CLUSTER default;
RENAME TABLE harbor.vessels_new TO harbor_staging.vessels_before_0022 ON CLUSTER default;
DROP TABLE harbor_staging.vessels_before_0022 ON CLUSTER default SYNC;
