-- Imitates a web analytics product: Kafka topics -> materialized views -> local storage ->
-- Distributed tables, with a dead letter queue and hourly rollups.

CREATE DATABASE IF NOT EXISTS clickstream COMMENT 'events of the web trackers; owned by team "Ingest"';

CREATE TABLE IF NOT EXISTS clickstream.kafka_page_views
(
    `event_id` String,
    `visitor` String,
    `url` String,
    `referrer` String,
    `sent_at` String,
    `props` String
)
ENGINE = Kafka
SETTINGS
    kafka_broker_list = 'kafka-1:9092,kafka-2:9092',
    kafka_topic_list = 'page.views.v3',
    kafka_group_name = 'ch_page_views',
    kafka_format = 'JSONEachRow',
    kafka_num_consumers = 4,
    kafka_thread_per_consumer = 1,
    kafka_handle_error_mode = 'stream',
    kafka_max_block_size = 65536;

CREATE TABLE clickstream.kafka_legacy (line String)
    ENGINE = Kafka('kafka-old:9092', 'tracker;raw', 'ch''s group', 'LineAsString') -- old positional form, and a ; in a topic
;

CREATE TABLE clickstream.page_views_local
(
    event_id UUID,
    visitor_id UInt64 CODEC(Delta(8), ZSTD(1)),
    session_id UInt64,
    url String CODEC(ZSTD(3)),
    domain LowCardinality(String) MATERIALIZED domainWithoutWWW(url),
    path String ALIAS path(url),
    referrer String DEFAULT '',
    sent_at DateTime64(3, 'UTC') CODEC(DoubleDelta, LZ4),
    received_at DateTime DEFAULT now() COMMENT 'when the consumer saw it; not "sent_at"',
    utm Map(LowCardinality(String), String),
    utm_campaign String ALIAS utm['campaign'],
    is_bounce UInt8 EPHEMERAL 0,
    bounce Bool DEFAULT is_bounce = 1,
    INDEX ix_url url TYPE ngrambf_v1(4, 4096, 2, 0) GRANULARITY 4,
    INDEX ix_campaign utm['campaign'] TYPE bloom_filter(0.01) GRANULARITY 1,
    CONSTRAINT sane_time CHECK sent_at > toDateTime64('2015-01-01 00:00:00', 3, 'UTC'),
    CONSTRAINT host_known ASSUME domain != ''
)
ENGINE = ReplacingMergeTree(received_at)
PARTITION BY toYYYYMM(sent_at)
PRIMARY KEY (domain, toDate(sent_at))
ORDER BY (domain, toDate(sent_at), visitor_id, event_id)
SAMPLE BY visitor_id
TTL toDateTime(sent_at) + INTERVAL 13 MONTH
SETTINGS index_granularity = 8192, min_bytes_for_wide_part = '10M', storage_policy = 'hot_and_cold';

CREATE TABLE clickstream.page_views AS clickstream.page_views_local
ENGINE = Distributed('{cluster}', 'clickstream', 'page_views_local', cityHash64(visitor_id), 'hot_and_cold')
SETTINGS fsync_after_insert = 0, bytes_to_throw_insert = 10737418240;

CREATE MATERIALIZED VIEW clickstream.mv_page_views TO clickstream.page_views_local
(
    event_id UUID,
    visitor_id UInt64,
    session_id UInt64,
    url String,
    referrer String,
    sent_at DateTime64(3, 'UTC'),
    utm Map(LowCardinality(String), String)
)
AS SELECT
    toUUIDOrZero(event_id) AS event_id,
    sipHash64(visitor) AS visitor_id,
    sipHash64(visitor, toStartOfInterval(parseDateTime64BestEffort(sent_at), INTERVAL 30 MINUTE)) AS session_id,
    url,
    referrer,
    parseDateTime64BestEffort(sent_at, 3, 'UTC') AS sent_at,
    mapFilter((k, v) -> startsWith(k, 'utm_'), JSONExtract(props, 'Map(LowCardinality(String), String)')) AS utm
FROM clickstream.kafka_page_views
WHERE length(_error) = 0;

CREATE TABLE clickstream.page_views_dead
(
    topic LowCardinality(String),
    partition Int64,
    offset Int64,
    error String,
    raw String CODEC(ZSTD(9)),
    at DateTime DEFAULT now()
)
ENGINE = MergeTree
PARTITION BY toMonday(at)
ORDER BY (topic, partition, offset)
TTL at + INTERVAL 30 DAY DELETE
SETTINGS ttl_only_drop_parts = 1;

CREATE MATERIALIZED VIEW clickstream.mv_page_views_dead TO clickstream.page_views_dead AS
SELECT _topic AS topic, _partition AS partition, _offset AS offset, _error AS error, _raw_message AS raw
FROM clickstream.kafka_page_views
WHERE length(_error) > 0;

CREATE TABLE clickstream.visits_hourly_local
(
    hour DateTime('UTC'),
    domain LowCardinality(String),
    views SimpleAggregateFunction(sum, UInt64),
    last_seen SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    visitors AggregateFunction(uniqCombined64(17), UInt64),
    durations AggregateFunction(quantilesTDigest(0.5, 0.95, 0.99), Float32),
    visitors_est UInt64 ALIAS finalizeAggregation(visitors)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (domain, hour);

CREATE MATERIALIZED VIEW clickstream.mv_visits_hourly TO clickstream.visits_hourly_local AS
WITH toStartOfHour(toDateTime(sent_at, 'UTC')) AS h
SELECT
    h AS hour,
    domainWithoutWWW(url) AS domain,
    count() AS views,
    max(sent_at) AS last_seen,
    uniqCombined64State(17)(visitor_id) AS visitors,
    quantilesTDigestState(0.5, 0.95, 0.99)(toFloat32(0)) AS durations
FROM clickstream.page_views_local
GROUP BY hour, domain;

CREATE TABLE clickstream.visits_hourly AS clickstream.visits_hourly_local ENGINE = Distributed(main, clickstream, visits_hourly_local);

CREATE VIEW clickstream.visits_daily AS
SELECT
    toDate(hour) AS day,
    domain,
    sum(views) AS views,
    uniqCombined64Merge(17)(visitors) AS visitors,
    arrayMap(x -> round(x, 2), quantilesTDigestMerge(0.5, 0.95, 0.99)(durations)) AS p
FROM clickstream.visits_hourly
GROUP BY day, domain
WITH TOTALS
SETTINGS distributed_group_by_no_merge = 0, max_threads = 8;

-- parameterised: one tenant, one span
CREATE OR REPLACE VIEW clickstream.top_paths AS
SELECT path(url) AS p, count() AS c FROM clickstream.page_views
WHERE domain = {domain:String} AND sent_at BETWEEN {from:DateTime} AND {until:DateTime}
GROUP BY p ORDER BY c DESC LIMIT {n:UInt16};

CREATE TABLE clickstream.buffer_page_views AS clickstream.page_views_local
ENGINE = Buffer(clickstream, page_views_local, 16, 10, 100, 10000, 1000000, 10000000, 100000000);

CREATE TABLE clickstream.sink (event_id UUID, why String) ENGINE = Null;

CREATE MATERIALIZED VIEW clickstream.mv_sink
ENGINE = SummingMergeTree
ORDER BY why
POPULATE
AS SELECT why, count() AS n FROM clickstream.sink GROUP BY why;

INSERT INTO clickstream.page_views_dead (topic, partition, offset, error, raw) VALUES
    ('page.views.v3', 0, 17, 'Cannot parse input: expected \'{\' before: \'x;y\'', '{"a":";"}'),
    ('page.views.v3', 1, 18, 'it''s; broken', '-- not a comment'),
    ('tracker;raw', 2, 19, '', '/* nor this */');

INSERT INTO clickstream.sink FORMAT JSONEachRow
{"event_id":"00000000-0000-0000-0000-000000000001","why":"bot; crawler"}
{"event_id":"00000000-0000-0000-0000-000000000002","why":"--"}
{"event_id":"00000000-0000-0000-0000-000000000003","why":"'"}

ALTER TABLE clickstream.page_views_local
    ADD COLUMN IF NOT EXISTS device Enum8('desktop' = 1, 'phone' = 2, 'tablet; other' = 3) DEFAULT 'desktop' AFTER referrer,
    ADD COLUMN IF NOT EXISTS screen Tuple(w UInt16, h UInt16) AFTER device,
    ADD INDEX IF NOT EXISTS ix_device device TYPE set(8) GRANULARITY 2,
    COMMENT COLUMN session_id 'hash of visitor and half hour';

ALTER TABLE clickstream.page_views ADD COLUMN IF NOT EXISTS device Enum8('desktop' = 1, 'phone' = 2, 'tablet; other' = 3) DEFAULT 'desktop' AFTER referrer;

ALTER TABLE clickstream.page_views_local MATERIALIZE INDEX ix_device IN PARTITION 202601;

ALTER TABLE clickstream.page_views_local (MODIFY SETTING parts_to_throw_insert = 600, parts_to_delay_insert = 300), (MODIFY COLUMN url CODEC(ZSTD(6)));

ALTER TABLE clickstream.mv_page_views MODIFY QUERY
SELECT
    toUUIDOrZero(event_id) AS event_id,
    sipHash64(visitor) AS visitor_id,
    sipHash64(visitor, 1) AS session_id,
    url, referrer,
    parseDateTime64BestEffort(sent_at, 3, 'UTC') AS sent_at,
    CAST(map(), 'Map(LowCardinality(String), String)') AS utm
FROM clickstream.kafka_page_views
WHERE length(_error) = 0 AND url NOT LIKE '%;jsessionid=%';

DETACH TABLE clickstream.kafka_page_views;
ATTACH TABLE clickstream.kafka_page_views;
DETACH VIEW IF EXISTS clickstream.mv_page_views PERMANENTLY SYNC;
DROP TABLE IF EXISTS clickstream.mv_sink, clickstream.sink SYNC;

EXCHANGE TABLES clickstream.visits_hourly_local AND clickstream.visits_hourly_local_v2;
RENAME TABLE clickstream.visits_hourly_local_v2 TO clickstream.visits_hourly_old, clickstream.buffer_page_views TO clickstream.`buffer page views`;

SELECT domain, sum(views) FROM clickstream.visits_hourly GROUP BY domain ORDER BY 2 DESC LIMIT 10 FORMAT PrettyCompact;
SYSTEM FLUSH DISTRIBUTED clickstream.page_views;
SYSTEM STOP DISTRIBUTED SENDS clickstream.page_views; SYSTEM START DISTRIBUTED SENDS clickstream.page_views;
OPTIMIZE TABLE clickstream.page_views_local PARTITION 202512 FINAL DEDUPLICATE BY domain, visitor_id, event_id;
CREATE TABLE clickstream.nats_alerts (level String, body String) ENGINE = NATS SETTINGS nats_url = 'nats:4222', nats_subjects = 'alerts.>', nats_format = 'JSONEachRow';
CREATE TABLE clickstream.rabbit_in (id UInt64, v String) ENGINE = RabbitMQ SETTINGS rabbitmq_host_port = 'rmq:5672', rabbitmq_exchange_name = 'ex', rabbitmq_format = 'CSV', rabbitmq_exchange_type = 'fanout';
CREATE TABLE clickstream.s3_drop (ts DateTime, body String) ENGINE = S3Queue('https://bucket.example/in/*.jsonl.gz', 'JSONEachRow') SETTINGS mode = 'ordered', keeper_path = '/clickhouse/s3queue/drop', s3queue_loading_retries = 3;
CREATE MATERIALIZED VIEW clickstream.mv_s3_drop TO clickstream.page_views_dead AS SELECT 's3' AS topic, 0 AS partition, 0 AS offset, '' AS error, body AS raw, ts AS at FROM clickstream.s3_drop;
TRUNCATE TABLE IF EXISTS clickstream.page_views_dead
