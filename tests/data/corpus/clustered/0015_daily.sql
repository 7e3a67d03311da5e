CREATE TABLE harbor.calls_daily ON CLUSTER default (day Date, locode FixedString(5), calls UInt64, hours Float64) ENGINE = ReplicatedSummingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', (calls, hours)) PARTITION BY toYear(day) ORDER BY (locode, day);
CREATE MATERIALIZED VIEW harbor.calls_per_flag ON CLUSTER default
ENGINE = ReplicatedSummingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
PARTITION BY toYear(day)
ORDER BY (flag, day)
POPULATE
AS SELECT toDate(arrived) AS day, toString(substring(locode, 1, 2)) AS flag, count() AS calls
FROM harbor.port_calls GROUP BY day, flag;
CREATE MATERIALIZED VIEW harbor.calls_daily_mv ON CLUSTER default TO harbor.calls_daily AS SELECT toDate(arrived) AS day, locode, toUInt64(sum(sign)) AS calls, 0. AS hours FROM harbor.port_calls GROUP BY day, locode;
