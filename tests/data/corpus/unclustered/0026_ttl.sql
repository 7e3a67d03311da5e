ALTER TABLE harbor.positions MODIFY TTL toDateTime(at) + INTERVAL 1 MONTH TO VOLUME 'cold', toDateTime(at) + INTERVAL 6 MONTH RECOMPRESS CODEC(ZSTD(12)), toDateTime(at) + INTERVAL 2 YEAR DELETE WHERE source != 'satellite';
ALTER TABLE harbor.traffic_hourly MODIFY TTL hour + INTERVAL 5 YEAR;
ALTER TABLE harbor.positions MATERIALIZE TTL IN PARTITION 202601;
ALTER TABLE harbor.calls_daily REMOVE TTL;
