-- Imitates a device fleet's schema kept by people on Windows: CRLF line ends in statements, strings,
-- comments, heredocs and inline data.

CREATE DATABASE IF NOT EXISTS iot;
CREATE TABLE iot.readings
(
    device_id UInt32, -- comment; ends at the line's end
    at DateTime CODEC(DoubleDelta, LZ4),
    `temp °C` Float32 CODEC(Gorilla),
    note String DEFAULT 'two
lines; in a string'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (device_id, at)
TTL at + INTERVAL 1 YEAR;

CREATE TABLE iot.all_readings AS iot.readings
ENGINE = Distributed('main', 'iot', 'readings', device_id); # hash comment; too
ALTER TABLE iot.readings
    ADD COLUMN humidity Nullable(Float32) AFTER `temp °C`,
    // slash comment;
    ADD INDEX ix_note note TYPE ngrambf_v1(3, 256, 2, 0) GRANULARITY 4;
/* block;
   comment */
CREATE MATERIALIZED VIEW iot.hourly
ENGINE = AggregatingMergeTree
ORDER BY (device_id, h)
AS
SELECT device_id, toStartOfHour(at) AS h, avgState(`temp °C`) AS t
FROM iot.readings
GROUP BY device_id, h;
INSERT INTO iot.readings (device_id, at, `temp °C`, note) VALUES
    (1, '2026-01-01 00:00:00', 20.5, 'ok; fine'),
    (2, '2026-01-01 00:00:01', -3, 'it''s
cold');
INSERT INTO iot.readings (device_id, at, `temp °C`) FORMAT CSV
3,"2026-01-01 00:00:02",4.5
4,"2026-01-01 00:00:03",5.5

INSERT INTO iot.readings (device_id, note) FORMAT TSV
5	a; b
6	c

SELECT $q$
heredoc; with
lines
$q$ AS h;
CREATE FUNCTION iot_f AS (x) ->
    x * 1.8 + 32;
CREATE VIEW iot.latest AS
SELECT device_id, argMax(`temp °C`, at) AS t -- a comment; here
FROM iot.readings
GROUP BY device_id;
GRANT SELECT
ON iot.*
TO dashboard;
ALTER TABLE iot.readings
    UPDATE note = 'a; b, DELETE WHERE 1'
    WHERE device_id = 7,
    DELETE WHERE device_id = 8;
CREATE TABLE iot.devices ON
CLUSTER
main
(id UInt32, name String, PRIMARY KEY id)
ENGINE
=
ReplicatedReplacingMergeTree
(
'/clickhouse/tables/{shard}/iot/devices',
'{replica}'
)
ORDER BY id;
CREATE DICTIONARY iot.device_names
(
    id UInt64,
    name String
)
PRIMARY KEY id
SOURCE(CLICKHOUSE(TABLE 'devices' DB 'iot'))
LAYOUT(HASHED())
LIFETIME(MIN 60 MAX 120);
SYSTEM RELOAD DICTIONARY
iot.device_names;
OPTIMIZE TABLE iot.readings
FINAL;
DROP TABLE IF EXISTS
    iot.old_a,
    iot.old_b
SYNC
