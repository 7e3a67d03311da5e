CREATE TABLE IF NOT EXISTS harbor.vessels
(
    `mmsi` UInt32,
    `imo` Nullable(UInt32),
    `name` String,
    `flag` LowCardinality(String),
    `length_m` Float32,
    `updated_at` DateTime
)
ENGINE = ReplacingMergeTree(updated_at)
ORDER BY mmsi;
