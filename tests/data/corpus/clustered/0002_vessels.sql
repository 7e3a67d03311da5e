CREATE TABLE IF NOT EXISTS harbor.vessels ON CLUSTER default
(
    `mmsi` UInt32,
    `imo` Nullable(UInt32),
    `name` String,
    `flag` LowCardinality(String),
    `length_m` Float32,
    `updated_at` DateTime
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', updated_at)
ORDER BY mmsi;
