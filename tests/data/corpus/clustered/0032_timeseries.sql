SET allow_experimental_time_series_table = 1;
CREATE TABLE harbor.receiver_series ON CLUSTER default ENGINE = TimeSeries SAMPLES INNER ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY (id, timestamp) TAGS INNER ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') PRIMARY KEY metric_name ORDER BY (metric_name, id) METRICS INNER ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY metric_family_name;
CREATE TABLE harbor.antenna_series ON CLUSTER default ENGINE = TimeSeries SETTINGS store_min_time_and_max_time = 1
    SAMPLES ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY (id, timestamp)
    TAGS ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY (metric_name, id)
    METRICS ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY metric_family_name;
