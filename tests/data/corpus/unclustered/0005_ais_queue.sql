CREATE TABLE harbor.ais_queue (line String)
ENGINE = Kafka
SETTINGS kafka_broker_list = 'kafka:9092', kafka_topic_list = 'ais', kafka_group_name = 'harbor', kafka_format = 'LineAsString';

CREATE MATERIALIZED VIEW harbor.ais_to_positions TO harbor.positions AS
SELECT
    toUInt32OrZero(splitByChar(';', line)[1]) AS mmsi,
    parseDateTime64BestEffort(splitByChar(';', line)[2], 3, 'UTC') AS at,
    toFloat64OrZero(splitByChar(';', line)[3]) AS lat,
    toFloat64OrZero(splitByChar(';', line)[4]) AS lon,
    'terrestrial' AS source,
    line AS raw
FROM harbor.ais_queue
WHERE length(line) > 10;
