CREATE TABLE harbor.traffic_hourly ON CLUSTER default
(
    hour DateTime,
    cell UInt64,
    vessels AggregateFunction(uniq, UInt32),
    fastest SimpleAggregateFunction(max, Float32),
    positions SimpleAggregateFunction(sum, UInt64),
    vessel_count UInt64 ALIAS finalizeAggregation(vessels)
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
PARTITION BY toYYYYMM(hour)
ORDER BY (cell, hour);
CREATE MATERIALIZED VIEW IF NOT EXISTS harbor.traffic_hourly_mv ON CLUSTER default TO harbor.traffic_hourly
AS SELECT toStartOfHour(at) AS hour, geohashDecode(geohashEncode(lon, lat, 4)).1::UInt64 AS cell, uniqState(mmsi) AS vessels, max(speed_kn) AS fastest, count() AS positions
FROM harbor.positions GROUP BY hour, cell;
CREATE TABLE harbor.traffic_hourly_all ON CLUSTER default AS harbor.traffic_hourly ENGINE = Distributed(default, harbor, traffic_hourly);
