CREATE INDEX IF NOT EXISTS ix_status ON harbor.positions ON CLUSTER default (status) TYPE set(32) GRANULARITY 4;
CREATE INDEX ix_raw ON harbor.positions ON CLUSTER default raw TYPE ngrambf_v1(4, 1024, 2, 0) GRANULARITY 8;
ALTER TABLE harbor.positions ON CLUSTER default MATERIALIZE INDEX ix_status;
DROP INDEX IF EXISTS ix_raw ON harbor.positions ON CLUSTER default;
ALTER TABLE harbor.vessels ON CLUSTER default ADD INDEX ix_name name TYPE bloom_filter(0.01) GRANULARITY 1;
