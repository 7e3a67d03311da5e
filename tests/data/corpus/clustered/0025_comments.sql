ALTER DATABASE harbor ON CLUSTER default MODIFY COMMENT 'ships; positions, calls and money';
ALTER TABLE harbor.positions ON CLUSTER default MODIFY COMMENT 'one row per AIS message';
ALTER TABLE harbor.in_port ON CLUSTER default MODIFY COMMENT 'who lies where, now';
RENAME DATABASE harbor_staging TO harbor_tmp ON CLUSTER default;
