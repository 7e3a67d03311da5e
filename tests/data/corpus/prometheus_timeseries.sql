-- Imitates a metrics store that keeps Prometheus samples in TimeSeries tables, with downsampling,
-- Graphite rollups and a window view for alerts.

CREATE DATABASE prom;
SET allow_experimental_time_series_table = 1;
CREATE TABLE prom.raw ENGINE = TimeSeries;
CREATE TABLE prom.tuned ENGINE = TimeSeries
SETTINGS tags_to_columns = {'instance': 'instance', 'job': 'job'}, store_min_time_and_max_time = 1
SAMPLES ENGINE = MergeTree ORDER BY (id, timestamp)
TAGS ENGINE = AggregatingMergeTree PRIMARY KEY metric_name ORDER BY (metric_name, id)
METRICS ENGINE = ReplacingMergeTree ORDER BY metric_family_name;
CREATE TABLE prom.external ENGINE = TimeSeries DATA prom.samples TAGS prom.tags METRICS prom.families;
CREATE TABLE prom.inner_kw ENGINE = TimeSeries
    SAMPLES INNER ENGINE = MergeTree ORDER BY (id, timestamp)
    TAGS INNER ENGINE = ReplacingMergeTree ORDER BY id
    METRICS INNER ENGINE = ReplacingMergeTree() ORDER BY metric_family_name;
CREATE TABLE prom.data_kw (id UUID, tags Map(LowCardinality(String), String)) ENGINE = TimeSeries DATA ENGINE = MergeTree ORDER BY (id, timestamp) TAGS prom.tags METRICS ENGINE ReplacingMergeTree() ORDER BY metric_family_name;
CREATE TABLE prom.half_inner ENGINE = TimeSeries DATA INNER ENGINE = MergeTree ORDER BY (id, timestamp) SETTINGS index_granularity = 1024 TAGS ENGINE = ReplacingMergeTree ORDER BY id METRICS prom.families;
CREATE TABLE prom.samples (id UUID, timestamp DateTime64(3) CODEC(DoubleDelta), value Float64 CODEC(Gorilla)) ENGINE = MergeTree ORDER BY (id, timestamp);
CREATE TABLE prom.tags (id UUID, metric_name LowCardinality(String), tags Map(LowCardinality(String), String), min_time SimpleAggregateFunction(min, Nullable(DateTime64(3))), max_time SimpleAggregateFunction(max, Nullable(DateTime64(3)))) ENGINE = AggregatingMergeTree PRIMARY KEY metric_name ORDER BY (metric_name, id) SETTINGS allow_dimensions_outside_sorting_key = 1;
CREATE TABLE prom.families (metric_family_name String, type LowCardinality(String), unit LowCardinality(String), help String) ENGINE = ReplacingMergeTree ORDER BY metric_family_name;

CREATE TABLE prom.graphite
(
    Path String,
    Time DateTime,
    Value Float64,
    Version UInt32,
    col String
) ENGINE = GraphiteMergeTree('graphite_rollup')
PARTITION BY toYYYYMM(Time) ORDER BY (Path, Time) TTL Time + toIntervalMonth(24);

CREATE TABLE prom.graphite_ha (Path String, Time DateTime, Value Float64, Timestamp UInt32)
ENGINE = ReplicatedGraphiteMergeTree('/clickhouse/tables/{shard}/prom/graphite', '{replica}', 'graphite_rollup') PARTITION BY toYYYYMM(Time) ORDER BY (Path, Time);

CREATE TABLE prom.samples_5m
(
    id UUID,
    t DateTime('UTC'),
    n SimpleAggregateFunction(sum, UInt64),
    lo SimpleAggregateFunction(min, Float64),
    hi SimpleAggregateFunction(max, Float64),
    av AggregateFunction(avg, Float64),
    q AggregateFunction(quantileTDigest, Float64),
    mean Float64 ALIAS finalizeAggregation(av)
) ENGINE = AggregatingMergeTree() PARTITION BY toYYYYMM(t) ORDER BY (id, t)
TTL t + INTERVAL 7 DAY GROUP BY id, t SET n = sum(n), lo = min(lo), hi = max(hi), t + INTERVAL 2 YEAR DELETE;

CREATE MATERIALIZED VIEW prom.samples_5m_mv TO prom.samples_5m AS SELECT id, toStartOfFiveMinutes(timestamp) AS t, count() AS n, min(value) AS lo, max(value) AS hi, avgState(value) AS av, quantileTDigestState(value) AS q FROM prom.samples GROUP BY id, t;

CREATE TABLE prom.samples_1h (id UUID, t DateTime, v Nullable(Float64), w Nullable(Float64)) ENGINE = CoalescingMergeTree ORDER BY (id, t);
CREATE TABLE prom.samples_1d (id UUID, t Date, v Nullable(Float64), w Nullable(Float64)) ENGINE = CoalescingMergeTree((v, w)) ORDER BY (id, t);
CREATE MATERIALIZED VIEW prom.samples_1h_mv REFRESH EVERY 1 HOUR OFFSET 5 MINUTE RANDOMIZE FOR 2 MINUTE APPEND TO prom.samples_1h AS SELECT id, toStartOfHour(timestamp) AS t, avg(value) AS v, stddevPop(value) AS w FROM prom.samples WHERE timestamp >= now() - INTERVAL 1 HOUR GROUP BY id, t;
CREATE MATERIALIZED VIEW prom.samples_1d_mv REFRESH AFTER 1 DAY DEPENDS ON prom.samples_1h_mv SETTINGS refresh_retries = 5, refresh_retry_initial_backoff_ms = 500 ENGINE = MergeTree ORDER BY (id, t) SETTINGS index_granularity = 1024 EMPTY AS SELECT id, toDate(t) AS t, avg(v) AS v FROM prom.samples_1h GROUP BY id, t SETTINGS max_threads = 2;
ALTER TABLE prom.samples_1h_mv MODIFY REFRESH EVERY 2 HOUR RANDOMIZE FOR 10 MINUTE APPEND;
SYSTEM REFRESH VIEW prom.samples_1h_mv;
SYSTEM WAIT VIEW prom.samples_1h_mv; SYSTEM STOP VIEW prom.samples_1d_mv; SYSTEM START VIEW prom.samples_1d_mv; SYSTEM CANCEL VIEW prom.samples_1d_mv;

SET allow_experimental_window_view = 1;
CREATE WINDOW VIEW prom.alerts TO prom.alert_log WATERMARK = INTERVAL '2' SECOND ALLOWED_LATENESS = INTERVAL '10' SECOND AS SELECT count() AS n, tumbleStart(w) AS w_start FROM prom.samples GROUP BY tumble(timestamp, INTERVAL '10' SECOND) AS w;
CREATE WINDOW VIEW IF NOT EXISTS prom.alerts_hop INNER ENGINE = AggregatingMergeTree ORDER BY tuple() ENGINE = ReplacingMergeTree(w) ORDER BY w WATERMARK = ASCENDING POPULATE AS SELECT count() AS n, hopEnd(w) AS w FROM prom.samples GROUP BY hop(timestamp, INTERVAL '5' SECOND, INTERVAL '10' SECOND) AS w;
CREATE TABLE prom.alert_log (n UInt64, w_start DateTime, `on` Bool DEFAULT true, ttl UInt32 DEFAULT 60) ENGINE = MergeTree ORDER BY w_start TTL w_start + toIntervalSecond(ttl) WHERE `on`;

ALTER TABLE prom.graphite MODIFY SETTING merge_with_ttl_timeout = 7200;
ALTER TABLE prom.graphite RESET SETTING merge_with_ttl_timeout, index_granularity_bytes;
ALTER TABLE prom.samples_5m REMOVE TTL;
ALTER TABLE prom.samples_5m MATERIALIZE TTL IN PARTITION ID '202601';
ALTER TABLE prom.samples MODIFY SAMPLE BY cityHash64(id);
ALTER TABLE prom.samples REMOVE SAMPLE BY, COMMENT COLUMN IF EXISTS value 'gauge or counter', MODIFY COMMENT 'raw samples; 15 days';
ALTER TABLE prom.samples ADD COLUMN tenant UInt32, MODIFY ORDER BY (id, timestamp, tenant);
SELECT id, value FROM prom.samples WHERE timestamp > now() - 300 ORDER BY value DESC LIMIT 1 WITH TIES SETTINGS max_threads = 1;
SELECT * FROM timeSeriesSamples(prom.raw);
SELECT * FROM prometheusQuery(prom.raw, 'up{job="node; exporter"}', now());
INSERT INTO prom.families VALUES ('http_requests_total', 'counter', '', 'requests; all of them') ('up', 'gauge', '', 'is it -- up?');
TRUNCATE TABLE prom.samples_1h SYNC;
DROP VIEW prom.samples_1h_mv, prom.samples_1d_mv;
DROP VIEW IF EXISTS prom.alerts;
