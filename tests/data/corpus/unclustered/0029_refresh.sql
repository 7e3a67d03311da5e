CREATE MATERIALIZED VIEW harbor.busiest REFRESH EVERY 1 HOUR OFFSET 5 MINUTE (locode FixedString(5), calls UInt64) ENGINE = Memory AS SELECT locode, count() AS calls FROM harbor.port_calls_all GROUP BY locode ORDER BY calls DESC LIMIT 100;
ALTER TABLE harbor.busiest MODIFY REFRESH EVERY 30 MINUTE RANDOMIZE FOR 1 MINUTE;
SYSTEM REFRESH VIEW harbor.busiest;
