CREATE TABLE harbor.positions ON CLUSTER default
(
    mmsi UInt32 CODEC(Delta, ZSTD(1)),
    at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    lat Float64 CODEC(Gorilla, ZSTD(1)),
    lon Float64 CODEC(Gorilla, ZSTD(1)),
    speed_kn Float32,
    course UInt16,
    source Enum8('terrestrial' = 1, 'satellite' = 2),
    raw String DEFAULT '' COMMENT 'the sentence; as received',
    day Date MATERIALIZED toDate(at),
    speed_ms Float32 ALIAS speed_kn * 0.514444
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
PARTITION BY toYYYYMM(at)
ORDER BY (mmsi, at)
TTL toDateTime(at) + INTERVAL 2 YEAR
SETTINGS index_granularity = 8192;
