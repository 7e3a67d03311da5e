-- Imitates the storage of an OpenTelemetry collector: logs, traces and five metric kinds, with
-- codecs, skip indexes, text indexes, Map and JSON columns, TTL to volumes.

CREATE DATABASE IF NOT EXISTS otel ENGINE = Atomic COMMENT 'OpenTelemetry';

CREATE TABLE IF NOT EXISTS otel.logs (
    `Timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    `TimestampTime` DateTime DEFAULT toDateTime(Timestamp),
    `TraceId` String CODEC(ZSTD(1)),
    `SpanId` String CODEC(ZSTD(1)),
    `TraceFlags` UInt8,
    `SeverityText` LowCardinality(String) CODEC(ZSTD(1)),
    `SeverityNumber` UInt8,
    `ServiceName` LowCardinality(String) CODEC(ZSTD(1)),
    `Body` String CODEC(ZSTD(1)),
    `ResourceSchemaUrl` LowCardinality(String) CODEC(ZSTD(1)),
    `ResourceAttributes` Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    `ScopeAttributes` Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    `LogAttributes` Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    `k8s.pod` LowCardinality(String) MATERIALIZED ResourceAttributes['k8s.pod.name'] CODEC(ZSTD(1)),
    INDEX idx_trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
    INDEX idx_res_attr_key mapKeys(ResourceAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_res_attr_value mapValues(ResourceAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_log_attr_key mapKeys(LogAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_lower_body lower(Body) TYPE tokenbf_v1(32768, 3, 0) GRANULARITY 8,
    INDEX idx_body Body TYPE text(tokenizer = 'splitByNonAlpha', preprocessor = lower(Body)) GRANULARITY 100000000,
)
ENGINE = MergeTree
PARTITION BY toDate(TimestampTime)
PRIMARY KEY (ServiceName, TimestampTime)
ORDER BY (ServiceName, TimestampTime, Timestamp)
TTL TimestampTime + toIntervalDay(3) TO VOLUME 'warm',
    TimestampTime + toIntervalDay(14) RECOMPRESS CODEC(ZSTD(17)),
    TimestampTime + toIntervalDay(30) DELETE WHERE SeverityNumber < 13,
    TimestampTime + toIntervalDay(90) DELETE
SETTINGS index_granularity = 8192, ttl_only_drop_parts = 0, storage_policy = 'tiered';

CREATE TABLE otel.traces
(
    Timestamp DateTime64(9) CODEC(Delta, ZSTD(1)),
    TraceId String CODEC(ZSTD(1)),
    SpanId String CODEC(ZSTD(1)),
    ParentSpanId String CODEC(ZSTD(1)),
    SpanName LowCardinality(String),
    SpanKind LowCardinality(String),
    ServiceName LowCardinality(String),
    SpanAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    Duration UInt64 CODEC(T64, ZSTD(1)),
    StatusCode LowCardinality(String),
    StatusMessage String,
    Events Nested
    (
        Timestamp DateTime64(9),
        Name LowCardinality(String),
        Attributes Map(LowCardinality(String), String)
    ) CODEC(ZSTD(1)),
    Links Nested (TraceId String, SpanId String, TraceState String),
    IsRoot Bool ALIAS ParentSpanId = '',
    DurationMs Float64 ALIAS Duration / 1e6,
    INDEX idx_trace_id TraceId TYPE bloom_filter GRANULARITY 1,
    INDEX idx_duration Duration TYPE minmax GRANULARITY 1,
    PROJECTION by_trace (SELECT * ORDER BY TraceId),
    PROJECTION per_service
    (
        SELECT ServiceName, SpanName, toStartOfMinute(Timestamp), count(), quantileTDigest(Duration), countIf(StatusCode = 'STATUS_CODE_ERROR')
        GROUP BY ServiceName, SpanName, toStartOfMinute(Timestamp)
    ) WITH SETTINGS (index_granularity = 1024)
) ENGINE = MergeTree()
PARTITION BY toDate(Timestamp)
ORDER BY (ServiceName, SpanName, toDateTime(Timestamp), TraceId)
TTL toDate(Timestamp) + INTERVAL 7 DAY
SETTINGS index_granularity = 8192, deduplicate_merge_projection_mode = 'rebuild';

CREATE TABLE otel.traces_trace_id_ts (TraceId String CODEC(ZSTD(1)), Start DateTime64(9), `End` DateTime64(9), INDEX i TraceId TYPE bloom_filter(0.01) GRANULARITY 1)
ENGINE MergeTree ORDER BY (TraceId, Start) TTL toDate(Start) + INTERVAL 1 WEEK;

CREATE MATERIALIZED VIEW otel.traces_trace_id_ts_mv TO otel.traces_trace_id_ts
AS SELECT TraceId, min(Timestamp) AS Start, max(Timestamp) AS End FROM otel.traces WHERE TraceId != '' GROUP BY TraceId;

CREATE TABLE otel.metrics_gauge (ServiceName LowCardinality(String), MetricName String, Attributes Map(LowCardinality(String), String), TimeUnix DateTime64(9) CODEC(DoubleDelta, ZSTD(1)), Value Float64 CODEC(Gorilla, ZSTD(1)), Flags UInt32) ENGINE = MergeTree ORDER BY (ServiceName, MetricName, Attributes, toUnixTimestamp64Nano(TimeUnix));
CREATE TABLE otel.metrics_sum (ServiceName LowCardinality(String), MetricName String, TimeUnix DateTime64(9) CODEC(DoubleDelta), Value Float64 CODEC(FPC(12), ZSTD), AggregationTemporality Int32, IsMonotonic Bool) ENGINE = MergeTree ORDER BY (ServiceName, MetricName, TimeUnix);
CREATE TABLE otel.metrics_histogram (ServiceName LowCardinality(String), MetricName String, TimeUnix DateTime64(9), `Count` UInt64 CODEC(Delta, ZSTD), `Sum` Float64, BucketCounts Array(UInt64), ExplicitBounds Array(Float64), `Exemplars.Value` Array(Float64), `Exemplars.TraceId` Array(String)) ENGINE = MergeTree ORDER BY (ServiceName, MetricName, TimeUnix) SETTINGS flatten_nested = 0;
CREATE TABLE otel.metrics_summary (ServiceName LowCardinality(String), MetricName String, TimeUnix DateTime64(9), Quantiles Array(Tuple(q Float64, v Float64))) ENGINE = MergeTree ORDER BY (ServiceName, MetricName, TimeUnix);
CREATE TABLE otel.metrics_exp (ServiceName LowCardinality(String), MetricName String, TimeUnix DateTime64(9), Scale Int8, ZeroCount UInt64 CODEC(GCD, LZ4HC(9)), `Positive` Tuple(Offset Int32, Counts Array(UInt64))) ENGINE = MergeTree ORDER BY (ServiceName, MetricName, TimeUnix);

CREATE TABLE otel.logs_json
(
    ts DateTime64(6),
    body JSON(max_dynamic_paths = 256, `http.status` UInt16, SKIP `secret.token`, SKIP REGEXP 'debug\\..*'),
    any Dynamic(max_types = 8),
    mix Variant(String, Array(UInt64), Tuple(a Int8, b String)),
    status UInt16 MATERIALIZED body.`http.status`,
    user String ALIAS body.user.:String,
    INDEX ix_user body.user.:String TYPE set(100) GRANULARITY 2
)
ENGINE = MergeTree ORDER BY (ts, status);

CREATE OR REPLACE VIEW otel.errors AS
SELECT Timestamp, ServiceName, Body, LogAttributes['exception.type'] AS `exception type`
FROM otel.logs
WHERE SeverityNumber >= 17 AND NOT match(Body, '^\\s*(-- |//|#).*; *$');

CREATE MATERIALIZED VIEW otel.errors_per_minute
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(minute)
ORDER BY (ServiceName, minute)
TTL minute + INTERVAL 1 YEAR
SETTINGS allow_nullable_key = 1
AS SELECT toStartOfMinute(TimestampTime) AS minute, ServiceName, countState() AS n, topKState(5)(Body) AS samples
FROM otel.logs WHERE SeverityNumber >= 17 GROUP BY ServiceName, minute;

ALTER TABLE otel.logs
    ADD COLUMN EventName LowCardinality(String) DEFAULT '' CODEC(ZSTD(1)) AFTER Body,
    ADD INDEX idx_event EventName TYPE set(0) GRANULARITY 4 AFTER idx_trace_id,
    DROP INDEX IF EXISTS idx_lower_body,
    MODIFY COLUMN SeverityText REMOVE CODEC,
    MODIFY COLUMN `k8s.pod` COMMENT 'pod; from ResourceAttributes';
ALTER TABLE otel.logs MATERIALIZE COLUMN `k8s.pod`;
ALTER TABLE otel.logs MODIFY TTL TimestampTime + INTERVAL 1 DAY TO DISK 'nvme', TimestampTime + INTERVAL 1 MONTH TO DISK IF EXISTS 'hdd', TimestampTime + INTERVAL 6 MONTH;
ALTER TABLE otel.logs (MODIFY TTL TimestampTime + INTERVAL 45 DAY), (MODIFY SETTING ttl_only_drop_parts = 1), (DROP COLUMN IF EXISTS ResourceSchemaUrl);
ALTER TABLE otel.traces ADD PROJECTION IF NOT EXISTS errors (SELECT TraceId, Timestamp WHERE StatusCode = 'STATUS_CODE_ERROR' ORDER BY Timestamp) FIRST;
ALTER TABLE otel.traces MATERIALIZE PROJECTION errors IN PARTITION '2026-02-01', CLEAR PROJECTION by_trace IN PARTITION '2026-01-01';
ALTER TABLE otel.traces ADD STATISTICS IF NOT EXISTS Duration, StatusCode TYPE tdigest, uniq;
ALTER TABLE otel.traces (ADD STATISTICS SpanKind TYPE countmin), (MATERIALIZE STATISTICS ALL);
ALTER TABLE otel.metrics_gauge MODIFY COLUMN Value Float64 CODEC(ALP, ZSTD(1)), RENAME COLUMN Flags TO `flags`, ADD COLUMN Exemplars Nested(v Float64, t DateTime64(9));
ALTER TABLE otel.logs_json MODIFY COLUMN body JSON(max_dynamic_paths = 512), ADD CONSTRAINT status_ok CHECK status < 600;

CREATE INDEX IF NOT EXISTS idx_scope ON otel.logs (mapKeys(ScopeAttributes)) TYPE bloom_filter(0.01) GRANULARITY 1;
DROP INDEX IF EXISTS idx_scope ON otel.logs;

CREATE ROW POLICY own_service ON otel.logs, otel.traces FOR SELECT USING ServiceName = currentUser() TO ALL EXCEPT grafana, admin;

INSERT INTO otel.logs (Timestamp, TraceId, SeverityText, ServiceName, Body, LogAttributes) VALUES ('2026-03-01 10:00:00.123456789', 'abc', 'WARN', 'cart', 'retry #1 -- not a comment; /* nor this */', {'k;1': 'v''', 'k2': '\\'}), ('2026-03-01 10:00:01.000000000', 'abd', 'INFO', 'cart', 'it\'s fine', map());

INSERT INTO otel.metrics_gauge (ServiceName, MetricName, TimeUnix, Value) FORMAT TSV
cart	queue.length	2026-03-01 10:00:00.000000000	12
cart	queue; length	2026-03-01 10:00:10.000000000	13

INSERT INTO otel.logs SELECT * EXCEPT ('^k8s'), now() FROM otel.logs_old WHERE Body LIKE '%ENGINE = MergeTree ON CLUSTER x;%';
SELECT ServiceName, quantileTDigestIf(0.99)(Duration, StatusCode != '') FROM otel.traces WHERE Timestamp > now() - INTERVAL 15 MINUTE GROUP BY ServiceName HAVING count() > 10 LIMIT 5 BY ServiceName;
SELECT toStartOfInterval(Timestamp, INTERVAL 1 MINUTE) AS t, count() FROM otel.logs WHERE hasToken(Body, 'timeout') GROUP BY t ORDER BY t WITH FILL STEP INTERVAL 1 MINUTE;
CREATE TABLE otel.logs_archive CLONE AS otel.logs;
CREATE TABLE otel.logs_shadow EMPTY AS otel.logs ENGINE = MergeTree ORDER BY TimestampTime;
CREATE TABLE otel.logs_dist AS otel.logs ENGINE = Distributed(`main`, otel, logs, rand());
DELETE FROM otel.logs WHERE ServiceName = 'load-test; please ignore';
SYSTEM STOP TTL MERGES otel.logs; SYSTEM START TTL MERGES otel.logs; SYSTEM STOP MOVES otel.logs; SYSTEM START MOVES otel.logs;
CREATE DATABASE otel_meta ENGINE = Memory;
CREATE TABLE otel_meta.services (name String, owner String, updated DateTime64(3) DEFAULT now64(3)) ENGINE = KeeperMap('/otel/services', 1000) PRIMARY KEY name;
CREATE TABLE otel_meta.`service aliases` (`alias` String, `service.name` String) ENGINE = EmbeddedRocksDB(0, '/var/lib/rocks') PRIMARY KEY alias;
