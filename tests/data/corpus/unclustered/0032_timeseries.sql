SET allow_experimental_time_series_table = 1;
CREATE TABLE harbor.receiver_series ENGINE = TimeSeries SAMPLES INNER ENGINE = MergeTree ORDER BY (id, timestamp) TAGS INNER ENGINE = AggregatingMergeTree PRIMARY KEY metric_name ORDER BY (metric_name, id) METRICS INNER ENGINE = ReplacingMergeTree ORDER BY metric_family_name;
CREATE TABLE harbor.antenna_series ENGINE = TimeSeries SETTINGS store_min_time_and_max_time = 1
    SAMPLES ENGINE = MergeTree ORDER BY (id, timestamp)
    TAGS ENGINE = ReplacingMergeTree ORDER BY (metric_name, id)
    METRICS ENGINE = ReplacingMergeTree ORDER BY metric_family_name;
