SET max_threads = 4, log_comment = 'ON CLUSTER x';
SELECT throwIf(count() = 0, 'no ports; seed them') FROM harbor_ref.ports;
SELECT 'CREATE TABLE x ON CLUSTER y;' FROM harbor.vessels JOIN harbor_tmp.cache ON cluster = 1;
EXPLAIN SELECT count() FROM harbor.positions WHERE mmsi = 1;
SHOW TABLES FROM harbor;
CHECK TABLE harbor.vessels;
