CREATE INDEX IF NOT EXISTS ix_status ON harbor.positions (status) TYPE set(32) GRANULARITY 4;
CREATE INDEX ix_raw ON harbor.positions raw TYPE ngrambf_v1(4, 1024, 2, 0) GRANULARITY 8;
ALTER TABLE harbor.positions MATERIALIZE INDEX ix_status;
DROP INDEX IF EXISTS ix_raw ON harbor.positions;
ALTER TABLE harbor.vessels ADD INDEX ix_name name TYPE bloom_filter(0.01) GRANULARITY 1;
